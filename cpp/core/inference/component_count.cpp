#include "inference/component_count.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <numeric>
#include <span>
#include <type_traits>

#include "inference/elimination_plan.hpp"
#include "inference/scaling.hpp"
#include "inference/state_table.hpp"

namespace sapper {
namespace {

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

constexpr double kNegligibleInEstimates = 1e-9;

template <int Words, typename Value>
class ForwardPass {
   public:
    void run(const Component& component, const BoxWeights& weights, Budget& budget,
             Resampling* resampling, ComponentCount<Value>& count, int* violated_constraint) {
        component_ = &component;
        weights_ = &weights;
        budget_ = &budget;
        resampling_ = resampling;
        plan_.build(component);
        lower_bound_ = upper_bound_ = 1.0;
        work_since_check_ = 0;
        count.clear();
        count_ = &count;
        sweep(violated_constraint);
    }

   private:
    using State = typename ComponentCount<Value>::State;

    void sweep(int* violated_constraint) {
        const auto& steps = plan_.steps();
        // Reserving the memory in advance limits most components to one allocation per vector.
        count_->layer_begin.reserve(steps.size() + 1);
        count_->states.reserve(4 * steps.size() + 8);
        count_->values.reserve(8 * steps.size() + 16);
        count_->children.reserve(8 * steps.size() + 16);
        count_->layer_begin.push_back(0);
        count_->states.push_back({0, 0, 1, 0, 0, 0, Value{1}});
        count_->values.push_back(Value{1});
        keys_.assign(1, {});
        if (resampling_) {
            cells_left_.assign(at(component_->width), 0);
            for (std::size_t n = 0; n < weights_->size(); ++n) {
                const double all =
                    std::accumulate((*weights_)[n].begin(), (*weights_)[n].end(), 0.0);
                for (std::size_t j = 0; j < weights_->size(); ++j)
                    log_box_probability_[n][j] = std::log((*weights_)[n][j] / all);
            }
        }
        for (std::size_t b = 0; b < steps.size(); ++b) {
            expand(steps[b]);
            if (next_keys_.empty()) {
                if (violated_constraint) *violated_constraint = component_->boxes[b].constraints[0];
                return;
            }
            accumulate(steps[b].box_size);
            if constexpr (std::is_same_v<Value, double>) {
                rescale(steps[b].box_size);
                for (int i = 0; resampling_ && i < steps[b].field_count; ++i)
                    cells_left_[at(steps[b].fields[at(i)].slot)] =
                        steps[b].fields[at(i)].cells_left;
                if (resampling_ && next_keys_.size() > at(resampling_->max_states)) resample();
            }
            keys_.swap(next_keys_);
        }
        collect_final_states();
    }

    // Creates the states of the next layer.
    void expand(const EliminationStep& step) {
        // `initial_need` contains the needs of the constraints that open at this box, and `one`
        // represents one mine in the box.
        StateKey<Words> initial_need, one;
        for (int i = 0; i < step.field_count; ++i) {
            initial_need.add(step.fields[at(i)].slot, step.fields[at(i)].initial_need);
            one.add(step.fields[at(i)].slot, 1);
        }
        const std::int32_t begin = count_->layer_begin.back();
        const auto next_begin = static_cast<std::int32_t>(count_->states.size());
        next_keys_.clear();
        table_.clear(2 * keys_.size());
        const std::size_t children_before = count_->children.size();
        for (std::size_t s = 0; s < keys_.size(); ++s) {
            if (s % 1024 == 1023) check_limits(children_before, next_begin);
            StateKey<Words> key = keys_[s];
            key += initial_need;
            int min_mines = 0, max_mines = step.box_size;
            for (int i = 0; i < step.field_count; ++i) {
                const int need = key.field(step.fields[at(i)].slot);
                max_mines = std::min(max_mines, need);
                min_mines = std::max(min_mines, need - step.fields[at(i)].cells_left);
            }
            State state = count_->states[at(begin) + s];
            state.first_child = static_cast<std::int32_t>(count_->children.size());
            state.min_mines = min_mines;
            state.child_count = std::max(max_mines - min_mines + 1, 0);
            count_->states[at(begin) + s] = state;
            for (int j = 0; j < min_mines && min_mines <= max_mines; ++j) key -= one;
            for (int j = min_mines; j <= max_mines; ++j) {
                const std::int32_t child = table_.find_or_add(key, next_keys_);
                count_->children.push_back(next_begin + child);
                const std::int32_t k_min = state.k_min + j, k_count = state.k_count;
                if (at(next_begin + child) == count_->states.size()) {
                    count_->states.push_back({0, k_min, k_count, 0, 0, 0, Value{1}});
                } else {
                    State& known = count_->states[at(next_begin + child)];
                    const std::int32_t end = std::max(known.k_min + known.k_count, k_min + k_count);
                    known.k_min = std::min(known.k_min, k_min);
                    known.k_count = end - known.k_min;
                }
                key -= one;
            }
        }
        count_->layer_begin.push_back(next_begin);
        auto first_value = static_cast<std::int64_t>(count_->values.size());
        const std::int64_t values_before = first_value;
        for (std::size_t s = at(next_begin); s < count_->states.size(); ++s) {
            count_->states[s].first_value = first_value;
            first_value += count_->states[s].k_count;
        }
        charge(count_->states.size() - at(next_begin), first_value - values_before,
               count_->children.size() - children_before);
        count_->values.resize(at(first_value), Value{0});
    }

