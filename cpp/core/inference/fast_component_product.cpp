#include "inference/fast_component_product.hpp"

#include <algorithm>
#include <cmath>

namespace sapper {
namespace {

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

// The minimum ratio between two positive weights in a polynomial. The bound prevents products of
// positive weights from underflowing, so a weight of zero always marks an impossible total.
constexpr double kMinRelativeWeight = 1e-70;
constexpr std::size_t kMaxPolynomialSize = 400;

// Divides the values by their maximum and returns the log of the maximum. Throws WeightsOutOfRange
// if the values are too large or span too wide a range.
double normalise(std::vector<double>& values) {
    double greatest = 0.0, smallest = INFINITY;
    for (const double value : values) {
        greatest = std::max(greatest, value);
        if (value > 0.0) smallest = std::min(smallest, value);
    }
    if (!(smallest > kMinRelativeWeight * greatest) || !(greatest < 1e250))
        throw WeightsOutOfRange();
    const double factor = 1.0 / greatest;
    for (double& value : values) value *= factor;
    return std::log(greatest);
}

double log_choose(std::int64_t n, std::int64_t k) {
    const auto log_factorial = [](std::int64_t x) {
        return std::lgamma(static_cast<double>(x) + 1.0);
    };
    return log_factorial(n) - log_factorial(k) - log_factorial(n - k);
}

}

Polynomial<double>& FastComponentProduct::element(std::vector<Polynomial<double>>& list,
                                                  std::size_t number) {
    if (list.size() <= number) list.resize(number + 1);
    return list[number];
}

void FastComponentProduct::add(std::int32_t k_min, std::span<const double> weights) {
    Polynomial<double>& part = element(parts_, size_++);
    part.k_min = k_min;
    part.values.assign(weights.begin(), weights.end());
    log_weight_ += normalise(part.values);
}

void FastComponentProduct::finish(const Remainder& rest, double tilt) {
    Polynomial<double>& one = element(prefix_, 0);
    one.k_min = 0;
    one.values.assign(1, 1.0);
    for (std::size_t p = 0; p < size_; ++p) {
        Polynomial<double>& product = element(prefix_, p + 1);
        const Polynomial<double>&part = parts_[p], &prefix = prefix_[p];
        product.k_min = prefix.k_min + part.k_min;
        product.values.assign(prefix.values.size() + part.values.size() - 1, 0.0);
        if (product.values.size() > kMaxPolynomialSize) throw WeightsOutOfRange();
        for (std::size_t i = 0; i < prefix.values.size(); ++i)
            for (std::size_t j = 0; j < part.values.size(); ++j)
                product.values[i + j] += prefix.values[i] * part.values[j];
        log_weight_ += normalise(product.values);
    }
    // The weights of the cells off the frontier are computed from the ratios of consecutive terms.
    const Polynomial<double>& all = prefix_[size_];
    Polynomial<double>& suffix = element(suffix_, size_);
    suffix.k_min = all.k_min;
    suffix.values.assign(all.values.size(), 0.0);
    const std::int64_t low = std::max<std::int64_t>(all.k_min, rest.mines - rest.cells);
    const std::int64_t high = std::min<std::int64_t>(all.k_max(), rest.mines);
    double total = 0.0, mines = 0.0, weight = 1.0, greatest = 1.0;
    can_rest_be_safe_ = can_rest_be_mine_ = false;
    for (std::int64_t k = low; k <= high; ++k) {
        suffix.values[at(k - all.k_min)] = weight;
        greatest = std::max(greatest, weight);
        if (!(weight > kMinRelativeWeight * greatest && weight < 1e150)) throw WeightsOutOfRange();
        const double product_weight = weight * all.values[at(k - all.k_min)];
        total += product_weight;
        mines += product_weight * static_cast<double>(rest.mines - k);
        if (product_weight > 0.0) {
            can_rest_be_safe_ |= rest.mines - k < rest.cells;
            can_rest_be_mine_ |= rest.mines - k > 0;
        }
        weight *= static_cast<double>(rest.mines - k) /
                  (static_cast<double>(rest.cells - rest.mines + k + 1) * tilt);
    }
    if (!(total > 0.0)) throw WeightsOutOfRange();
    mines_off_frontier_ = mines / total;
    log_weight_ += std::log(total) + log_choose(rest.cells, rest.mines - low) -
                   static_cast<double>(low) * std::log(tilt);
    const double factor = 1.0 / greatest;
    for (double& value : suffix.values) value *= factor;
    suffix_begin_ = size_;
}

std::span<const double> FastComponentProduct::outside(std::size_t component) {
    while (suffix_begin_ > component + 1) {
        const Polynomial<double>& part = parts_[suffix_begin_ - 1];
        const Polynomial<double>& prefix = prefix_[suffix_begin_ - 1];
        Polynomial<double>& suffix = element(suffix_, suffix_begin_ - 1);
        const Polynomial<double>& next = suffix_[suffix_begin_];
        suffix.k_min = prefix.k_min;
        suffix.values.assign(prefix.values.size(), 0.0);
        for (std::size_t i = 0; i < suffix.values.size(); ++i) {
            double sum = 0.0;
            for (std::size_t j = 0; j < part.values.size(); ++j)
                sum += part.values[j] * next.values[i + j];
            suffix.values[i] = sum;
        }
        --suffix_begin_;
    }
    const Polynomial<double>& part = parts_[component];
    const Polynomial<double>& prefix = prefix_[component];
    const Polynomial<double>& next = suffix_[component + 1];
    outside_.assign(part.values.size(), 0.0);
    double greatest = 0.0;
    for (std::size_t j = 0; j < part.values.size(); ++j) {
        double sum = 0.0;
        for (std::size_t i = 0; i < prefix.values.size(); ++i)
            sum += prefix.values[i] * next.values[i + j];
        outside_[j] = sum;
        greatest = std::max(greatest, sum);
    }
    if (!(greatest > 1e-200)) throw WeightsOutOfRange();
    for (double& value : outside_) value /= greatest;
    return outside_;
}

}
