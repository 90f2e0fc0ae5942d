// Repair of layouts until they can be cleared by logic alone, after an idea from Simon Tatham's
// Mines.
//
// When the solver is stuck, the undecided neighbours of one clue are all cleared of mines or all
// filled. The mines are exchanged with other undecided cells, preferably off the frontier. The
// solver then continues. Changes may invalidate earlier deductions, so the board is solved again
// from the first cell until no change is needed. Boards generated this way are not uniformly
// distributed.
#pragma once

#include <cstdint>
#include <vector>

#include "board/random.hpp"
#include "board/rules.hpp"
#include "generate/logic_solver.hpp"

namespace sapper {

// Changes the mines, but not their number, until arguments up to `max_kind` clear the board from
// `first`. Returns false if the repair takes more than `max_changes` changes or if the deadline
// passes. The contents of `mines` are then unspecified.
bool repair(const Rules& rules, int first, std::vector<std::int32_t>& mines, Random& random,
            ArgumentKind max_kind, int max_changes, SolverWorkspace& workspace);

}  // namespace sapper
