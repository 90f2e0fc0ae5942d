#include "inference/box_probabilities.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "inference/scaling.hpp"

namespace sapper {
namespace {

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

// Returns the maximum forward weight in the layer before box b.
double max_forward_weight(const ComponentCount<double>& count, std::size_t b) {
    const auto first = count.values.begin() + count.states[at(count.layer_begin[b])].first_value;
    const auto last = count.values.begin() + count.states[at(count.layer_begin[b + 1])].first_value;
    return *std::max_element(first, last);
}

}

void BackwardPass::run(const Component& component, const ComponentCount<double>& count,
                       const BoxWeights& weights, std::span<const double> outside, Budget& budget,
                       std::vector<BoxProbability>& out) {
    out.resize(component.boxes.size());
    after_.assign(outside.begin(), outside.end());
    std::int64_t after_begin = count.states[at(count.layer_begin.back())].first_value;
    std::int64_t work = 0;
    double smallest = kTiny, greatest = 0.0;  // The smallest and largest values in `after_`.
    bool has_clamped_weights =
        count.has_clamped_weights || std::ranges::any_of(outside, [](double weight) {
            return weight > 0.0 && weight <= kMinWeight;
        });
    for (std::size_t b = component.boxes.size(); b-- > 0;) {
        const auto first = at(count.layer_begin[b]), last = at(count.layer_begin[b + 1]);
        const std::int64_t before_begin = count.states[first].first_value;
        const int size = component.boxes[b].size;
        const auto& box_weight = weights[at(size)];
        before_.assign(
            at(count.states[last - 1].first_value + count.states[last - 1].k_count - before_begin),
            0.0);
        std::array<double, 9> total{};
        std::array<bool, 9> possible{};
        greatest = 0.0;
        for (std::size_t s = first; s < last; ++s) {
            const auto& state = count.states[s];
            const double* forward = &count.values[at(state.first_value)];
            double* backward = &before_[at(state.first_value - before_begin)];
            for (int i = 0; i < state.child_count; ++i) {
                const std::int32_t number = count.children[at(state.first_child + i)];
                if (number < 0) continue;
                const auto& child = count.states[at(number)];
                const int mines = state.min_mines + i;
                const double weight = box_weight[at(mines)] * child.scale;
                // An estimate may have trimmed the tails of a polynomial, so an index can lie
                // outside it.
                const int shift = state.k_min + mines - child.k_min;
                const int begin = std::max(0, -shift);
                const int end = std::min(state.k_count, child.k_count - shift);
                const double* follow = &after_[at(child.first_value - after_begin)];
                double sum = 0.0;
                bool is_possible = false;
                for (int k = begin; k < end; ++k) {
                    const double value = weight * follow[k + shift];
                    backward[k] += value;
                    sum += forward[k] * value;
                    is_possible |= forward[k] > 0.0 && value > 0.0;
                }
                total[at(mines)] += sum;
                possible[at(mines)] |= is_possible;
            }
            for (int k = 0; k < state.k_count; ++k) greatest = std::max(greatest, backward[k]);
            work += std::int64_t{state.k_count} * state.child_count;
        }
        double all = 0.0, mines = 0.0;
        BoxProbability probability{0.0, false, false};
        for (int j = 0; j <= size; ++j) {
            all += total[at(j)];
            mines += j * total[at(j)];
            probability.can_be_safe |= possible[at(j)] && j < size;
            probability.can_be_mine |= possible[at(j)] && j > 0;
        }
        if (!(all > 0.0)) throw WeightsOutOfRange();
        smallest *= *std::min_element(box_weight.begin(), box_weight.begin() + size + 1);
        const double greatest_before = greatest;
        if (greatest > kHuge || greatest < kTiny || smallest < kTiny) {
            smallest = 1.0;
            has_clamped_weights |= scale_down(before_, std::ilogb(greatest));
        }
        if (has_clamped_weights &&
            all < kMinReliableTotal * greatest_before * max_forward_weight(count, b))
            throw WeightsOutOfRange();
        probability.mine = std::min(mines / (all * size), 1.0);
        out[b] = probability;
        after_.swap(before_);
        after_begin = before_begin;
        if (work > 65536) {
            work = 0;
            if (budget.is_past_deadline())
                throw LimitReached("time limit reached while counting layouts");
        }
    }
}

}
