// Exact entailment of a cell by any set of clues, with or without the mine count. It serves to shorten
// proofs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "inference/knowledge.hpp"

namespace sapper {

// A set of clues (open cells with undecided neighbours) and, optionally, the mine count.
struct Premises {
    std::span<const std::int32_t> clues;
    bool uses_mine_count;
};

// Returns true if the premises force the undecided cell to be a mine (or safe, if `is_mine` is false).
// Dynamic programming over groups of equivalent cells: the state holds the remaining need of each clue
// and, with the mine count, the number of mines placed. Exponential in the number of clues that are active
// at once. Throws LimitReached if a layer exceeds `max_states` states.
bool entails(const Knowledge& knowledge, const Premises& premises, int cell, bool is_mine,
             std::int64_t max_states);

// A minimal set of premises that forces a cell.
struct Support {
    std::vector<std::int32_t> clues;
    bool uses_mine_count;
};
// Returns a minimal set of clues near the cell, nearest first, and whether the mine count is required as
// well. `clues` must hold all clues of the position, and they must force the cell together with the mine
// count.
Support minimal_support(const Knowledge& knowledge, std::span<const std::int32_t> clues, int cell,
                        bool is_mine, std::int64_t max_states);

}  // namespace sapper
