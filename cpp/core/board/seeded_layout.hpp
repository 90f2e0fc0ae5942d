// Mine layouts generated from seeds.
//
// A forward Fisher-Yates shuffle, seeded with the board's seed, yields a permutation of all cells.
// Each mine goes to the next cell in the permutation that the start rule does not protect. The
// choice of the first cell barely affects the layout, because only the mines on protected cells
// move.
#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

#include "board/random.hpp"
#include "board/rules.hpp"

namespace sapper {

// Calls place(index) for each mine of the seeded layout in which `first` is the first revealed
// cell. The running time is linear in the number of cells. `scratch` is a reusable buffer.
template <typename Place>
void place_mines(const Rules& rules, const Grid& grid, std::uint64_t seed, int first,
                 std::vector<std::int32_t>& scratch, Place place) {
    const int cells = grid.cell_count();
    scratch.resize(static_cast<std::size_t>(cells));
    std::iota(scratch.begin(), scratch.end(), 0);
    Random random(seed);
    for (int drawn = 0, placed = 0; placed < rules.mines; ++drawn) {
        const auto pick = static_cast<std::size_t>(drawn) +
                          random.below(static_cast<std::uint32_t>(cells - drawn));
        std::swap(scratch[static_cast<std::size_t>(drawn)], scratch[pick]);
        const int index = grid.index_of_ordinal(scratch[static_cast<std::size_t>(drawn)]);
        if (rules.start == Start::safe && index == first) continue;
        if (rules.start == Start::opening && grid.touches(index, first)) continue;
        place(index);
        ++placed;
    }
}

}
