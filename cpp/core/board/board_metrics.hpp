// Figures about a layout that players compare: 3BV, openings, islands.
#pragma once

#include "board/field.hpp"

namespace sapper {

struct BoardMetrics {
    int openings;         // 8-connected regions of cells without a mine near
    int islands;          // 8-connected regions of clues that touch no opening
    int three_bv;         // the fewest reveals that clear the board: openings + clues of islands
    int solved_three_bv;  // how many of those the player has done so far
};

// Linear in the cells of the board. All zero before the mines are laid.
BoardMetrics compute_metrics(const Field& field);

}  // namespace sapper
