#include "logic/proof_search.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "check.hpp"
#include "inference/budget.hpp"
#include "positions.hpp"

using namespace sapper;
using namespace sapper::test;

namespace {

ProofResult prove(const Drawing& drawing, const Cells& goals, bool is_mine) {
    std::vector<std::uint8_t> marks(drawing.cells.size(), 0);
    for (const int cell : goals) marks[static_cast<std::size_t>(drawing.grid.ordinal(cell))] = 1;
    return find_proof(drawing.position(), {marks, 1, is_mine});
}

// Returns true if the step's cells contain between `low` and `high` mines in every layout.
bool holds(const Grid& grid, const ProofStep& step, const std::vector<std::uint32_t>& layouts) {
    std::uint32_t cells = 0;
    for (const int cell : step.cells) cells |= 1u << grid.ordinal(cell);
    return std::ranges::all_of(layouts, [&](std::uint32_t layout) {
        const int mines = std::popcount(layout & cells);
        return step.low <= mines && mines <= step.high;
    });
}

bool has_rule(const std::vector<ProofStep>& steps, Rule rule) {
    return std::ranges::any_of(steps, [&](const ProofStep& step) { return step.rule == rule; });
}

}

TEST("a proof exists exactly for the cells that are the same in every layout") {
    Random random(12);
    int proved = 0, uncertain = 0, by_cases = 0;
    for (int round = 0; round < 1'500; ++round) {
        const Drawing drawing = random_drawing(5, 3, random, 0);
        std::vector<std::uint32_t> layouts;
        for_each_layout(drawing, [&](std::uint32_t mask) { layouts.push_back(mask); });
        drawing.grid.for_each_cell([&](int index) {
            const int ordinal = drawing.grid.ordinal(index);
            if (drawing.cells[static_cast<std::size_t>(ordinal)] != kHidden) return;
            for (const bool is_mine : {false, true}) {
                const bool is_certain = std::ranges::all_of(layouts, [&](std::uint32_t layout) {
                    return ((layout >> ordinal & 1) != 0) == is_mine;
                });
                const ProofResult result = prove(drawing, {index}, is_mine);
                CHECK(!result.has_hit_limit);
                CHECK_EQUAL(result.cell, is_certain ? index : -1);
                CHECK_EQUAL(result.steps.empty(), !is_certain);
                (is_certain ? proved : uncertain) += 1;
                if (!is_certain) continue;
                for (const ProofStep& step : result.steps)
                    CHECK(holds(drawing.grid, step, layouts));
                const ProofStep& last = result.steps.back();
                CHECK(std::ranges::find(last.cells, index) != last.cells.end());
                CHECK_EQUAL(last.low, is_mine ? static_cast<int>(last.cells.size()) : 0);
                CHECK_EQUAL(last.high, last.low);
                CHECK_EQUAL(result.kind == ArgumentKind::cases,
                            has_rule(result.steps, Rule::cases));
                by_cases += result.kind == ArgumentKind::cases;
            }
        });
    }
    CHECK(proved > 1'000 && uncertain > 1'000 && by_cases > 0);
}

TEST("a proof about one of several goal cells uses the easiest one") {
    const Drawing drawing(2, {"#1.", "#2.", "#1."});
    const ProofResult result = prove(
        drawing, {drawing.grid.index(0, 0), drawing.grid.index(1, 0), drawing.grid.index(2, 0)},
        false);
    CHECK_EQUAL(result.cell, drawing.grid.index(1, 0));
    CHECK_EQUAL(result.steps.size(), std::size_t{5});
    CHECK(result.kind == ArgumentKind::pair);
}

TEST("two separate comparisons are no harder than one, but two in one argument are harder") {
    const Drawing pairs(3, {"#22#1", "1###1"});
    CHECK(prove(pairs, {pairs.grid.index(1, 1)}, false).kind == ArgumentKind::pair);
    const Drawing chain(4, {"12#1##", "######"});
    CHECK(prove(chain, {chain.grid.index(0, 4)}, false).kind == ArgumentKind::chain);
}

TEST("a goal whose opposite is proved has no proof") {
    const Drawing drawing(2, {"#1.", "#2.", "#1."});
    const ProofResult result =
        prove(drawing, {drawing.grid.index(0, 0), drawing.grid.index(2, 0)}, false);
    CHECK_EQUAL(result.cell, -1);
    CHECK(!result.has_hit_limit);
}

TEST("a shown mine needs no clue") {
    Drawing drawing(1, {"#1*#"});
    const ProofResult result = prove(drawing, {drawing.grid.index(0, 0)}, false);
    CHECK_EQUAL(result.steps.size(), std::size_t{3});
    CHECK(result.steps[0].rule == Rule::shown);
    CHECK(result.kind == ArgumentKind::clue);
}

TEST("a search that stops early reports the limit") {
    // Goal cells without a simpler proof must be tested by cases, which takes too many states on
    // this board.
    const Drawing drawing = lattice(41, 3);
    Cells goals;
    drawing.grid.for_each_cell([&](int index) {
        if (drawing.cells[static_cast<std::size_t>(drawing.grid.ordinal(index))] == kHidden)
            goals.push_back(index);
    });
    for (const bool is_mine : {false, true}) {
        const ProofResult result = prove(drawing, goals, is_mine);
        CHECK_EQUAL(result.cell < 0, result.has_hit_limit);
        CHECK_EQUAL(result.cell < 0, result.steps.empty());
    }
    CHECK(prove(drawing, {goals.front()}, true).has_hit_limit);
}

TEST("large boards are searched in a window around the first goal cell") {
    const int side = 200;
    Game game(Rules{side, side, 5'000, Start::opening}, 4);
    Drawing drawing(game.grid(), 5'000);
    for (const auto& [row, column] : {std::pair{0, 0}, std::pair{120, 150}, std::pair{199, 199}}) {
        Game copy = game;
        copy.reveal(copy.grid().index(row, column));
        for (const int cell : copy.opened())
            drawing.cell(cell) = static_cast<std::int8_t>(copy.clue(cell));
        Cells safe;
        const Knowledge knowledge(drawing.position());
        for (const int cell : copy.opened())
            knowledge.for_each_neighbour(cell, Knowledge::safe,
                                         [&](int near) { safe.push_back(near); });
        if (!safe.empty()) {
            const ProofResult result = prove(drawing, {safe.front()}, false);
            CHECK_EQUAL(result.cell, safe.front());
            CHECK(!copy.is_mine(result.cell));
        }
        std::ranges::fill(drawing.cells, kHidden);
    }
}
