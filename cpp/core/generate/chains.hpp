// Deductions from several comparisons of clues.
//
// Every active clue bounds the number of mines in a set of cells, and so does the mine count if few
// cells are left. Two bounds a and b on overlapping sets imply a bound on the cells of b outside a.
// A bound is decisive if it determines all its cells. The coach's proofs use the same rule.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "inference/knowledge.hpp"

namespace sapper {

struct ChainDeduction {
    std::int32_t cell;
    bool is_mine;
    std::vector<std::int32_t> clues;  // Indices in the order of use, possibly with kMineCount.
};

// The maximum length of an argument that people can follow.
inline constexpr int kMaxComparisons = 4;

// Returns the cells that the fewest comparisons decide, or nothing if kMaxComparisons do not
// suffice. `clues` are all active clues. The number of bounds and the cells per bound are limited,
// so the cost is a few hundred comparisons per clue.
std::vector<ChainDeduction> find_chains(const Knowledge& knowledge,
                                        std::span<const std::int32_t> clues);

}  // namespace sapper
