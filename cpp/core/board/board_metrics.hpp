// The board metrics: openings, islands and 3BV.
#pragma once

#include "board/game.hpp"

namespace sapper {

struct BoardMetrics {
    int openings;  // The number of 8-connected regions of empty cells.
    int islands;   // The number of 8-connected regions of clues that are not next to an opening.
    int three_bv;  // The minimum number of reveals needed to clear the board.
    int solved_three_bv;  // The part of the board's 3BV that has been solved so far.
};

// Computes the board metrics in time linear in the number of cells. All metrics are zero before the
// mines are placed.
BoardMetrics compute_metrics(const Game& game);

}
