// Chains: deductions that require several comparisons of sentences.
//
// Every active clue bounds the number of mines in a set of cells. If few cells are left, the mine
// count also bounds the number of mines in those cells. Bounds on two overlapping sets A and B
// imply bounds on the cells of B that are not in A. Bounds are decisive if they determine every
// cell in their set.
#pragma once

#include <cstdint>
#include <vector>

#include "logic/sentence.hpp"

namespace sapper {

// The cells that an argument decides, and the sentences that it uses.
struct ChainDeduction {
    Cells cells;
    bool is_mine;
    Cells clues;  // The clues in order of use, possibly including kMineCount.
};

// Bounds on the number of mines in a set of cells. Bounds taken directly from a sentence have no
// parents. All other bounds are the difference of two earlier bounds, whose indices are `minuend`
// and `subtrahend`.
struct MineBounds {
    Cells cells;
    int min, max;
    int comparisons;
    Cells clues;
    int minuend = -1, subtrahend = -1;

    bool is_decisive() const { return max == 0 || min == static_cast<int>(cells.size()); }
};

struct ChainResult {
    // All bounds that the search derived. `minuend` and `subtrahend` are indices into this list.
    std::vector<MineBounds> bounds;
    std::vector<MineBounds> decisive;  // The decisive bounds with the fewest comparisons.
    // True if the search discarded bounds because it reached its limit.
    bool has_hit_limit;
};

// The maximum number of comparisons in one argument. Players cannot easily follow longer ones.
inline constexpr int kMaxComparisons = 4;

// Returns the decisive bounds with the fewest comparisons, or an empty list if more than
// kMaxComparisons comparisons are needed. The search keeps at most 4,000 bounds, each on up to
// eight cells, and derives at most 100,000 new bounds at a time. The typical cost is a few hundred
// comparisons per clue.
ChainResult find_chains(const SentenceSet& sentences);

}
