#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "cpu_time.hpp"
#include "search/game_simulation.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace sapper {
namespace {

using Columns = std::tuple<std::vector<int>, std::vector<int>, std::vector<int>,
                           std::vector<double>, double, std::vector<double>>;

// Rollout searches are limited by time only.
constexpr std::int64_t kUnlimitedRollouts = std::int64_t{1} << 50;

// Returns a simulator for these games. Each thread reuses its last simulator if the parameters match,
// which preserves the cached endgames of small boards.
GameSimulator& simulator_for(const Rules& rules, const std::string& strategy,
                             double rollout_seconds) {
    thread_local std::unique_ptr<GameSimulator> simulator;
    thread_local std::tuple<int, int, int, Start, std::string, double> parameters;
    const std::tuple requested{rules.width, rules.height, rules.mines,
                               rules.start, strategy,     rollout_seconds};
    if (!simulator || parameters != requested) {
        simulator = std::make_unique<GameSimulator>(
            rules, parse_strategy(strategy),
            RolloutBudget{rollout_seconds, kUnlimitedRollouts, is_interrupted});
        parameters = requested;
    }
    return *simulator;
}

Columns play_games(const std::string& strategy, int width, int height, int mines,
                   const std::string& start, std::uint64_t first_seed, int games,
                   std::optional<std::pair<int, int>> first, double rollout_seconds) {
    const Rules rules{width, height, mines, parse_start(start)};
    const Grid grid = rules.grid();
    int first_index = -1;
    if (first) {
        if (!grid.contains(first->first, first->second))
            throw nb::index_error("the first cell is not on the board");
        first_index = grid.index(first->first, first->second);
    }
    Columns columns;
    auto& [won, moves, guesses, risks, cpu_seconds, decision_seconds] = columns;
    {
        nb::gil_scoped_release release;
        GameSimulator& simulator = simulator_for(rules, strategy, rollout_seconds);
        const double begin = thread_cpu_seconds();
        // Games without rollouts are too short to poll for interruptions.
        for (int game = 0; game < games && !(rollout_seconds > 0.0 && is_interrupted()); ++game) {
            const GameResult result =
                simulator.play(first_seed + static_cast<std::uint64_t>(game), first_index);
            won.push_back(result.won);
            moves.push_back(result.moves);
            guesses.push_back(result.guesses);
            risks.push_back(result.risk);
            decision_seconds.insert(decision_seconds.end(), result.decision_seconds.begin(),
                                    result.decision_seconds.end());
        }
        cpu_seconds = thread_cpu_seconds() - begin;
    }
    raise_interruption();
    return columns;
}

}  // namespace

const StrategyParameters& parse_strategy(const std::string& name) {
    if (name == "exact") return kExact;
    if (name == "expert") return kExpert;
    throw std::invalid_argument("unknown native strategy: " + name);
}

void bind_game_simulation(nb::module_& module) {
    module.def("play_games", &play_games, "strategy"_a, "width"_a, "height"_a, "mines"_a, "start"_a,
               "first_seed"_a, "games"_a, "first"_a.none(), "rollout_seconds"_a,
               "Play seeded games and return (won, moves, guesses, risks, CPU seconds, decision "
               "times).");
    module.attr("DECISION_STATES") = kDecisionStates;
}

}  // namespace sapper
