// The backward pass that computes each box's mine probability from a component's count.
#pragma once

#include <span>
#include <vector>

#include "inference/component_count.hpp"

namespace sapper {

struct BoxProbability {
    double mine;       // The mine probability of each cell in the box.
    bool can_be_safe;  // True if the cells in the box are safe in at least one layout.
    bool can_be_mine;
};

// The backward pass of the dynamic programming algorithm over a component's boxes. The running time
// is linear in the number of states and coefficients in the count. For each value in
// count.last_values(), `outside` contains the weight of the rest of the board, scaled to a maximum
// of 1. A weight of zero excludes the corresponding solutions. `out` receives one entry per box of
// the component. Throws LimitReached if the deadline passes, or WeightsOutOfRange if clamped
// weights are not negligible.
class BackwardPass {
   public:
    void run(const Component& component, const ComponentCount<double>& count,
             const BoxWeights& weights, std::span<const double> outside, Budget& budget,
             std::vector<BoxProbability>& out);

   private:
    // The total weight of all completions, by state and number of mines. `before_` belongs to the
    // current layer and `after_` to the next layer.
    std::vector<double> before_, after_;
};

}
