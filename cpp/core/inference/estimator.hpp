// Monte Carlo estimates for positions that are too wide to count exactly.
//
// Each run is a dynamic programming pass with unbiased resampling of its layers. Several
// independent runs, weighted by their layout count estimates, yield the probabilities and their
// standard errors.
//
// In the widest positions, no run finds a layout. The estimator then relaxes the problem by
// dropping the clues in pairs of adjacent rows or columns at regular intervals. The remaining
// stripes are narrow enough to count. Different runs drop different clues, and the spread of their
// results measures the effect of the dropped clues.
//
// The budget bounds the running time of the estimate.
#pragma once

#include <cstdint>
#include <vector>

#include "inference/posterior.hpp"

namespace sapper {

struct Estimate {
    std::vector<double> probability;     // Indexed by cell.
    std::vector<double> standard_error;  // Indexed by cell.
    std::vector<Certainty> certainty;    // Each cell's certainty, determined by propagation alone.
    double log_layouts = 0.0;
    int runs = 0;
};

class Estimator {
   public:
    // Estimates the probabilities within the budget. Throws Contradiction if a component has no
    // solution, or LimitReached if fewer than two runs finish.
    static Estimate estimate(const Position& position, Budget& budget, std::uint64_t seed);

    struct Run {
        double log_layouts;
        std::vector<double> probability;  // Indexed by cell.
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

    Posterior base_;  // The posterior that contains all exactly counted components.
    // The components that are counted exactly, and those that are estimated.
    std::vector<Component> narrow_, wide_;
    Budget& budget_;
    Random random_;
    std::vector<Run> runs_;
    bool is_relaxed_ = false;
};

}
