// Monte Carlo estimates for positions too wide to count.
//
// Each run resamples the layers of the dynamic programme without bias: see Resampling. Several
// independent runs, weighted by their number of layouts, yield the probabilities and standard
// errors.
//
// In the widest positions no run finds a layout. The problem is then relaxed: two of every few rows
// or columns of clues are dropped, which leaves stripes narrow enough to count. Each run drops
// other clues, and the spread of the runs measures their influence.
//
// The running time is bounded by the budget.
#pragma once

#include <cstdint>
#include <vector>

#include "inference/posterior.hpp"

namespace sapper {

struct Estimate {
    std::vector<double> probability;     // By index.
    std::vector<double> standard_error;  // By index.
    std::vector<Certainty> certainty;    // By index, from propagation only.
    double log_layouts = 0.0;
    int runs = 0;
};

class Estimator {
   public:
    // Estimates within the budget. Throws Contradiction if a component has no solution, and
    // LimitReached if fewer than two runs finish.
    static Estimate estimate(const Position& position, Budget& budget, std::uint64_t seed);

    struct Run {
        double log_layouts;
        std::vector<double> probability;  // By index.
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

    Posterior base_;                        // Includes the exactly counted components.
    std::vector<Component> narrow_, wide_;  // Counted exactly, and estimated.
    Budget& budget_;
    Random random_;
    std::vector<Run> runs_;
    bool is_relaxed_ = false;
};

}  // namespace sapper
