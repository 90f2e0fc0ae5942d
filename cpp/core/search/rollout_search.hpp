// A rollout search for positions that require a guess.
//
// The search reveals each candidate on the same sampled layouts. The strategy then plays until the
// game ends or the endgame is solved. Luck serves as a control variate, and the strategy's scores
// serve as a prior. Candidates whose expected gain over the leader is negligible are eliminated.
// Finally, rollouts that reveal the chosen cell on fresh layouts yield an unbiased estimate of the
// win probability.
//
// The search has time and rollout limits and compares at most 8 candidates.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "board/random.hpp"
#include "inference/layout_sampler.hpp"
#include "inference/posterior.hpp"
#include "search/expert_move_selection.hpp"
#include "search/game_simulation.hpp"

namespace sapper {

struct RolloutResult {
    struct CellStatistics {
        std::int32_t cell;
        std::int64_t rollouts;
        double wins;  // The number of wins, to which a solved endgame adds its win probability.
    };
    int best = -1;  // The cell to reveal, or -1 if every hidden cell is a known mine.
    double risk = 1.0;
    std::vector<CellStatistics> cells;  // The candidates, in order of strategy score.
    bool is_solved = false;             // True if the win probability is exact.
    double win_probability = 0.0;
    // The number of rollouts behind the win probability, or 0 if there were none.
    std::int64_t rollouts = 0;
    std::int64_t wins = 0;
};

class RolloutSearch {
   public:
    RolloutSearch(const Rules& rules, const StrategyParameters& parameters,
                  const RolloutBudget& budget);

    // Searches a position. If the number of rollouts is the only limit, the result is reproducible.
    // If counting the position exceeds a limit, the search returns the strategy's decision. If
    // `estimates_win_probability` is false, the search spends its whole budget on comparing the
    // candidates.
    RolloutResult search(const Knowledge& knowledge, bool estimates_win_probability = true);

   private:
    static constexpr std::size_t kMaxCandidates = 8;
    // Running sums for the paired comparison of two candidates on the same layouts: the differences
    // in wins and in luck, their squares and their products.
    struct PairedSums {
        double wins = 0.0, luck = 0.0;
        double wins_squared = 0.0, luck_squared = 0.0, product = 0.0;
    };
    struct Candidate {
        std::int32_t cell;
        double relative_score;  // The candidate's score divided by the best score.
        WinEstimate win_estimate;
        bool is_eliminated = false;
        std::int64_t rollouts = 0;
        double wins = 0.0;
        // The paired sums, indexed by the other candidate.
        std::array<PairedSums, kMaxCandidates> paired_sums{};
    };
    // The estimated difference in win probability between two candidates.
    struct PairedEstimate {
        double mean, standard_error;
    };
    void run_rollouts(const Knowledge& knowledge, const Decision& decision,
                      bool estimates_win_probability, const Budget& total, RolloutResult& result);
    void select_candidates(const Decision& decision);
    void compare_candidates(const Knowledge& knowledge, LayoutSampler& sampler,
                            std::int64_t max_rollouts, const Budget& budget);
    void run_round(const Knowledge& knowledge, LayoutSampler& sampler, const Budget& budget);
    void eliminate_candidates();
    PairedEstimate paired_difference(std::size_t of, std::size_t over) const;
    std::size_t leader() const;
    void estimate(const Knowledge& knowledge, LayoutSampler& sampler, const Budget& budget,
                  RolloutResult& result);

    const RolloutBudget budget_;
    MoveSelector selector_;
    GameSimulator simulator_;
    Random random_{0};
    std::vector<std::int32_t> mines_;
    std::vector<Candidate> candidates_;
    double prior_error_ = 0.0;  // The prior's relative error in the current position.
};

}
