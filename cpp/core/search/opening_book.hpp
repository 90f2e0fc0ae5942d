// The beginnings of 5x5 boards without a promise: they take minutes to solve, so their best cells are kept.
#pragma once

#include "board/grid.hpp"
#include "inference/knowledge.hpp"

namespace sapper {

// -1 when the book does not know the board.
int book_first_cell(const Grid& grid, int mines);
// With only the first cell of the book revealed; -1 when the position is another one, or easily solved.
int book_second_cell(const Knowledge& knowledge);

}  // namespace sapper
