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
#include "board/field.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace sapper {
namespace {

using CellList = std::vector<std::tuple<int, int>>;

const char* status_name(const Field& field) {
    switch (field.status()) {
        case Status::ready: return "ready";
        case Status::playing: return "playing";
        case Status::won: return "won";
        case Status::lost: return "lost";
    }
    return "";
}

int index_of(const Field& field, int row, int column) {
    if (!field.grid().contains(row, column)) throw nb::index_error("the cell is off the board");
    return field.grid().index(row, column);
}

// The index of a cell for a move, which also needs a game that goes on.
int move_index(const Field& field, int row, int column) {
    if (field.is_over()) throw nb::value_error("the game is over");
    return index_of(field, row, column);
}

// One byte per cell, written row by row by a member function of the field.
template <typename Value>
nb::bytes bytes_of(const Field& field, void (Field::*write)(Value*) const) {
    std::vector<Value> values(static_cast<std::size_t>(field.grid().cell_count()));
    (field.*write)(values.data());
    return nb::bytes(reinterpret_cast<const char*>(values.data()), values.size());
}

CellList mines_of(const Field& field) {
    CellList cells;
    for (const int index : field.mine_indices())
        cells.emplace_back(field.grid().row(index), field.grid().column(index));
    return cells;
}

}  // namespace

Start start_named(const std::string& name) {
    if (name == "any") return Start::any;
    if (name == "safe") return Start::safe;
    if (name == "opening") return Start::opening;
    throw std::invalid_argument("unknown start rule: " + name);
}

void bind_field(nb::module_& module) {
    module.def(
        "most_mines",
        [](int width, int height, const std::string& start) {
            return Rules::max_mines(width, height, start_named(start));
        },
        "width"_a, "height"_a, "start"_a,
        "The most mines that keep the promise of the start rule.");

    nb::enum_<Mark>(module, "Mark", nb::is_arithmetic(), "What is written on a hidden cell.")
        .value("NONE", Mark::none)
        .value("FLAG", Mark::flag)
        .value("AI_FLAG", Mark::ai_flag)
        .value("QUESTION", Mark::question);

    // Rows and columns are taken without conversion: a text like "3" must not pass for a number.
    nb::class_<Field>(module, "Field", "The rules of the game: reveal, flood, flags, chord, undo.")
        .def_static(
            "seeded",
            [](int width, int height, int mines, const std::string& start, std::uint64_t seed) {
                return Field(Rules{width, height, mines, start_named(start)}, seed);
            },
            "width"_a, "height"_a, "mines"_a, "start"_a, "seed"_a,
            "A board whose mines are laid by the seed at the first reveal.")
        .def_static(
            "with_mines",
            [](int width, int height, const std::string& start, const CellList& mines) {
                const Rules rules{width, height, static_cast<int>(mines.size()),
                                  start_named(start)};
                const Grid grid = rules.grid();
                std::vector<std::int32_t> indices;
                for (const auto& [row, column] : mines) {
                    if (!grid.contains(row, column))
                        throw nb::index_error("a mine is off the board");
                    indices.push_back(grid.index(row, column));
                }
                return Field(rules, indices);
            },
            "width"_a, "height"_a, "start"_a, "mines"_a, "A board with the given mines.")
        .def(
            "reveal",
            [](Field& field, int row, int column) {
                return field.reveal(move_index(field, row, column));
            },
            "row"_a.noconvert(), "column"_a.noconvert(), "How many cells were opened.")
        .def(
            "chord",
            [](Field& field, int row, int column) {
                return field.chord(move_index(field, row, column));
            },
            "row"_a.noconvert(), "column"_a.noconvert(), "How many cells were opened.")
        .def(
            "set_mark",
            [](Field& field, int row, int column, Mark mark) {
                return field.set_mark(move_index(field, row, column), mark);
            },
            "row"_a.noconvert(), "column"_a.noconvert(), "mark"_a, "1 if the mark changed, else 0.")
        .def(
            "mark",
            [](const Field& field, int row, int column) {
                return field.mark(index_of(field, row, column));
            },
            "row"_a.noconvert(), "column"_a.noconvert())
        .def("undo", &Field::undo, "Takes back the last move; False when there is none.")
        .def_prop_ro("status", &status_name)
        .def_prop_ro("is_over", &Field::is_over)
        .def_prop_ro("is_playing",
                     [](const Field& field) { return field.status() == Status::playing; })
        .def_prop_ro("flag_count", &Field::flag_count)
        .def(
            "cells", [](const Field& field) { return bytes_of(field, &Field::write_cells); },
            "int8 per cell, row by row: -1 hidden, else the clue.")
        .def(
            "shown", [](const Field& field) { return bytes_of(field, &Field::write_overlay); },
            "What is seen on hidden cells: 0-3 as Mark, 4 mine, 5 exploded.")
        .def(
            "solution", [](const Field& field) { return bytes_of(field, &Field::write_solution); },
            "int8 per cell, row by row: -1 a mine, else the clue.")
        .def("mines", &mines_of, "The cells of the mines; empty before they are laid.")
        .def(
            "metrics",
            [](const Field& field) {
                const BoardMetrics m = compute_metrics(field);
                return std::make_tuple(m.openings, m.islands, m.three_bv, m.solved_three_bv);
            },
            "(openings, islands, 3BV, solved 3BV) of the layout.");
}

}  // namespace sapper
