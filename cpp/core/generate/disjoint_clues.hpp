// Deductions from disjoint clues and the mine count.
//
// If disjoint clues account for all remaining mines, every other undecided cell is safe. If they account
// for all remaining safe cells, every other undecided cell is a mine.
#pragma once

#include <span>
#include <vector>

#include "generate/chains.hpp"
#include "inference/knowledge.hpp"

namespace sapper {

// Returns the deductions from a maximum-weight set of disjoint clues, or nothing if it does not suffice.
// `clues` must hold all clues with undecided cells. Each group of overlapping clues is searched by branch
// and bound with a limit on the number of steps.
std::vector<ChainDeduction> find_by_disjoint_clues(const Knowledge& knowledge,
                                                   std::span<const std::int32_t> clues);

}  // namespace sapper
