#include "generate/board_generator.hpp"

#include <algorithm>

#include "board/board_metrics.hpp"
#include "board/seeded_layout.hpp"
#include "generate/ambiguity.hpp"
#include "generate/repair.hpp"
#include "inference/budget.hpp"

namespace sapper {
namespace {

// The maximum number of states per deduction during repair. A low limit suffices, because repair
// modifies any position that exceeds it.
constexpr std::int64_t kRepairStates = 20'000;

// Layout seeds are less than 2^53, so a double can represent them exactly.
constexpr int kSeedShift = 11;

class BoardGenerator {
   public:
    BoardGenerator(const Rules& rules, std::uint64_t seed, const BoardRequest& request)
        : rules_(rules), grid_(rules.grid()), request_(request), random_(seed),
          deadline_(request.seconds, 0), workspace_{kProofStates, deadline_},
          repair_workspace_{kRepairStates, deadline_} {}

    BoardResult generate() {
        BoardResult result{};
        for (const Method method : {Method::rejection, Method::repair}) {
            const std::int64_t max_attempts =
                method == Method::rejection ? request_.max_rejections : request_.max_repairs;
            for (std::int64_t i = 0; i < max_attempts; ++i) {
                if (deadline_.is_past_deadline()) {
                    result.has_timed_out = true;
                    return result;
                }
                ++result.attempts;
                result.is_found = method == Method::rejection ? generate_by_rejection(result.mines)
                                                              : generate_by_repair(result.mines);
                result.method = method;
                if (result.is_found) return result;
            }
        }
        return result;
    }

   private:
    ArgumentKind max_kind() const { return request_.hardest.value_or(ArgumentKind::cases); }

    bool has_requested_three_bv(const Game& game) const {
        if (request_.min_three_bv <= 0 && request_.max_three_bv == INT32_MAX) return true;
        const int three_bv = compute_metrics(game).three_bv;
        return three_bv >= request_.min_three_bv && three_bv <= request_.max_three_bv;
    }

    bool has_requested_difficulty(Game game) {
        // The case analysis runs first, because it is much faster than the chain search and
        // determines whether the board can be cleared at all.
        if (request_.hardest && *request_.hardest >= ArgumentKind::chain) {
            LogicSolver solver(game, workspace_);
            if (!solver.solve(ArgumentKind::cases) || solver.hardest() < ArgumentKind::cases)
                return false;
        }
        LogicSolver solver(std::move(game), workspace_);
        return solver.solve(max_kind(), request_.hardest.has_value()) &&
               (!request_.hardest || solver.hardest() == *request_.hardest);
    }

    // Tests sampled layouts, with the cheapest tests first. The accepted layouts remain uniformly
    // distributed.
    bool generate_by_rejection(std::vector<std::int32_t>& mines) {
        Game game(rules_, random_.next() >> kSeedShift);
        game.reveal(request_.first);
        if (game.status() == Status::lost || has_unavoidable_guess(game, request_.first) ||
            !has_requested_three_bv(game))
            return false;
        std::vector<std::int32_t> drawn = game.mine_indices();
        if (!has_requested_difficulty(std::move(game))) return false;
        mines = std::move(drawn);
        return true;
    }

    bool generate_by_repair(std::vector<std::int32_t>& mines) {
        // If the rules permit it, the first reveal uncovers an opening, because a single number
        // rarely allows a deduction.
        Rules relaxed_rules = rules_;
        relaxed_rules.start =
            rules_.mines <= Rules::max_mines(rules_.width, rules_.height, Start::opening)
                ? Start::opening
                : Start::safe;
        if (rules_.mines > Rules::max_mines(rules_.width, rules_.height, relaxed_rules.start))
            return false;
        std::vector<std::int32_t> layout, scratch;
        place_mines(relaxed_rules, grid_, random_.next() >> kSeedShift, request_.first, scratch,
                    [&](int mine) { layout.push_back(mine); });
        const int max_changes = max_repair_changes(grid_.cell_count());
        if (!repair(rules_, request_.first, layout, random_, max_kind(), max_changes,
                    repair_workspace_))
            return false;
        std::ranges::sort(layout);
        Game game({rules_.width, rules_.height, rules_.mines, Start::any}, layout);
        game.reveal(request_.first);
        if (!has_requested_three_bv(game) || !has_requested_difficulty(std::move(game)))
            return false;
        mines = std::move(layout);
        return true;
    }

    Rules rules_;
    Grid grid_;
    BoardRequest request_;
    Random random_;
    Budget deadline_;
    SolverWorkspace workspace_, repair_workspace_;
};

}

BoardResult generate_board(const Rules& rules, std::uint64_t seed, const BoardRequest& request) {
    return BoardGenerator(rules, seed, request).generate();
}

std::optional<ArgumentKind> hardest_kind_needed(const Rules& rules,
                                                std::span<const std::int32_t> mines, int first,
                                                double seconds) {
    const Budget deadline(seconds, 0);
    Game game({rules.width, rules.height, rules.mines, Start::any}, mines);
    game.reveal(first);
    if (game.status() == Status::lost) return std::nullopt;
    SolverWorkspace workspace{kProofStates, deadline};
    LogicSolver solver(std::move(game), workspace);
    if (solver.solve(ArgumentKind::cases, true)) return solver.hardest();
    if (solver.has_hit_limit()) throw LimitReached("the board is too wide to solve");
    return std::nullopt;
}

}
