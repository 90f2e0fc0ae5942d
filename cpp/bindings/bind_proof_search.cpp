#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "logic/argument_kind.hpp"
#include "logic/proof_search.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace sapper {
namespace {

// The Python names of the rules, in the order of the enumeration Rule.
constexpr std::array<const char*, 6> kRuleNames{"clue",     "count",  "shown",
                                                "subtract", "assume", "cases"};

template <typename Value>
using TupleOf = nb::typed<nb::tuple, Value, nb::ellipsis>;
using Cell = std::pair<int, int>;

// A proof step as exposed to Python. The Python classes Proof and ProofStep document the fields.
struct BoundStep {
    const char* rule;
    TupleOf<Cell> cells;
    int low, high;
    std::optional<Cell> clue;
    TupleOf<int> premises;
    TupleOf<TupleOf<BoundStep>> cases;
};

struct BoundProof {
    Cell cell;
    const char* kind;
    TupleOf<BoundStep> steps;
};

// Returns a tuple that contains convert(value) for each value.
template <typename Values, typename Convert>
nb::tuple tuple_of(const Values& values, Convert convert) {
    auto tuple = nb::steal<nb::tuple>(PyTuple_New(static_cast<Py_ssize_t>(values.size())));
    Py_ssize_t next = 0;
    for (const auto& value : values)
        PyTuple_SetItem(tuple.ptr(), next++, nb::object(convert(value)).release().ptr());
    return tuple;
}

nb::tuple bound_steps(const Grid& grid, const std::vector<ProofStep>& steps) {
    return tuple_of(steps, [&](const ProofStep& step) {
        const auto to_cell = [&](int index) { return Cell{grid.row(index), grid.column(index)}; };
        return nb::cast(BoundStep{
            kRuleNames[static_cast<std::size_t>(step.rule)],
            {tuple_of(step.cells, [&](int index) { return nb::cast(to_cell(index)); })},
            step.low,
            step.high,
            step.clue == kNoClue ? std::nullopt : std::optional(to_cell(step.clue)),
            {tuple_of(step.premises, [](int number) { return nb::int_(number); })},
            {tuple_of(step.cases, [&](const auto& inner) { return bound_steps(grid, inner); })}});
    });
}

std::optional<BoundProof> find_bound_proof(int width, int height, int mines, const nb::bytes& cells,
                                           const nb::bytes& known_mines, const nb::bytes& marks,
                                           std::uint8_t mark, bool is_mine) {
    const Position position = make_position(width, height, mines, cells, known_mines);
    if (marks.size() != cells.size())
        throw std::invalid_argument("marks must have one byte per cell");
    const std::span goals(reinterpret_cast<const std::uint8_t*>(marks.c_str()), marks.size());
    const ProofResult result = [&] {
        nb::gil_scoped_release release;
        return find_proof(position, {goals, mark, is_mine});
    }();
    if (result.cell < 0) return std::nullopt;
    const Grid& grid = position.grid;
    return BoundProof{{grid.row(result.cell), grid.column(result.cell)},
                      kArgumentKindNames[static_cast<std::size_t>(result.kind)],
                      {bound_steps(grid, result.steps)}};
}

}

void bind_proof_search(nb::module_& module) {
    module.def(
        "argument_kinds",
        [] {
            return std::vector<std::string>(kArgumentKindNames.begin(), kArgumentKindNames.end());
        },
        "Return the kinds of arguments, from the easiest to the hardest.");
    nb::class_<BoundStep>(module, "ProofStep", "A step of a proof.")
        .def_ro("rule", &BoundStep::rule)
        .def_ro("cells", &BoundStep::cells)
        .def_ro("low", &BoundStep::low)
        .def_ro("high", &BoundStep::high)
        .def_ro("clue", &BoundStep::clue)
        .def_ro("premises", &BoundStep::premises)
        .def_ro("cases", &BoundStep::cases);
    nb::class_<BoundProof>(module, "Proof", "A proof that a cell is safe or a mine.")
        .def_ro("cell", &BoundProof::cell)
        .def_ro("kind", &BoundProof::kind)
        .def_ro("steps", &BoundProof::steps);
    module.def("find_proof", &find_bound_proof, "width"_a, "height"_a, "mines"_a, "cells"_a,
               "known_mines"_a, nb::kw_only(), "marks"_a, "mark"_a, "is_mine"_a,
               "Return the simplest proof about one of the cells whose byte in `marks` is `mark`, "
               "or None if no proof was found.");
}

}
