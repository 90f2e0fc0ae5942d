#include "search/expert_move_selection.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "check.hpp"
#include "positions.hpp"
#include "search/game_simulation.hpp"

namespace {

using namespace sapper;
using namespace sapper::test;

TEST("the expert never reveals a certain mine in a small endgame") {
    const Drawing drawing(5, {"#####", "#1###", "#3###", "#####"});
    MoveSelector selector(drawing.grid, drawing.mines, kExpert);
    const Decision decision = selector.select(Knowledge(drawing.position()));
    CHECK(decision.best >= 0);
    CHECK(decision.risk < 1.0);
}

// Returns the number of a board's layouts that the `expert` strategy wins under the `any` start
// rule.
std::int64_t wins_of_expert(int size, int mines) {
    const Rules rules{size, size, mines, Start::any};
    const Grid grid = rules.grid();
    const Knowledge initial_knowledge(grid, mines);
    GameSimulator simulator(rules, kExpert);
    const int first = first_cell(rules, kExpert);
    std::vector<int> is_mine(static_cast<std::size_t>(grid.cell_count()), 0);
    std::fill(is_mine.end() - mines, is_mine.end(), 1);
    std::int64_t wins = 0;
    do {
        std::vector<std::int32_t> layout;
        for (int i = 0; i < grid.cell_count(); ++i)
            if (is_mine[static_cast<std::size_t>(i)]) layout.push_back(grid.index_of_ordinal(i));
        if (std::ranges::find(layout, first) == layout.end())
            wins += simulator.wins_rollout(initial_knowledge, layout, first);
    } while (std::ranges::next_permutation(is_mine).found);
    return wins;
}

TEST("the expert plays 4x4 boards perfectly") {
    CHECK_EQUAL(wins_of_expert(4, 2), 102);
    CHECK_EQUAL(wins_of_expert(4, 3), 400);
    CHECK_EQUAL(wins_of_expert(4, 12), 24);
    CHECK_EQUAL(wins_of_expert(4, 13), 6);
}

TEST("the expert plays sparse and dense 5x5 boards perfectly") {
    CHECK_EQUAL(wins_of_expert(5, 4), 8236);
    CHECK_EQUAL(wins_of_expert(5, 19), 364);
    CHECK_EQUAL(wins_of_expert(5, 22), 6);
}

TEST("the first cell of a 4x4 board depends on its mines and start rule") {
    const Grid grid(4, 4);
    CHECK_EQUAL(first_cell({4, 4, 12, Start::any}, kExpert), grid.index(1, 1));
    CHECK_EQUAL(first_cell({4, 4, 12, Start::any}, kExact), grid.index(0, 0));
    CHECK_EQUAL(first_cell({4, 4, 12, Start::safe}, kExpert), grid.index(1, 1));
    CHECK_EQUAL(first_cell({4, 4, 2, Start::opening}, kExpert), grid.index(1, 1));
    CHECK_EQUAL(first_cell({4, 4, 16, Start::any}, kExpert), grid.index(0, 0));
}

}
