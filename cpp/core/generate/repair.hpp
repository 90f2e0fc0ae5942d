// Repair of a board until logic alone clears it, after an idea from Simon Tatham's Mines.
//
// When the solver is stuck, the undecided cells of one clue are all cleared of mines or all filled. The
// mines move to or from other undecided cells, preferably far from the clues, and the solver continues.
// A change may invalidate earlier deductions, so the board is solved again from its first cell until no
// change is needed. Boards generated this way are not uniformly distributed: near-guesses are
// underrepresented.
#pragma once

#include <cstdint>
#include <vector>

#include "board/random.hpp"
#include "board/rules.hpp"
#include "generate/logic_solver.hpp"

namespace sapper {

// Moves mines (given by index) until arguments up to `max_kind` clear the board from `first`. Returns false
// after `max_changes` changes or at the workspace's deadline; the contents of `mines` are then unspecified.
bool repair(const Rules& rules, int first, std::vector<std::int32_t>& mines, Random& random,
            ArgumentKind max_kind, int max_changes, SolverWorkspace& workspace);

}  // namespace sapper
