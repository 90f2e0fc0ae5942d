// Adding up clues that share no cell, against the number of mines.
//
// When such clues need all mines that are left, every other undecided cell is safe. When their cells that
// are no mines are all safe cells that are left, every other undecided cell is a mine.
#pragma once

#include <span>
#include <vector>

#include "generate/chains.hpp"
#include "inference/knowledge.hpp"

namespace sapper {

// What follows from the best such choice among `clues`, all clues with undecided cells; nothing when it
// does not suffice. Searches each group of clues that share cells by branch and bound, up to a limit of
// steps.
std::vector<ChainDeduction> find_by_disjoint_clues(const Knowledge& knowledge,
                                                   std::span<const std::int32_t> clues);

}  // namespace sapper
