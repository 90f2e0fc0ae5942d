// The rules of a game: board size, mine count and start rule.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>

#include "board/grid.hpp"

namespace sapper {

// The start rule: a guarantee about the first revealed cell.
enum class Start : std::uint8_t {
    any,      // The first cell may be a mine.
    safe,     // The first cell is not a mine.
    opening,  // Neither the first cell nor any of its neighbours is a mine.
};

struct Rules {
    int width, height, mines;
    Start start;

    // Returns the maximum mine count at which every possible first cell can satisfy the start rule.
    static int max_mines(int width, int height, Start start) {
        const int protected_cells = start == Start::any ? 0
                                    : start == Start::safe
                                        ? 1
                                        : std::min(width, 3) * std::min(height, 3);
        return width * height - protected_cells;
    }

    // Returns the grid of the board. Throws std::invalid_argument if the size or the mine count is
    // invalid.
    Grid grid() const {
        const Grid checked(width, height);
        if (mines < 0 || mines > max_mines(width, height, start))
            throw std::invalid_argument(
                "the number of mines must be 0 to the maximum that the start rule allows");
        return checked;
    }
};

}
