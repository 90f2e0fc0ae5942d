// Positions played to their end: the same thought for the same position, and honest chances.
#include "search/rollout_search.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <utility>
#include <vector>

#include "check.hpp"
#include "positions.hpp"

namespace {

using namespace sapper;
using namespace sapper::test;

constexpr double kAmpleSeconds = 600.0;
// Without endgames, so that there is something to think about.
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

TEST("rollouts win the same position about as often as perfect play") {
    const RolloutResult result =
        run_search(Drawing(5, {"#####", "#1###", "#3###", "#####"}), kNoEndgame, 20'000);
    CHECK(!result.is_solved);
    CHECK(result.rollouts >= 4'000);
    // Two plies are close to best play, and four standard errors are 2.6 points.
    CHECK(result.win_probability < 285.0 / 360.0 + 0.026);
    CHECK(result.win_probability > 285.0 / 360.0 - 0.046);
}

TEST("a search limited by the number of rollouts is deterministic") {
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

TEST("a candidate that loses more rollouts is dropped") {
    // The policy is blind to what follows, so that it has to be found out by playing.
    constexpr StrategyParameters blind{
        .uses_lookahead = true, .survival_cutoff = 0.5, .progress_weight = 0.0};
    const RolloutResult result =
        run_search(Drawing(5, {"#####", "#1###", "#3###", "#####"}), blind, 50'000);
    std::int64_t fewest = result.cells[0].rollouts, most = fewest;
    for (const RolloutResult::CellStatistics& statistics : result.cells) {
        fewest = std::min(fewest, statistics.rollouts);
        most = std::max(most, statistics.rollouts);
    }
    CHECK(fewest < most);
    for (const RolloutResult::CellStatistics& statistics : result.cells)
        if (statistics.cell == result.best) CHECK_EQUAL(statistics.rollouts, most);
}

std::vector<std::int32_t> mines_of(const Drawing& drawing, std::uint32_t mask) {
    std::vector<std::int32_t> mines;
    for (int i = 0; i < drawing.grid.cell_count(); ++i)
        if (mask >> i & 1u) mines.push_back(drawing.grid.index_of_ordinal(i));
    return mines;
}

// The mean luck of the games on all layouts, how many these are, and the most luck, good or bad, of any.
double mean_luck(const Drawing& drawing, int& games, double& most) {
    const Rules rules{drawing.grid.width(), drawing.grid.height(), drawing.mines, Start::any};
    const Knowledge knowledge(drawing.position());
    MoveSelector selector(drawing.grid, drawing.mines, kNoEndgame);
    const Decision decision = selector.select(knowledge);
    GameSimulator simulator(rules, kNoEndgame);
    double sum = 0.0;
    for_each_layout(drawing, [&](std::uint32_t mask) {
        const double luck =
            simulator
                .rollout(knowledge, mines_of(drawing, mask), decision.best, decision.win_estimate)
                .luck;
        sum += luck;
        most = std::max(most, std::abs(luck));
        ++games;
    });
    return sum / games;
}

TEST("the luck of guesses has mean zero over all layouts") {
    for (const Drawing& drawing : {Drawing(5, {"#####", "#1###", "#3###", "#####"}),
                                   Drawing(3, {"####", "####", "####", "####"}),
                                   Drawing(6, {"2####", "##3##", "####1", "#####"}),
                                   Drawing(4, {"#2#1#", "#####", "#####"})}) {
        int games = 0;
        double most = 0.0;
        CHECK(std::abs(mean_luck(drawing, games, most)) < 1e-9);
        CHECK(games > 50);
        CHECK(most > 0.5);
    }
}

TEST("merging a rollout with an identical position does not change its result") {
    const Drawing drawing(5, {"#####", "#1###", "#3###", "#####"});
    const Rules rules{5, 4, drawing.mines, Start::any};
    const Knowledge knowledge(drawing.position());
    GameSimulator simulator(rules, kNoEndgame);
    double most = 0.0;
    for_each_layout(drawing, [&](std::uint32_t mask) {
        const auto mines = mines_of(drawing, mask);
        for (int row = 0; row < 4; ++row)
            for (int column = 2; column < 5; ++column) {
                const int first = drawing.grid.index(row, column);
                GameSimulator alone(rules, kNoEndgame);
                const auto rollout = simulator.rollout(knowledge, mines, first, {});
                const auto expected = alone.rollout(knowledge, mines, first, {});
                CHECK_EQUAL(rollout.value, expected.value);
                CHECK(std::abs(rollout.luck - expected.luck) < 1e-12);
                most = std::max(most, rollout.value);
            }
    });
    CHECK_EQUAL(most, 1.0);
}

TEST("the key of a position depends on the known cells only, not on the order of moves") {
    const Grid grid(4, 3);
    const auto revealed = [&](std::initializer_list<std::pair<int, int>> columns_and_clues) {
        Knowledge knowledge(grid, 3);
        for (const auto& [column, clue] : columns_and_clues)
            knowledge.reveal(grid.index(0, column), clue);
        return knowledge.key();
    };
    const std::uint64_t key = revealed({{0, 1}, {2, 2}});
    CHECK_EQUAL(key, revealed({{2, 2}, {0, 1}}));
    CHECK_EQUAL(key, Knowledge(Drawing(3, {"1#2#", "####", "####"}).position()).key());
    CHECK(key != revealed({{0, 1}, {2, 1}}));
    CHECK(key != revealed({{0, 1}, {3, 2}}));
    CHECK(key != revealed({{0, 1}}));
    CHECK(key != Knowledge(Drawing(3, {"1#2#", "####", "*###"}).position()).key());
}

TEST("a certainly safe cell is revealed without a search") {
    const RolloutResult result = run_search(Drawing(2, {"1##", "1##", "###"}), kNoEndgame, 500);
    CHECK_EQUAL(result.cells.size(), 1u);
    CHECK(result.rollouts > 0);
}

TEST("rollout search plays whole games") {
    const Rules rules{9, 9, 10, Start::safe};
    GameSimulator simulator(rules, kExpert, {kAmpleSeconds, 50});
    int won = 0;
    for (std::uint64_t seed = 0; seed < 30; ++seed) won += simulator.play(seed, -1).won;
    CHECK(won > 20);
}

}  // namespace
