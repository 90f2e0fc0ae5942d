#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <limits>
#include <memory>
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
#include "search/expert_move_selection.hpp"
#include "search/rollout_search.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace sapper {

Position make_position(int width, int height, int mines, const nb::bytes& cells,
                       const nb::bytes& known_mines) {
    const Grid grid(width, height);
    const auto count = static_cast<std::size_t>(grid.cell_count());
    if (cells.size() != count || (known_mines.size() != 0 && known_mines.size() != count))
        throw std::invalid_argument("cells and known mines must have one byte per cell");
    const std::span clues(reinterpret_cast<const std::int8_t*>(cells.c_str()), count);
    for (const std::int8_t clue : clues)
        if (clue < kHidden || clue > 8) throw std::invalid_argument("cells must be -1 to 8");
    return {
        grid, mines, clues,
        std::span(reinterpret_cast<const std::uint8_t*>(known_mines.c_str()), known_mines.size())};
}

namespace {

using Matrix = nb::ndarray<nb::numpy, const double, nb::ndim<2>>;

int hidden_index(const Posterior& posterior, int row, int column) {
    if (!posterior.grid().contains(row, column))
        throw nb::index_error("the cell is not on the board");
    const int index = posterior.grid().index(row, column);
    if (posterior.certainty(index) == Certainty::revealed)
        throw nb::value_error("the cell is already revealed");
    return index;
}

// Returns a (height, width) array that contains get(index) for each cell.
template <typename Get>
Matrix matrix_of(const Grid& grid, Get get) {
    auto values = std::make_unique<double[]>(static_cast<std::size_t>(grid.cell_count()));
    double* next = values.get();
    grid.for_each_cell([&](int index) { *next++ = get(index); });
    return owned_array<const double>(std::move(values), grid.height(), grid.width());
}

template <typename Get>
nb::bytes certainty_bytes(const Grid& grid, Get get) {
    std::vector<char> bytes;
    bytes.reserve(static_cast<std::size_t>(grid.cell_count()));
    grid.for_each_cell([&](int index) { bytes.push_back(static_cast<char>(get(index))); });
    return nb::bytes(bytes.data(), bytes.size());
}

nb::object python_int(const UInt128& value) {
    const nb::int_ low(value.low());
    return value.high() ? (nb::int_(value.high()) << nb::int_(64)) | low : nb::object(low);
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
        for (const UInt128& value : count.values) values.append(python_int(value));
        parts.append(nb::make_tuple(count.k_min, values));
    }
    return parts;
}

