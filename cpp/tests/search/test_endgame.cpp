// Tests that compare the endgame solver with known optimal values and with an exhaustive search.
#include "search/endgame.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <vector>

#include "check.hpp"
#include "positions.hpp"

namespace {

using namespace sapper;
using namespace sapper::test;

constexpr EndgameSolver::Limits kAmple{100'000, 1'000'000'000};

// Solves a drawn position. Returns false if a limit is exceeded.
bool solve(const Drawing& drawing, EndgameSolver::Solution& solution,
           const EndgameSolver::Limits& limits = kAmple) {
    const Knowledge knowledge(drawing.position());
    FastPosterior posterior(drawing.grid, drawing.mines);
    Budget budget(60.0, 1'000'000);
    posterior.compute(knowledge, budget);
    EndgameSolver endgame;
    return endgame.solve(knowledge, posterior, limits, solution);
}

// Computes the number of wins with perfect play by searching all views exhaustively.
std::int64_t wins_of(const Grid& grid, const std::vector<std::uint32_t>& layouts,
                     std::uint32_t revealed, int mines) {
    const int count = grid.cell_count();
    if (std::popcount(revealed) == count - mines) return static_cast<std::int64_t>(layouts.size());
    std::int64_t best = 0;
    for (int cell = 0; cell < count; ++cell) {
        if (revealed >> cell & 1u) continue;
        std::map<int, std::vector<std::uint32_t>> parts;
        for (const std::uint32_t layout : layouts) {
            if (layout >> cell & 1u) continue;
            int clue = 0;
            for (int other = 0; other < count; ++other)
                clue += other != cell && (layout >> other & 1u) &&
                        grid.touches(grid.index_of_ordinal(cell), grid.index_of_ordinal(other));
            parts[clue].push_back(layout);
        }
        std::int64_t wins = 0;
        for (const auto& [clue, part] : parts)
            wins += wins_of(grid, part, revealed | 1u << cell, mines);
        best = std::max(best, wins);
    }
    return best;
}

TEST("perfect play wins a known position in 285 of 360 layouts") {
    EndgameSolver::Solution solution;
    CHECK(solve(Drawing(5, {"#####", "#1###", "#3###", "#####"}), solution));
    CHECK_EQUAL(solution.layouts, 360);
    CHECK_EQUAL(solution.wins, 285);
}

TEST(
    "perfect play wins 4x4 with 4 mines in 961 of 1820 layouts, starting at an edge but not at a "
    "corner") {
    EndgameSolver::Solution solution;
    const Drawing drawing(4, {"####", "####", "####", "####"});
    CHECK(solve(drawing, solution));
    CHECK_EQUAL(solution.layouts, 1820);
    CHECK_EQUAL(solution.wins, 961);
    const int row = drawing.grid.row(solution.best), column = drawing.grid.column(solution.best);
    CHECK_EQUAL((row == 0 || row == 3) + (column == 0 || column == 3), 1);
}

TEST("the solver wins as often as an exhaustive search over all views") {
    Random random(5);
    int solved = 0;
    while (solved < 60) {
        const int width = 2 + static_cast<int>(random.below(3));
        const Drawing drawing = random_drawing(width, 3, random, 0);
        std::vector<std::uint32_t> layouts;
        for_each_layout(drawing, [&](std::uint32_t mask) { layouts.push_back(mask); });
        std::uint32_t revealed = 0;
        for (std::size_t i = 0; i < drawing.cells.size(); ++i)
            revealed |= static_cast<std::uint32_t>(drawing.cells[i] != kHidden) << i;
        if (drawing.grid.cell_count() - std::popcount(revealed) > 8 || layouts.size() < 2) continue;
        EndgameSolver::Solution solution;
        if (!solve(drawing, solution)) continue;
        ++solved;
        CHECK_EQUAL(solution.layouts, static_cast<std::int64_t>(layouts.size()));
        CHECK_EQUAL(solution.wins, wins_of(drawing.grid, layouts, revealed, drawing.mines));
    }
}

// Returns a position with two hidden 2x3 regions separated by revealed cells.
Drawing two_regions(Random& random) {
    const Grid grid(6, 3);
    for (;;) {
        const Rules rules{6, 3, 6 + static_cast<int>(random.below(3)),
                          Start::safe};  // On these boards, six or more mines leave few safe cells.
        Game game(rules, random.next());
        game.reveal(grid.index(0, 2));
        Drawing drawing(grid, rules.mines);
        bool fits = true;
        for (int row = 0; row < 3; ++row)
            for (const int column : {2, 3}) {
                const int cell = grid.index(row, column);
                fits = fits && !game.is_mine(cell);
                if (fits) game.reveal(cell);
                if (fits) drawing.cell(cell) = static_cast<std::int8_t>(game.clue(cell));
            }
        if (fits && !game.is_over()) return drawing;
    }
}

TEST("the solver wins two regions as often as an exhaustive search") {
    Random random(7);
    int solved = 0;
    while (solved < 40) {
        const Drawing drawing = two_regions(random);
        std::vector<std::uint32_t> layouts;
        for_each_layout(drawing, [&](std::uint32_t mask) { layouts.push_back(mask); });
        if (layouts.size() < 4 || layouts.size() > 40) continue;
        std::uint32_t revealed = 0;
        for (std::size_t i = 0; i < drawing.cells.size(); ++i)
            revealed |= static_cast<std::uint32_t>(drawing.cells[i] != kHidden) << i;
        EndgameSolver::Solution solution;
        CHECK(solve(drawing, solution));
        CHECK_EQUAL(solution.wins, wins_of(drawing.grid, layouts, revealed, drawing.mines));
        ++solved;
    }
}

TEST("a search with one guess per node is slightly worse than perfect play") {
    const Drawing drawing(3, {"####", "####", "####", "####"});
    EndgameSolver::Solution perfect, nearly;
    CHECK(solve(drawing, perfect, {.max_layouts = 1000, .max_work = 1'000'000'000}));
    CHECK(solve(drawing, nearly,
                {.max_layouts = 1000, .max_work = 1'000'000'000, .max_candidates = 1}));
    CHECK_EQUAL(perfect.wins, 400);
    CHECK(nearly.wins < 400 && nearly.wins > 360);
}

TEST("root cells restrict the first move") {
    const Drawing drawing(5, {"#####", "#1###", "#3###", "#####"});
    const Knowledge knowledge(drawing.position());
    FastPosterior posterior(drawing.grid, drawing.mines);
    Budget budget(60.0, 1'000'000);
    posterior.compute(knowledge, budget);
    const std::array<std::int32_t, 1> first{drawing.grid.index(0, 4)};
    EndgameSolver endgame;
    EndgameSolver::Solution solution;
    CHECK(endgame.solve(knowledge, posterior, kAmple, solution, first));
    CHECK_EQUAL(solution.best, first[0]);
    CHECK(solution.wins <= 285);
}

TEST("the solver wins symmetric positions as often as an exhaustive search") {
    for (int clue = 1; clue <= 7; ++clue) {
        Drawing drawing(clue, {"###", "#0#", "###"});
        drawing.cells[4] = static_cast<std::int8_t>(clue);
        std::vector<std::uint32_t> layouts;
        for_each_layout(drawing, [&](std::uint32_t mask) { layouts.push_back(mask); });
        EndgameSolver::Solution solution;
        CHECK(solve(drawing, solution));
        CHECK_EQUAL(solution.layouts, static_cast<std::int64_t>(layouts.size()));
        CHECK_EQUAL(solution.wins, wins_of(drawing.grid, layouts, 1u << 4, drawing.mines));
    }
}

TEST("safe informative cells are revealed before a guess") {
    // A3 and B3 are safe and reveal the number of mines in column 4. If column 4 contains 0 or 2
    // mines, the game is won. If column 4 contains 1 mine, as it does in 4 of the 6 layouts,
    // columns 4 and 5 each require a guess.
    EndgameSolver::Solution solution;
    CHECK(solve(Drawing(3, {"#1###", "11###"}), solution));
    CHECK_EQUAL(solution.layouts, 6);
    CHECK_EQUAL(solution.wins, 3);
    CHECK_EQUAL(solution.risk, 0.0);
}

TEST("an endgame beyond the limits is not solved") {
    EndgameSolver::Solution solution;
    const Drawing drawing(4, {"####", "####", "####", "####"});
    CHECK(!solve(drawing, solution, {1000, 1'000'000'000}));
    CHECK(!solve(drawing, solution, {100'000, 1000}));
}

}
