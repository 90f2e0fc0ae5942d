#include "inference/component_product.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

namespace sapper {
namespace {

using Weights = Polynomial<double>;

// Polynomials with at least kLongPolynomial coefficients are tilted. In tilted polynomials, leading
// and trailing coefficients below kNegligible times the maximum are dropped.
constexpr std::size_t kLongPolynomial = 64;
constexpr double kNegligible = 1e-60;
// Powers whose logarithm exceeds this limit are computed in log space.
constexpr double kMaxSafeLog = 200.0;

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

double log_choose(double n, double k) {
    return std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1);
}

// A counter that charges work to the budget and periodically checks the deadline.
class BudgetMeter {
   public:
    explicit BudgetMeter(Budget& budget) : budget_(budget) {}
    void add_work(std::size_t steps) {
        work_ += steps;
        if (work_ < (1u << 20)) return;
        work_ = 0;
        if (budget_.is_past_deadline())
            throw LimitReached("time limit reached while combining components");
    }
    void charge_values(std::size_t values) {
        if (!budget_.spend(static_cast<std::int64_t>(values / 8)))
            throw LimitReached("state limit reached while combining components");
    }

   private:
    Budget& budget_;
    std::size_t work_ = 0;
};

// Clamps the weight to a minimum of kMinWeight and sets `has_clamped_weights` if that changes the
// weight.
double clamp_weight(double value, bool& has_clamped_weights) {
    if (value >= kMinWeight) return value;
    has_clamped_weights = true;
    return kMinWeight;
}

// Divides the weights by a power of two so that the maximum is about 1, and returns the divisor's
// log.
double normalise(Weights& weights, bool& has_clamped_weights) {
    const double greatest = std::ranges::max(weights.values);
    if (!(greatest > 0.0)) return 0.0;
    const int exponent = std::ilogb(greatest);
    for (double& value : weights.values)
        if (value > 0.0) value = clamp_weight(std::ldexp(value, -exponent), has_clamped_weights);
    return exponent * std::numbers::ln2;
}

Weights multiply(const Weights& a, const Weights& b, BudgetMeter& meter) {
    Weights product{a.k_min + b.k_min, std::vector<double>(a.values.size() + b.values.size() - 1)};
    const auto& shorter = a.values.size() < b.values.size() ? a.values : b.values;
    const auto& longer = a.values.size() < b.values.size() ? b.values : a.values;
    for (std::size_t i = 0; i < shorter.size(); ++i) {
        for (std::size_t j = 0; j < longer.size(); ++j)
            product.values[i + j] += shorter[i] * longer[j];
        meter.add_work(longer.size());
    }
    return product;
}

// Returns the sum of inner(s) * outer(s + k) over all s, for each k from k_min to k_max.
Weights correlate(const Weights& inner, const Weights& outer, std::int32_t k_min,
                  std::int32_t k_max, BudgetMeter& meter) {
    Weights sum{k_min, std::vector<double>(at(k_max - k_min + 1))};
    const auto size = static_cast<std::int64_t>(outer.values.size());
    for (std::size_t i = 0; i < inner.values.size(); ++i) {
        // The offset from an index in `sum` to the matching index in `outer`. Hoisting the offset
        // out of the inner loop allows vectorisation.
        const std::int64_t shift =
            std::int64_t{k_min} + inner.k_min - outer.k_min + static_cast<std::int64_t>(i);
        const std::int64_t from = std::max<std::int64_t>(0, -shift);
        const std::int64_t to = std::min<std::int64_t>(k_max - k_min + 1, size - shift);
        for (std::int64_t k = from; k < to; ++k)
            sum.values[at(k)] += inner.values[i] * outer.values[at(k + shift)];
        meter.add_work(sum.values.size());
    }
    return sum;
}

void trim_negligible_tails(Weights& weights) {
    if (weights.values.size() < kLongPolynomial) return;
    const auto matters = [](double value) { return value > kNegligible; };
    const auto first = std::ranges::find_if(weights.values, matters);
    const auto last =
        std::ranges::find_if(weights.values.rbegin(), weights.values.rend(), matters).base();
    weights.k_min += static_cast<std::int32_t>(first - weights.values.begin());
    weights.values = std::vector<double>(first, last);
}

// Multiplies the weight of k mines by exp(log_ratio * (k - k_min)) and normalises the weights.
// Returns the log of the normalisation divisor. Large ratios are applied in log space, so that the
// weights of possible totals remain positive.
double retilt(Weights& weights, double log_ratio, bool& has_clamped_weights) {
    if (log_ratio == 0.0) return normalise(weights, has_clamped_weights);
    const auto [low, high] = std::ranges::minmax(weights.values);
    if (std::abs(log_ratio) * static_cast<double>(weights.values.size()) < kMaxSafeLog &&
        low > 1e-100 && high < 1e100) {
        const double ratio = std::exp(log_ratio);
        double factor = 1.0;
        for (double& value : weights.values) {
            value *= factor;
            factor *= ratio;
        }
        return normalise(weights, has_clamped_weights);
    }
    double greatest = -INFINITY, shift = 0.0;
    for (double& value : weights.values) {  // The logarithm of zero is minus infinity.
        value = std::log(value) + shift;
        greatest = std::max(greatest, value);
        shift += log_ratio;
    }
    if (greatest == -INFINITY) {
        std::ranges::fill(weights.values, 0.0);
        return 0.0;
    }
    for (double& value : weights.values)
        value = value == -INFINITY ? 0.0
                                   : clamp_weight(std::exp(value - greatest), has_clamped_weights);
    return greatest;
}

// Returns the length of the longest run of zero coefficients.
std::int64_t longest_gap(const Weights& part) {
    std::int64_t longest = 0, gap = 0;
    for (const double value : part.values) {
        gap = value > 0.0 ? 0 : gap + 1;
        longest = std::max(longest, gap);
    }
    return longest;
}

// Returns true if every total in the components' range is possible, even after any one component is
// removed. A gap of length g is filled if the ranges of the gap-free components add up to at least
// g.
bool covers_every_total(const std::vector<Weights>& parts) {
    std::int64_t slack = 0, max_slack = 0, gap = 0;
    for (const Weights& part : parts)
        if (const std::int64_t own_gap = longest_gap(part)) {
            gap = std::max(gap, own_gap);
        } else {
            const auto own_slack = static_cast<std::int64_t>(part.values.size()) - 1;
            slack += own_slack;
            max_slack = std::max(max_slack, own_slack);
        }
    return gap == 0 || slack - max_slack >= gap;
}

std::string no_total_message(const Remainder& rest) {
    return "the mine count is impossible: no combination of the clues accounts for " +
           std::to_string(rest.mines) + " undetermined mines";
}

}

