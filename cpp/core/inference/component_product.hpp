// The product of the counts of all components, which are coupled only by the board's mine count.
//
// A balanced binary tree of polynomial products yields, for each component, the weight of the rest
// of the board. The running time is about n * s^2 * log(n) for n components whose polynomials have
// s coefficients.
#pragma once

#include <cstdint>
#include <vector>

#include "inference/component_count.hpp"

namespace sapper {

// The number of cells off the frontier, and the number of unknown mines on the whole board.
struct Remainder {
    std::int64_t cells;
    std::int64_t mines;
};

struct CombinedWeights {
    // For each component and each number of mines in it, the weight of the rest of the board. A
    // weight is positive if and only if a consistent layout has that many mines in the component.
    // The maximum weight for each component is about 1.
    std::vector<std::vector<double>> outside;
    double mines_off_frontier = 0.0;  // The expected number of mines off the frontier.
    bool can_be_safe = false;         // True if a cell off the frontier can be safe.
    bool can_be_mine = false;
    double log_weight = 0.0;  // The natural logarithm of the total weight.
};

// The minimum and maximum total number of mines across all components.
struct MineRange {
    std::int64_t min, max;
};
MineRange mine_range(const std::vector<Polynomial<double>>& parts);

// A binary tree in which each inner node is the product of its children's polynomials. Long
// products are tilted to centre them on the mine count. Coefficients below 1e-60 times the maximum
// are then dropped, so a product's length depends only on its spread.
struct ProductTree {
    struct Node {
        // The polynomial, scaled so that its maximum coefficient is 1.
        Polynomial<double> weights;
        std::int32_t left = -1, right = -1;  // The child nodes, or -1 if the node is a component.
    };
    std::vector<Node> nodes;  // The component nodes come first, and the root comes last.
    MineRange range{};
    // True if every total in the components' range is possible, even after any one component is
    // removed.
    bool is_dense = false;
    // The weights of the cells off the frontier, computed by remainder_weights().
    Polynomial<double> remainder;
    double log_ratio = 0.0;            // The logarithm of the second tilt applied to long products.
    bool has_clamped_weights = false;  // True if a weight was clamped to kMinWeight.
    // The logarithm of the product of all scaling factors removed.
    double log_weight = 0.0;
};

// Builds the product tree. `parts` must contain tilted polynomials with positive first and last
// coefficients, and their mine range must be compatible with `rest`. Throws LimitReached if the
// budget is exhausted.
ProductTree build_product_tree(std::vector<Polynomial<double>> parts, const Remainder& rest,
                               double tilt, Budget& budget);

// Computes, for each component, the weight of the rest of the board. Throws LimitReached if the
// budget is exhausted, or Contradiction if gaps in the polynomials rule out the mine count.
CombinedWeights multiply_components(std::vector<Polynomial<double>> parts, const Remainder& rest,
                                    double tilt, Budget& budget);

// For each number k of mines in the components, returns the number of ways to place the remaining
// mines off the frontier, divided by tilt^k. The weights are scaled to a maximum of 1, and
// `log_greatest` receives the log of the original maximum.
Polynomial<double> remainder_weights(const Remainder& rest, const MineRange& range, double log_tilt,
                                     double& log_greatest);
// Returns the log of the tilt correction that makes the expected number of mines equal to the mine
// count.
double log_balancing_ratio(const std::vector<Polynomial<double>>& parts, const Remainder& rest,
                           double log_tilt);

}
