#include "board/board_metrics.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "board/random.hpp"
#include "boards.hpp"
#include "check.hpp"

using namespace sapper;
using namespace sapper::test;

namespace {

// Computes the metrics by brute force, spreading labels until nothing changes. The running time is
// quadratic.
BoardMetrics brute_force_metrics(const Rows& rows) {
    const int height = static_cast<int>(rows.size()), width = static_cast<int>(rows[0].size());
    const auto cell = [&](int r, int c) {
        return rows[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)];
    };
    const auto near = [&](int r, int c, auto holds) {
        for (int y = std::max(r - 1, 0); y <= std::min(r + 1, height - 1); ++y)
            for (int x = std::max(c - 1, 0); x <= std::min(c + 1, width - 1); ++x)
                if (holds(y, x)) return true;
        return false;
    };
    const auto is_mine = [&](int r, int c) { return cell(r, c) == '*'; };
    const auto is_zero = [&](int r, int c) { return !near(r, c, is_mine); };
    const auto is_island_clue = [&](int r, int c) {
        return !is_mine(r, c) && !near(r, c, is_zero);
    };
    const auto count_regions = [&](auto belongs) {
        std::vector<int> label(static_cast<std::size_t>(width * height), -1);
        const auto at = [&](int r, int c) -> int& {
            return label[static_cast<std::size_t>(r * width + c)];
        };
        for (int r = 0; r < height; ++r)
            for (int c = 0; c < width; ++c)
                if (belongs(r, c)) at(r, c) = r * width + c;
        for (bool changed = true; changed;) {
            changed = false;
            for (int r = 0; r < height; ++r)
                for (int c = 0; c < width; ++c)
                    if (at(r, c) >= 0)
                        changed |= near(r, c, [&](int y, int x) {
                            if (at(y, x) < 0 || at(y, x) >= at(r, c)) return false;
                            at(r, c) = at(y, x);
                            return true;
                        });
        }
        int regions = 0;
        for (int i = 0; i < width * height; ++i) regions += label[static_cast<std::size_t>(i)] == i;
        return regions;
    };
    BoardMetrics metrics{};
    metrics.openings = count_regions(is_zero);
    metrics.islands = count_regions(is_island_clue);
    metrics.three_bv = metrics.openings;
    for (int r = 0; r < height; ++r)
        for (int c = 0; c < width; ++c) metrics.three_bv += is_island_clue(r, c);
    return metrics;
}

void check_metrics(const Rows& rows, int openings, int islands, int three_bv) {
    const BoardMetrics found = compute_metrics(draw(rows)), expected = brute_force_metrics(rows);
    CHECK_EQUAL(found.openings, openings);
    CHECK_EQUAL(found.islands, islands);
    CHECK_EQUAL(found.three_bv, three_bv);
    CHECK_EQUAL(expected.openings, openings);
    CHECK_EQUAL(expected.islands, islands);
    CHECK_EQUAL(expected.three_bv, three_bv);
}

}

TEST("a board without mines is one opening") { check_metrics({"...", "...", "..."}, 1, 0, 1); }

TEST("a board full of mines has no 3BV") { check_metrics({"**", "**"}, 0, 0, 0); }

TEST("a central mine on a 3x3 board leaves one island of eight clues") {
    check_metrics({"...", ".*.", "..."}, 0, 1, 8);
}

TEST("a wall of mines separates two openings") {
    check_metrics({"...*...", "...*...", "...*..."}, 2, 0, 2);
}

TEST("clues between two walls form an island") {
    check_metrics({"..*.*..", "..*.*..", "..*.*.."}, 2, 1, 5);
}

TEST("openings that touch diagonally are connected") {
    check_metrics({"...*", "....", "....", "*..."}, 1, 0, 1);
}

TEST("boards of width or height one have metrics") {
    check_metrics({"..*...*.*.."}, 3, 1, 4);
    check_metrics({".", "*", ".", "*", "*", "."}, 0, 3, 3);
}

TEST("the metrics of random boards match a brute-force computation") {
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        Random random(seed);
        const auto width = 1 + random.below(12), height = 1 + random.below(12);
        const auto density = 1 + random.below(9);
        Rows rows(height, std::string(width, '.'));
        for (auto& row : rows)
            for (auto& cell : row)
                if (random.below(10) < density / 2) cell = '*';
        const BoardMetrics found = compute_metrics(draw(rows)),
                           expected = brute_force_metrics(rows);
        CHECK_EQUAL(found.openings, expected.openings);
        CHECK_EQUAL(found.islands, expected.islands);
        CHECK_EQUAL(found.three_bv, expected.three_bv);
    }
}

TEST("3BV equals the number of reveals that clear a board, openings first") {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        Game game(Rules{16, 16, 40, Start::safe}, seed);
        game.reveal(at(game, 8, 8));
        const std::vector<std::int32_t> mines = game.mine_indices();
        Game fresh(Rules{16, 16, 40, Start::any}, mines);
        const int all = compute_metrics(fresh).three_bv;
        int reveals = 0;
        for (const bool openings : {true, false})
            fresh.grid().for_each_cell([&](int index) {
                if (fresh.is_mine(index) || fresh.is_open(index)) return;
                if ((fresh.clue(index) == 0) != openings) return;
                CHECK_EQUAL(compute_metrics(fresh).solved_three_bv, reveals);
                fresh.reveal(index);
                ++reveals;
            });
        CHECK(fresh.status() == Status::won);
        CHECK_EQUAL(reveals, all);
        CHECK_EQUAL(compute_metrics(fresh).solved_three_bv, all);
    }
}

TEST("clues on the border of an opening do not solve it") {
    Game game = draw({"...*."});
    game.reveal(at(game, 0, 2));
    CHECK_EQUAL(compute_metrics(game).solved_three_bv, 0);
    game.reveal(at(game, 0, 4));
    CHECK_EQUAL(compute_metrics(game).solved_three_bv, 1);
    game.reveal(at(game, 0, 0));
    CHECK_EQUAL(compute_metrics(game).solved_three_bv, 2);
}

TEST("all metrics are zero before the mines are placed") {
    const Game game(Rules{9, 9, 10, Start::safe}, 1);
    const BoardMetrics metrics = compute_metrics(game);
    CHECK_EQUAL(metrics.openings + metrics.islands + metrics.three_bv + metrics.solved_three_bv, 0);
}
