#include "inference/combine.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace sapper {
namespace {

using Weights = Polynomial<double>;

// Sums of this many terms or more are tilted and drop the terms that cannot matter: those that are
// smaller than the greatest by this factor.
constexpr std::size_t kLong = 64;
constexpr double kNegligible = 1e-60;
// Up to here powers of a ratio and the values they meet stay in range.
constexpr double kSmallLog = 200.0;

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

double log_choose(double n, double k) {
    return std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1);
}

// Looks at the clock now and then.
class Clock {
   public:
    explicit Clock(Budget& budget) : budget_(budget) {}
    void work(std::size_t steps) {
        work_ += steps;
        if (work_ < (1u << 20)) return;
        work_ = 0;
        if (budget_.is_late()) throw LimitReached("combining the components reached its limit of time");
    }
    void store(std::size_t values) {
        if (!budget_.spend(static_cast<std::int64_t>(values / 8)))
            throw LimitReached("combining the components reached its limit of states");
    }

   private:
    Budget& budget_;
    std::size_t work_ = 0;
};

// What is possible never gets a weight of zero; `has_floors` is set when something had to be raised.
double at_least_weight(double value, bool& has_floors) {
    if (value >= kLeastWeight) return value;
    has_floors = true;
    return kLeastWeight;
}

// Scales so that the greatest value is about 1. Returns the log of what was taken out.
double normalise(Weights& weights, bool& has_floors) {
    const double greatest = *std::max_element(weights.values.begin(), weights.values.end());
    if (!(greatest > 0.0)) return 0.0;
    const int exponent = std::ilogb(greatest);
    for (double& value : weights.values)
        if (value > 0.0) value = at_least_weight(std::ldexp(value, -exponent), has_floors);
    return exponent * std::log(2.0);
}

Weights multiply(const Weights& a, const Weights& b, Clock& clock) {
    Weights product{a.k_low + b.k_low, std::vector<double>(a.values.size() + b.values.size() - 1)};
    const auto& shorter = a.values.size() < b.values.size() ? a.values : b.values;
    const auto& longer = a.values.size() < b.values.size() ? b.values : a.values;
    for (std::size_t i = 0; i < shorter.size(); ++i) {
        for (std::size_t j = 0; j < longer.size(); ++j)
            product.values[i + j] += shorter[i] * longer[j];
        clock.work(longer.size());
    }
    return product;
}

// The sum over s of inner(s) * outer(s + k), for k from k_low to k_high; outer is zero off its ends.
Weights correlate(const Weights& inner, const Weights& outer, std::int32_t k_low, std::int32_t k_high,
                  Clock& clock) {
    Weights sum{k_low, std::vector<double>(at(k_high - k_low + 1))};
    const auto size = static_cast<std::int64_t>(outer.values.size());
    for (std::size_t i = 0; i < inner.values.size(); ++i) {
        // Where outer begins, against the first sum. The inner loop is one that compilers vectorise.
        const std::int64_t shift = std::int64_t{k_low} + inner.k_low - outer.k_low +
                                   static_cast<std::int64_t>(i);
        const std::int64_t from = std::max<std::int64_t>(0, -shift);
        const std::int64_t to = std::min<std::int64_t>(k_high - k_low + 1, size - shift);
        for (std::int64_t k = from; k < to; ++k)
            sum.values[at(k)] += inner.values[i] * outer.values[at(k + shift)];
        clock.work(sum.values.size());
    }
    return sum;
}

void drop_negligible_ends(Weights& weights) {
    if (weights.values.size() < kLong) return;
    const auto matters = [](double value) { return value > kNegligible; };
    const auto first = std::find_if(weights.values.begin(), weights.values.end(), matters);
    const auto last = std::find_if(weights.values.rbegin(), weights.values.rend(), matters).base();
    weights.k_low += static_cast<std::int32_t>(first - weights.values.begin());
    weights.values = std::vector<double>(first, last);
}

// Multiplies the weight of k by exp(log_ratio * (k - k_low)) and normalises. Returns the log of what
// was taken out. Large ratios go through logarithms, so that nothing possible turns into zero.
double retilt(Weights& weights, double log_ratio, bool& has_floors) {
    if (log_ratio == 0.0) return normalise(weights, has_floors);
    const auto [low, high] = std::minmax_element(weights.values.begin(), weights.values.end());
    if (std::abs(log_ratio) * static_cast<double>(weights.values.size()) < kSmallLog &&
        *low > 1e-100 && *high < 1e100) {
        const double ratio = std::exp(log_ratio);
        double factor = 1.0;
        for (double& value : weights.values) {
            value *= factor;
            factor *= ratio;
        }
        return normalise(weights, has_floors);
    }
    double greatest = -INFINITY, shift = 0.0;
    for (double& value : weights.values) {  // zero becomes minus infinity
        value = std::log(value) + shift;
        greatest = std::max(greatest, value);
        shift += log_ratio;
    }
    if (greatest == -INFINITY) {
        std::fill(weights.values.begin(), weights.values.end(), 0.0);
        return 0.0;
    }
    for (double& value : weights.values)
        value = value == -INFINITY ? 0.0 : at_least_weight(std::exp(value - greatest), has_floors);
    return greatest;
}

