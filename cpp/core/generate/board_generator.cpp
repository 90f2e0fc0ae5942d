#include "generate/board_generator.hpp"

#include <algorithm>

#include "board/board_metrics.hpp"
#include "board/layout.hpp"
#include "generate/ambiguity.hpp"
#include "generate/repair.hpp"
#include "inference/budget.hpp"

namespace sapper {
namespace {

// Repair changes what it cannot decide soon: wide counts are not worth their time there.
constexpr std::int64_t kRepairStates = 20'000;

// Seeds of layouts stay exact where whole numbers end at 2**53.
constexpr int kSeedShift = 11;

class Maker {
   public:
    Maker(const Rules& rules, std::uint64_t seed, const Wish& wish)
        : rules_(rules), grid_(rules.grid()), wish_(wish), random_(seed),
          clock_(wish.seconds, 0), workbench_{kProofStates, clock_},
          repair_bench_{kRepairStates, clock_} {}

    Making make() {
        Making making{};
        for (const Method method : {Method::rejection, Method::repair}) {
            const std::int64_t most =
                method == Method::rejection ? wish_.rejections : wish_.repairs;
            for (std::int64_t i = 0; i < most; ++i) {
                if (clock_.is_late()) {
                    making.is_late = true;
                    return making;
                }
                ++making.attempts;
                making.is_found =
                    method == Method::rejection ? draw(making.mines) : draw_and_repair(making.mines);
                making.method = method;
                if (making.is_found) return making;
            }
        }
        return making;
    }

   private:
    Kind most() const { return wish_.hardest.value_or(Kind::cases); }

    bool has_wished_three_bv(const Field& field) const {
        if (wish_.three_bv_low <= 0 && wish_.three_bv_high == INT32_MAX) return true;
        const int three_bv = measure(field).three_bv;
        return three_bv >= wish_.three_bv_low && three_bv <= wish_.three_bv_high;
    }

    bool is_as_hard_as_wished(Field field) {
        // Chains take far longer than cases, which tell whether the board can be cleared at all.
        if (wish_.hardest && *wish_.hardest >= Kind::chain) {
            Solver solver(field, workbench_);
            if (!solver.solve(Kind::cases) || solver.hardest() < Kind::cases) return false;
        }
        Solver solver(std::move(field), workbench_);
        return solver.solve(most(), wish_.hardest.has_value()) &&
               (!wish_.hardest || solver.hardest() == *wish_.hardest);
    }

    // The cheapest test first; none of them prefers one good layout to another.
    bool draw(std::vector<std::int32_t>& mines) {
        Field field(rules_, random_.next() >> kSeedShift);
        field.reveal(wish_.first);
        if (field.status() == Status::lost || has_closed_guess(field, wish_.first) ||
            !has_wished_three_bv(field))
            return false;
        std::vector<std::int32_t> drawn = field.mine_indices();
        if (!is_as_hard_as_wished(std::move(field))) return false;
        mines = std::move(drawn);
        return true;
    }

    bool draw_and_repair(std::vector<std::int32_t>& mines) {
        // A first cell that shows a number is rarely enough to begin with.
        Rules roomy = rules_;
        roomy.start = rules_.mines <= Rules::most_mines(rules_.width, rules_.height, Start::opening)
                          ? Start::opening
                          : Start::safe;
        if (rules_.mines > Rules::most_mines(rules_.width, rules_.height, roomy.start)) return false;
        std::vector<std::int32_t> layout, scratch;
        lay_mines(roomy, grid_, random_.next() >> kSeedShift, wish_.first, scratch,
                  [&](int mine) { layout.push_back(mine); });
        const int changes = 500 + 2 * grid_.cell_count();
        if (!repair(rules_, wish_.first, layout, random_, most(), changes, repair_bench_)) return false;
        std::ranges::sort(layout);
        Field field({rules_.width, rules_.height, rules_.mines, Start::any}, layout);
        field.reveal(wish_.first);
        if (!has_wished_three_bv(field) || !is_as_hard_as_wished(std::move(field))) return false;
        mines = std::move(layout);
        return true;
    }

    Rules rules_;
    Grid grid_;
    Wish wish_;
    Random random_;
    Budget clock_;
    Workbench workbench_, repair_bench_;
};

}  // namespace

Making make_board(const Rules& rules, std::uint64_t seed, const Wish& wish) {
    return Maker(rules, seed, wish).make();
}

std::optional<Kind> hardest_needed(const Rules& rules, std::span<const std::int32_t> mines, int first,
                                   double seconds) {
    const Budget clock(seconds, 0);
    Field field({rules.width, rules.height, rules.mines, Start::any}, mines);
    field.reveal(first);
    if (field.status() == Status::lost) return std::nullopt;
    Workbench workbench{kProofStates, clock};
    Solver solver(std::move(field), workbench);
    if (solver.solve(Kind::cases, true)) return solver.hardest();
    if (solver.ran_out()) throw LimitReached("the board is too wide to be solved");
    return std::nullopt;
}

}  // namespace sapper
