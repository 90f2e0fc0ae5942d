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

#include "budget.hpp"
#include "random.hpp"
#include "rules.hpp"
#include "solve.hpp"

namespace sapper {

// Limits of the arguments, and of the work on one board.
struct RepairLimits {
    Kind most;
    std::int64_t states;
    int changes;          // of one board
    const Budget& clock;  // its time
};

// Changes the mines (indices) so that the board is cleared from `first`; their number stays. False when
// the limits were reached; then the mines are of no use.
bool repair(const Rules& rules, int first, std::vector<std::int32_t>& mines, Random& random,
            const RepairLimits& limits);

}  // namespace sapper
