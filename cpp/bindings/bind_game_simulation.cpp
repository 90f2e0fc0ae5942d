#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
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

// The results of a batch of games, in seed order. The Python protocol BatchResult documents the
// fields.
struct GameBatch {
    std::vector<int> won;
    std::vector<int> moves;
    std::vector<int> guesses;
    std::vector<double> risks;
    double seconds = 0.0;
    std::vector<double> decision_seconds;
};

// A rollout limit that is never reached, so that only the time limit applies.
constexpr std::int64_t kUnlimitedRollouts = std::int64_t{1} << 50;

// Returns a simulator for the given rules, strategy and rollout time. If the parameters have not
// changed, each thread reuses its simulator and the endgames it has cached for small boards.
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

GameBatch play_games(const std::string& strategy, int width, int height, int mines,
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
    GameBatch batch;
    {
        nb::gil_scoped_release release;
        GameSimulator& simulator = simulator_for(rules, strategy, rollout_seconds);
        const double begin = thread_cpu_seconds();
        // Only games with rollouts take long enough to need an interruption check.
        for (int game = 0; game < games && !(rollout_seconds > 0.0 && is_interrupted()); ++game) {
            const GameResult result =
                simulator.play(first_seed + static_cast<std::uint64_t>(game), first_index);
            batch.won.push_back(result.won);
            batch.moves.push_back(result.moves);
            batch.guesses.push_back(result.guesses);
            batch.risks.push_back(result.risk);
            batch.decision_seconds.insert(batch.decision_seconds.end(),
                                          result.decision_seconds.begin(),
                                          result.decision_seconds.end());
        }
        batch.seconds = thread_cpu_seconds() - begin;
    }
    raise_interruption();
    return batch;
}

}

const StrategyParameters& parse_strategy(const std::string& name) {
    if (name == "exact") return kExact;
    if (name == "expert") return kExpert;
    throw std::invalid_argument("unknown native strategy: " + name);
}

void bind_game_simulation(nb::module_& module) {
    nb::class_<GameBatch>(module, "GameBatch",
                          "The results of a batch of games, in the order of their seeds.")
        .def_ro("won", &GameBatch::won)
        .def_ro("moves", &GameBatch::moves)
        .def_ro("guesses", &GameBatch::guesses)
        .def_ro("risks", &GameBatch::risks)
        .def_ro("seconds", &GameBatch::seconds)
        .def_ro("decision_seconds", &GameBatch::decision_seconds);
    module.def("play_games", &play_games, nb::kw_only(), "strategy"_a, "width"_a, "height"_a,
               "mines"_a, "start"_a, "first_seed"_a, "games"_a, "first"_a = nb::none(),
               "rollout_seconds"_a = 0.0, "Play games with consecutive seeds.");
    module.attr("DECISION_STATES") = kDecisionStates;
}

}
