// A book of precomputed first and second moves on 5x5 boards. Computing one of these moves takes
// minutes.
//
// The book applies to the `any` and `safe` start rules. Lookups take constant time.
#pragma once

#include "board/grid.hpp"
#include "inference/knowledge.hpp"

namespace sapper {

// Returns the first cell to reveal, or -1 if the board is not in the book.
int book_first_cell(const Grid& grid, int mines);
// Returns the second cell to reveal, or -1 if the position is not in the book. The book covers only
// positions in which its first cell is the only revealed cell.
int book_second_cell(const Knowledge& knowledge);

}
