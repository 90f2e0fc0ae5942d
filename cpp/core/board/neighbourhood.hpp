// The overlap between the neighbourhoods of two nearby cells, as bit masks computed at compile
// time.
//
// Bit i of a mask represents the neighbour at Grid::neighbour_offsets()[i].
#pragma once

#include <array>
#include <cstdint>

namespace sapper {

// The overlap between the neighbourhoods of two cells at most two rows and two columns apart.
struct NeighbourOverlap {
    // The offset from the first cell to the second cell, in rows and columns.
    std::int8_t row_offset = 0, column_offset = 0;
    // A mask of the two cells' common neighbours, relative to the first cell.
    std::uint8_t first_common = 0;
    // A mask of the two cells' common neighbours, relative to the second cell.
    std::uint8_t second_common = 0;
    // A mask of the first cell's neighbours, excluding the second cell and its neighbours.
    std::uint8_t first_only = 0;
    // A mask of the second cell's neighbours, excluding the first cell and its neighbours.
    std::uint8_t second_only = 0;
};

namespace detail {

inline constexpr std::array<std::array<int, 2>, 8> kSteps{
    {{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}}};

constexpr int distance(int row_offset, int column_offset) {
    const int r = row_offset < 0 ? -row_offset : row_offset,
              c = column_offset < 0 ? -column_offset : column_offset;
    return r > c ? r : c;
}

constexpr std::array<NeighbourOverlap, 24> compute_overlaps() {
    std::array<NeighbourOverlap, 24> all{};
    std::size_t next = 0;
    for (int row_offset = -2; row_offset <= 2; ++row_offset)
        for (int column_offset = -2; column_offset <= 2; ++column_offset) {
            if (row_offset == 0 && column_offset == 0) continue;
            NeighbourOverlap overlap;
            overlap.row_offset = static_cast<std::int8_t>(row_offset);
            overlap.column_offset = static_cast<std::int8_t>(column_offset);
            for (std::size_t i = 0; i < 8; ++i) {
                const auto bit = static_cast<std::uint8_t>(1u << i);
                const int to_second =
                    distance(kSteps[i][0] - row_offset, kSteps[i][1] - column_offset);
                if (to_second == 1) overlap.first_common |= bit;
                if (to_second > 1) overlap.first_only |= bit;
                const int to_first =
                    distance(kSteps[i][0] + row_offset, kSteps[i][1] + column_offset);
                if (to_first == 1) overlap.second_common |= bit;
                if (to_first > 1) overlap.second_only |= bit;
            }
            all[next++] = overlap;
        }
    return all;
}

}

inline constexpr std::array<NeighbourOverlap, 24> kNeighbourOverlaps = detail::compute_overlaps();

}
