#include "generate/ambiguity.hpp"

#include <array>
#include <cstdlib>
#include <vector>

#include "board/neighbourhood.hpp"

namespace sapper {
namespace {

// Returns true if the two mines on one diagonal of a 2x2 block can be swapped with the two safe
// cells on the other diagonal. The swap preserves every clue only if none of the four cells that
// touch just one corner of the block is a clue.
bool is_swappable_diagonal(const Game& game, int corner, int first) {
    const int stride = game.grid().stride();
    const int a = corner, b = corner + 1, c = corner + stride, d = c + 1;
    const bool down = game.is_mine(a) && game.is_mine(d) && !game.is_mine(b) && !game.is_mine(c);
    const bool up = game.is_mine(b) && game.is_mine(c) && !game.is_mine(a) && !game.is_mine(d);
    if (!down && !up) return false;
    for (const int cell : {a, b, c, d})
        if (cell == first) return false;
    const auto is_clue = [&](int index) {
        return game.grid().contains(game.grid().row(index), game.grid().column(index)) &&
               !game.is_mine(index);
    };
    return !is_clue(a - stride - 1) && !is_clue(b - stride + 1) && !is_clue(c + stride - 1) &&
           !is_clue(d + stride + 1);
}

}

bool has_unavoidable_guess(const Game& game, int first) {
    const Grid& grid = game.grid();
    // Cells in the border of the padded grid are never clues.
    std::vector<std::uint8_t> is_clue(static_cast<std::size_t>(grid.padded_size()), 0);
    grid.for_each_cell(
        [&](int index) { is_clue[static_cast<std::size_t>(index)] = !game.is_mine(index); });
    const auto& offsets = grid.neighbour_offsets();
    const auto clues_around = [&](int index) {
        unsigned mask = 0;
        for (std::size_t i = 0; i < 8; ++i)
            mask |= static_cast<unsigned>(is_clue[static_cast<std::size_t>(index + offsets[i])])
                    << i;
        return mask;
    };
    for (int row = 0; row < grid.height(); ++row) {
        for (int column = 0; column < grid.width(); ++column) {
            const int mine = grid.index(row, column);
            if (column + 1 < grid.width() && row + 1 < grid.height() &&
                is_swappable_diagonal(game, mine, first))
                return true;
            if (!game.is_mine(mine)) continue;
            const unsigned around = clues_around(mine);
            for (const NeighbourOverlap& overlap : kNeighbourOverlaps) {
                // The pair of cells is skipped if a clue touches the mine but not the other cell.
                if (around & overlap.first_only) continue;
                if (!grid.contains(row + overlap.row_offset, column + overlap.column_offset))
                    continue;
                const int cell = mine + overlap.row_offset * grid.stride() + overlap.column_offset;
                if (cell == first || !is_clue[static_cast<std::size_t>(cell)]) continue;
                if ((clues_around(cell) & overlap.second_only) == 0) return true;
            }
        }
    }
    return false;
}

}