    // Computes the polynomials of the next layer.
    void accumulate(int size) {
        const std::size_t layer = count_->layer_begin.size() - 2;
        const auto begin = at(count_->layer_begin[layer]), end = at(count_->layer_begin[layer + 1]);
        for (std::size_t s = begin; s < end; ++s) {
            const State& state = count_->states[s];
            const Value* from = &count_->values[at(state.first_value)];
            for (int i = 0; i < state.child_count; ++i) {
                const int mines = state.min_mines + i;
                const State& child =
                    count_->states[at(count_->children[at(state.first_child + i)])];
                Value* to =
                    &count_->values[at(child.first_value)] + (state.k_min + mines - child.k_min);
                const auto weight = static_cast<Value>((*weights_)[at(size)][at(mines)]);
                for (int k = 0; k < state.k_count; ++k) to[k] += weight * from[k];
            }
            check_deadline(std::int64_t{state.child_count} * state.k_count / 16);
        }
    }

    // Scales the weights of the new layer by a power of two if they might fall outside the range
    // from kTiny to kHuge.
    void rescale(int size) {
        const auto& weights = (*weights_)[at(size)];
        const auto [low, high] = std::minmax_element(weights.begin(), weights.begin() + size + 1);
        lower_bound_ *= *low;
        upper_bound_ *= *high * 8;  // The factor of 8 allows for merged states.
        if (upper_bound_ < kHuge && lower_bound_ > kTiny) return;
        const auto layer = last_layer();
        const double greatest = *std::max_element(layer.begin(), layer.end());
        const int exponent = std::ilogb(greatest);
        count_->has_clamped_weights |= scale_down(layer, exponent);
        count_->log_scale += exponent * std::numbers::ln2;
        lower_bound_ = upper_bound_ = 1.0;
    }

    std::span<Value> last_layer() {
        const State& first = count_->states[at(count_->layer_begin.back())];
        return std::span(count_->values).subspan(at(first.first_value));
    }

