// Fast combination of a few components by plain polynomial products.
//
// The cost is quadratic in the total length of the polynomials, which is limited to 400
// coefficients. The alternative for boards of any size is in combine.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "inference/combine.hpp"

namespace sapper {

// The product of several components, with the weight of all others for any one of them. finish()
// computes the prefix products, and outside() computes suffix products on demand.
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
    // The expected number of mines off the frontier, and the possible states of those cells.
    double mines_off_frontier() const { return mines_off_frontier_; }
    bool can_rest_be_safe() const { return can_rest_be_safe_; }
    bool can_rest_be_mine() const { return can_rest_be_mine_; }
    // Returns the weight of the rest of the board by the component's number of mines. The maximum
    // is 1.
    std::span<const double> outside(std::size_t component);

   private:
    static Polynomial<double>& element(std::vector<Polynomial<double>>& list, std::size_t number);

    std::size_t size_ = 0;
    std::vector<Polynomial<double>> parts_;
    std::vector<Polynomial<double>> prefix_;  // prefix_[i] is the product of the first i parts.
    // suffix_[i] is the weight of the parts from i on and of the remainder, by the number of mines
    // before part i.
    std::vector<Polynomial<double>> suffix_;
    std::vector<double> outside_;
    double mines_off_frontier_ = 0.0, log_weight_ = 0.0;
    bool can_rest_be_safe_ = false, can_rest_be_mine_ = false;
    std::size_t suffix_begin_ = 0;  // Valid entries of suffix_ start here.
};

}  // namespace sapper
