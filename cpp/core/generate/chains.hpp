// What several comparisons of clues prove, where one does not.
//
// A *sentence* says that from `low` to `high` of some undecided cells are mines; each clue is one, and so
// is the number of mines while few cells are left. Of two sentences a and b that share cells, what a says
// of the shared ones bounds the mines of b outside a: a new sentence. When its bounds leave only one way,
// its cells are settled. The coach's proofs go the same way.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "inference/knowledge.hpp"

namespace sapper {

struct ChainDeduction {
    std::int32_t cell;
    bool is_mine;
    std::vector<std::int32_t>
        clues;  // indices, in the order of the comparisons; may have kMineCount
};

// How many comparisons an argument may have before people cannot follow it any more.
inline constexpr int kMaxComparisons = 4;

// The cells that the fewest comparisons settle, at most kMostComparisons; nothing when they do not
// suffice. `clues` are all clues with undecided cells. Sentences are limited to eight cells and in number:
// about the number of clues times a few hundred comparisons.
std::vector<ChainDeduction> find_chains(const Knowledge& knowledge,
                                        std::span<const std::int32_t> clues);

}  // namespace sapper
