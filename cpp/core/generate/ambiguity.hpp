// A fast test for boards that cannot be cleared without a guess.
//
// Consider a mine and a nearby safe cell. If no clue touches exactly one of the two cells, swapping
// them changes neither the other clues nor the mine count. No reveal outside the pair can then
// distinguish the two layouts, so a guess is unavoidable. The same holds for the two diagonals of a
// 2x2 square. These patterns account for most boards that need a guess, and the test is much faster
// than solving.
#pragma once

#include "board/field.hpp"

namespace sapper {

// Returns true if the layout contains such a pattern. `first` is the cell revealed first. A board
// without such a pattern may still need a guess. The test takes linear time.
bool has_unavoidable_guess(const Field& field, int first);

}  // namespace sapper