// The longest run of impossible numbers within a polynomial.
std::int64_t longest_gap(const Weights& part) {
    std::int64_t longest = 0, gap = 0;
    for (const double value : part.values) {
        gap = value > 0.0 ? 0 : gap + 1;
        longest = std::max(longest, gap);
    }
    return longest;
}

// Components without gaps that together can take g more or fewer mines close every gap of g numbers.
bool are_sums_dense(const std::vector<Weights>& parts) {
    std::int64_t play = 0, widest = 0, gap = 0;
    for (const Weights& part : parts)
        if (const std::int64_t own_gap = longest_gap(part)) {
            gap = std::max(gap, own_gap);
        } else {
            const auto own_play = static_cast<std::int64_t>(part.values.size()) - 1;
            play += own_play;
            widest = std::max(widest, own_play);
        }
    return gap == 0 || play - widest >= gap;
}

std::string no_sum_fits(const Remainder& rest) {
    return std::to_string(rest.mines) + " mines besides the known ones cannot hold: no choice of the " +
           "clues' mines adds up to it";
}

}  // namespace

// Ratios of neighbours are exact and small, so nothing overflows.
Weights weigh_remainder(const Remainder& rest, const MineRange& range, double log_tilt,
                        double& log_greatest) {
    const std::int64_t low = std::max(range.fewest, rest.mines - rest.cells);
    const std::int64_t high = std::min(range.most, rest.mines);
    const double tilt = std::exp(log_tilt);
    const auto ratio = [&](std::int64_t k) {  // of k + 1 to k
        return static_cast<double>(rest.mines - k) /
               static_cast<double>(rest.cells - rest.mines + k + 1) / tilt;
    };
    const double mode = (static_cast<double>(rest.mines) -
                         tilt * static_cast<double>(rest.cells - rest.mines + 1)) /
                        (1 + tilt);
    const auto top = std::clamp(static_cast<std::int64_t>(std::llround(
                                    std::clamp(mode, -1e15, 1e15))),
                                low, high);
    Weights weights{static_cast<std::int32_t>(low), std::vector<double>(at(high - low + 1))};
    weights.values[at(top - low)] = 1.0;
    for (std::int64_t k = top; k < high; ++k)
        weights.values[at(k + 1 - low)] =
            std::max(weights.values[at(k - low)] * ratio(k), kLeastWeight);
    for (std::int64_t k = top; k > low; --k)
        weights.values[at(k - 1 - low)] =
            std::max(weights.values[at(k - low)] / ratio(k - 1), kLeastWeight);
    log_greatest = log_choose(static_cast<double>(rest.cells), static_cast<double>(rest.mines - top)) -
                   static_cast<double>(top) * log_tilt;
    return weights;
}

// By bisection.
double log_balancing_ratio(const std::vector<Weights>& parts, const Remainder& rest,
                           double log_tilt) {
    double low = -60.0, high = 60.0;
    for (int step = 0; step < 32; ++step) {
        const double middle = (low + high) / 2, ratio = std::exp(middle);
        const double odds = std::exp(log_tilt + middle);
        double expected = static_cast<double>(rest.cells) * odds / (1 + odds);
        for (const Weights& part : parts) {
            // Horner's rule from the end where ratio^k is small keeps all numbers in range.
            const auto size = static_cast<std::int64_t>(part.values.size());
            double sum = 0.0, mines = 0.0;
            for (std::int64_t i = 0; i < size; ++i) {
                const std::int64_t k = ratio > 1 ? i : size - 1 - i;
                const double factor = ratio > 1 ? 1 / ratio : ratio;
                sum = sum * factor + part.values[at(k)];
                mines = mines * factor + part.values[at(k)] * static_cast<double>(k);
            }
            expected += part.k_low + mines / sum;
        }
        (expected < static_cast<double>(rest.mines) ? low : high) = middle;
    }
    return (low + high) / 2;
}

MineRange mine_range(const std::vector<Weights>& parts) {
    MineRange range{0, 0};
    for (const Weights& part : parts) {
        range.fewest += part.k_low;
        range.most += part.k_high();
    }
    return range;
}

