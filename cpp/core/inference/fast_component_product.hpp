// A fast product of the counts of a few components by direct polynomial multiplication.
//
// The running time is quadratic in the polynomials' total length, which is limited to 400
// coefficients. For boards of any size, see component_product.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "inference/component_product.hpp"

namespace sapper {

// The product of several components and, for each of them, the weight of the rest of the board.
// finish() computes the prefix products, and outside() computes suffix products on demand.
class FastComponentProduct {
   public:
    void clear() {
        size_ = 0;
        log_weight_ = 0.0;
    }
    // Adds a component with the given weights, which may include zeros.
    void add(std::int32_t k_min, std::span<const double> weights);
    std::size_t size() const { return size_; }

    // Combines the components with the cells off the frontier. Throws WeightsOutOfRange if the
    // weights span too wide a range or the product is too long.
    void finish(const Remainder& rest, double tilt);
    // Returns the log of the total weight, where each layout has a weight of 1.
    double log_weight() const { return log_weight_; }
    // These functions return the expected number of mines off the frontier, and whether a cell
    // there can be safe or can be a mine.
    double mines_off_frontier() const { return mines_off_frontier_; }
    bool can_rest_be_safe() const { return can_rest_be_safe_; }
    bool can_rest_be_mine() const { return can_rest_be_mine_; }
    // Returns the weight of the rest of the board for each number of mines in the component, scaled
    // to a maximum of 1.
    std::span<const double> outside(std::size_t component);

   private:
    static Polynomial<double>& element(std::vector<Polynomial<double>>& list, std::size_t number);

    std::size_t size_ = 0;
    std::vector<Polynomial<double>> parts_;
    // prefix_[i] is the product of the first i components.
    std::vector<Polynomial<double>> prefix_;
    // suffix_[i] combines the weights of the remainder and of all components from component i
    // onwards. The entries of suffix_[i] are indexed by the number of mines in the components
    // before component i.
    std::vector<Polynomial<double>> suffix_;
    std::vector<double> outside_;
    double mines_off_frontier_ = 0.0, log_weight_ = 0.0;
    bool can_rest_be_safe_ = false, can_rest_be_mine_ = false;
    std::size_t suffix_begin_ = 0;  // The index of the first valid entry in suffix_.
};

}