// The recurrence starts with a weight of 1 at the mode and multiplies by the ratio of consecutive
// terms, so no weight can overflow.
Weights remainder_weights(const Remainder& rest, const MineRange& range, double log_tilt,
                          double& log_greatest) {
    const std::int64_t low = std::max(range.min, rest.mines - rest.cells);
    const std::int64_t high = std::min(range.max, rest.mines);
    const double tilt = std::exp(log_tilt);
    const auto ratio = [&](std::int64_t k) {  // The ratio of term k + 1 to term k.
        return static_cast<double>(rest.mines - k) /
               static_cast<double>(rest.cells - rest.mines + k + 1) / tilt;
    };
    const double mode = (static_cast<double>(rest.mines) -
                         tilt * static_cast<double>(rest.cells - rest.mines + 1)) /
                        (1 + tilt);
    const auto top = std::clamp(
        static_cast<std::int64_t>(std::llround(std::clamp(mode, -1e15, 1e15))), low, high);
    Weights weights{static_cast<std::int32_t>(low), std::vector<double>(at(high - low + 1))};
    weights.values[at(top - low)] = 1.0;
    for (std::int64_t k = top; k < high; ++k)
        weights.values[at(k + 1 - low)] =
            std::max(weights.values[at(k - low)] * ratio(k), kMinWeight);
    for (std::int64_t k = top; k > low; --k)
        weights.values[at(k - 1 - low)] =
            std::max(weights.values[at(k - low)] / ratio(k - 1), kMinWeight);
    log_greatest =
        log_choose(static_cast<double>(rest.cells), static_cast<double>(rest.mines - top)) -
        static_cast<double>(top) * log_tilt;
    return weights;
}

// Finds the balancing ratio by bisection.
double log_balancing_ratio(const std::vector<Weights>& parts, const Remainder& rest,
                           double log_tilt) {
    double low = -60.0, high = 60.0;
    for (int step = 0; step < 32; ++step) {
        const double middle = (low + high) / 2, ratio = std::exp(middle);
        const double odds = std::exp(log_tilt + middle);
        double expected = static_cast<double>(rest.cells) * odds / (1 + odds);
        for (const Weights& part : parts) {
            // Horner's rule runs in the direction in which the factor is at most 1, so the sum
            // cannot overflow.
            const auto size = static_cast<std::int64_t>(part.values.size());
            double sum = 0.0, mines = 0.0;
            for (std::int64_t i = 0; i < size; ++i) {
                const std::int64_t k = ratio > 1 ? i : size - 1 - i;
                const double factor = ratio > 1 ? 1 / ratio : ratio;
                sum = sum * factor + part.values[at(k)];
                mines = mines * factor + part.values[at(k)] * static_cast<double>(k);
            }
            expected += part.k_min + mines / sum;
        }
        (expected < static_cast<double>(rest.mines) ? low : high) = middle;
    }
    return (low + high) / 2;
}

MineRange mine_range(const std::vector<Weights>& parts) {
    MineRange range{0, 0};
    for (const Weights& part : parts) {
        range.min += part.k_min;
        range.max += part.k_max();
    }
    return range;
}

