// Boards that look the same when they are turned or mirrored.
#pragma once

#include <utility>
#include <vector>

#include "board/grid.hpp"
#include "inference/knowledge.hpp"

namespace sapper {

// Where a cell comes to lie. Turn 0 leaves it; 1 to 3 mirror a board, 4 to 7 only a square one.
inline int image_of(const Grid& grid, int index, int symmetry) {
    int row = grid.row(index), column = grid.column(index);
    if (symmetry & 1) row = grid.height() - 1 - row;
    if (symmetry & 2) column = grid.width() - 1 - column;
    if (symmetry & 4) std::swap(row, column);
    return grid.index(row, column);
}

// The turns after which a position is the same; 0 is always the first.
std::vector<int> symmetries(const Knowledge& knowledge);

}  // namespace sapper
