// The combination of all components, which are coupled only by the mine count.
//
// A balanced binary tree of polynomial products yields the weight of the rest of the board for
// every component. The cost is about n * s^2 * log(n) for n components whose polynomials have s
// coefficients.
#pragma once

#include <cstdint>
#include <vector>

#include "inference/component_count.hpp"

namespace sapper {

// The cells off the frontier, and the undetermined mines of the whole board.
struct Remainder {
    std::int64_t cells;
    std::int64_t mines;
};

struct CombinedWeights {
    // For each component, the weight of the rest of the board by the component's number of mines. A
    // weight is positive if and only if a consistent layout exists. The maximum weight is 1.
    std::vector<std::vector<double>> outside;
    double mines_off_frontier = 0.0;  // Expected mines off the frontier.
    bool can_be_safe = false;         // True if a cell off the frontier can be safe.
    bool can_be_mine = false;
    double log_weight = 0.0;  // The log of the total weight.
};

// The minimum and maximum number of mines in all components together.
struct MineRange {
    std::int64_t min, max;
};
MineRange mine_range(const std::vector<Polynomial<double>>& parts);

// A binary tree of the products of all components. Long products are tilted to centre them on the
// mine count. Coefficients below 1e-60 of the maximum are then dropped, so the length of a product
// depends only on its spread.
struct ProductTree {
    struct Node {
        Polynomial<double> weights;          // The maximum weight is 1.
        std::int32_t left = -1, right = -1;  // Child nodes, or -1 for a component.
    };
    std::vector<Node> nodes;  // The components come first and the root last.
    MineRange range{};
    // True if the components, with any one of them left out, allow every total between their
    // minimum and maximum. The range alone then determines which totals are possible.
    bool is_dense = false;
    Polynomial<double> remainder;      // See remainder_weights().
    double log_ratio = 0.0;            // The log of the second tilt.
    bool has_clamped_weights = false;  // Set if a weight was clamped to kMinWeight.
    double log_weight = 0.0;           // The log of the factors removed by scaling.
};

// Multiplies the components. `parts` must be tilted polynomials whose first and last coefficients
// are positive, and mine_range() must allow a layout. Throws LimitReached.
ProductTree build_product_tree(std::vector<Polynomial<double>> parts, const Remainder& rest,
                               double tilt, Budget& budget);

// Computes the weight of the rest of the board for every component. Throws LimitReached, or
// Contradiction if gaps in the polynomials exclude the mine count.
CombinedWeights combine(std::vector<Polynomial<double>> parts, const Remainder& rest, double tilt,
                        Budget& budget);

// Returns, for each number k of mines in the components, the number of ways to place the other
// mines off the frontier, divided by tilt^k. The weights are scaled to a maximum of 1, and
// `log_greatest` receives the log of the original maximum.
Polynomial<double> remainder_weights(const Remainder& rest, const MineRange& range, double log_tilt,
                                     double& log_greatest);
// Returns the log of the factor by which the tilt must change so that the expected number of mines
// equals the mine count.
double log_balancing_ratio(const std::vector<Polynomial<double>>& parts, const Remainder& rest,
                           double log_tilt);

}  // namespace sapper
