#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "bindings.hpp"
#include "board/board_metrics.hpp"
#include "board/game.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace sapper {
namespace {

using CellList = std::vector<std::tuple<int, int>>;

const char* status_name(const Game& game) {
    switch (game.status()) {
        case Status::ready: return "ready";
        case Status::playing: return "playing";
        case Status::won: return "won";
        case Status::lost: return "lost";
    }
    return "";
}

int index_of(const Game& game, int row, int column) {
    if (!game.grid().contains(row, column)) throw nb::index_error("the cell is not on the board");
    return game.grid().index(row, column);
}

// Converts a move's coordinates to a cell index. Throws nb::value_error if the game is over, or
// nb::index_error if the cell is off the board.
int move_index(const Game& game, int row, int column) {
    if (game.is_over()) throw nb::value_error("the game is over");
    return index_of(game, row, column);
}

// Returns a bytes object filled by `write()`, with one byte per cell in row-major order.
template <typename Value>
nb::bytes bytes_of(const Game& game, void (Game::*write)(Value*) const) {
    std::vector<Value> values(static_cast<std::size_t>(game.grid().cell_count()));
    (game.*write)(values.data());
    return nb::bytes(reinterpret_cast<const char*>(values.data()), values.size());
}

CellList mines_of(const Game& game) {
    CellList cells;
    for (const int index : game.mine_indices())
        cells.emplace_back(game.grid().row(index), game.grid().column(index));
    return cells;
}

}

Start parse_start(const std::string& name) {
    if (name == "any") return Start::any;
    if (name == "safe") return Start::safe;
    if (name == "opening") return Start::opening;
    throw std::invalid_argument("unknown start rule: " + name);
}

void bind_game(nb::module_& module) {
    module.def(
        "max_mines",
        [](int width, int height, const std::string& start) {
            return Rules::max_mines(width, height, parse_start(start));
        },
        "width"_a, "height"_a, "start"_a,
        "Return the maximum number of mines that the start rule allows.");

    nb::enum_<Mark>(module, "Mark", nb::is_arithmetic(), "A mark on a hidden cell.")
        .value("NONE", Mark::none)
        .value("FLAG", Mark::flag)
        .value("AI_FLAG", Mark::ai_flag)
        .value("QUESTION", Mark::question);

    // `noconvert` rejects coordinates given as strings, such as "3".
    nb::class_<Game>(
        module, "Game",
        "A game in progress: the layout, the revealed cells, the marks and the undo history.")
        .def_static(
            "seeded",
            [](int width, int height, int mines, const std::string& start, std::uint64_t seed) {
                return Game(Rules{width, height, mines, parse_start(start)}, seed);
            },
            "width"_a, "height"_a, "mines"_a, "start"_a, "seed"_a,
            "Return a game whose mines are placed by the seed at the first reveal.")
        .def_static(
            "with_mines",
            [](int width, int height, const std::string& start, const CellList& mines) {
                const Rules rules{width, height, static_cast<int>(mines.size()),
                                  parse_start(start)};
                const Grid grid = rules.grid();
                std::vector<std::int32_t> indices;
                for (const auto& [row, column] : mines) {
                    if (!grid.contains(row, column))
                        throw nb::index_error("a mine is not on the board");
                    indices.push_back(grid.index(row, column));
                }
                return Game(rules, indices);
            },
            "width"_a, "height"_a, "start"_a, "mines"_a, "Return a game on the given layout.")
        .def(
            "reveal",
            [](Game& game, int row, int column) {
                return game.reveal(move_index(game, row, column));
            },
            "row"_a.noconvert(), "column"_a.noconvert(),
            "Reveal a cell and return the number of cells opened.")
        .def(
            "chord",
            [](Game& game, int row, int column) {
                return game.chord(move_index(game, row, column));
            },
            "row"_a.noconvert(), "column"_a.noconvert(),
            "Chord on a revealed clue and return the number of cells opened.")
        .def(
            "set_mark",
            [](Game& game, int row, int column, Mark mark) {
                return game.set_mark(move_index(game, row, column), mark);
            },
            "row"_a.noconvert(), "column"_a.noconvert(), "mark"_a,
            "Set a mark and return 1, or return 0 if nothing changed.")
        .def(
            "mark",
            [](const Game& game, int row, int column) {
                return game.mark(index_of(game, row, column));
            },
            "row"_a.noconvert(), "column"_a.noconvert())
        .def("undo", &Game::undo,
             "Undo the last move and return True, or return False if there is none.")
        .def_prop_ro("status", &status_name)
        .def_prop_ro("is_over", &Game::is_over)
        .def_prop_ro("is_playing",
                     [](const Game& game) { return game.status() == Status::playing; })
        .def_prop_ro("flag_count", &Game::flag_count)
        .def(
            "cells", [](const Game& game) { return bytes_of(game, &Game::write_cells); },
            "Return an int8 per cell, row by row: the clue, or -1 if the cell is hidden.")
        .def(
            "overlay", [](const Game& game) { return bytes_of(game, &Game::write_overlay); },
            "Return a uint8 per cell, row by row: a Mark (0 to 3), 4 for a mine or 5 for an "
            "exploded mine.")
        .def(
            "solution", [](const Game& game) { return bytes_of(game, &Game::write_solution); },
            "Return an int8 per cell, row by row: the clue, or -1 if the cell is a mine.")
        .def("mines", &mines_of, "Return the mines, or an empty list before they are placed.")
        .def(
            "metrics",
            [](const Game& game) {
                const BoardMetrics m = compute_metrics(game);
                return std::make_tuple(m.openings, m.islands, m.three_bv, m.solved_three_bv);
            },
            "Return the openings, islands, 3BV and solved 3BV of the layout.");
}

}