nb::ndarray<nb::numpy, bool, nb::ndim<3>> sample(const Posterior& posterior, int count,
                                                 std::uint64_t seed) {
    if (count < 0) throw nb::value_error("the number of layouts must not be negative");
    const Grid& grid = posterior.grid();
    const auto cells = static_cast<std::size_t>(grid.cell_count());
    auto layouts = std::make_unique<bool[]>(cells * static_cast<std::size_t>(count));
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
    return owned_array<bool>(std::move(layouts), count, grid.height(), grid.width());
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
    const Position position = make_position(width, height, mines, cells, known_mines);
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

// Records the safe cells and mines that counting found and propagation missed, so that the search
// skips them.
void record_certain_cells(const Posterior& posterior, Knowledge& knowledge) {
    posterior.grid().for_each_cell([&](int index) {
        if (!knowledge.is_hidden(index)) return;
        if (posterior.certainty(index) == Certainty::mine) knowledge.record(index, Knowledge::mine);
        if (posterior.certainty(index) == Certainty::safe) knowledge.record(index, Knowledge::safe);
    });
    knowledge.propagate();
}

std::optional<std::tuple<std::int64_t, std::int64_t, std::vector<std::pair<int, int>>>>
solve_endgame(const Posterior& posterior, double seconds, std::int64_t max_layouts,
              std::size_t max_entries) {
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
        const EndgameSolver::Limits limits{.max_layouts = max_layouts,
                                           .max_work = std::numeric_limits<std::int64_t>::max(),
                                           .max_entries = max_entries,
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

struct CandidateStatistics {
    Cell cell;
    std::int64_t rollouts;
    double wins;
};

// The result of a rollout search. The Python class RolloutResult documents the fields.
struct RolloutStatistics {
    std::optional<Cell> best;
    bool is_solved;
    double win_probability;
    std::int64_t rollouts;
    std::int64_t wins;
    std::vector<CandidateStatistics> candidates;
};

RolloutStatistics search_rollouts(const Posterior& posterior, double seconds,
                                  std::int64_t max_rollouts) {
    const Grid& grid = posterior.grid();
    RolloutResult result;
    {
        nb::gil_scoped_release release;
        const Rules rules{grid.width(), grid.height(), posterior.mines(), Start::any};
        result = RolloutSearch(rules, kExpert, {seconds, max_rollouts, is_interrupted})
                     .search(posterior.knowledge());
    }
    raise_interruption();
    RolloutStatistics statistics{cell_or_none(grid, result.best),
                                 result.is_solved,
                                 result.win_probability,
                                 result.rollouts,
                                 result.wins,
                                 {}};
    for (const auto& [cell, rollouts, wins] : result.cells)
        statistics.candidates.push_back({{grid.row(cell), grid.column(cell)}, rollouts, wins});
    return statistics;
}

}

void bind_posterior(nb::module_& module) {
    module.def("estimate", &estimate, "width"_a, "height"_a, "mines"_a, "cells"_a, "known_mines"_a,
               "seconds"_a, "states"_a, "seed"_a,
               "Return (mine probability, standard error, certainty, log of layouts, runs) of an "
               "estimate.");
    module.def(
        "select_by_single_clues",
        [](int width, int height, int mines, const nb::bytes& cells) {
            const Position position = make_position(width, height, mines, cells, nb::bytes("", 0));
            const Decision decision = select_by_single_clues(Knowledge(position));
            return std::make_pair(cell_or_none(position.grid, decision.best), decision.risk);
        },
        "width"_a, "height"_a, "mines"_a, "cells"_a,
        "Return the least risky cell by single clues, without counting layouts, and its risk.");
    module.def(
        "first_cell",
        [](const std::string& strategy, int width, int height, int mines,
           const std::string& start) {
            const Rules rules{width, height, mines, parse_start(start)};
            const StrategyParameters& named = parse_strategy(strategy);
            nb::gil_scoped_release release;
            const Grid grid = rules.grid();
            const int index = first_cell(rules, named);
            return std::make_pair(grid.row(index), grid.column(index));
        },
        "strategy"_a, "width"_a, "height"_a, "mines"_a, "start"_a,
        "Return the first cell that the strategy reveals.");

    nb::class_<CandidateStatistics>(module, "CandidateStatistics",
                                    "The rollouts that begin with one candidate cell.")
        .def_ro("cell", &CandidateStatistics::cell)
        .def_ro("rollouts", &CandidateStatistics::rollouts)
        .def_ro("wins", &CandidateStatistics::wins);
    nb::class_<RolloutStatistics>(module, "RolloutStatistics", "The result of a rollout search.")
        .def_ro("best", &RolloutStatistics::best)
        .def_ro("is_solved", &RolloutStatistics::is_solved)
        .def_ro("win_probability", &RolloutStatistics::win_probability)
        .def_ro("rollouts", &RolloutStatistics::rollouts)
        .def_ro("wins", &RolloutStatistics::wins)
        .def_ro("candidates", &RolloutStatistics::candidates);

    nb::class_<Posterior>(
        module, "Posterior",
        "The exact probabilities of a position, from counting its consistent layouts.")
        .def(
            "__init__",
            [](Posterior* self, int width, int height, int mines, const nb::bytes& cells,
               const nb::bytes& known_mines, double seconds, std::int64_t states) {
                const Position position = make_position(width, height, mines, cells, known_mines);
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
            "Return a byte per cell: 0 uncertain, 1 safe, 2 mine, 3 revealed.")
        .def_prop_ro("log_layouts", &Posterior::log_layouts)
        .def("exact_counts", &exact_counts, "seconds"_a, "states"_a,
             nb::sig("def exact_counts(self, seconds: float, states: int) -> "
                     "list[tuple[int, list[int]]] | None"),
             "Return (minimum mines, solutions by number of mines) per component, or None if a "
             "count does not fit into 128 bits.")
        .def_prop_ro(
            "rest",
            [](const Posterior& posterior) {
                return std::make_pair(posterior.rest().cells, posterior.rest().mines);
            },
            "The number of cells off the frontier, and of undetermined mines on the whole board.")
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
            "Return the probabilities of clues 0 to 8, followed by that of a mine.")
        .def("sample", &sample, "count"_a, "seed"_a,
             "Return uniformly sampled layouts as bool (count, height, width).")
        .def(
            "best_cell",
            [](const Posterior& posterior, const std::string& strategy) {
                const StrategyParameters& named = parse_strategy(strategy);
                nb::gil_scoped_release release;
                return cell_or_none(posterior.grid(), best_cell(posterior, named));
            },
            "strategy"_a,
            "Return the cell that the strategy reveals next, or None if only mines are left.")
        .def("solve_endgame", &solve_endgame, "seconds"_a, "max_layouts"_a, "max_entries"_a,
             "Return (wins, layouts, best cells) of perfect play, or None if a limit is exceeded.")
        .def("search_rollouts", &search_rollouts, "seconds"_a, "max_rollouts"_a,
             "Compare the candidates by rollouts on sampled layouts.")
        .def_prop_ro("frontier_cells", &Posterior::frontier_cells)
        .def_prop_ro("width", &Posterior::width,
                     "The maximum number of constraints that are open at once in a count.")
        .def_prop_ro("state_count", &Posterior::state_count);
}

}
