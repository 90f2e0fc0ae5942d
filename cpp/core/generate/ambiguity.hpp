// A fast test for boards that cannot be cleared without guessing.
//
// Consider a mine and a nearby safe cell. If no clue touches exactly one of the two cells, swapping
// the mine and the safe cell changes neither the other clues nor the mine count. No reveal outside
// the pair can then distinguish the original layout from the swapped one, so a guess is
// unavoidable. The same argument applies to swapping the two diagonals of a 2x2 block. Most boards
// that require a guess contain such a pattern, and finding it is much faster than solving the
// board.
#pragma once

#include "board/game.hpp"

namespace sapper {

// Returns true if the layout contains a pattern that forces a guess. `first` is the index of the
// first revealed cell. A board that passes the test may still require a guess. The test takes time
// linear in the number of cells.
bool has_unavoidable_guess(const Game& game, int first);

}