    // Reduces the layer to about max_states states by unbiased resampling. Heavy states always
    // survive. A light state survives with a probability proportional to its weight and is scaled
    // up accordingly. Systematic sampling reduces the variance.
    void resample() {
        const auto begin = at(count_->layer_begin.back());
        std::vector<double> weights;
        double greatest = -INFINITY;
        for (std::size_t s = begin; s < count_->states.size(); ++s) {
            const State& state = count_->states[s];
            double sum = 0;
            for (int k = 0; k < state.k_count; ++k)
                sum += count_->values[at(state.first_value + k)];
            weights.push_back(std::log(sum) + log_heuristic(next_keys_[s - begin]));
            greatest = std::max(greatest, weights.back());
        }
        // If the heuristic assigns every state a weight of zero, the states receive equal weights.
        for (double& weight : weights)
            weight = greatest == -INFINITY ? 1.0 : std::exp(weight - greatest);
        const double threshold = resampling_threshold(weights, resampling_->max_states);
        double position = resampling_->random.uniform();
        std::vector<std::int32_t> renumbered(weights.size(), -1);
        std::size_t kept = 0;
        const auto values_before = static_cast<std::int64_t>(count_->values.size());
        std::int64_t next_value = count_->states[begin].first_value;
        for (std::size_t i = 0; i < weights.size(); ++i) {
            double scale = 1.0;
            if (weights[i] < threshold) {
                position += weights[i] / threshold;
                if (position < 1.0) continue;
                position -= 1.0;
                scale = threshold / weights[i];
            }
            State state = count_->states[begin + i];
            trim_negligible_tails(state);
            state.scale *= scale;
            for (int k = 0; k < state.k_count; ++k)
                count_->values[at(next_value + k)] =
                    count_->values[at(state.first_value + k)] * scale;
            state.first_value = next_value;
            next_value += state.k_count;
            renumbered[i] = static_cast<std::int32_t>(begin + kept);
            count_->states[begin + kept] = state;
            next_keys_[kept] = next_keys_[i];
            ++kept;
        }
        for (std::size_t s = at(count_->layer_begin[count_->layer_begin.size() - 2]); s < begin;
             ++s) {
            const State& state = count_->states[s];
            for (int i = 0; i < state.child_count; ++i) {
                auto& child = count_->children[at(state.first_child + i)];
                child = renumbered[at(child) - begin];
            }
        }
        budget_->refund(cost(weights.size() - kept, values_before - next_value, 0));
        count_->states.resize(begin + kept);
        count_->values.resize(at(next_value));
        next_keys_.resize(kept);
        count_->is_exact = false;
    }

    // Trims leading and trailing coefficients that are negligible in an estimated count.
    void trim_negligible_tails(State& state) const {
        const double* values = &count_->values[at(state.first_value)];
        const double threshold =
            kNegligibleInEstimates * *std::max_element(values, values + state.k_count);
        const double *first = values, *last = values + state.k_count;
        while (*first < threshold) ++first;
        while (last[-1] < threshold) --last;
        state.first_value += first - values;
        state.k_min += static_cast<std::int32_t>(first - values);
        state.k_count = static_cast<std::int32_t>(last - first);
    }

    // Estimates the log-probability that a state leads to a solution, treating the constraints as
    // independent. The heuristic only guides the resampling, which would otherwise keep many
    // dead-end states.
    double log_heuristic(const StateKey<Words>& key) const {
        double sum = 0.0;
        for (int slot = 0; slot < component_->width; ++slot) {
            const int cells_left = cells_left_[at(slot)], need = key.field(slot);
            if (cells_left > 0 && cells_left <= 8)
                sum += log_box_probability_[at(cells_left)][at(std::min(need, 8))];
        }
        return sum;
    }

    // Returns the threshold c for which the sum of min(1, weight / c) over all weights equals
    // max_states.
    static double resampling_threshold(std::vector<double> weights, std::int32_t max_states) {
        std::ranges::sort(weights, std::ranges::greater{});
        double rest = 0;
        for (const double weight : weights) rest += weight;
        for (std::int32_t certain = 0; certain < max_states; ++certain) {
            const double threshold = rest / (max_states - certain);
            if (weights[at(certain)] < threshold) return threshold;
            rest -= weights[at(certain)];
        }
        return weights[at(max_states)];
    }

    void collect_final_states() {
        const auto begin = at(count_->layer_begin.back());
        for (std::size_t i = 0; i < keys_.size(); ++i) {
            typename ComponentCount<Value>::FinalState final_state{
                static_cast<std::int32_t>(begin + i), {0, 0}};
            for (std::size_t c = 0; c < component_->constraints.size(); ++c)
                if (const Constraint& constraint = component_->constraints[c];
                    constraint.is_tracked_set())
                    final_state.tracked_mines[at(constraint.tracked_set)] =
                        constraint.need - keys_[i].field(plan_.slot(c));
            count_->final_states.push_back(final_state);
        }
    }

