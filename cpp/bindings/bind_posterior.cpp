#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <limits>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "inference/estimator.hpp"
#include "inference/fast_posterior.hpp"
#include "inference/layout_sampler.hpp"
#include "inference/posterior.hpp"
#include "search/endgame.hpp"
#include "search/move_selection.hpp"
#include "search/rollout_search.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace sapper {
namespace {

using Matrix = nb::ndarray<nb::numpy, const double, nb::ndim<2>>;

// The bytes stay alive and unchanged for the length of the call, so the GIL may be released over them.
Position position_of(int width, int height, int mines, const nb::bytes& cells,
                     const nb::bytes& known_mines) {
    const Grid grid(width, height);
    const auto count = static_cast<std::size_t>(grid.cell_count());
    if (cells.size() != count || (known_mines.size() != 0 && known_mines.size() != count))
        throw std::invalid_argument("one byte per cell is needed");
    const std::span clues(reinterpret_cast<const std::int8_t*>(cells.c_str()), count);
    for (const std::int8_t clue : clues)
        if (clue < kHidden || clue > 8) throw std::invalid_argument("cells are from -1 to 8");
    return {
        grid, mines, clues,
        std::span(reinterpret_cast<const std::uint8_t*>(known_mines.c_str()), known_mines.size())};
}

int hidden_index(const Posterior& posterior, int row, int column) {
    if (!posterior.grid().contains(row, column)) throw nb::index_error("the cell is off the board");
    const int index = posterior.grid().index(row, column);
    if (posterior.certainty(index) == Certainty::revealed)
        throw nb::value_error("the cell is revealed already");
    return index;
}

// A matrix (height, width) of the real cells of a padded array.
template <typename Get>
Matrix matrix_of(const Grid& grid, Get get) {
    auto* values = new double[static_cast<std::size_t>(grid.cell_count())];
    nb::capsule owner(values, [](void* p) noexcept { delete[] static_cast<double*>(p); });
    double* next = values;
    grid.for_each_cell([&](int index) { *next++ = get(index); });
    return Matrix(values,
                  {static_cast<std::size_t>(grid.height()), static_cast<std::size_t>(grid.width())},
                  owner);
}

template <typename Get>
nb::bytes certainty_bytes(const Grid& grid, Get get) {
    std::vector<char> bytes;
    bytes.reserve(static_cast<std::size_t>(grid.cell_count()));
    grid.for_each_cell([&](int index) { bytes.push_back(static_cast<char>(get(index))); });
    return nb::bytes(bytes.data(), bytes.size());
}

// Python's own whole numbers have no limit; this one is passed in two halves.
nb::object whole_number(UInt128 value) {
    const auto high = static_cast<std::uint64_t>(value >> 64),
               low = static_cast<std::uint64_t>(value);
    return high ? (nb::int_(high) << nb::int_(64)) | nb::int_(low) : nb::object(nb::int_(low));
}

nb::object exact_counts(const Posterior& posterior, double seconds, std::int64_t states) {
    std::optional<std::vector<Polynomial<UInt128>>> counts;
    {
        nb::gil_scoped_release release;
        Budget budget(seconds, states);
        counts = posterior.exact_counts(budget);
    }
    if (!counts) return nb::none();
    nb::list parts;
    for (const auto& count : *counts) {
        nb::list values;
        for (const UInt128 value : count.values) values.append(whole_number(value));
        parts.append(nb::make_tuple(count.k_min, values));
    }
    return parts;
}

nb::ndarray<nb::numpy, bool, nb::ndim<3>> sample(const Posterior& posterior, int count,
                                                 std::uint64_t seed) {
    if (count < 0) throw nb::value_error("the number of layouts cannot be negative");
    const Grid& grid = posterior.grid();
    const auto cells = static_cast<std::size_t>(grid.cell_count());
    auto* layouts = new bool[cells * static_cast<std::size_t>(count)]();
    nb::capsule owner(layouts, [](void* p) noexcept { delete[] static_cast<bool*>(p); });
    {
        nb::gil_scoped_release release;
        LayoutSampler sampler(posterior);
        Random random(seed);
        std::vector<std::int32_t> mines;
        for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
            sampler.draw(random, mines);
            for (const int mine : mines)
                layouts[i * cells + static_cast<std::size_t>(grid.ordinal(mine))] = true;
        }
    }
    return {layouts,
            {static_cast<std::size_t>(count), static_cast<std::size_t>(grid.height()),
             static_cast<std::size_t>(grid.width())},
            owner};
}

std::optional<std::pair<int, int>> cell_or_none(const Grid& grid, int index) {
    if (index < 0) return std::nullopt;
    return std::make_pair(grid.row(index), grid.column(index));
}

