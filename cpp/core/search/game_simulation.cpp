#include "search/game_simulation.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <span>
#include <vector>

#include "board/game.hpp"
#include "inference/posterior.hpp"
#include "search/expert_move_selection.hpp"
#include "search/rollout_search.hpp"

namespace sapper {
namespace {

// A cached decision takes a few hundred bytes.
constexpr std::size_t kMaxCachedDecisions = 50'000;

// A single simulated game. Propagation follows each reveal, and the layouts are counted only if
// propagation finds no safe cell.
class Simulation {
   public:
    // The cached results of other rollouts from the same position.
    struct RolloutCache {
        std::unordered_map<std::uint64_t, Decision>& decisions;
        std::vector<GameSimulator::VisitedPosition>& visited;
    };

    Simulation(Game& game, Knowledge& knowledge, MoveSelector& selector, RolloutSearch* search,
               RolloutCache* cache = nullptr)
        : game_(game), knowledge_(knowledge), selector_(selector), search_(search), cache_(cache) {}

    GameResult play(int first) {
        const Rules& rules = game_.rules();
        const bool is_protected = rules.start != Start::any;
        guesses_ += !is_protected;
        reveal(first,
               is_protected ? 0.0 : static_cast<double>(rules.mines) / game_.grid().cell_count());
        play_to_end();
        const bool won = game_.status() == Status::won;
        return {won, moves_, guesses_, won ? std::numeric_limits<double>::quiet_NaN() : last_risk_,
                std::move(decision_seconds_)};
    }

    // Reveals `first` and plays the game to the end. If there is a cache, the simulation stops at
    // the first position with a cached continuation.
    GameSimulator::Rollout play_from(int first, const WinEstimate& win_estimate) {
        const std::size_t first_visited = cache_ ? cache_->visited.size() : 0;
        guess(first, 0.0, win_estimate);
        play_to_end();
        if (game_.is_over()) value_ = game_.status() == Status::won ? 1.0 : 0.0;
        if (cache_)
            for (auto& visited : std::span(cache_->visited).subspan(first_visited))
                visited.continuation = {value_, luck_ - visited.continuation.luck};
        return {value_, luck_};
    }

   private:
    void play_to_end() {
        while (!game_.is_over()) {
            reveal_safe_cells();
            if (!game_.is_over() && !make_decision()) return;
        }
    }

    void reveal(int index, double risk) {
        const std::size_t before = game_.opened().size();
        game_.reveal(index);
        ++moves_;
        last_risk_ = risk;
        if (game_.is_over()) return;
        knowledge_.reveal_all(game_.opened().subspan(before),
                              [this](int cell) { return game_.clue(cell); });
    }

    void reveal_safe_cells() {
        auto& safe = knowledge_.proved_safe();
        while (!safe.empty() && !game_.is_over()) {
            const int cell = safe.back();
            safe.pop_back();
            if (!game_.is_open(cell)) reveal(cell, 0.0);
        }
    }

    const Decision& select() {
        if (!cache_) return decision_ = selector_.select(knowledge_);
        auto& decisions = cache_->decisions;
        if (const auto found = decisions.find(knowledge_.key()); found != decisions.end())
            return found->second;
        if (decisions.size() >= kMaxCachedDecisions)
            return decision_ = selector_.select(knowledge_);
        return decisions[knowledge_.key()] = selector_.select(knowledge_);
    }

    // If another rollout has already visited the position, adds the cached continuation and returns
    // true. On the first visit, records the position and returns false.
    bool reuse_visited_position() {
        for (const auto& visited : cache_->visited)
            if (visited.key == knowledge_.key()) {
                value_ = visited.continuation.value;
                luck_ += visited.continuation.luck;
                return true;
            }
        cache_->visited.push_back({knowledge_.key(), {0.0, luck_}});
        return false;
    }

    // Counts the position's layouts, records all provably safe cells and known mines, and guesses
    // if no cell is safe. Returns false if the result of the rest of the game is already known.
    bool make_decision() {
        const auto begin = std::chrono::steady_clock::now();
        if (cache_ && reuse_visited_position()) return false;
        const Decision& decision = select();
        if (cache_ && decision.is_solved) {
            value_ = decision.win_probability;
            return false;
        }
        int best = decision.best;
        double risk = decision.risk;
        if (search_ && decision.safe.empty() && !decision.is_solved) {
            const RolloutResult result = search_->search(knowledge_, false);
            best = result.best;
            risk = result.risk;
        }
        decision_seconds_.push_back(
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
        for (const int mine : decision.mines) knowledge_.record(mine, Knowledge::mine);
        for (const int cell : decision.safe) knowledge_.record(cell, Knowledge::safe);
        knowledge_.propagate();
        auto& safe = knowledge_.proved_safe();
        safe.insert(safe.end(), decision.safe.begin(), decision.safe.end());
        if (!decision.safe.empty()) return true;
        guess(best, risk, decision.win_estimate);
        return true;
    }

    void guess(int cell, double risk, const WinEstimate& win_estimate) {
        ++guesses_;
        reveal(cell, risk);
        luck_ -= win_estimate.mean;
        if (game_.status() != Status::lost)
            luck_ += win_estimate.by_clue[static_cast<std::size_t>(game_.clue(cell))];
    }

    Game& game_;
    Knowledge& knowledge_;
    MoveSelector& selector_;
    RolloutSearch* const search_;
    RolloutCache* const cache_;
    Decision decision_;
    std::int32_t moves_ = 0, guesses_ = 0;
    double last_risk_ = 0.0;
    double value_ = 0.0, luck_ = 0.0;
    std::vector<double> decision_seconds_;
};

}

GameSimulator::GameSimulator(const Rules& rules, const StrategyParameters& parameters,
                             const RolloutBudget& budget)
    : first_cell_(first_cell(rules, parameters)), selector_(rules.grid(), rules.mines, parameters),
      game_(rules, 0), initial_knowledge_(game_.grid(), rules.mines),
      knowledge_(initial_knowledge_) {
    if (budget.seconds > 0.0) search_ = std::make_unique<RolloutSearch>(rules, parameters, budget);
}

GameSimulator::~GameSimulator() = default;

GameResult GameSimulator::play(std::uint64_t seed, int first) {
    game_.restart(seed);
    knowledge_ = initial_knowledge_;
    return Simulation(game_, knowledge_, selector_, search_.get())
        .play(first < 0 ? first_cell_ : first);
}

bool GameSimulator::wins_rollout(const Knowledge& position, std::span<const std::int32_t> mines,
                                 int first) {
    resume(position, mines);
    return Simulation(game_, knowledge_, selector_, nullptr).play_from(first, {}).value > 0.0;
}

GameSimulator::Rollout GameSimulator::rollout(const Knowledge& position,
                                              std::span<const std::int32_t> mines, int first,
                                              const WinEstimate& win_estimate) {
    resume(position, mines);
    if (!std::ranges::equal(layout_, mines)) {
        layout_.assign(mines.begin(), mines.end());
        visited_.clear();
    }
    Simulation::RolloutCache cache{decisions_, visited_};
    return Simulation(game_, knowledge_, selector_, nullptr, &cache).play_from(first, win_estimate);
}

void GameSimulator::resume(const Knowledge& position, std::span<const std::int32_t> mines) {
    knowledge_ = position;
    auto& safe = knowledge_.proved_safe();
    safe.clear();
    opened_.clear();
    game_.grid().for_each_cell([&](int index) {
        if (position.is_revealed(index)) opened_.push_back(index);
        if (position.state(index) == Knowledge::safe) safe.push_back(index);
    });
    game_.resume(mines, opened_);
}

}
