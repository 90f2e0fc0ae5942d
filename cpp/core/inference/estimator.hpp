// Odds of positions that are too wide to be counted: a random part of the states stands for all.
//
// Each run counts with thinned layers (see Thinning): every state that is left out is made up for, on
// average, by those that stay. Several independent runs, weighted by the layouts that each found, give
// the odds and how far they may be off.
//
// In the widest positions such runs find no layout at all. Then the board is cut: the clues of two in every so
// many columns or rows are left out, which leaves stripes that can be counted, and each run cuts
// elsewhere. Such odds know of most clues but not of all; the spread of the runs tells how much the
// left-out clues matter.
#pragma once

#include <cstdint>
#include <vector>

#include "inference/posterior.hpp"

namespace sapper {

struct Estimate {
    std::vector<double> probability;     // by index
    std::vector<double> standard_error;  // by index
    std::vector<Certainty> certainty;    // by index; only what single clues prove
    double log_layouts = 0.0;
    int runs = 0;
};

class Estimator {
   public:
    // Estimates within the budget. Throws Contradiction when a component has no solution, and
    // LimitReached when not even two rough runs could be finished.
    static Estimate estimate(const Position& position, Budget& budget, std::uint64_t seed);

    struct Run {
        double log_layouts;
        std::vector<double> probability;  // by index
    };

   private:
    Estimator(const Position& position, Budget& budget, std::uint64_t seed);
    void count_narrow_components();
    void balance_tilt();
    void collect_runs();
    void run_once(std::int32_t max_states);
    void collect_relaxed_runs();
    void run_relaxed(int stripe_width, int number, Budget& budget);
    Estimate result() const;

    Posterior base_;                        // with the components that were counted exactly
    std::vector<Component> narrow_, wide_;  // those, and the others
    Budget& budget_;
    Random random_;
    std::vector<Run> runs_;
    bool is_relaxed_ = false;
};

}  // namespace sapper
