// A fast test for boards that no logic can clear.
//
// Consider a mine and a safe cell near it. If no clue touches exactly one of the two, swapping them
// yields a layout with the same clues everywhere else and the same number of mines, so every strategy
// has to guess. The same holds for two mines on one diagonal of a 2x2 block and the other diagonal. Most
// boards that need a guess are of these two kinds, and this test is much cheaper than solving.
#pragma once

#include "board/field.hpp"

namespace sapper {

// Returns true if the board contains such a swap. `first` is the cell that is known to be safe. A false
// result proves nothing. Linear in the number of cells.
bool has_unavoidable_guess(const Field& field, int first);

}  // namespace sapper
