// Simulation of complete games and rollouts, entirely in C++.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "board/game.hpp"
#include "board/rules.hpp"
#include "search/expert_move_selection.hpp"

namespace sapper {

struct GameResult {
    bool won;
    std::int32_t moves;  // The number of reveals, including a losing reveal.
    // The number of guesses, excluding a first reveal that the start rule protects.
    std::int32_t guesses;
    // The mine probability of the losing reveal, or NaN after a win.
    double risk;
    std::vector<double> decision_seconds;  // The duration of each decision, in seconds.
};

class RolloutSearch;

// A simulator that plays games with one strategy and reuses its buffers between games.
class GameSimulator {
   public:
    // If `budget.seconds` is positive, a rollout search chooses every guess outside solved
    // endgames.
    GameSimulator(const Rules& rules, const StrategyParameters& parameters,
                  const RolloutBudget& budget = {});
    ~GameSimulator();

    // Plays the game with the given seed. `first` is the index of the first cell to reveal, or -1
    // to let the strategy choose.
    GameResult play(std::uint64_t seed, int first);
    // Reveals `first` and plays the position to the end on a consistent layout. Returns true if the
    // game is won.
    bool wins_rollout(const Knowledge& position, std::span<const std::int32_t> mines, int first);
    // The result of a rollout. To reduce variance, a solved endgame contributes its win probability
    // instead of an outcome. Luck has an expected value of 0 and serves as a control variate.
    struct Rollout {
        double value;
        double luck;  // The change in the win estimate at each guess, summed over all guesses.
    };
    // Reveals `first` and plays a rollout from the resulting position. Decisions are cached by
    // position. If two rollouts on the same layout reach the same position, the second rollout
    // reuses the first one's continuation.
    Rollout rollout(const Knowledge& position, std::span<const std::int32_t> mines, int first,
                    const WinEstimate& win_estimate);
    void clear_cache() { decisions_.clear(); }
    // A position visited by a rollout, and the rollout's result from that position onwards.
    struct VisitedPosition {
        std::uint64_t key;
        Rollout continuation;
    };

   private:
    void resume(const Knowledge& position, std::span<const std::int32_t> mines);

    const int first_cell_;  // The first cell that the strategy reveals.
    MoveSelector selector_;
    // The following members are reused by every game.
    Game game_;
    const Knowledge initial_knowledge_;
    Knowledge knowledge_;
    std::vector<std::int32_t> opened_;
    std::unordered_map<std::uint64_t, Decision> decisions_;  // Indexed by Zobrist key.
    std::vector<std::int32_t> layout_;                       // The layout of the last rollout.
    std::vector<VisitedPosition> visited_;  // The positions visited by rollouts on layout_.
    std::unique_ptr<RolloutSearch> search_;
};

}
