// Tests for rollouts and the rollout search.
#include "search/rollout_search.hpp"

#include <algorithm>
#include <cmath>

#include "check.hpp"
#include "positions.hpp"

namespace {

using namespace sapper;
using namespace sapper::test;

constexpr double kAmpleSeconds = 600.0;
// The endgame solver is disabled, so the search needs rollouts.
constexpr StrategyParameters kNoEndgame{.uses_lookahead = true};

RolloutResult run_search(const Drawing& drawing, const StrategyParameters& parameters,
                         std::int64_t games) {
    const Rules rules{drawing.grid.width(), drawing.grid.height(), drawing.mines, Start::any};
    return RolloutSearch(rules, parameters, {kAmpleSeconds, games})
        .search(Knowledge(drawing.position()));
}

TEST("a position with few layouts is solved without rollouts") {
    const RolloutResult result =
        run_search(Drawing(5, {"#####", "#1###", "#3###", "#####"}), kExpert, 1000);
    CHECK(result.is_solved);
    CHECK_EQUAL(result.rollouts, 0);
    CHECK(std::abs(result.win_probability - 285.0 / 360.0) < 1e-12);
}

TEST("rollouts win a known position about as often as perfect play") {
    const RolloutResult result =
        run_search(Drawing(5, {"#####", "#1###", "#3###", "#####"}), kNoEndgame, 20'000);
    CHECK(!result.is_solved);
    CHECK(result.rollouts >= 4'000);
    // The two-ply lookahead's win rate is close to that of perfect play. Four standard errors equal
    // 2.6 percentage points.
    CHECK(result.win_probability < 285.0 / 360.0 + 0.026);
    CHECK(result.win_probability > 285.0 / 360.0 - 0.046);
}

TEST("a search limited by rollouts is reproducible") {
    const Drawing drawing(5, {"#####", "#1###", "#3###", "#####"});
    const RolloutResult one = run_search(drawing, kNoEndgame, 3'000),
                        other = run_search(drawing, kNoEndgame, 3'000);
    CHECK_EQUAL(one.best, other.best);
    CHECK_EQUAL(one.wins, other.wins);
    CHECK_EQUAL(one.rollouts, other.rollouts);
    CHECK(one.cells.size() > 1);
    for (std::size_t i = 0; i < one.cells.size(); ++i)
        CHECK_EQUAL(one.cells[i].wins, other.cells[i].wins);
}

TEST("inferior candidates are eliminated") {
    // The scores ignore progress, so only rollouts can find the better cell.
    constexpr StrategyParameters blind{
        .uses_lookahead = true, .survival_cutoff = 0.5, .progress_weight = 0.0};
    const RolloutResult result =
        run_search(Drawing(5, {"#####", "#1###", "#3###", "#####"}), blind, 50'000);
    std::int64_t min_rollouts = result.cells[0].rollouts, max_rollouts = min_rollouts;
    for (const RolloutResult::CellStatistics& statistics : result.cells) {
        min_rollouts = std::min(min_rollouts, statistics.rollouts);
        max_rollouts = std::max(max_rollouts, statistics.rollouts);
    }
    CHECK(min_rollouts < max_rollouts);
    for (const RolloutResult::CellStatistics& statistics : result.cells)
        if (statistics.cell == result.best) CHECK_EQUAL(statistics.rollouts, max_rollouts);
}

TEST("a certainly safe cell is chosen without a comparison") {
    const RolloutResult result = run_search(Drawing(2, {"1##", "1##", "###"}), kNoEndgame, 500);
    CHECK_EQUAL(result.cells.size(), 1u);
    CHECK(result.rollouts > 0);
}

}
