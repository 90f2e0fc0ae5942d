// Whether some clues, with or without the number of mines, force a cell: the exact answer for any choice
// of clues, which is what making a proof short needs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "inference/knowledge.hpp"

namespace sapper {

// What must hold at once: the given clues of the position (open cells with undecided neighbours) and, if
// it counts, the number of mines.
struct Premises {
    std::span<const std::int32_t> clues;
    bool uses_mine_count;
};

// Whether no layout that agrees with the premises has the undecided cell as a mine (or, if `is_mine`, as
// safe). Goes through the cells of the clues one after the other and keeps what the clues still need, and
// with the number of mines also how many were laid: exponential in the clues that are open at once. Throws
// LimitReached when a step has more than `states` states.
bool entails(const Knowledge& knowledge, const Premises& premises, int cell, bool is_mine,
             std::int64_t max_states);

// A part of the clues around the cell from which none can be left out, and whether the number of mines is
// needed besides. `clues` are all clues of the position; together with the number of mines they must
// force the cell. Nearest clues first.
struct Support {
    std::vector<std::int32_t> clues;
    bool uses_mine_count;
};
Support minimal_support(const Knowledge& knowledge, std::span<const std::int32_t> clues, int cell,
                        bool is_mine, std::int64_t max_states);

}  // namespace sapper
