#include "combine.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace sapper {
namespace {

using Weights = Polynomial<double>;

// What is possible keeps at least this weight, however unlikely it is.
constexpr double kFloor = 0x1p-600;
// Sums of this many terms or more drop those that cannot matter: they are smaller than the greatest
// by this factor.
constexpr std::size_t kLong = 64;
constexpr double kNegligible = 1e-60;

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

double log_choose(double n, double k) {
    return std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1);
}

void drop_negligible_ends(Weights& weights) {
    if (weights.values.size() < kLong) return;
    const auto matters = [](double value) { return value > kNegligible; };
    const auto first = std::find_if(weights.values.begin(), weights.values.end(), matters);
    const auto last = std::find_if(weights.values.rbegin(), weights.values.rend(), matters).base();
    weights.k_low += static_cast<std::int32_t>(first - weights.values.begin());
    weights.values = std::vector<double>(first, last);
}

// The sum over s of inner(s) * outer(s + k), for k from k_low to k_high; outer is zero off its ends.
Weights correlate(const Weights& inner, const Weights& outer, std::int32_t k_low,
                  std::int32_t k_high) {
    Weights sum{k_low, std::vector<double>(at(k_high - k_low + 1))};
    for (std::int32_t k = k_low; k <= k_high; ++k) {
        const std::int32_t shift = k + inner.k_low - outer.k_low;  // of outer against inner
        const std::int64_t from = std::max(0, -shift);
        const std::int64_t to = std::min<std::int64_t>(
            static_cast<std::int64_t>(inner.values.size()),
            static_cast<std::int64_t>(outer.values.size()) - shift);
        double total = 0.0;
        for (std::int64_t i = from; i < to; ++i)
            total += inner.values[at(i)] * outer.values[at(i + shift)];
        sum.values[at(k - k_low)] = total;
    }
    return sum;
}

std::string no_sum_fits(const Remainder& rest) {
    return std::to_string(rest.mines) + " mines besides the known ones cannot hold: no choice of the " +
           "clues' mines adds up to it";
}

// Multiplies the weight of k by ratio^(k - k_low).
void retilt(Weights& part, double ratio) {
    double factor = 1.0;
    for (double& value : part.values) {
        value *= factor;
        factor *= ratio;
    }
}

}  // namespace

double normalise(Weights& weights) {
    const double greatest = *std::max_element(weights.values.begin(), weights.values.end());
    if (!(greatest > 0.0)) return 0.0;
    const int exponent = std::ilogb(greatest);
    for (double& value : weights.values)
        if (value > 0.0) value = std::max(std::ldexp(value, -exponent), kFloor);
    return exponent * std::log(2.0);
}

Weights multiply(const Weights& a, const Weights& b) {
    Weights product{a.k_low + b.k_low, std::vector<double>(a.values.size() + b.values.size() - 1)};
    const auto& shorter = a.values.size() < b.values.size() ? a.values : b.values;
    const auto& longer = a.values.size() < b.values.size() ? b.values : a.values;
    for (std::size_t i = 0; i < shorter.size(); ++i)
        for (std::size_t j = 0; j < longer.size(); ++j)
            product.values[i + j] += shorter[i] * longer[j];
    return product;
}

// Ratios of neighbours are exact and small, so nothing overflows.
Weights weigh_remainder(const Remainder& rest, const MineRange& range, double tilt,
                        double& log_greatest) {
    const std::int64_t low = std::max(range.fewest, rest.mines - rest.cells);
    const std::int64_t high = std::min(range.most, rest.mines);
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
        weights.values[at(k + 1 - low)] = std::max(weights.values[at(k - low)] * ratio(k), kFloor);
    for (std::int64_t k = top; k > low; --k)
        weights.values[at(k - 1 - low)] = std::max(weights.values[at(k - low)] / ratio(k - 1), kFloor);
    log_greatest = log_choose(static_cast<double>(rest.cells), static_cast<double>(rest.mines - top)) -
                   static_cast<double>(top) * std::log(tilt);
    return weights;
}

// By bisection of its logarithm.
double balancing_ratio(const std::vector<Weights>& parts, const Remainder& rest, double tilt) {
    double low = -60.0, high = 60.0;
    for (int step = 0; step < 32; ++step) {
        const double middle = (low + high) / 2, ratio = std::exp(middle);
        double expected = static_cast<double>(rest.cells) * tilt * ratio / (1 + tilt * ratio);
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
    return std::exp((low + high) / 2);
}

MineRange mine_range(const std::vector<Weights>& parts) {
    MineRange range{0, 0};
    for (const Weights& part : parts) {
        range.fewest += part.k_low;
        range.most += part.k_high();
    }
    return range;
}

Combination combine(std::vector<Weights> parts, const Remainder& rest, double tilt) {
    Combination combination;
    const MineRange range = mine_range(parts);
    double log_weight = 0.0;
    for (Weights& part : parts) log_weight += normalise(part);
    double ratio = 1.0;
    if (at(range.most - range.fewest) >= kLong) {
        ratio = balancing_ratio(parts, rest, tilt);
        for (Weights& part : parts) {
            retilt(part, ratio);
            log_weight += part.k_low * std::log(ratio) + normalise(part);
        }
    }
    double log_remainder = 0.0;
    const Weights remainder = weigh_remainder(rest, range, tilt * ratio, log_remainder);
    log_weight += log_remainder;
    // When every sum of the components' mines leaves a possible number for the remaining cells, terms
    // may be dropped without making anything that is possible look impossible.
    const bool all_sums_fit = range.fewest >= rest.mines - rest.cells && range.most <= rest.mines;

    // before[i]: the components before i multiplied. after[i]: the weight of everything else, by the
    // mines in components 0 to i - 1.
    const std::size_t n = parts.size();
    std::vector<Weights> before(n + 1), after(n + 1);
    before[0] = {0, {1.0}};
    for (std::size_t i = 0; i < n; ++i) {
        before[i + 1] = multiply(before[i], parts[i]);
        log_weight += normalise(before[i + 1]);
        if (all_sums_fit) drop_negligible_ends(before[i + 1]);
    }
    after[n] = remainder;
    for (std::size_t i = n; i-- > 0;) {
        after[i] = correlate(parts[i], after[i + 1], before[i].k_low, before[i].k_high());
        normalise(after[i]);
    }

    combination.outside.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
        Weights outside = correlate(before[i], after[i + 1], parts[i].k_low, parts[i].k_high());
        retilt(outside, ratio);
        normalise(outside);
        if (all_sums_fit)
            for (double& value : outside.values) value = std::max(value, kFloor);
        combination.outside[i] = std::move(outside.values);
    }

    double total = 0.0, mines_left = 0.0;
    const Weights& all = before[n];
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
    if (!(total > 0.0)) throw Contradiction(-1, no_sum_fits(rest));
    combination.mines_off_frontier = mines_left / total;
    combination.log_weight = log_weight + std::log(total);
    return combination;
}

}  // namespace sapper
