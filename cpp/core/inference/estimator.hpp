// Monte Carlo estimates for positions too wide to count.
//
// Each run is a dynamic programme whose layers are resampled without bias. Several independent
// runs, weighted by their number of layouts, yield the probabilities and standard errors.
//
// In the widest positions no run finds a layout. The problem is then relaxed by dropping the clues
// of two adjacent rows or columns at regular intervals, which leaves stripes narrow enough to
// count. Each run drops other clues, and the spread of the runs measures their influence.
//
// The running time is bounded by the budget.
#pragma once

#include <cstdint>
#include <vector>

#include "inference/posterior.hpp"

namespace sapper {

struct Estimate {
    std::vector<double> probability;     // Indexed by cell.
    std::vector<double> standard_error;  // Indexed by cell.
    std::vector<Certainty> certainty;    // Indexed by cell, from propagation only.
    double log_layouts = 0.0;
    int runs = 0;
};

class Estimator {
   public:
    // Estimates the probabilities within the budget. Throws Contradiction if a component has no
    // solution, and LimitReached if fewer than two runs finish.
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

    Posterior base_;                        // Includes the exactly counted components.
    std::vector<Component> narrow_, wide_;  // Components to count exactly, and to estimate.
    Budget& budget_;
    Random random_;
    std::vector<Run> runs_;
    bool is_relaxed_ = false;
};

}  // namespace sapper