ProductTree build_product_tree(std::vector<Weights> parts, const Remainder& rest, double tilt,
                               Budget& budget) {
    BudgetMeter meter(budget);
    ProductTree tree;
    tree.range = mine_range(parts);
    tree.is_dense = covers_every_total(parts);
    const bool is_long = at(tree.range.max - tree.range.min) >= kLongPolynomial;
    if (is_long) tree.log_ratio = log_balancing_ratio(parts, rest, std::log(tilt));
    for (Weights& part : parts)
        tree.log_weight +=
            part.k_min * tree.log_ratio + retilt(part, tree.log_ratio, tree.has_clamped_weights);
    tree.nodes.reserve(2 * parts.size() + 1);
    for (Weights& part : parts) tree.nodes.push_back({std::move(part)});
    if (parts.empty()) tree.nodes.push_back({{0, {1.0}}});
    // Each step multiplies the two oldest parentless nodes, which have similar lengths. A parent is
    // stored after its children.
    for (std::size_t next = 0; next + 1 < tree.nodes.size(); next += 2) {
        ProductTree::Node parent;
        parent.left = static_cast<std::int32_t>(next);
        parent.right = parent.left + 1;
        parent.weights = multiply(tree.nodes[next].weights, tree.nodes[next + 1].weights, meter);
        tree.log_weight += normalise(parent.weights, tree.has_clamped_weights);
        if (is_long && tree.is_dense) trim_negligible_tails(parent.weights);
        meter.charge_values(parent.weights.values.size());
        tree.nodes.push_back(std::move(parent));
    }
    double log_remainder = 0.0;
    tree.remainder =
        remainder_weights(rest, tree.range, std::log(tilt) + tree.log_ratio, log_remainder);
    tree.log_weight += log_remainder;
    return tree;
}

CombinedWeights multiply_components(std::vector<Weights> parts, const Remainder& rest, double tilt,
                                    Budget& budget) {
    BudgetMeter meter(budget);
    CombinedWeights combined;
    const std::size_t part_count = parts.size();
    const ProductTree tree = build_product_tree(std::move(parts), rest, tilt, budget);
    const Weights &all = tree.nodes.back().weights, &remainder = tree.remainder;

    double total = 0.0, mines_left = 0.0;
    for (std::int32_t k = std::max(all.k_min, remainder.k_min);
         k <= std::min(all.k_max(), remainder.k_max()); ++k) {
        const double inner = all.values[at(k - all.k_min)];
        if (!(inner > 0.0)) continue;
        const double weight = inner * remainder.values[at(k - remainder.k_min)];
        total += weight;
        mines_left += weight * static_cast<double>(rest.mines - k);
        combined.can_be_safe |= rest.mines - k < rest.cells;
        combined.can_be_mine |= rest.mines - k > 0;
    }
    if (!(total > 0.0)) {
        if (!tree.is_dense) throw Contradiction(-1, no_total_message(rest));
        throw WeightsOutOfRange();
    }
    // The result is reliable only if the clamped weights are negligible.
    if (tree.has_clamped_weights && total < kMinReliableTotal) throw WeightsOutOfRange();
    if (tree.is_dense) {  // A dense tree allows every total in the mine range.
        combined.can_be_safe = rest.mines - remainder.k_max() < rest.cells;
        combined.can_be_mine = rest.mines - remainder.k_min > 0;
    }
    combined.mines_off_frontier = mines_left / total;
    combined.log_weight = tree.log_weight + std::log(total);

    // The outside weights propagate from the root of the product tree to its leaves. A node's
    // outside weights combine its sibling's weights with their parent's outside weights.
    std::vector<Weights> outside(tree.nodes.size());
    bool was_clamped = false;  // The flag is ignored, because BackwardPass checks the total again.
    outside.back() = remainder;
    for (std::size_t i = tree.nodes.size(); i-- > part_count;) {
        const ProductTree::Node& node = tree.nodes[i];
        if (node.left < 0) continue;
        for (const auto& [own, other] :
             {std::pair{node.left, node.right}, {node.right, node.left}}) {
            const Weights &own_weights = tree.nodes[at(own)].weights,
                          &other_weights = tree.nodes[at(other)].weights;
            outside[at(own)] =
                correlate(other_weights, outside[i], own_weights.k_min, own_weights.k_max(), meter);
            normalise(outside[at(own)], was_clamped);
        }
        outside[i].values = {};
    }
    combined.outside.resize(part_count);
    for (std::size_t i = 0; i < part_count; ++i) {
        const Weights& own = tree.nodes[i].weights;
        // If there is only one component, that component is the root of the tree.
        if (part_count == 1) {
            static const Weights one{0, {1.0}};
            outside[i] = correlate(one, remainder, own.k_min, own.k_max(), meter);
        }
        retilt(outside[i], tree.log_ratio, was_clamped);
        if (tree.is_dense) {
            if (std::ranges::max(outside[i].values) <= 0.0) throw WeightsOutOfRange();
            const std::int64_t min = tree.range.min - own.k_min, max = tree.range.max - own.k_max();
            for (std::int32_t k = own.k_min; k <= own.k_max(); ++k) {
                double& value = outside[i].values[at(k - own.k_min)];
                const std::int64_t left = rest.mines - k;
                const bool is_possible = std::max(min, left - rest.cells) <= std::min(max, left);
                value = is_possible ? std::max(value, kMinWeight) : 0.0;
            }
        }
        combined.outside[i] = std::move(outside[i].values);
    }
    return combined;
}

}
