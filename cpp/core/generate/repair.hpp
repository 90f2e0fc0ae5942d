// Repair of layouts until logic alone clears them, after an idea of Simon Tatham's Mines.
//
// When the solver is stuck, the undecided neighbours of one clue are all cleared or all filled, in
// exchange with other undecided cells, preferably off the frontier. The solver then continues.
// Changes may invalidate earlier deductions, so the board is solved again from the first cell until
// no change is needed. Boards generated this way are not uniformly distributed: near-guesses are
// rarer.
#pragma once

#include <cstdint>
#include <vector>

#include "board/random.hpp"
#include "board/rules.hpp"
#include "generate/logic_solver.hpp"

namespace sapper {

// Changes the mines, but not their number, until arguments up to `max_kind` clear the board from
// `first`. Returns false if that takes more than `max_changes` or if the deadline passes. The mines
// are then unspecified.
bool repair(const Rules& rules, int first, std::vector<std::int32_t>& mines, Random& random,
            ArgumentKind max_kind, int max_changes, SolverWorkspace& workspace);

}  // namespace sapper
