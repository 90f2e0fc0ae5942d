// Thinking about a position: it is played to the end on layouts drawn from all that are possible.
//
// Each cell that is worth a thought is revealed on the same layouts, and the game is played on by the
// policy up to an endgame, which counts as its chance to win. The luck that its guesses had on the way is
// known, as their odds are, and is taken out: fewer rollouts tell as much. What the policy thought before counts
// as well: it is rarely far off, and a few rollouts should not overrule it. A cell from which little more can be
// hoped for than from the best is dropped; the rest go on until the effort is spent. Last, the chosen cell is
// played to the very end on fresh layouts: how often it wins then was no reason to choose it, and so is an
// honest estimate of the chance to win.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "board/random.hpp"
#include "inference/layout_sampler.hpp"
#include "inference/posterior.hpp"
#include "search/game_simulation.hpp"
#include "search/move_selection.hpp"

namespace sapper {

struct RolloutResult {
    struct CellStatistics {
        std::int32_t cell;
        std::int64_t rollouts;
        double wins;  // an endgame counts as its chance
    };
    int best = -1;  // -1 when only certain mines are left
    double risk = 1.0;
    std::vector<CellStatistics> cells;  // what was compared, in the order of the policy
    bool is_solved = false;             // `chance` is exact, for best play
    double win_probability = 0.0;       // to win
    std::int64_t rollouts =
        0;  // fresh ones, by which the chance is estimated; 0 when there are none
    std::int64_t wins = 0;
};

class RolloutSearch {
   public:
    RolloutSearch(const Rules& rules, const StrategyParameters& parameters,
                  const RolloutBudget& budget);

    // The same position gets the same thought if the number of rollouts is the limit. Of a position that
    // cannot be counted, only what the policy thinks. Without the chance to win, all effort goes into the comparison.
    RolloutResult search(const Knowledge& knowledge, bool estimates_win_probability = true);

   private:
    static constexpr std::size_t kMaxCandidates = 8;
    // What one cell won more than another on the same layouts, and how much more luck it had: sums over the rollouts.
    struct PairedSums {
        double wins = 0.0, luck = 0.0;
        double wins_squared = 0.0, luck_squared = 0.0, product = 0.0;
    };
    struct Candidate {
        std::int32_t cell;
        double relative_score;  // of the policy, as a share of its best
        WinEstimate win_estimate;
        bool is_eliminated = false;
        std::int64_t rollouts = 0;
        double wins = 0.0;
        std::array<PairedSums, kMaxCandidates> paired_sums{};  // over each other
    };
    // How much more often a cell wins than another, and how far off that may be: one standard error.
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
    double prior_error_ = 0.0;  // of the policy, as a share of the chance to win
};

}  // namespace sapper
