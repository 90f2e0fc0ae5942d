// Counts of the solutions of one component for each number of mines.
//
// The solutions are counted by dynamic programming over the boxes in elimination order. A
// constraint is open between its first box and its last. A frontier state records the number of
// mines that each open constraint still needs, using four bits per constraint. States with equal
// keys are merged. Each state has a polynomial that stores the total weight of its partial
// solutions for each number of mines. The running time is linear in the component's length and
// exponential in its width.
//
// A box with n cells and j mines has weight C(n, j) * tilt^j. The tilt approximates the odds that a
// cell off the frontier is a mine. Exponential tilting keeps the weights within the range of a
// double and cancels out in the result.
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

// The weights C(n, j) * tilt^j for boxes with n cells and j mines.
using BoxWeights = std::array<std::array<double, 9>, 9>;
BoxWeights box_weights(double tilt);

// A polynomial whose coefficients are the weights for k_min mines, k_min + 1 mines, and so on.
template <typename Value>
struct Polynomial {
    std::int32_t k_min = 0;
    std::vector<Value> values;

    std::int32_t k_max() const { return k_min + static_cast<std::int32_t>(values.size()) - 1; }
};

// The minimum weight of a possible solution, relative to the maximum weight. The product of two
// such weights is still a positive double.
inline constexpr double kMinWeight = 0x1p-500;
// The minimum total weight, relative to the maximum weight, at which clamped weights are
// negligible.
inline constexpr double kMinReliableTotal = 0x1p-300;

// The layers of states computed by the forward pass. Every weight includes a factor of `tilt` for
// each mine.
template <typename Value>
struct ComponentCount {
    struct State {
        std::int64_t first_value;  // The index in `values` of the state's first coefficient.
        std::int32_t k_min;
        std::int32_t k_count;
        std::int32_t first_child;  // The index in `children` of the state's first successor.
        std::int32_t min_mines;    // The minimum number of mines that the next box can contain.
        std::int32_t child_count;
        Value scale;  // The resampling factor, or 1 in an exact count.
    };
    // A state in the last layer of the count. Each combination of mine counts in the tracked sets
    // has its own final state.
    struct FinalState {
        std::int32_t state;
        std::array<std::int32_t, 2> tracked_mines;  // The number of mines in each tracked set.
    };

    // The index of the first state in each layer of the count.
    std::vector<std::int32_t> layer_begin;
    std::vector<State> states;
    std::vector<Value> values;
    // The indices in `states` of all successors, or -1 for successors discarded by resampling.
    std::vector<std::int32_t> children;
    std::vector<FinalState> final_states;
    // The true weights of the last layer are exp(log_scale) times its values.
    double log_scale = 0.0;
    bool is_exact = true;
    bool has_clamped_weights = false;  // True if a weight was clamped to kMinWeight.

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
    // Returns the weights of all final states in the last layer.
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

// A limit on the number of states per layer in an estimate. Layers that exceed the limit are
// resampled without bias.
struct Resampling {
    std::int32_t max_states;
    Random& random;
};

// Runs the forward pass. If the component has no solution, `final_states` is empty and
// `*violated_constraint` is set to an unsatisfiable constraint. `Value` is double, or UInt128 for
// exact counts with a tilt of 1 and at most 127 cells. Throws LimitReached if the budget is
// exhausted.
template <typename Value>
ComponentCount<Value> count_solutions(const Component& component, const BoxWeights& weights,
                                      Budget& budget, Resampling* resampling = nullptr,
                                      int* violated_constraint = nullptr);

extern template ComponentCount<double> count_solutions(const Component&, const BoxWeights&, Budget&,
                                                       Resampling*, int*);
extern template ComponentCount<UInt128> count_solutions(const Component&, const BoxWeights&,
                                                        Budget&, Resampling*, int*);

// A counter that reuses its buffers between components.
class ComponentCounter {
   public:
    ComponentCounter();
    ~ComponentCounter();
    // Replaces the contents of `count` with the result of the forward pass over the component.
    void count(const Component& component, const BoxWeights& weights, Budget& budget,
               ComponentCount<double>& count, int* violated_constraint = nullptr);

   private:
    struct Workspace;
    std::unique_ptr<Workspace> workspace_;
};

// An exception thrown if the weights overflow or underflow. A different tilt may avoid the problem.
class WeightsOutOfRange : public LimitReached {
   public:
    WeightsOutOfRange()
        : LimitReached("the weights of the position exceed the range of a double") {}
};

}
