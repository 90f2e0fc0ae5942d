// Counts of the solutions of one component, by number of mines.
//
// The count is a dynamic programme over the boxes in elimination order. A constraint is open
// between its first and its last box. A frontier state records how many mines each open constraint
// still needs, in four bits each. States with equal keys are merged. Each state holds a polynomial,
// whose coefficients are the total weights of its partial solutions by number of mines. The running
// time is linear in the length of the component and exponential in its width.
//
// A box of n cells with j mines has the weight C(n, j) * tilt^j. The tilt approximates the odds of
// a mine off the frontier. Exponential tilting keeps the weights within range and cancels in the
// result.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "board/random.hpp"
#include "inference/budget.hpp"
#include "inference/components.hpp"
#include "inference/uint128.hpp"

namespace sapper {

// The weights C(n, j) * tilt^j of a box with n cells and j mines.
using BoxWeights = std::array<std::array<double, 9>, 9>;
BoxWeights box_weights(double tilt);

// A polynomial whose coefficients are weights by number of mines, starting at k_min mines.
template <typename Value>
struct Polynomial {
    std::int32_t k_min = 0;
    std::vector<Value> values;

    std::int32_t k_max() const { return k_min + static_cast<std::int32_t>(values.size()) - 1; }
};

// The minimum weight of a possible solution, relative to the maximum. The product of two such
// weights is still positive.
inline constexpr double kMinWeight = 0x1p-500;
// The minimum total weight, relative to the maximum, if some weights were clamped. Above this
// total, the clamped weights are negligible.
inline constexpr double kMinReliableTotal = 0x1p-300;

// The layers of the forward pass. Weights include tilt^mines.
template <typename Value>
struct ComponentCount {
    struct State {
        std::int64_t first_value;  // Index of the polynomial in `values`.
        std::int32_t k_min;
        std::int32_t k_count;
        std::int32_t first_child;  // Index of the first successor in `children`.
        std::int32_t min_mines;    // The minimum number of mines in the next box.
        std::int32_t child_count;
        Value scale;  // The resampling factor, or 1 if exact.
    };
    // A state of the last layer. There is one final state per combination of mines in the tracked
    // sets.
    struct FinalState {
        std::int32_t state;
        std::array<std::int32_t, 2> tracked_mines;  // Mines in each tracked set.
    };

    // The first state of each layer, with a sentinel at the end.
    std::vector<std::int32_t> layer_begin;
    std::vector<State> states;
    std::vector<Value> values;
    std::vector<std::int32_t> children;  // State numbers, or -1 if discarded.
    std::vector<FinalState> final_states;
    double log_scale = 0.0;  // True weights are exp(log_scale) * values.
    bool is_exact = true;
    bool has_clamped_weights = false;  // True if a weight was clamped.

    void clear() {
        layer_begin.clear();
        states.clear();
        values.clear();
        children.clear();
        final_states.clear();
        log_scale = 0.0;
        is_exact = true;
        has_clamped_weights = false;
    }
    // Returns the weights of all final states.
    std::span<const Value> last_values() const {
        const State& first = states[static_cast<std::size_t>(layer_begin.back())];
        return std::span(values).subspan(static_cast<std::size_t>(first.first_value));
    }
    Polynomial<Value> polynomial(const FinalState& final_state) const {
        const State& state = states[static_cast<std::size_t>(final_state.state)];
        const auto first = values.begin() + state.first_value;
        return {state.k_min, std::vector<Value>(first, first + state.k_count)};
    }
};

// A limit on the states per layer for an estimate. Larger layers are resampled without bias.
struct Resampling {
    std::int32_t max_states;
    Random& random;
};

// Runs the forward pass. `final_states` is empty if the component has no solution, and
// `*violated_constraint` is then set to a constraint that cannot be satisfied. Value is double, or
// UInt128 with tilt 1 for exact counts of at most 127 cells. Throws LimitReached if the budget is
// exhausted.
template <typename Value>
ComponentCount<Value> count_solutions(const Component& component, const BoxWeights& weights,
                                      Budget& budget, Resampling* resampling = nullptr,
                                      int* violated_constraint = nullptr);

extern template ComponentCount<double> count_solutions(const Component&, const BoxWeights&, Budget&,
                                                       Resampling*, int*);
extern template ComponentCount<UInt128> count_solutions(const Component&, const BoxWeights&,
                                                        Budget&, Resampling*, int*);

// Counts components one after another and reuses its memory.
class ComponentCounter {
   public:
    ComponentCounter();
    ~ComponentCounter();
    // Replaces the contents of `count` with the forward pass of the component.
    void count(const Component& component, const BoxWeights& weights, Budget& budget,
               ComponentCount<double>& count, int* violated_constraint = nullptr);

   private:
    struct Workspace;
    std::unique_ptr<Workspace> workspace_;
};

// Thrown if the weights span more than the range of a double. Another tilt may avoid the problem.
class WeightsOutOfRange : public LimitReached {
   public:
    WeightsOutOfRange()
        : LimitReached("the weights of the position exceed the range of a double") {}
};

}  // namespace sapper