    // Checks the deadline and charges the memory of the unfinished layer in units of 64 bytes.
    void check_limits(std::size_t children_before, std::int32_t next_begin) {
        const auto pending = static_cast<std::int64_t>(cost(
            count_->states.size() - at(next_begin), 0, count_->children.size() - children_before));
        if (budget_->is_past_deadline() || pending > budget_->states_left())
            throw LimitReached("time or state limit reached while counting layouts");
    }
    void charge(std::size_t states, std::int64_t values, std::size_t children) {
        if (!budget_->spend(cost(states, values, children)))
            throw LimitReached("state limit reached while counting layouts");
        check_deadline(static_cast<std::int64_t>(children) + values);
    }
    void check_deadline(std::int64_t work) {
        work_since_check_ += work;
        if (work_since_check_ > 4096) {
            work_since_check_ = 0;
            if (budget_->is_past_deadline())
                throw LimitReached("time limit reached while counting layouts");
        }
    }
    static std::int64_t cost(std::size_t states, std::int64_t values, std::size_t children) {
        return (static_cast<std::int64_t>(states *
                                              (sizeof(State) + 2 * sizeof(StateKey<Words>) + 8) +
                                          children * sizeof(std::int32_t)) +
                values * static_cast<std::int64_t>(sizeof(Value))) /
               64;
    }

    const Component* component_ = nullptr;
    Budget* budget_ = nullptr;
    Resampling* resampling_ = nullptr;
    const BoxWeights* weights_ = nullptr;
    ComponentCount<Value>* count_ = nullptr;
    EliminationPlan plan_;
    std::vector<StateKey<Words>> keys_, next_keys_;
    StateTable<Words> table_;
    // The lower and upper bounds on the weights of the current layer. Scaling resets both bounds to
    // 1.
    double lower_bound_ = 1.0, upper_bound_ = 1.0;
    std::int64_t work_since_check_ = 0;
    std::vector<int> cells_left_;  // The number of cells left in each key field's constraint.
    // The log-probabilities of a box's mine counts, indexed by box size and number of mines.
    BoxWeights log_box_probability_{};
};

}

BoxWeights box_weights(double tilt) {
    BoxWeights weights{};
    for (std::size_t n = 0; n < 9; ++n) {
        weights[n][0] = 1.0;
        for (std::size_t j = 1; j <= n; ++j)
            weights[n][j] = weights[n - 1][j] + weights[n - 1][j - 1];
    }
    double power = 1.0;
    for (std::size_t j = 0; j < 9; ++j, power *= tilt)
        for (std::size_t n = j; n < 9; ++n) weights[n][j] *= power;
    return weights;
}

namespace {

template <int Words, typename Value>
ComponentCount<Value> run_forward_pass(const Component& component, const BoxWeights& weights,
                                       Budget& budget, Resampling* resampling,
                                       int* violated_constraint) {
    ComponentCount<Value> count;
    ForwardPass<Words, Value>().run(component, weights, budget, resampling, count,
                                    violated_constraint);
    return count;
}

int key_words(const Component& component) {
    return (component.width + kFieldsPerWord - 1) / kFieldsPerWord;
}

}

template <typename Value>
ComponentCount<Value> count_solutions(const Component& component, const BoxWeights& weights,
                                      Budget& budget, Resampling* resampling,
                                      int* violated_constraint) {
    const int words = key_words(component);
    if (words <= 1)
        return run_forward_pass<1, Value>(component, weights, budget, resampling,
                                          violated_constraint);
    if (words <= 2)
        return run_forward_pass<2, Value>(component, weights, budget, resampling,
                                          violated_constraint);
    if (words <= 8)
        return run_forward_pass<8, Value>(component, weights, budget, resampling,
                                          violated_constraint);
    if (words <= 128)
        return run_forward_pass<128, Value>(component, weights, budget, resampling,
                                            violated_constraint);
    throw LimitReached("the position is too wide to count");
}

template ComponentCount<double> count_solutions(const Component&, const BoxWeights&, Budget&,
                                                Resampling*, int*);
template ComponentCount<UInt128> count_solutions(const Component&, const BoxWeights&, Budget&,
                                                 Resampling*, int*);

struct ComponentCounter::Workspace {
    ForwardPass<1, double> forward;
};

ComponentCounter::ComponentCounter() : workspace_(std::make_unique<Workspace>()) {}
ComponentCounter::~ComponentCounter() = default;

void ComponentCounter::count(const Component& component, const BoxWeights& weights, Budget& budget,
                             ComponentCount<double>& count, int* violated_constraint) {
    if (key_words(component) <= 1)
        workspace_->forward.run(component, weights, budget, nullptr, count, violated_constraint);
    else
        count = count_solutions<double>(component, weights, budget, nullptr, violated_constraint);
}

}
