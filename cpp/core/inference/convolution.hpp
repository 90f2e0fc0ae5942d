// Fast combination of a few components by plain polynomial products.
//
// The cost is quadratic in the total length of the polynomials, which is limited to 400
// coefficients. See combine.hpp for boards of any size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "inference/combine.hpp"

namespace sapper {

// The product of several components, with the weight of the rest for any one of them. Prefix
// products are computed at once, suffix products on demand.
class Convolution {
   public:
    void clear() {
        size_ = 0;
        log_weight_ = 0.0;
    }
    // Adds a component by its weights, which may contain zeros.
    void add(std::int32_t k_min, std::span<const double> weights);
    std::size_t size() const { return size_; }

    // Combines the components with the cells off the frontier. Throws WeightsOutOfRange if the
    // weights differ too much for plain sums.
    void finish(const Remainder& rest, double tilt);
    // Returns the log of the total weight. The weight of one layout is 1.
    double log_weight() const { return log_weight_; }
    // The cells off the frontier: expected mines and possible states.
    double mines_off_frontier() const { return mines_off_frontier_; }
    bool can_rest_be_safe() const { return can_rest_be_safe_; }
    bool can_rest_be_mine() const { return can_rest_be_mine_; }
    // Returns the weight of the rest of the board by the component's number of mines. The maximum
    // is 1.
    std::span<const double> outside(std::size_t component);

   private:
    Polynomial<double>& element(std::vector<Polynomial<double>>& list, std::size_t number);

    std::size_t size_ = 0;
    std::vector<Polynomial<double>> parts_;
    std::vector<Polynomial<double>> prefix_;  // Products of the parts before each.
    // By mines so far: the weight of the parts from each one on, with the remainder.
    std::vector<Polynomial<double>> suffix_;
    std::vector<double> outside_;
    double mines_off_frontier_ = 0.0, log_weight_ = 0.0;
    bool can_rest_be_safe_ = false, can_rest_be_mine_ = false;
    std::size_t suffix_begin_ = 0;  // Valid entries of suffix_ start here.
};

}  // namespace sapper
