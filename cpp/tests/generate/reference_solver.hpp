// A brute-force reference solver and default requests for generator tests.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "board/game.hpp"
#include "generate/board_generator.hpp"
#include "inference/posterior.hpp"

namespace sapper::test {

inline const Budget& ample_time() {
    static const Budget budget(600.0, 0);
    return budget;
}

// Solves the board by counting the whole position at every step. Returns true if the board can be
// cleared without a guess.
inline bool is_free_of_guesses(Game game) {
    while (game.safe_left() > 0) {
        std::vector<std::int8_t> cells(static_cast<std::size_t>(game.grid().cell_count()));
        game.write_cells(cells.data());
        Budget budget(60.0, 10'000'000);
        const Posterior posterior({game.grid(), game.rules().mines, cells, {}}, budget);
        bool found = false;
        game.grid().for_each_cell([&](int index) {
            if (posterior.certainty(index) != Certainty::safe || game.is_open(index)) return;
            found = true;
            game.reveal(index);
        });
        if (!found) return false;
    }
    return true;
}

// Returns a request for any no-guess board with the first cell in the middle.
inline BoardRequest any_board(const Grid& grid) {
    return {grid.index(grid.height() / 2, grid.width() / 2),
            std::nullopt,
            0,
            INT32_MAX,
            5'000,
            50,
            60.0};
}

}
