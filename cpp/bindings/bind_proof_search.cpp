#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "bindings.hpp"
#include "logic/argument_kind.hpp"
#include "logic/proof_search.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace sapper {
namespace {

// The order matches Rule.
constexpr std::array<const char*, 6> kRuleNames{"clue",     "count",  "shown",
                                                "subtract", "assume", "cases"};

nb::tuple cell_tuple(const Grid& grid, int index) {
    return nb::make_tuple(grid.row(index), grid.column(index));
}

// Returns a tuple of convert(value) for each value.
template <typename Values, typename Convert>
nb::tuple tuple_of(const Values& values, Convert convert) {
    auto tuple = nb::steal<nb::tuple>(PyTuple_New(static_cast<Py_ssize_t>(values.size())));
    Py_ssize_t next = 0;
    for (const auto& value : values)
        PyTuple_SetItem(tuple.ptr(), next++, nb::object(convert(value)).release().ptr());
    return tuple;
}

nb::tuple steps_tuple(const Grid& grid, const std::vector<ProofStep>& steps) {
    return tuple_of(steps, [&](const ProofStep& step) {
        const auto to_cell = [&](int index) { return cell_tuple(grid, index); };
        return nb::make_tuple(
            kRuleNames[static_cast<std::size_t>(step.rule)], tuple_of(step.cells, to_cell),
            step.low, step.high, step.clue == kNoClue ? nb::object(nb::none()) : to_cell(step.clue),
            tuple_of(step.premises, [](int number) { return nb::int_(number); }),
            tuple_of(step.cases, [&](const auto& inner) { return steps_tuple(grid, inner); }));
    });
}

nb::tuple find_proof_steps(int width, int height, int mines, const nb::bytes& cells,
                           const nb::bytes& known_mines, const nb::bytes& marks, std::uint8_t mark,
                           bool is_mine) {
    const Position position = make_position(width, height, mines, cells, known_mines);
    if (marks.size() != cells.size())
        throw std::invalid_argument("marks must have one byte per cell");
    const std::span goals(reinterpret_cast<const std::uint8_t*>(marks.c_str()), marks.size());
    const ProofResult result = [&] {
        nb::gil_scoped_release release;
        return find_proof(position, {goals, mark, is_mine});
    }();
    const Grid& grid = position.grid;
    return nb::make_tuple(result.cell < 0 ? nb::object(nb::none()) : cell_tuple(grid, result.cell),
                          steps_tuple(grid, result.steps), result.has_hit_limit);
}

}

void bind_proof_search(nb::module_& module) {
    module.def(
        "argument_kinds",
        [] {
            return std::vector<std::string>(kArgumentKindNames.begin(), kArgumentKindNames.end());
        },
        "Return the kinds of arguments, from the easiest to the hardest.");
    module.def("find_proof", &find_proof_steps, "width"_a, "height"_a, "mines"_a, "cells"_a,
               "known_mines"_a, "marks"_a, "mark"_a, "is_mine"_a,
               nb::sig("def find_proof(width: int, height: int, mines: int, cells: bytes, "
                       "known_mines: bytes, marks: bytes, mark: int, is_mine: bool) -> "
                       "tuple[tuple[int, int] | None, tuple[tuple[object, ...], ...], bool]"),
               "Return (cell, steps, hit a limit) for a proof about one of the cells whose byte in "
               "`marks` is `mark`. The cell is None if no proof was found. A step is (rule, cells, "
               "low, high, clue or None, premises, cases).");
}

}
