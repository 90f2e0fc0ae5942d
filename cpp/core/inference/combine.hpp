// Putting the components together: they share nothing but the number of mines.
#pragma once

#include <cstdint>
#include <vector>

#include "inference/component_count.hpp"

namespace sapper {

// The cells that touch no undecided clue, and the mines that they and the components have together.
struct Remainder {
    std::int64_t cells;
    std::int64_t mines;
};

struct CombinedWeights {
    // For each component, over the k of its polynomial: the weight of everything outside it when it
    // has k mines. Positive exactly where such layouts exist; 1 at its greatest.
    std::vector<std::vector<double>> outside;
    double mines_off_frontier = 0.0;  // expected mines among the remaining cells
    bool can_be_safe = false;         // whether one of the remaining cells can be
    bool can_be_mine = false;
    double log_weight =
        0.0;  // log of the sum of all weights, without the scales of the polynomials
};

// The ends of the possible numbers of mines in all components together.
struct MineRange {
    std::int64_t min, max;
};
MineRange mine_range(const std::vector<Polynomial<double>>& parts);

// The components multiplied two by two, and the products again, up to one root. Where there are many,
// all are tilted once more, so that sums are greatest just where the layouts are; then what is smaller by
// a factor of 1e60 is dropped, and the polynomials stay as short as their spread.
struct ProductTree {
    struct Node {
        Polynomial<double> weights;          // 1 at its greatest
        std::int32_t left = -1, right = -1;  // numbers of nodes; -1 for a component
    };
    std::vector<Node> nodes;  // first the components in their order; the root is the last
    MineRange range{};
    // Whether the components, also without any one of them, can have every number of mines between
    // their fewest and their most: then what is possible need not be read off the sums.
    bool is_dense = false;
    Polynomial<double> remainder;      // see weigh_remainder
    double log_ratio = 0.0;            // the log of the second tilt, per mine
    bool has_clamped_weights = false;  // whether a weight was raised to kLeastWeight
    double log_weight = 0.0;  // the log of what was taken out of the root and the remainder
};

// `parts` are tilted polynomials without zeros at their ends; some layout must exist, by mine_range.
// About the number of components times the square of a component's spread times a logarithm. Throws
// LimitReached.
ProductTree build_product_tree(std::vector<Polynomial<double>> parts, const Remainder& rest,
                               double tilt, Budget& budget);

// The same, and what follows from it for each component. Throws Contradiction when gaps in the
// polynomials leave no layout at all, and LimitReached.
CombinedWeights combine(std::vector<Polynomial<double>> parts, const Remainder& rest, double tilt,
                        Budget& budget);

// The number of ways to lay the mines that components with k mines leave over, divided by tilt^k, for
// every k in the range that leaves a possible number; 1 at its greatest, whose log is `log_greatest`.
Polynomial<double> remainder_weights(const Remainder& rest, const MineRange& range, double log_tilt,
                                     double& log_greatest);
// The log of what the tilt must be multiplied by, so that the expected mines of the components and of the
// remaining cells add up to all mines. With that tilt the sums are greatest just where the layouts are.
double log_balancing_ratio(const std::vector<Polynomial<double>>& parts, const Remainder& rest,
                           double log_tilt);

}  // namespace sapper
