// An opening book for 5x5 boards, which take minutes to solve.
//
// The book applies to the start rules `any` and `safe`. Lookups take constant time.
#pragma once

#include "board/grid.hpp"
#include "inference/knowledge.hpp"

namespace sapper {

// Returns the first cell, or -1 if the board is not in the book.
int book_first_cell(const Grid& grid, int mines);
// Returns the second cell if only the book's first cell is revealed, or -1 if the position is not
// in the book.
int book_second_cell(const Knowledge& knowledge);

}  // namespace sapper
