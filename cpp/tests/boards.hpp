// Boards drawn as text for the tests.
#pragma once

#include <string>
#include <vector>

#include "board/game.hpp"

namespace sapper::test {

using Rows = std::vector<std::string>;

// Returns a game with a mine at every `*` in the drawing.
inline Game draw(const Rows& rows) {
    const int height = static_cast<int>(rows.size()), width = static_cast<int>(rows[0].size());
    const Grid grid(width, height);
    std::vector<std::int32_t> mines;
    grid.for_each_cell([&](int index) {
        if (rows[static_cast<std::size_t>(grid.row(index))]
                [static_cast<std::size_t>(grid.column(index))] == '*')
            mines.push_back(index);
    });
    return Game(Rules{width, height, static_cast<int>(mines.size()), Start::any}, mines);
}

// Returns the visible state of a game in the project's text notation.
inline Rows show(const Game& game) {
    const auto count = static_cast<std::size_t>(game.grid().cell_count());
    std::vector<std::int8_t> cells(count);
    std::vector<std::uint8_t> shown(count);
    game.write_cells(cells.data());
    game.write_overlay(shown.data());
    Rows rows;
    for (std::size_t i = 0; i < count; ++i) {
        if (i % static_cast<std::size_t>(game.grid().width()) == 0) rows.emplace_back();
        rows.back() += cells[i] == kHidden ? "#Ff?*!"[shown[i]] : ".12345678"[cells[i]];
    }
    return rows;
}

// Returns the complete observable state of a game, so that tests can compare two games.
inline std::vector<int> state_of(const Game& game) {
    std::vector<int> state{static_cast<int>(game.status()),
                           game.is_over(),
                           game.has_placed_mines(),
                           game.flag_count(),
                           game.safe_left(),
                           game.move_count()};
    const auto count = static_cast<std::size_t>(game.grid().cell_count());
    std::vector<std::int8_t> cells(count), solution(count);
    std::vector<std::uint8_t> shown(count);
    game.write_cells(cells.data());
    game.write_overlay(shown.data());
    game.write_solution(solution.data());
    state.insert(state.end(), cells.begin(), cells.end());
    state.insert(state.end(), shown.begin(), shown.end());
    state.insert(state.end(), solution.begin(), solution.end());
    game.grid().for_each_cell(
        [&](int index) { state.push_back(static_cast<int>(game.mark(index))); });
    for (const int mine : game.mine_indices()) state.push_back(mine);
    return state;
}

inline int at(const Game& game, int row, int column) { return game.grid().index(row, column); }

}
