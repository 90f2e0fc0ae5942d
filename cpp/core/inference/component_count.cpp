#include "inference/component_count.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <type_traits>

#include "inference/scaling.hpp"

namespace sapper {
namespace {

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

constexpr int kFieldBits = 4;
constexpr int kFieldsPerWord = 16;
constexpr double kNegligibleInEstimates = 1e-9;

// The needs of the open constraints, each in a field of four bits. A field never borrows from its
// neighbour, because a box takes at most what each of its constraints needs.
template <int Words>
struct StateKey {
    std::array<std::uint64_t, Words> words{};

    bool operator==(const StateKey&) const = default;
    int field(int slot) const {
        return static_cast<int>(words[at(slot / kFieldsPerWord)] >>
                                (slot % kFieldsPerWord * kFieldBits)) &
               15;
    }
    void add(int slot, int amount) {
        words[at(slot / kFieldsPerWord)] += static_cast<std::uint64_t>(amount)
                                            << (slot % kFieldsPerWord * kFieldBits);
    }
    void operator+=(const StateKey& other) {
        for (int w = 0; w < Words; ++w) words[at(w)] += other.words[at(w)];
    }
    void operator-=(const StateKey& other) {
        for (int w = 0; w < Words; ++w) words[at(w)] -= other.words[at(w)];
    }
    std::uint64_t hash() const {
        std::uint64_t h = 0;
        for (const std::uint64_t word : words) h = (h ^ word) * 0x9E3779B97F4A7C15u;
        return h ^ (h >> 32);
    }
};

// Where the constraints of a component keep their field, and what each step does to them.
struct Step {
    struct FieldUpdate {
        int slot;
        int cells_left;    // cells of the constraint that are still undecided after this step
        int initial_need;  // what the constraint needs, if this box is the first of it
    };
    int size;  // of the box
    int field_count = 0;
    std::array<FieldUpdate, 10> fields;
};

constexpr int kUnlimited = 1 << 20;

// The steps of a component, and which field each constraint has.
struct Plan {
    std::vector<Step> steps;
    std::vector<int> slot_of;

    void build(const Component& component);

   private:
    std::vector<int> cells_left, free_slots;
};

void Plan::build(const Component& component) {
    steps.resize(component.boxes.size());
    slot_of.assign(component.constraints.size(), -1);
    cells_left.resize(component.constraints.size());
    free_slots.clear();
    for (std::size_t c = 0; c < cells_left.size(); ++c)
        cells_left[c] = component.constraints[c].cell_count;
    for (int slot = component.width - 1; slot >= 0; --slot) free_slots.push_back(slot);
    for (std::size_t b = 0; b < steps.size(); ++b) {
        const Box& box = component.boxes[b];
        Step& step = steps[b];
        step.size = box.size;
        step.field_count = 0;
        for (int i = 0; i < box.constraint_count; ++i) {
            const auto c = at(box.constraints[at(i)]);
            const Constraint& constraint = component.constraints[c];
            const bool is_first = slot_of[c] < 0;
            if (is_first) {
                slot_of[c] = free_slots.back();
                free_slots.pop_back();
            }
            cells_left[c] -= box.size;
            step.fields[at(step.field_count++)] = {
                slot_of[c], constraint.is_tracked_set() ? kUnlimited : cells_left[c],
                is_first ? constraint.need : 0};
        }
        for (int i = 0; i < box.constraint_count; ++i) {
            const auto c = at(box.constraints[at(i)]);
            if (cells_left[c] == 0 && !component.constraints[c].is_tracked_set())
                free_slots.push_back(slot_of[c]);
        }
    }
}

// Finds states by key. Open addressing; the keys themselves stand in a list that the caller owns.
template <int Words>
class StateTable {
   public:
    void clear(std::size_t expected) {
        std::size_t size = 16;
        while (size < 2 * expected) size *= 2;
        slots_.assign(size, -1);
    }
    // The number of the key in `keys`, where it is appended when it is new.
    std::int32_t find_or_add(const StateKey<Words>& key, std::vector<StateKey<Words>>& keys) {
        if (2 * keys.size() >= slots_.size()) grow(keys);
        for (std::size_t slot = key.hash();; ++slot) {
            std::int32_t& number = slots_[slot & (slots_.size() - 1)];
            if (number < 0) {
                number = static_cast<std::int32_t>(keys.size());
                keys.push_back(key);
                return number;
            }
            if (keys[at(number)] == key) return number;
        }
    }

   private:
    void grow(const std::vector<StateKey<Words>>& keys) {
        slots_.assign(2 * slots_.size(), -1);
        for (std::size_t i = 0; i < keys.size(); ++i) {
            std::size_t slot = keys[i].hash();
            while (slots_[slot & (slots_.size() - 1)] >= 0) ++slot;
            slots_[slot & (slots_.size() - 1)] = static_cast<std::int32_t>(i);
        }
    }
    std::vector<std::int32_t> slots_;
};

template <int Words, typename Value>
class ForwardPass {
   public:
    // Leaves the result in `count`.
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
        const auto& steps = plan_.steps;
        // Most components are small; one allocation each is enough for them.
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
            accumulate(steps[b].size);
            if constexpr (std::is_same_v<Value, double>) {
                rescale(steps[b].size);
                for (int i = 0; resampling_ && i < steps[b].field_count; ++i)
                    cells_left_[at(steps[b].fields[at(i)].slot)] =
                        steps[b].fields[at(i)].cells_left;
                if (resampling_ && next_keys_.size() > at(resampling_->max_states)) resample();
            }
            keys_.swap(next_keys_);
        }
        collect_final_states();
    }

