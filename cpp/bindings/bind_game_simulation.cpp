#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <ctime>
#include <memory>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "search/game_simulation.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace sapper {
namespace {

using Columns = std::tuple<std::vector<int>, std::vector<int>, std::vector<int>,
                           std::vector<double>, double, std::vector<double>>;

// Thinking is limited by time.
constexpr std::int64_t kUnlimitedRollouts = std::int64_t{1} << 50;

double thread_cpu_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// The player of this thread's last games, if it is for the same ones: what small boards have taught it counts on.
GameSimulator& simulator_for(const Rules& rules, const std::string& strategy, double search) {
    thread_local std::unique_ptr<GameSimulator> simulator;
    thread_local std::tuple<int, int, int, Start, std::string, double> parameters;
    const std::tuple requested{rules.width, rules.height, rules.mines,
                               rules.start, strategy,     search};
    if (!simulator || parameters != requested) {
        simulator = std::make_unique<GameSimulator>(
            rules, strategy_named(strategy),
            RolloutBudget{search, kUnlimitedRollouts, is_interrupted});
        parameters = requested;
    }
    return *simulator;
}

Columns play_games(const std::string& strategy, int width, int height, int mines,
                   const std::string& start, std::uint64_t first_seed, int games,
                   std::optional<std::pair<int, int>> first, double search) {
    const Rules rules{width, height, mines, start_named(start)};
    const Grid grid = rules.grid();
    int first_index = -1;
    if (first) {
        if (!grid.contains(first->first, first->second))
            throw nb::index_error("the first cell is off the board");
        first_index = grid.index(first->first, first->second);
    }
    Columns columns;
    auto& [won, moves, guesses, risks, seconds, slowest] = columns;
    {
        nb::gil_scoped_release release;
        GameSimulator& simulator = simulator_for(rules, strategy, search);
        const double begin = thread_cpu_seconds();
        // Only games of thinking are long enough to ask between them.
        for (int game = 0; game < games && !(search > 0.0 && is_interrupted()); ++game) {
            const GameResult outcome =
                simulator.play(first_seed + static_cast<std::uint64_t>(game), first_index);
            won.push_back(outcome.won);
            moves.push_back(outcome.moves);
            guesses.push_back(outcome.guesses);
            risks.push_back(outcome.risk);
            slowest.insert(slowest.end(), outcome.decision_seconds.begin(),
                           outcome.decision_seconds.end());
        }
        seconds = thread_cpu_seconds() - begin;
    }
    raise_interruption();
    return columns;
}

}  // namespace

const StrategyParameters& strategy_named(const std::string& name) {
    if (name == "exact") return kExact;
    if (name == "expert") return kExpert;
    throw std::invalid_argument("no policy is called " + name);
}

void bind_game_simulation(nb::module_& module) {
    module.def("play_games", &play_games, "policy"_a, "width"_a, "height"_a, "mines"_a, "start"_a,
               "first_seed"_a, "games"_a, "first"_a.none(), "think"_a,
               "(won, moves, guesses, risks, CPU seconds, seconds of each decision) by a policy.");
    module.attr("DECISION_STATES") = kDecisionStates;
}

}  // namespace sapper
