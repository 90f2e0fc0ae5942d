// Exact entailment tests for arbitrary subsets of the clues, used to minimise proofs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "inference/knowledge.hpp"

namespace sapper {

// A subset of the active clues, optionally with the mine count.
struct Premises {
    std::span<const std::int32_t> clues;
    bool uses_mine_count;
};

// Returns true if the premises entail that the undecided cell is a mine, or safe if `is_mine` is
// false. The dynamic programme over the cells of the clues is exponential in the number of clues
// open at once. Throws LimitReached if a layer exceeds `max_states`.
bool entails(const Knowledge& knowledge, const Premises& premises, int cell, bool is_mine,
             std::int64_t max_states);

// A minimal set of premises that entails a cell, found by searching outwards from the cell. `clues`
// must be all active clues. Together with the mine count, they must entail the cell.
struct Support {
    std::vector<std::int32_t> clues;
    bool uses_mine_count;
};
Support minimal_support(const Knowledge& knowledge, std::span<const std::int32_t> clues, int cell,
                        bool is_mine, std::int64_t max_states);

}  // namespace sapper
