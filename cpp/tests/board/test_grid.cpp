#include "board/grid.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include "check.hpp"

using sapper::Grid;

// Uses the padded grid's offsets to return a cell's neighbours on the board.
static std::set<int> neighbours_by_offset(const Grid& grid, int index) {
    std::set<int> found;
    for (const int offset : grid.neighbour_offsets())
        if (grid.contains(grid.row(index + offset), grid.column(index + offset)))
            found.insert(index + offset);
    return found;
}

TEST("the neighbours of a cell are all cells at distance one, on all small boards") {
    for (int height = 1; height <= 5; ++height)
        for (int width = 1; width <= 5; ++width) {
            const Grid grid(width, height);
            grid.for_each_cell([&](int index) {
                std::set<int> expected;
                for (int r = 0; r < height; ++r)
                    for (int c = 0; c < width; ++c) {
                        const int rows = std::abs(r - grid.row(index));
                        const int columns = std::abs(c - grid.column(index));
                        if (std::max(rows, columns) == 1) expected.insert(grid.index(r, c));
                        CHECK_EQUAL(grid.touches(index, grid.index(r, c)),
                                    std::max(rows, columns) <= 1);
                    }
                CHECK(neighbours_by_offset(grid, index) == expected);
            });
        }
}

TEST("every neighbour of a cell lies in the padded array") {
    for (const auto& [width, height] : {std::pair{1, 1}, {1, 7}, {7, 1}, {30, 16}, {2000, 2000}}) {
        const Grid grid(width, height);
        for (const auto& [row, column] :
             {std::pair{0, 0}, {0, width - 1}, {height - 1, 0}, {height - 1, width - 1}})
            for (const int offset : grid.neighbour_offsets()) {
                const int index = grid.index(row, column) + offset;
                CHECK(index >= 0 && index < grid.padded_size());
            }
    }
}

TEST("row, column and ordinal invert the index") {
    const Grid grid(7, 4);
    std::vector<int> visited;
    grid.for_each_cell([&](int index) {
        CHECK_EQUAL(grid.index(grid.row(index), grid.column(index)), index);
        CHECK_EQUAL(grid.index_of_ordinal(grid.ordinal(index)), index);
        CHECK_EQUAL(grid.ordinal(index), static_cast<int>(visited.size()));
        visited.push_back(index);
    });
    CHECK_EQUAL(static_cast<int>(visited.size()), grid.cell_count());
    CHECK(std::ranges::is_sorted(visited));
}

TEST("a grid does not contain cells off the board") {
    const Grid grid(3, 2);
    CHECK(grid.contains(1, 2));
    CHECK(!grid.contains(2, 1));
    CHECK(!grid.contains(1, 3));
    CHECK(!grid.contains(-1, 0));
    CHECK(!grid.contains(0, -1));
}

TEST("sides below 1 or above 2000 are rejected") {
    for (const int side : {0, -1, 2001, 1 << 30}) {
        CHECK_THROWS(Grid(side, 5), std::invalid_argument);
        CHECK_THROWS(Grid(5, side), std::invalid_argument);
    }
    CHECK_EQUAL(Grid(2000, 2000).cell_count(), 4'000'000);
    CHECK(Grid(3, 2) == Grid(3, 2));
    CHECK(!(Grid(3, 2) == Grid(2, 3)));
}
