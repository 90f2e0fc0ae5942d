// The odds of every box of a component: the backward pass through its count.
#pragma once

#include <span>
#include <vector>

#include "inference/component_count.hpp"

namespace sapper {

struct BoxProbability {
    double mine;       // of each of its cells
    bool can_be_safe;  // whether a layout exists in which one of its cells is safe
    bool can_be_mine;
};

// The backward pass: the odds of every box when what is outside weighs `outside`, one value for each of
// count.last_values(), 1 at its greatest. Zeros leave out what is not asked for, such as all ends but one.
// `out` gets one entry per box. Throws LimitReached when the budget ends, and OutOfRange.
class BackwardPass {
   public:
    void run(const Component& component, const ComponentCount<double>& count,
             const BoxWeights& weights, std::span<const double> outside, Budget& budget,
             std::vector<BoxProbability>& out);

   private:
    // The weight of everything that can still follow, for each state and number of mines so far, of the
    // layer at hand (before) and of the one behind it.
    std::vector<double> before_, after_;
};

}  // namespace sapper
