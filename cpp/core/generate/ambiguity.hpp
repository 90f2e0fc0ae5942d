// A fast test for boards that cannot be cleared without a guess.
//
// Consider a mine and a nearby safe cell. If no clue touches exactly one of them, swapping the two
// changes no other clue and not the mine count. No reveal outside the pair can then distinguish the
// two layouts, so the player must guess. The same holds for the two diagonals of a 2x2 square.
// These patterns account for most boards that need a guess, and the test is much faster than
// solving.
#pragma once

#include "board/field.hpp"

namespace sapper {

// Returns true if the layout contains such a pattern. `first` is the cell revealed first. The test
// is sufficient but not necessary. It takes linear time.
bool has_unavoidable_guess(const Field& field, int first);

}  // namespace sapper