std::tuple<Matrix, Matrix, nb::bytes, double, int> estimate(int width, int height, int mines,
                                                            const nb::bytes& cells,
                                                            const nb::bytes& known_mines,
                                                            double seconds, std::int64_t states,
                                                            std::uint64_t seed) {
    const Position position = position_of(width, height, mines, cells, known_mines);
    const Estimate estimate = [&] {
        nb::gil_scoped_release release;
        Budget budget(seconds, states);
        return Estimator::estimate(position, budget, seed);
    }();
    const auto at = [](int index) { return static_cast<std::size_t>(index); };
    return std::make_tuple(
        matrix_of(position.grid, [&](int index) { return estimate.probability[at(index)]; }),
        matrix_of(position.grid, [&](int index) { return estimate.standard_error[at(index)]; }),
        certainty_bytes(position.grid, [&](int index) { return estimate.certainty[at(index)]; }),
        estimate.log_layouts, estimate.runs);
}

// Contradiction becomes _core.Contradiction(message, row, column), with None for the mine count.
void register_errors(nb::module_& module) {
    static PyObject* contradiction = nullptr;
    static PyObject* limit_reached = nullptr;
    contradiction = PyErr_NewException("sapper._core.Contradiction", PyExc_ValueError, nullptr);
    limit_reached = PyErr_NewException("sapper._core.LimitReached", PyExc_RuntimeError, nullptr);
    module.attr("Contradiction") = nb::handle(contradiction);
    module.attr("LimitReached") = nb::handle(limit_reached);
    nb::register_exception_translator([](const std::exception_ptr& error, void*) {
        try {
            std::rethrow_exception(error);
        } catch (const Contradiction& e) {
            PyErr_SetObject(contradiction, nb::make_tuple(e.what(), e.cell()).ptr());
        } catch (const LimitReached& e) {
            PyErr_SetString(limit_reached, e.what());
        }
    });
}

// Mines and safe cells that only counting has found, so that nobody takes them for choices.
void record_certain_cells(const Posterior& posterior, Knowledge& knowledge) {
    posterior.grid().for_each_cell([&](int index) {
        if (!knowledge.is_hidden(index)) return;
        if (posterior.certainty(index) == Certainty::mine) knowledge.record(index, Knowledge::mine);
        if (posterior.certainty(index) == Certainty::safe) knowledge.record(index, Knowledge::safe);
    });
    knowledge.propagate();
}

std::optional<std::tuple<std::int64_t, std::int64_t, std::vector<std::pair<int, int>>>>
solve_endgame(const Posterior& posterior, double seconds, std::int64_t layouts, std::size_t sets) {
    const Grid& grid = posterior.grid();
    EndgameSolver::Solution solution;
    std::vector<std::int32_t> best;
    bool is_solved = false;
    {
        nb::gil_scoped_release release;
        Budget budget(seconds, kDecisionStates);
        FastPosterior fast_posterior(grid, posterior.mines());
        Knowledge knowledge = posterior.knowledge();
        record_certain_cells(posterior, knowledge);
        fast_posterior.compute(knowledge, budget);
        const EndgameSolver::Limits limits{.max_layouts = layouts,
                                           .max_work = std::numeric_limits<std::int64_t>::max(),
                                           .max_entries = sets,
                                           .max_seconds = seconds,
                                           .is_interrupted = is_interrupted};
        is_solved =
            EndgameSolver().solve_all_cells(knowledge, fast_posterior, limits, solution, best);
    }
    raise_interruption();
    if (!is_solved) return std::nullopt;
    std::vector<std::pair<int, int>> cells;
    for (const int index : best) cells.emplace_back(grid.row(index), grid.column(index));
    return std::make_tuple(solution.wins, solution.layouts, cells);
}

using Cell = std::pair<int, int>;

std::tuple<std::optional<Cell>, bool, double, std::int64_t, std::int64_t,
           std::vector<std::tuple<Cell, std::int64_t, double>>>
search(const Posterior& posterior, double seconds, std::int64_t games) {
    const Grid& grid = posterior.grid();
    RolloutResult result;
    {
        nb::gil_scoped_release release;
        const Rules rules{grid.width(), grid.height(), posterior.mines(), Start::any};
        result = RolloutSearch(rules, kExpert, {seconds, games, is_interrupted})
                     .search(posterior.knowledge());
    }
    raise_interruption();
    std::vector<std::tuple<Cell, std::int64_t, double>> compared;
    for (const RolloutResult::CellStatistics& statistics : result.cells)
        compared.emplace_back(Cell{grid.row(statistics.cell), grid.column(statistics.cell)},
                              statistics.rollouts, statistics.wins);
    return {cell_or_none(grid, result.best),
            result.is_solved,
            result.win_probability,
            result.rollouts,
            result.wins,
            compared};
}

}  // namespace

