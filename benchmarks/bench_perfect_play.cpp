// A comparison of the expert strategy with perfect play on small boards, over all layouts.
//
// The expert's decision depends only on the revealed cells, so its games form a tree. At each
// position the layouts are partitioned by the next clue. A solved position contributes its exact
// number of wins. Nothing is sampled.
#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "search/endgame.hpp"
#include "search/expert_move_selection.hpp"

namespace {

using namespace sapper;

constexpr int kMaxCells = 36;
constexpr double kNoTimeLimit = 3600.0;

using Layout = std::uint64_t;  // Bit row * width + column.

class ExpertTree {
   public:
    explicit ExpertTree(const Rules& rules)
        : rules_(rules), grid_(rules.grid()), selector_(grid_, rules.mines, kExpert),
          bit_of_(static_cast<std::size_t>(grid_.padded_size()), 0) {
        Layout bit = 1;
        grid_.for_each_cell([&](int index) {
            bit_of_[static_cast<std::size_t>(index)] = bit;
            bit <<= 1;
        });
        const Layout end = bit;
        for (Layout mines = (Layout{1} << rules.mines) - 1; mines < end;) {
            layouts_.push_back(mines);
            const Layout low = mines & (~mines + 1),
                         // Computes the next mask with the same number of bits.
                next = mines + low;
            mines = next | ((mines ^ next) >> 2) / low;
        }
    }

    std::size_t layouts() const { return layouts_.size(); }

    std::int64_t wins() {
        const Knowledge initial_knowledge(grid_, rules_.mines);
        return after(initial_knowledge, first_cell(rules_, kExpert), layouts_);
    }

    int slowest_milliseconds() const { return static_cast<int>(slowest_ * 1000.0); }

   private:
    std::int64_t after(const Knowledge& position, int cell, std::span<const Layout> layouts) {
        Layout around = 0;
        for (const int offset : grid_.neighbour_offsets()) around |= bit(cell + offset);
        std::array<std::vector<Layout>, 9> by_clue;
        for (const Layout mines : layouts)
            if (!(mines & bit(cell)))
                by_clue[static_cast<std::size_t>(std::popcount(mines & around))].push_back(mines);
        std::int64_t wins = 0;
        for (std::size_t clue = 0; clue < by_clue.size(); ++clue) {
            if (by_clue[clue].empty()) continue;
            Knowledge next = position;
            next.reveal(cell, static_cast<int>(clue));
            wins += from(next, by_clue[clue]);
        }
        return wins;
    }

    std::int64_t from(Knowledge& position, std::span<const Layout> layouts) {
        if (layouts.size() == 1) return 1;
        auto& safe = position.proved_safe();
        while (!safe.empty()) {
            const int cell = safe.back();
            safe.pop_back();
            if (!position.is_revealed(cell)) return after(position, cell, layouts);
        }
        const auto begin = std::chrono::steady_clock::now();
        const Decision decision = selector_.select(position);
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
        slowest_ = std::max(slowest_, took.count());
        if (decision.is_solved)
            return std::llround(decision.win_probability * static_cast<double>(layouts.size()));
        for (const int mine : decision.mines) position.record(mine, Knowledge::mine);
        for (const int cell : decision.safe) position.record(cell, Knowledge::safe);
        position.propagate();
        safe.insert(safe.end(), decision.safe.begin(), decision.safe.end());
        return after(position, decision.best, layouts);
    }

    Layout bit(int index) const { return bit_of_[static_cast<std::size_t>(index)]; }

    const Rules rules_;
    const Grid grid_;
    MoveSelector selector_;
    std::vector<Layout> bit_of_;  // 0 for the border.
    std::vector<Layout> layouts_;
    double slowest_ = 0.0;
};

double share(std::int64_t wins, std::size_t layouts) {
    return 100.0 * static_cast<double>(wins) / static_cast<double>(layouts);
}

}  // namespace

// Counts the expert's wins under the start rule `any`, then solves the board unless SECONDS is 0.
int main(int argument_count, char** arguments) {
    int width = 0, height = 0, mines = 0;
    if (argument_count < 2 || std::sscanf(arguments[1], "%dx%d/%d", &width, &height, &mines) != 3 ||
        width < 1 || height < 1 || width * height > kMaxCells || mines < 1 ||
        mines >= width * height ||
        (argument_count > 2 && !std::isdigit(static_cast<unsigned char>(arguments[2][0])))) {
        std::fputs(
            "usage: bench_perfect_play SIZE [SECONDS]\n"
            "SIZE must have up to 36 cells, with at least one mine and one safe cell.\n",
            stderr);
        return 2;
    }
    const double seconds = argument_count > 2 ? std::atof(arguments[2]) : kNoTimeLimit;
    const Rules rules{width, height, mines, Start::any};
    ExpertTree games(rules);
    const std::int64_t won = games.wins();
    std::printf("%s: expert wins %lld of %zu, %.3f %%, slowest decision %d ms\n", arguments[1],
                static_cast<long long>(won), games.layouts(), share(won, games.layouts()),
                games.slowest_milliseconds());
    std::fflush(stdout);
    if (seconds <= 0.0) return 0;
    FastPosterior posterior(rules.grid(), mines);
    EndgameSolver endgame;
    const Knowledge initial_knowledge(rules.grid(), mines);
    Budget budget(kNoTimeLimit, kDecisionStates);
    posterior.compute(initial_knowledge, budget);
    EndgameSolver::Solution solution;
    std::vector<std::int32_t> best;
    const EndgameSolver::Limits limits{.max_layouts = 1LL << 40,
                                       .max_work = 1LL << 60,
                                       .max_entries = 100'000'000,
                                       .max_seconds = seconds};
    if (!endgame.solve_all_cells(initial_knowledge, posterior, limits, solution, best)) {
        std::puts("perfect play exceeded its limits");
        return 1;
    }
    std::printf("%s: perfect play wins %lld, %.3f %%, the expert loses %.3f points; best cells",
                arguments[1], static_cast<long long>(solution.wins),
                share(solution.wins, games.layouts()), share(solution.wins - won, games.layouts()));
    for (const int cell : best)
        std::printf(" (%d, %d)", rules.grid().row(cell), rules.grid().column(cell));
    std::puts("");
    return 0;
}
