// Whole games by the core itself, for benchmarks: no Python between two reveals.
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
    std::int32_t moves;    // reveals, the losing one included
    std::int32_t guesses;  // reveals that were not certain; a protected first one is none
    double risk;           // of the reveal that lost; NaN in a game that was won
    std::vector<double> decision_seconds;  // of the positions that had to be counted
};

class RolloutSearch;

// Plays by a policy, one game after the other.
class GameSimulator {
   public:
    // With some effort it thinks about each guess; see thinking.hpp.
    GameSimulator(const Rules& rules, const StrategyParameters& parameters,
                  const RolloutBudget& budget = {});
    ~GameSimulator();

    // The game on the board of the seed. `first` is the index of the first reveal; -1 leaves it to the
    // policy.
    GameResult play(std::uint64_t seed, int first);
    // Whether a position is won that is played on from a reveal of `first`, on one of its layouts.
    bool wins_rollout(const Knowledge& position, std::span<const std::int32_t> mines, int first);
    // The same, but a game that comes to an endgame counts as its chance to win: less luck, and sooner. How much
    // luck the guesses had, `first` included, is 0 on average.
    struct Rollout {
        double value;
        double luck;  // the sum over all guesses of what came beyond their prospect
    };
    // Many games from the same position come to the same decisions, so these are remembered. Two games on the same
    // layout often meet in one position, and go on alike: the second ends there.
    Rollout rollout(const Knowledge& position, std::span<const std::int32_t> mines, int first,
                    const WinEstimate& win_estimate);
    void clear_cache() { decisions_.clear(); }
    // A position that a game came to, and how it went on from there.
    struct VisitedPosition {
        std::uint64_t key;
        Rollout continuation;
    };

   private:
    void resume(const Knowledge& position, std::span<const std::int32_t> mines);

    const int first_cell_;  // what the policy reveals first
    MoveSelector selector_;
    // Used again and again: a game begins without new memory.
    Field field_;
    const Knowledge initial_knowledge_;
    Knowledge knowledge_;
    std::vector<std::int32_t> opened_;
    std::unordered_map<std::uint64_t, Decision> decisions_;  // by the position's name
    std::vector<std::int32_t> layout_;                       // of the last course,
    std::vector<VisitedPosition> visited_;                   // and what was met on it
    std::unique_ptr<RolloutSearch> search_;
};

}  // namespace sapper
