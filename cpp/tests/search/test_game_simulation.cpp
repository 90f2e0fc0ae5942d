#include "search/game_simulation.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "check.hpp"
#include "positions.hpp"

namespace {

using namespace sapper;
using namespace sapper::test;

constexpr double kAmpleSeconds = 600.0;
// The endgame solver is disabled, so every game is played to the end.
constexpr StrategyParameters kNoEndgame{.uses_lookahead = true};

std::vector<std::int32_t> mines_of(const Drawing& drawing, std::uint32_t mask) {
    std::vector<std::int32_t> mines;
    for (int i = 0; i < drawing.grid.cell_count(); ++i)
        if (mask >> i & 1u) mines.push_back(drawing.grid.index_of_ordinal(i));
    return mines;
}

// Returns the mean luck over all layouts. The function also stores the number of rollouts and the
// maximum absolute luck.
double mean_luck(const Drawing& drawing, int& rollouts, double& max_luck) {
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
        max_luck = std::max(max_luck, std::abs(luck));
        ++rollouts;
    });
    return sum / rollouts;
}

TEST("the luck of guesses has mean 0 over all layouts") {
    for (const Drawing& drawing : {Drawing(5, {"#####", "#1###", "#3###", "#####"}),
                                   Drawing(3, {"####", "####", "####", "####"}),
                                   Drawing(6, {"2####", "##3##", "####1", "#####"}),
                                   Drawing(4, {"#2#1#", "#####", "#####"})}) {
        int rollouts = 0;
        double max_luck = 0.0;
        CHECK(std::abs(mean_luck(drawing, rollouts, max_luck)) < 1e-9);
        CHECK(rollouts > 50);
        CHECK(max_luck > 0.5);
    }
}

TEST("reusing the continuation of a visited position does not change a rollout") {
    const Drawing drawing(5, {"#####", "#1###", "#3###", "#####"});
    const Rules rules{5, 4, drawing.mines, Start::any};
    const Knowledge knowledge(drawing.position());
    GameSimulator simulator(rules, kNoEndgame);
    double max_value = 0.0;
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
                max_value = std::max(max_value, rollout.value);
            }
    });
    CHECK_EQUAL(max_value, 1.0);
}

TEST("the rollout search plays complete games") {
    const Rules rules{9, 9, 10, Start::safe};
    GameSimulator simulator(rules, kExpert, {kAmpleSeconds, 50});
    int won = 0;
    for (std::uint64_t seed = 0; seed < 30; ++seed) won += simulator.play(seed, -1).won;
    CHECK(won > 20);
}

}
