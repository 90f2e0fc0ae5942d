// Rotations and reflections of positions.
#pragma once

#include <utility>
#include <vector>

#include "board/grid.hpp"
#include "inference/knowledge.hpp"

namespace sapper {

// Returns the image of a cell under a symmetry. Symmetry 0 is the identity, symmetries 1 to 3 apply
// to all boards, and symmetries 4 to 7 apply only to square boards.
inline int image_of(const Grid& grid, int index, int symmetry) {
    int row = grid.row(index), column = grid.column(index);
    if (symmetry & 1) row = grid.height() - 1 - row;
    if (symmetry & 2) column = grid.width() - 1 - column;
    if (symmetry & 4) std::swap(row, column);
    return grid.index(row, column);
}

// Returns the symmetries that leave the position unchanged, starting with the identity.
std::vector<int> symmetries(const Knowledge& knowledge);

}
