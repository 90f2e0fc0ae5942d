// Counting the solutions of one component, for every number of mines in it.
//
// The boxes are decided one after the other. What matters of the past is only how many mines each
// *open* constraint still needs (one that has decided and undecided boxes) and the number of mines so
// far. So a state is the needs of the open constraints, four bits each, packed in a key; states with
// the same key are merged, and each holds a polynomial: the weight of all ways to reach it, by number
// of mines. The cost grows with the number of states per step, that is with the *width* of the
// component, and only linearly with its length.
//
// A box of n cells with j mines weighs C(n, j) * tilt^j. The tilt is about the odds of a cell away from
// the clues; it keeps the numbers of all k near each other in size, and it cancels in the end.
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

// C(n, j) * tilt^j for boxes: weights[n][j], n and j from 0 to 8.
using BoxWeights = std::array<std::array<double, 9>, 9>;
BoxWeights box_weights(double tilt);

// The weights of k_low, k_low + 1, ... mines.
template <typename Value>
struct Polynomial {
    std::int32_t k_min = 0;
    std::vector<Value> values;

    std::int32_t k_max() const { return k_min + static_cast<std::int32_t>(values.size()) - 1; }
};

// What is possible keeps at least this weight, against 1 for the greatest, however unlikely it is. The
// product of two such weights is still a positive number.
inline constexpr double kMinWeight = 0x1p-500;
// Where weights were raised so that they stay positive, all layouts together must weigh more than this,
// against the greatest weights there are: then what was raised does not matter.
inline constexpr double kMinReliableTotal = 0x1p-300;

// The result of the forward pass; `tilted` because weights carry tilt^mines.
template <typename Value>
struct ComponentCount {
    struct State {
        std::int64_t first_value;  // its polynomial in `values`
        std::int32_t k_min;
        std::int32_t k_count;
        std::int32_t first_child;  // in `children`, one per number of mines in the next box
        std::int32_t min_mines;    // mines in the next box: from fewest to fewest + child_count - 1
        std::int32_t child_count;
        Value scale;  // what thinning multiplied it by; 1 when exact
    };
    // An end of the count: one for ordinary components, one per outcome of its counters else.
    struct FinalState {
        std::int32_t state;
        std::array<std::int32_t, 2> tracked_mines;  // the mines of each counter
    };

    std::vector<std::int32_t> layer_begin;  // states before box i is decided; one more at the end
    std::vector<State> states;
    std::vector<Value> values;
    std::vector<std::int32_t> children;  // numbers of states; -1 for one that was thinned out
    std::vector<FinalState> final_states;
    double log_scale = 0.0;  // the true weights are exp(log_scale) times the values
    bool is_exact = true;
    bool has_clamped_weights =
        false;  // whether a weight was too small for its place and was raised

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
    // The weights of all ends: the values of the last layer.
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

// How an estimate keeps a count small: of each layer at most `most_states` states are kept, chosen at
// random so that every expectation stays the same.
struct Resampling {
    std::int32_t max_states;
    Random& random;
};

// Runs through the component. `ends` is empty when the component has no solution; then
// `*stuck_constraint`, if given, is the number of a constraint that could not be met. Throws
// LimitReached when the budget ends. Value is double, or WholeNumber with tilt 1 for exact
// numbers, which then must fit (at most 127 cells).
template <typename Value>
ComponentCount<Value> count_solutions(const Component& component, const BoxWeights& weights,
                                      Budget& budget, Resampling* resampling = nullptr,
                                      int* violated_constraint = nullptr);

extern template ComponentCount<double> count_solutions(const Component&, const BoxWeights&, Budget&,
                                                       Resampling*, int*);
extern template ComponentCount<UInt128> count_solutions(const Component&, const BoxWeights&,
                                                        Budget&, Resampling*, int*);

// The same for one component after the other, without new memory for each.
class ComponentCounter {
   public:
    ComponentCounter();
    ~ComponentCounter();
    // As above; the result goes to `count`, whatever it held before.
    void count(const Component& component, const BoxWeights& weights, Budget& budget,
               ComponentCount<double>& count, int* violated_constraint = nullptr);

   private:
    struct Workspace;
    std::unique_ptr<Workspace> workspace_;
};

// Thrown when weights differ by more than numbers can hold; another tilt may bring them together.
class WeightsOutOfRange : public LimitReached {
   public:
    WeightsOutOfRange()
        : LimitReached("the weights of the position exceed the range of a double") {}
};

}  // namespace sapper
