// Deductions from disjoint clues and the mine count.
//
// If disjoint clues need all remaining mines, every undecided cell that touches none of those clues
// is safe. If disjoint clues account for all remaining safe cells, every undecided cell that
// touches none of them is a mine.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "logic/chains.hpp"
#include "logic/sentence.hpp"

namespace sapper {

struct WeightedSet {
    Cells cells;
    int weight;
};

// A family of disjoint sets, stored as indices, and its total weight.
struct Packing {
    int weight = 0;
    std::vector<int> sets;
    bool has_hit_limit = false;  // True if the search stopped early, so a heavier family may exist.
};

// Returns a maximum-weight family of disjoint sets. Sets without a positive weight are ignored.
// Weighted set packing is NP-hard, so each connected group of sets is searched by branch and bound
// for at most 20,000 steps.
Packing pack_disjoint(std::span<const WeightedSet> sets);

struct DisjointClueResult {
    // The deduction, or nullopt if the disjoint clues prove nothing.
    std::optional<ChainDeduction> deduction;
    bool has_hit_limit;
};

// Returns the deduction from a maximum-weight set of disjoint clues. Positions with more than 60
// active clues are not searched.
DisjointClueResult find_by_disjoint_clues(const SentenceSet& sentences);

// Returns the deductions of kind `chain`: those found by find_chains() or, if there are none, by
// find_by_disjoint_clues().
std::vector<ChainDeduction> find_chain_deductions(const SentenceSet& sentences);

}
