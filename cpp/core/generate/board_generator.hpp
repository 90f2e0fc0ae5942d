// Boards that logic alone clears from their first cell, the number of mines included.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "board/rules.hpp"
#include "generate/logic_solver.hpp"

namespace sapper {

// What is asked of a board besides being free of guesses, and how much work may be done for it.
struct BoardRequest {
    int first;                            // the index of the cell that is revealed first
    std::optional<ArgumentKind> hardest;  // the hardest kind that the board needs
    std::int32_t min_three_bv = 0;
    std::int32_t max_three_bv = INT32_MAX;
    std::int64_t max_rejections;  // layouts to draw before repair is tried
    std::int64_t max_repairs;     // layouts to repair
    double seconds;               // ends the search without a board; never changes a board
};

enum class Method : std::uint8_t { rejection, repair };

struct BoardResult {
    bool is_found;
    bool has_timed_out;               // the time ended
    std::vector<std::int32_t> mines;  // indices; none when no board was found
    Method method;
    std::int64_t attempts;  // layouts drawn, the last one included
};

// The states that one deduction may take. A layout on which it takes more counts as one that needs a
// guess; that has not been seen on boards of ordinary sizes.
inline constexpr std::int64_t kProofStates = 1'000'000;

// Makes a board. First by rejection: layouts of the start rule are drawn until one is as wished, so every
// such layout is equally likely. Then by repair, which prefers some boards. The same seed and wish make
// the same board everywhere.
BoardResult generate_board(const Rules& rules, std::uint64_t seed, const BoardRequest& request);

// The hardest kind of argument that the board (indices of its mines) needs from `first` on; nothing when
// it needs a guess. Throws LimitReached.
std::optional<ArgumentKind> hardest_kind_needed(const Rules& rules,
                                                std::span<const std::int32_t> mines, int first,
                                                double seconds);

}  // namespace sapper
