// Deductions from several successive comparisons of clues.
//
// Mine bounds state that a set of undecided cells contains between `min` and `max` mines. Each clue gives
// one such statement, and so does the mine count when few cells are left. If two statements overlap, the
// bounds of the first on the shared cells imply bounds on the rest of the second. Bounds that admit a
// single assignment decide their cells. The coach's proofs use the same rule.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "inference/knowledge.hpp"

namespace sapper {

struct ChainDeduction {
    std::int32_t cell;
    bool is_mine;
    // Indices in the order of the comparisons; may contain kMineCount.
    std::vector<std::int32_t> clues;
};

// The largest number of comparisons in an argument that people can still follow.
inline constexpr int kMaxComparisons = 4;

// Returns the cells decided by the fewest comparisons, or nothing if kMaxComparisons do not suffice.
// `clues` must hold all clues with undecided cells. Derived bounds are limited to eight cells and in
// number, so the work is a few hundred comparisons per clue.
std::vector<ChainDeduction> find_chains(const Knowledge& knowledge,
                                        std::span<const std::int32_t> clues);

}  // namespace sapper