    // For every state, which numbers of mines the next box may have and to which states they lead.
    void expand(const Step& step) {
        StateKey<Words> initial_need,
            one;  // what the box adds to the key, and what one mine in it takes away
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
            int min_mines = 0, max_mines = step.size;
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

    // The weight of each new state: from all states that lead to it.
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

    // Keeps the numbers of the new layer in range: all are multiplied by the same power of two.
    void rescale(int size) {
        const auto& weights = (*weights_)[at(size)];
        const auto [low, high] = std::minmax_element(weights.begin(), weights.begin() + size + 1);
        lower_bound_ *= *low;
        upper_bound_ *= *high * 8;  // and several states may meet in one
        if (upper_bound_ < kHuge && lower_bound_ > kTiny) return;
        const auto layer = last_layer();
        const double greatest = *std::max_element(layer.begin(), layer.end());
        const int exponent = std::ilogb(greatest);
        count_->has_clamped_weights |= scale_down(layer, exponent);
        count_->log_scale += exponent * std::log(2.0);
        lower_bound_ = upper_bound_ = 1.0;
    }

    std::span<Value> last_layer() {
        const State& first = count_->states[at(count_->layer_begin.back())];
        return std::span(count_->values).subspan(at(first.first_value));
    }

    // Keeps about most_states states, a heavy one surely, a light one with a chance in proportion to
    // its weight and then made heavier, so that every sum keeps its expectation. The draws are spread
    // evenly (systematic sampling), which varies less than independent ones.
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
        // When every state leads nowhere, as far as can be seen, all are as good as each other.
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

    // Mine counts that an estimate cannot tell from impossible ones only cost memory.
    void trim_negligible_tails(State& state) const {
        const double* values = &count_->values[at(state.first_value)];
        const double threshold =
            *std::max_element(values, values + state.k_count) * kNegligibleInEstimates;
        const double *first = values, *last = values + state.k_count;
        while (*first < threshold) ++first;
        while (last[-1] < threshold) --last;
        state.first_value += first - values;
        state.k_min += static_cast<std::int32_t>(first - values);
        state.k_count = static_cast<std::int32_t>(last - first);
    }

    // How likely a state is to find an end, roughly: as if each open constraint drew its cells alone.
    // It only steers which states are kept; without it, most would turn out to lead nowhere. A
    // logarithm, because the product over many constraints would be too small for a number.
    double log_heuristic(const StateKey<Words>& key) const {
        double sum = 0.0;
        for (int slot = 0; slot < component_->width; ++slot) {
            const int cells_left = cells_left_[at(slot)], need = key.field(slot);
            if (cells_left > 0 && cells_left <= 8)
                sum += log_box_probability_[at(cells_left)][at(std::min(need, 8))];
        }
        return sum;
    }

    // The weight c for which the chances min(1, weight / c) add up to `most`.
    static double resampling_threshold(std::vector<double> weights, std::int32_t max_mines) {
        std::sort(weights.begin(), weights.end(), std::greater<>());
        double rest = 0;
        for (const double weight : weights) rest += weight;
        for (std::int32_t sure = 0; sure < max_mines; ++sure) {
            const double threshold = rest / (max_mines - sure);
            if (weights[at(sure)] < threshold) return threshold;
            rest -= weights[at(sure)];
        }
        return weights[at(max_mines)];
    }

    void collect_final_states() {
        const auto begin = at(count_->layer_begin.back());
        for (std::size_t i = 0; i < keys_.size(); ++i) {
            typename ComponentCount<Value>::FinalState final_state{
                static_cast<std::int32_t>(begin + i), {0, 0}};
            for (std::size_t c = 0; c < plan_.slot_of.size(); ++c)
                if (const Constraint& constraint = component_->constraints[c];
                    constraint.is_tracked_set())
                    final_state.tracked_mines[at(constraint.tracked_set)] =
                        constraint.need - keys_[i].field(plan_.slot_of[c]);
            count_->final_states.push_back(final_state);
        }
    }

    // Looks at the clock and takes the memory of what is being built into account, in units of 64 bytes.
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
    Plan plan_;
    std::vector<StateKey<Words>> keys_, next_keys_;
    StateTable<Words> table_;
    double lower_bound_ = 1.0, upper_bound_ = 1.0;  // bounds of the values since the last scaling
    std::int64_t work_since_check_ = 0;
    std::vector<int> cells_left_;  // by slot: cells of the constraint that are still undecided
    BoxWeights
        log_box_probability_{};  // by size and mines: log of the weight's share in all ways to fill a box
};

}  // namespace

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

}  // namespace

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

}  // namespace sapper
