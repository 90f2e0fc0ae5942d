// Exact entailment tests for arbitrary sets of clues, used to find minimal arguments by cases.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "board/grid.hpp"
#include "logic/sentence.hpp"

namespace sapper {

// The claim that a cell is a mine, or that it is safe.
struct Claim {
    std::int32_t cell;
    bool is_mine;
};

// Returns true if the clues, optionally together with the mine count, entail the claim. The test
// runs dynamic programming over the cells next to the clues. The running time is exponential in the
// number of simultaneously open clues. Throws LimitReached if a layer has more than `max_states`
// states.
bool entails(std::span<const Sentence* const> clues, const Sentence* mine_count, const Claim& claim,
             std::int64_t max_states);

// A minimal set of clues that entails a claim, optionally together with the mine count.
struct Support {
    std::vector<const Sentence*> clues;
    bool uses_mine_count;
};

// Returns a minimal support for the claim, or nullopt if the sentences do not entail it. The search
// adds clues outwards from the cell until they entail the claim, then removes redundant clues,
// starting with the farthest. The search runs at most two entailment tests per clue. Throws
// LimitReached under the same condition as entails().
std::optional<Support> minimal_support(const Grid& grid, const SentenceSet& sentences,
                                       const Claim& claim, std::int64_t max_states);

// Removes redundant clues, from last to first, from a set of clues that entails the claim.
void remove_redundant_clues(std::vector<const Sentence*>& clues, const Sentence* mine_count,
                            const Claim& claim, std::int64_t max_states);

}
