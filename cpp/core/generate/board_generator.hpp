// A generator of boards that can be cleared by logic alone.
//
// The generator starts with rejection sampling, which yields a uniform distribution over the
// layouts that satisfy the request. If no sampled layout qualifies, the generator repairs sampled
// layouts, and the distribution is no longer uniform. The work is bounded by a maximum number of
// layouts and a deadline.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "board/rules.hpp"
#include "generate/logic_solver.hpp"

namespace sapper {

// The requirements that the generated board must meet, and the limits on the search.
struct BoardRequest {
    int first;  // The index of the first cell to reveal.
    // The required difficulty of the board, or nullopt for any difficulty.
    std::optional<ArgumentKind> hardest;
    std::int32_t min_three_bv = 0;
    std::int32_t max_three_bv = INT32_MAX;
    // The maximum number of layouts to sample before falling back to repair.
    std::int64_t max_rejections;
    std::int64_t max_repairs;  // The maximum number of layouts to repair.
    // The time limit in seconds. The time limit never affects which board is found.
    double seconds;
};

enum class Method : std::uint8_t { rejection, repair };

struct BoardResult {
    bool is_found;
    // True if the time limit was reached before a board was found.
    bool has_timed_out;
    // The indices of the mines, or an empty list if no board was found.
    std::vector<std::int32_t> mines;
    Method method;
    std::int64_t attempts;  // The number of layouts sampled.
};

// The maximum number of states per deduction. A layout that requires more states is treated as one
// that requires a guess. No board of a typical size is known to exceed this limit.
inline constexpr std::int64_t kProofStates = 1'000'000;

// Generates a board by rejection sampling and, if that fails, by repair. Unless the time limit is
// reached, the result depends only on the arguments.
BoardResult generate_board(const Rules& rules, std::uint64_t seed, const BoardRequest& request);

// Returns the hardest argument kind that the board requires after `first` is revealed, or nullopt
// if the board requires a guess. Throws LimitReached if a limit is reached before the difficulty is
// known.
std::optional<ArgumentKind> hardest_kind_needed(const Rules& rules,
                                                std::span<const std::int32_t> mines, int first,
                                                double seconds);

}
