// Generation of the mine layout from a seed.
//
// A seed determines a permutation of all cells by a forward Fisher-Yates shuffle of the ordinals.
// The mines are the first M cells that the start rule allows. The layout therefore hardly depends
// on the first click, because only mines on protected cells move to later cells of the permutation.
#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

#include "board/random.hpp"
#include "board/rules.hpp"

namespace sapper {

// Calls place(index) for each mine of the seeded layout when `first` is revealed first. Takes
// linear time. `scratch` is a reusable buffer.
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

}  // namespace sapper
