// Changing a board until logic alone clears it.
//
// Where the solver is stuck, the undecided cells of one clue are all cleared of mines, or all filled, and
// mines move to or from other undecided cells, far from the clues where there are such. The solver then
// goes on. Clues that it used before may have changed, so a board that was changed is solved once more
// from its first cell, until that needs no change. The idea is that of Simon Tatham's Mines. Boards made
// so are not equally likely: they have fewer places that almost need a guess.
#pragma once

#include <cstdint>
#include <vector>

#include "board/random.hpp"
#include "board/rules.hpp"
#include "generate/logic_solver.hpp"

namespace sapper {

// Changes the mines (indices) so that arguments up to `most` clear the board from `first`; their number
// stays. False when that takes more than `changes`, or when the workbench's time ends; then the mines are
// of no use.
bool repair(const Rules& rules, int first, std::vector<std::int32_t>& mines, Random& random,
            ArgumentKind max_kind, int max_changes, SolverWorkspace& workspace);

}  // namespace sapper
