// Mine probabilities of the boxes of a component, from the backward pass over its count.
#pragma once

#include <span>
#include <vector>

#include "inference/component_count.hpp"

namespace sapper {

struct BoxProbability {
    double mine;       // Of each cell in the box.
    bool can_be_safe;  // True if some layout has a safe cell here.
    bool can_be_mine;
};

// The backward pass of the dynamic programme, in linear time in the size of the count. `outside`
// holds the weight of the rest of the board for each of count.last_values(), with a maximum of 1.
// Zeros exclude final states. `out` receives one entry per box. Throws LimitReached, or
// WeightsOutOfRange if clamped weights are not negligible.
class BackwardPass {
   public:
    void run(const Component& component, const ComponentCount<double>& count,
             const BoxWeights& weights, std::span<const double> outside, Budget& budget,
             std::vector<BoxProbability>& out);

   private:
    // The weight of all completions, by state and number of mines, for the current layer and the
    // next.
    std::vector<double> before_, after_;
};

}  // namespace sapper
