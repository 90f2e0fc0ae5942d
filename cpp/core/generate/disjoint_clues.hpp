// Deductions from disjoint clues and the mine count.
//
// If disjoint clues need all remaining mines, every other undecided cell is safe. If they account
// for all remaining safe cells, every other undecided cell is a mine.
#pragma once

#include <span>
#include <vector>

#include "generate/chains.hpp"
#include "inference/knowledge.hpp"

namespace sapper {

// Returns the deductions from a maximum-weight set of disjoint clues, or nothing if the set does
// not suffice. `clues` are all active clues. Each connected group of clues is searched by branch
// and bound with a limit on the steps.
std::vector<ChainDeduction> find_by_disjoint_clues(const Knowledge& knowledge,
                                                   std::span<const std::int32_t> clues);

}  // namespace sapper
