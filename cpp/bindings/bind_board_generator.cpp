#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "generate/board_generator.hpp"
#include "generate/certificate.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace sapper {
namespace {

using Cell = std::pair<int, int>;
using Cells = std::vector<Cell>;
using GeneratedBoard = std::tuple<std::string, bool, Cells, std::int64_t>;
using StepTuple = std::tuple<Cell, bool, std::string, Cells, bool>;

std::string kind_name(ArgumentKind kind) {
    return kArgumentKindNames[static_cast<std::size_t>(kind)];
}

ArgumentKind parse_kind(const std::string& name) {
    for (std::size_t kind = 0; kind < kArgumentKindNames.size(); ++kind)
        if (kArgumentKindNames[kind] == name) return static_cast<ArgumentKind>(kind);
    throw std::invalid_argument("unknown kind of argument: " + name);
}

int index_of(const Grid& grid, const Cell& cell) {
    if (!grid.contains(cell.first, cell.second))
        throw nb::index_error("the cell is not on the board");
    return grid.index(cell.first, cell.second);
}

Cell cell_of(const Grid& grid, int index) { return {grid.row(index), grid.column(index)}; }

Cells cells_of(const Grid& grid, const std::vector<std::int32_t>& indices) {
    Cells cells;
    for (const int index : indices) cells.push_back(cell_of(grid, index));
    return cells;
}

std::vector<std::int32_t> indices_of(const Grid& grid, const Cells& cells) {
    std::vector<std::int32_t> indices;
    for (const Cell& cell : cells) indices.push_back(index_of(grid, cell));
    return indices;
}

GeneratedBoard generate_no_guess(int width, int height, int mines, const std::string& start,
                                 std::uint64_t seed, const Cell& first,
                                 const std::optional<std::string>& hardest, int min_three_bv,
                                 int max_three_bv, std::int64_t max_rejections,
                                 std::int64_t max_repairs, double seconds) {
    const Rules rules{width, height, mines, parse_start(start)};
    const Grid grid = rules.grid();
    BoardRequest request{index_of(grid, first), std::nullopt, min_three_bv, max_three_bv,
                         max_rejections,        max_repairs,  seconds};
    if (hardest) request.hardest = parse_kind(*hardest);
    BoardResult result{};
    {
        nb::gil_scoped_release release;
        result = generate_board(rules, seed, request);
    }
    const std::string method = !result.is_found                     ? ""
                               : result.method == Method::rejection ? "rejection"
                                                                    : "repair";
    return {method, result.has_timed_out, cells_of(grid, result.mines), result.attempts};
}

Rules rules_of_layout(int width, int height, const Cells& mines) {
    return {width, height, static_cast<int>(mines.size()), Start::any};
}

std::optional<std::string> hardest_kind(int width, int height, const Cells& mines,
                                        const Cell& first, double seconds) {
    const Rules rules = rules_of_layout(width, height, mines);
    const Grid grid = rules.grid();
    const std::vector<std::int32_t> indices = indices_of(grid, mines);
    const int first_index = index_of(grid, first);
    nb::gil_scoped_release release;
    const std::optional<ArgumentKind> kind =
        hardest_kind_needed(rules, indices, first_index, seconds);
    return kind ? std::optional(kind_name(*kind)) : std::nullopt;
}

std::pair<bool, std::vector<StepTuple>> certify_board(int width, int height, const Cells& mines,
                                                      const Cell& first, double seconds) {
    const Rules rules = rules_of_layout(width, height, mines);
    const Grid grid = rules.grid();
    Game game(rules, indices_of(grid, mines));
    const int first_index = index_of(grid, first);
    Certificate certificate{};
    {
        nb::gil_scoped_release release;
        game.reveal(first_index);
        if (game.status() == Status::lost)
            throw std::invalid_argument("the first cell must not be a mine");
        const Budget deadline(seconds, 0);
        certificate = certify(std::move(game), kProofStates, deadline);
    }
    std::vector<StepTuple> steps;
    for (const CertificateStep& step : certificate.steps)
        steps.emplace_back(cell_of(grid, step.cell), step.is_mine, kind_name(step.kind),
                           cells_of(grid, step.clues), step.uses_mine_count);
    return {certificate.is_complete, std::move(steps)};
}

}

void bind_board_generator(nb::module_& module) {
    module.def("generate_no_guess", &generate_no_guess, "width"_a, "height"_a, "mines"_a, "start"_a,
               "seed"_a, "first"_a, "hardest"_a.none(), "min_three_bv"_a, "max_three_bv"_a,
               "max_rejections"_a, "max_repairs"_a, "seconds"_a,
               "Return (method, timed out, mines, attempts). The method is empty if no board was "
               "found.");
    module.def(
        "hardest_kind", &hardest_kind, "width"_a, "height"_a, "mines"_a, "first"_a, "seconds"_a,
        "Return the hardest kind of argument that a board needs, or None if it needs a guess.");
    module.def(
        "certify", &certify_board, "width"_a, "height"_a, "mines"_a, "first"_a, "seconds"_a,
        "Return (complete, steps). A step is (cell, is mine, kind, clues, uses the mine count).");
}

}
