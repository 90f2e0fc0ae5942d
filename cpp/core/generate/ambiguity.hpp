// Boards that no logic can clear, recognised from their mines alone.
//
// Take a mine and a safe cell next to each other. When every safe cell that touches just one of the two
// is missing (it is off the board, or a mine itself), then the layout with the two exchanged shows the
// same clues everywhere else: no reveal outside can tell the two layouts apart, and both have the same
// number of mines. So whoever plays that board must guess. The same holds for two mines on a diagonal of
// four cells and the other diagonal. Most boards that need a guess are of these two kinds, and looking
// for them takes far less time than solving.
#pragma once

#include "board/field.hpp"

namespace sapper {

// Whether the laid board has such a place. `first` is the cell that is known to be safe. False tells
// nothing. Linear in the cells of the board.
bool has_unavoidable_guess(const Field& field, int first);

}  // namespace sapper