void bind_posterior(nb::module_& module) {
    register_errors(module);

    module.def("estimate", &estimate, "width"_a, "height"_a, "mines"_a, "cells"_a, "known_mines"_a,
               "seconds"_a, "states"_a, "seed"_a,
               "(mine probability, standard error, certainty, log of layouts, runs) by sampling.");
    module.def(
        "choose_by_single_clues",
        [](int width, int height, int mines, const nb::bytes& cells) {
            const Position position = position_of(width, height, mines, cells, nb::bytes("", 0));
            const Decision decision = select_by_single_clues(Knowledge(position));
            return std::make_pair(cell_or_none(position.grid, decision.best), decision.risk);
        },
        "width"_a, "height"_a, "mines"_a, "cells"_a, "(cell, risk) without counting layouts.");
    module.def(
        "first_cell",
        [](const std::string& strategy, int width, int height, int mines,
           const std::string& start) {
            const Rules rules{width, height, mines, start_named(start)};
            const StrategyParameters& named = strategy_named(strategy);
            nb::gil_scoped_release release;
            const Grid grid = rules.grid();
            const int index = first_cell(rules, named);
            return std::make_pair(grid.row(index), grid.column(index));
        },
        "policy"_a, "width"_a, "height"_a, "mines"_a, "start"_a, "What the policy reveals first.");

    nb::class_<Posterior>(module, "Posterior", "All layouts that agree with a position, counted.")
        .def(
            "__init__",
            [](Posterior* self, int width, int height, int mines, const nb::bytes& cells,
               const nb::bytes& known_mines, double seconds, std::int64_t states) {
                const Position position = position_of(width, height, mines, cells, known_mines);
                nb::gil_scoped_release release;
                Budget budget(seconds, states);
                new (self) Posterior(position, budget);
            },
            "width"_a, "height"_a, "mines"_a, "cells"_a, "known_mines"_a, "seconds"_a, "states"_a)
        .def("mine_probability",
             [](const Posterior& posterior) {
                 return matrix_of(posterior.grid(),
                                  [&](int index) { return posterior.mine_probability(index); });
             })
        .def(
            "certainty",
            [](const Posterior& posterior) {
                return certainty_bytes(posterior.grid(),
                                       [&](int index) { return posterior.certainty(index); });
            },
            "A byte per cell: 0 nothing is certain, 1 safe, 2 a mine, 3 revealed.")
        .def_prop_ro("log_layouts", &Posterior::log_layouts)
        .def("exact_counts", &exact_counts, "seconds"_a, "states"_a,
             nb::sig("def exact_counts(self, seconds: float, states: int) -> "
                     "list[tuple[int, list[int]]] | None"),
             "For each component (fewest mines, [number of ways, ...]); None if they do not fit.")
        .def_prop_ro(
            "rest",
            [](const Posterior& posterior) {
                return std::make_pair(posterior.rest().cells, posterior.rest().mines);
            },
            "(cells off the frontier, mines that they and the components have together)")
        .def(
            "after_reveal",
            [](const Posterior& posterior, int row, int column, int clue, double seconds,
               std::int64_t states) {
                const int index = hidden_index(posterior, row, column);
                nb::gil_scoped_release release;
                Budget budget(seconds, states);
                return posterior.after_reveal(index, clue, budget);
            },
            "row"_a, "column"_a, "clue"_a, "seconds"_a, "states"_a)
        .def(
            "clue_distribution",
            [](const Posterior& posterior, int row, int column, double seconds,
               std::int64_t states) {
                const int index = hidden_index(posterior, row, column);
                nb::gil_scoped_release release;
                Budget budget(seconds, states);
                return posterior.clue_distribution(index, budget);
            },
            "row"_a, "column"_a, "seconds"_a, "states"_a,
            "The chances of clue 0 to 8, and last of a mine.")
        .def("sample", &sample, "count"_a, "seed"_a, "Layouts as bool (count, height, width).")
        .def(
            "best_cell",
            [](const Posterior& posterior, const std::string& strategy) {
                const StrategyParameters& named = strategy_named(strategy);
                nb::gil_scoped_release release;
                return cell_or_none(posterior.grid(), best_cell(posterior, named));
            },
            "policy"_a, "What the policy reveals next; None when only mines are left.")
        .def("optimum", &solve_endgame, "seconds"_a, "layouts"_a, "sets"_a,
             "(wins, layouts, best cells) under perfect play; None when a limit is reached.")
        .def("think", &search, "seconds"_a, "games"_a,
             "(best cell, whether the chance to win is exact, that chance, games, wins, "
             "[(cell, games, wins), ...]) by playing the position to its end.")
        .def_prop_ro("frontier_cells", &Posterior::frontier_cells)
        .def_prop_ro("width", &Posterior::width, "The most constraints open at once in a count.")
        .def_prop_ro("state_count", &Posterior::state_count);
}

}  // namespace sapper
