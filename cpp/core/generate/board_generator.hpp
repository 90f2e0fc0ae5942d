// Generation of boards that can be cleared by logic alone.
//
// Rejection sampling comes first and is uniform over the layouts that satisfy the request. The
// fallback is to repair sampled layouts, which is not uniform. The work is limited by the number of
// layouts and by a deadline.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "board/rules.hpp"
#include "generate/logic_solver.hpp"

namespace sapper {

// The requirements for a board, and the limits of the search.
struct BoardRequest {
    int first;                            // The index of the cell revealed first.
    std::optional<ArgumentKind> hardest;  // The hardest kind of argument that the board needs.
    std::int32_t min_three_bv = 0;
    std::int32_t max_three_bv = INT32_MAX;
    std::int64_t max_rejections;  // The number of layouts to sample before repair.
    std::int64_t max_repairs;     // The number of layouts to repair.
    double seconds;               // A time limit that never affects which board is found.
};

enum class Method : std::uint8_t { rejection, repair };

struct BoardResult {
    bool is_found;
    bool has_timed_out;               // True if the deadline passed.
    std::vector<std::int32_t> mines;  // Indices of the mines, or empty if no board was found.
    Method method;
    std::int64_t attempts;  // The number of layouts sampled.
};

// The state limit of one deduction. A layout that exceeds the limit counts as one that needs a
// guess. No layout of ordinary size is known to exceed the limit.
inline constexpr std::int64_t kProofStates = 1'000'000;

// Generates a board by rejection sampling, then by repair. The result depends only on the
// arguments.
BoardResult generate_board(const Rules& rules, std::uint64_t seed, const BoardRequest& request);

// Returns the hardest kind of argument that the board needs after `first` is revealed, or nothing
// if the board needs a guess. Throws LimitReached if a limit prevents the answer.
std::optional<ArgumentKind> hardest_kind_needed(const Rules& rules,
                                                std::span<const std::int32_t> mines, int first,
                                                double seconds);

}  // namespace sapper