Mixture mix(std::vector<Weights> parts, const Remainder& rest, double tilt, Budget& budget) {
    Clock clock(budget);
    Mixture mixture;
    mixture.range = mine_range(parts);
    mixture.is_dense = are_sums_dense(parts);
    const bool is_long = at(mixture.range.most - mixture.range.fewest) >= kLong;
    if (is_long) mixture.log_ratio = log_balancing_ratio(parts, rest, std::log(tilt));
    for (Weights& part : parts)
        mixture.log_weight += part.k_low * mixture.log_ratio +
                              retilt(part, mixture.log_ratio, mixture.has_floors);
    mixture.nodes.reserve(2 * parts.size() + 1);
    for (Weights& part : parts) mixture.nodes.push_back({std::move(part)});
    if (parts.empty()) mixture.nodes.push_back({{0, {1.0}}});
    // Pairs of the oldest nodes: all have about the same size, and parents come after their children.
    for (std::size_t next = 0; next + 1 < mixture.nodes.size(); next += 2) {
        Mixture::Node parent;
        parent.left = static_cast<std::int32_t>(next);
        parent.right = parent.left + 1;
        parent.weights =
            multiply(mixture.nodes[next].weights, mixture.nodes[next + 1].weights, clock);
        mixture.log_weight += normalise(parent.weights, mixture.has_floors);
        if (is_long && mixture.is_dense) drop_negligible_ends(parent.weights);
        clock.store(parent.weights.values.size());
        mixture.nodes.push_back(std::move(parent));
    }
    double log_remainder = 0.0;
    mixture.remainder =
        weigh_remainder(rest, mixture.range, std::log(tilt) + mixture.log_ratio, log_remainder);
    mixture.log_weight += log_remainder;
    return mixture;
}

Combination combine(std::vector<Weights> parts, const Remainder& rest, double tilt, Budget& budget) {
    Clock clock(budget);
    Combination combination;
    const std::size_t part_count = parts.size();
    const Mixture mixture = mix(std::move(parts), rest, tilt, budget);
    const Weights &all = mixture.nodes.back().weights, &remainder = mixture.remainder;

    double total = 0.0, mines_left = 0.0;
    for (std::int32_t k = std::max(all.k_low, remainder.k_low);
         k <= std::min(all.k_high(), remainder.k_high()); ++k) {
        const double inner = all.values[at(k - all.k_low)];
        if (!(inner > 0.0)) continue;
        const double weight = inner * remainder.values[at(k - remainder.k_low)];
        total += weight;
        mines_left += weight * static_cast<double>(rest.mines - k);
        combination.can_be_safe |= rest.mines - k < rest.cells;
        combination.can_be_mine |= rest.mines - k > 0;
    }
    if (!(total > 0.0)) {
        if (!mixture.is_dense) throw Contradiction(-1, no_sum_fits(rest));
        throw OutOfRange();
    }
    // All weights are 1 at their greatest. What was raised must not matter.
    if (mixture.has_floors && total < kSound) throw OutOfRange();
    if (mixture.is_dense) {  // every k that leaves a possible number is possible
        combination.can_be_safe = rest.mines - remainder.k_high() < rest.cells;
        combination.can_be_mine = rest.mines - remainder.k_low > 0;
    }
    combination.mines_off_frontier = mines_left / total;
    combination.log_weight = mixture.log_weight + std::log(total);

    // From the root down: what is outside a node is its sibling and what is outside of both.
    std::vector<Weights> outside(mixture.nodes.size());
    bool is_raised = false;  // the caller finds out by itself: see BoxWeigher
    outside.back() = remainder;
    for (std::size_t i = mixture.nodes.size(); i-- > part_count;) {
        const Mixture::Node& node = mixture.nodes[i];
        if (node.left < 0) continue;
        for (const auto& [own, other] : {std::pair{node.left, node.right}, {node.right, node.left}}) {
            const Weights &own_weights = mixture.nodes[at(own)].weights,
                          &other_weights = mixture.nodes[at(other)].weights;
            outside[at(own)] = correlate(other_weights, outside[i], own_weights.k_low,
                                         own_weights.k_high(), clock);
            normalise(outside[at(own)], is_raised);
        }
        outside[i].values = {};
    }
    combination.outside.resize(part_count);
    for (std::size_t i = 0; i < part_count; ++i) {
        const Weights& own = mixture.nodes[i].weights;
        if (part_count == 1) {  // the root itself: the remainder over its own numbers
            static const Weights one{0, {1.0}};
            outside[i] = correlate(one, remainder, own.k_low, own.k_high(), clock);
        }
        retilt(outside[i], mixture.log_ratio, is_raised);
        if (mixture.is_dense) {
            if (std::ranges::max(outside[i].values) <= 0.0)
                throw OutOfRange();
            const std::int64_t fewest = mixture.range.fewest - own.k_low,
                               most = mixture.range.most - own.k_high();
            for (std::int32_t k = own.k_low; k <= own.k_high(); ++k) {
                double& value = outside[i].values[at(k - own.k_low)];
                const std::int64_t left = rest.mines - k;
                const bool is_possible =
                    std::max(fewest, left - rest.cells) <= std::min(most, left);
                value = is_possible ? std::max(value, kLeastWeight) : 0.0;
            }
        }
        combination.outside[i] = std::move(outside[i].values);
    }
    return combination;
}

}  // namespace sapper
