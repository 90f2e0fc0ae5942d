// Computation of the mine probability of every box in a component, by a backward pass over its
// count.
#pragma once

#include <span>
#include <vector>

#include "inference/component_count.hpp"

namespace sapper {

struct BoxProbability {
    double mine;       // The mine probability of each cell.
    bool can_be_safe;  // True if a cell is safe in some layout.
    bool can_be_mine;
};

// The backward pass of the dynamic programme. The cost is linear in the size of the count.
// `outside` holds the weight of the rest of the board for each of count.last_values(), with a
// maximum of 1. A zero excludes a final state. `out` receives one entry per box. Throws
// LimitReached, or WeightsOutOfRange if clamped weights are not negligible.
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
