// Drawn positions, random positions and brute-force layout enumeration for the tests.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "board/game.hpp"
#include "board/random.hpp"
#include "inference/knowledge.hpp"

namespace sapper::test {

// A position that owns its cells. In a drawing, `#` is a hidden cell, `*` is a known mine, a digit
// is a clue and `.` is the clue 0.
struct Drawing {
    Grid grid;
    int mines;
    std::vector<std::int8_t> cells;
    std::vector<std::uint8_t> known;

    Drawing(int mine_count, const std::vector<std::string>& rows)
        : grid(static_cast<int>(rows[0].size()), static_cast<int>(rows.size())), mines(mine_count) {
        for (const std::string& row : rows)
            for (const char symbol : row) {
                const bool is_hidden = symbol == '#' || symbol == '*';
                cells.push_back(static_cast<std::int8_t>(is_hidden       ? kHidden
                                                         : symbol == '.' ? 0
                                                                         : symbol - '0'));
                known.push_back(symbol == '*');
            }
    }
    Drawing(Grid shape, int mine_count)
        : grid(shape), mines(mine_count),
          cells(static_cast<std::size_t>(shape.cell_count()), kHidden), known(cells.size(), 0) {}

    Position position() const { return {grid, mines, cells, known}; }
    std::int8_t& cell(int index) { return cells[static_cast<std::size_t>(grid.ordinal(index))]; }
};

// Returns a random position. About `wrong` percent of the clues are replaced with random ones.
inline Drawing random_drawing(int width, int height, Random& random, std::uint32_t wrong) {
    const Grid grid(width, height);
    const auto cells = static_cast<std::uint32_t>(grid.cell_count());
    Drawing drawing(grid, static_cast<int>(random.below(cells / 2 + 1)));
    Game game(Rules{width, height, drawing.mines, Start::any}, random.next());
    game.reveal(grid.index(0, 0));
    std::vector<std::int8_t> solution(cells);
    game.write_solution(solution.data());
    const std::uint32_t shown = 1 + random.below(9);
    for (std::size_t i = 0; i < cells; ++i)
        if (!game.is_mine(grid.index_of_ordinal(static_cast<int>(i))) && random.below(10) < shown)
            drawing.cells[i] =
                random.below(100) < wrong ? static_cast<std::int8_t>(random.below(9)) : solution[i];
    return drawing;
}

// Returns a random position with a lattice of clues. The layouts of such positions are hard
// to count.
inline Drawing lattice(int side, std::uint64_t seed) {
    Drawing drawing(Grid(side, side), side * side / 5);
    Game game(Rules{side, side, drawing.mines, Start::any}, seed);
    game.reveal(drawing.grid.index(0, 0));
    std::vector<std::int8_t> solution(drawing.cells.size());
    game.write_solution(solution.data());
    for (int row = 1; row < side; row += 2)
        for (int column = 1; column < side; column += 2) {
            const int index = drawing.grid.index(row, column);
            if (!game.is_mine(index))
                drawing.cell(index) =
                    solution[static_cast<std::size_t>(drawing.grid.ordinal(index))];
        }
    return drawing;
}

// Calls visit(mask) for every consistent layout. Bit i of the mask is set if the cell with ordinal
// i is a mine. The enumeration tests every possible mask, so the board must be small.
template <typename Visit>
void for_each_layout(const Drawing& drawing, Visit visit) {
    const int count = drawing.grid.cell_count();
    for (std::uint32_t mask = 0; mask < (1u << count); ++mask) {
        if (std::popcount(mask) != drawing.mines) continue;
        bool agrees = true;
        for (int i = 0; i < count && agrees; ++i) {
            const bool is_mine = mask >> i & 1;
            const int clue = drawing.cells[static_cast<std::size_t>(i)];
            if (clue == kHidden) {
                agrees = is_mine || !drawing.known[static_cast<std::size_t>(i)];
                continue;
            }
            int around = 0;
            for (int j = 0; j < count; ++j)
                if (mask >> j & 1)
                    around += drawing.grid.touches(drawing.grid.index_of_ordinal(i),
                                                   drawing.grid.index_of_ordinal(j));
            agrees = !is_mine && around == clue;
        }
        if (agrees) visit(mask);
    }
}

}
