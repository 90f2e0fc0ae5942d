// Putting the components together: they share nothing but the number of mines.
#pragma once

#include <cstdint>
#include <vector>

#include "count.hpp"

namespace sapper {

// The cells that touch no undecided clue, and the mines that they and the components have together.
struct Remainder {
    std::int64_t cells;
    std::int64_t mines;
};

struct Combination {
    // For each component, over the k of its polynomial: the weight of everything outside it when it
    // has k mines. Positive exactly where such layouts exist; the scale is arbitrary.
    std::vector<std::vector<double>> outside;
    double mines_off_frontier = 0.0;  // expected mines among the remaining cells
    bool can_be_safe = false;         // whether one of the remaining cells can be
    bool can_be_mine = false;
    double log_weight = 0.0;  // log of the sum of all weights, without the scales of the polynomials
};

// The ends of the possible numbers of mines in all components together.
struct MineRange {
    std::int64_t fewest, most;
};
MineRange mine_range(const std::vector<Polynomial<double>>& parts);

// `parts` are tilted polynomials without zeros at their ends. Some layout must exist: see mine_range;
// when gaps in the polynomials leave none all the same, Contradiction is thrown. About the number of
// components times the spread of their mines.
Combination combine(std::vector<Polynomial<double>> parts, const Remainder& rest, double tilt);

// The product of two polynomials.
Polynomial<double> multiply(const Polynomial<double>& a, const Polynomial<double>& b);
// Scales so that the greatest value is about 1. Returns the log of what was taken out.
double normalise(Polynomial<double>& weights);
// The number of ways to lay the mines that components with k mines leave over, divided by tilt^k, for
// every k in the range that leaves a possible number; 1 at its greatest, whose log is `log_greatest`.
Polynomial<double> weigh_remainder(const Remainder& rest, const MineRange& range, double tilt,
                                   double& log_greatest);
// What the tilt must be multiplied by, so that the expected mines of the components and of the remaining
// cells add up to all mines. With that tilt the sums are greatest just where the layouts are.
double balancing_ratio(const std::vector<Polynomial<double>>& parts, const Remainder& rest,
                       double tilt);

}  // namespace sapper
