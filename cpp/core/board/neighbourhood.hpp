// How the neighbourhoods of two cells that are close to each other overlap.
//
// Neighbours are numbered as in Grid::neighbour_offsets: row by row, without the cell itself.
#pragma once

#include <array>
#include <cstdint>

namespace sapper {

// A second cell at most two rows and two columns away. Bits stand for neighbours.
struct Near {
    std::int8_t rows = 0, columns = 0;  // from the first cell to the second
    std::uint8_t first_common = 0;   // neighbours of the first cell that touch the second one
    std::uint8_t second_common = 0;  // the same cells, as neighbours of the second
    std::uint8_t first_only = 0;     // neighbours of the first that neither touch nor are the second
    std::uint8_t second_only = 0;    // neighbours of the second that neither touch nor are the first
};

namespace detail {

inline constexpr std::array<std::array<int, 2>, 8> kSteps{
    {{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}}};

constexpr int distance(int rows, int columns) {
    const int r = rows < 0 ? -rows : rows, c = columns < 0 ? -columns : columns;
    return r > c ? r : c;
}

constexpr std::array<Near, 24> all_near() {
    std::array<Near, 24> all{};
    std::size_t next = 0;
    for (int rows = -2; rows <= 2; ++rows)
        for (int columns = -2; columns <= 2; ++columns) {
            if (rows == 0 && columns == 0) continue;
            Near near;
            near.rows = static_cast<std::int8_t>(rows);
            near.columns = static_cast<std::int8_t>(columns);
            for (std::size_t i = 0; i < 8; ++i) {
                const auto bit = static_cast<std::uint8_t>(1u << i);
                const int to_second = distance(kSteps[i][0] - rows, kSteps[i][1] - columns);
                if (to_second == 1) near.first_common |= bit;
                if (to_second > 1) near.first_only |= bit;
                const int to_first = distance(kSteps[i][0] + rows, kSteps[i][1] + columns);
                if (to_first == 1) near.second_common |= bit;
                if (to_first > 1) near.second_only |= bit;
            }
            all[next++] = near;
        }
    return all;
}

}  // namespace detail

inline constexpr std::array<Near, 24> kNear = detail::all_near();

}  // namespace sapper
