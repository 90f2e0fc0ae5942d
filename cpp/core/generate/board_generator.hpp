// Generator of no-guess boards: logic and the mine count clear them from their first cell.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "board/rules.hpp"
#include "generate/logic_solver.hpp"

namespace sapper {

// Constraints on a no-guess board and limits on the search for it.
struct BoardRequest {
    int first;                            // index of the first revealed cell
    std::optional<ArgumentKind> hardest;  // exact difficulty, or any if empty
    std::int32_t min_three_bv = 0;
    std::int32_t max_three_bv = INT32_MAX;
    std::int64_t max_rejections;  // layouts drawn before repair is tried
    std::int64_t max_repairs;     // layouts to repair
    double seconds;               // time limit; never changes the board that is found
};

enum class Method : std::uint8_t { rejection, repair };

struct BoardResult {
    bool is_found;
    bool has_timed_out;
    std::vector<std::int32_t> mines;  // indices; empty if no board was found
    Method method;
    std::int64_t attempts;  // layouts drawn, including the last one
};

// The state limit of one deduction. A layout that exceeds the limit counts as one that needs a guess.
// This has not occurred on boards of ordinary size.
inline constexpr std::int64_t kProofStates = 1'000'000;

// Generates a board. Rejection sampling comes first and is uniform over all layouts that satisfy the
// request. Repair follows if rejection fails, and is biased. The result depends only on the seed and the
// request.
BoardResult generate_board(const Rules& rules, std::uint64_t seed, const BoardRequest& request);

// Returns the hardest kind of argument that clearing the board from `first` requires, or nothing if the
// board needs a guess. `mines` holds indices. Throws LimitReached.
std::optional<ArgumentKind> hardest_kind_needed(const Rules& rules,
                                                std::span<const std::int32_t> mines, int first,
                                                double seconds);

}  // namespace sapper
