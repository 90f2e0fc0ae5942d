// Simulation of complete games and of rollouts, without Python between the moves.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "board/field.hpp"
#include "board/rules.hpp"
#include "search/move_selection.hpp"

namespace sapper {

struct GameResult {
    bool won;
    std::int32_t moves;                    // The number of reveals, including a losing one.
    std::int32_t guesses;                  // Uncertain reveals, except a protected first one.
    double risk;                           // The risk of the losing reveal, or NaN after a win.
    std::vector<double> decision_seconds;  // The time of each counted decision.
};

class RolloutSearch;

// Plays games with one strategy and reuses its memory between games.
class GameSimulator {
   public:
    // If the budget is not zero, a rollout search decides every guess.
    GameSimulator(const Rules& rules, const StrategyParameters& parameters,
                  const RolloutBudget& budget = {});
    ~GameSimulator();

    // Plays the game with the given seed. `first` is the index of the first reveal, or -1 for the
    // strategy's choice.
    GameResult play(std::uint64_t seed, int first);
    // Plays a position to the end on a consistent layout, starting with `first`. Returns true for a
    // win.
    bool wins_rollout(const Knowledge& position, std::span<const std::int32_t> mines, int first);
    // The result of a rollout. A solved endgame counts as its win probability, which reduces the
    // variance. The luck has expectation 0 and serves as a control variate.
    struct Rollout {
        double value;
        double luck;  // The sum of outcome minus estimate over all guesses.
    };
    // Plays a rollout from a position, starting with `first`. Decisions are cached by position. If
    // two rollouts on one layout reach the same position, the second rollout reuses the
    // continuation of the first.
    Rollout rollout(const Knowledge& position, std::span<const std::int32_t> mines, int first,
                    const WinEstimate& win_estimate);
    void clear_cache() { decisions_.clear(); }
    // A position that a rollout visited, with the rollout's continuation.
    struct VisitedPosition {
        std::uint64_t key;
        Rollout continuation;
    };

   private:
    void resume(const Knowledge& position, std::span<const std::int32_t> mines);

    const int first_cell_;  // The strategy's first reveal.
    MoveSelector selector_;
    // These members are reused by every game.
    Field field_;
    const Knowledge initial_knowledge_;
    Knowledge knowledge_;
    std::vector<std::int32_t> opened_;
    std::unordered_map<std::uint64_t, Decision> decisions_;  // Indexed by Zobrist key.
    std::vector<std::int32_t> layout_;                       // The layout of the last rollout.
    std::vector<VisitedPosition> visited_;  // The positions visited on that layout.
    std::unique_ptr<RolloutSearch> search_;
};

}  // namespace sapper
