// Metrics of a layout: openings, islands and 3BV.
#pragma once

#include "board/field.hpp"

namespace sapper {

struct BoardMetrics {
    int openings;         // Counts 8-connected regions of cells without adjacent mines.
    int islands;          // Counts 8-connected regions of clues that touch no opening.
    int three_bv;         // The minimum number of reveals that clear the board.
    int solved_three_bv;  // The part of 3BV that the player has revealed.
};

// Computes the metrics in linear time. All are zero before the mines are placed.
BoardMetrics compute_metrics(const Field& field);

}  // namespace sapper
