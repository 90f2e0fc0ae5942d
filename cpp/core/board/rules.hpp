// What the player sets up before a game: the size, the number of mines and the promise of the start.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>

#include "board/grid.hpp"

namespace sapper {

// What is promised of the first revealed cell.
enum class Start : std::uint8_t {
    any,      // nothing
    safe,     // it is not a mine
    opening,  // nor are its neighbours
};

struct Rules {
    int width, height, mines;
    Start start;

    // The most mines that keep the promise wherever the first reveal may be.
    static int max_mines(int width, int height, Start start) {
        const int protected_cells = start == Start::any ? 0
                                    : start == Start::safe
                                        ? 1
                                        : std::min(width, 3) * std::min(height, 3);
        return width * height - protected_cells;
    }

    // The board of these rules. Throws std::invalid_argument when the rules cannot be played.
    Grid grid() const {
        const Grid checked(width, height);
        if (mines < 0 || mines > max_mines(width, height, start))
            throw std::invalid_argument(
                "the number of mines must be 0 to the maximum that the start rule allows");
        return checked;
    }
};

}  // namespace sapper
