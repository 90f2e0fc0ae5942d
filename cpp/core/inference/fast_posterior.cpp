#include "inference/fast_posterior.hpp"

#include <algorithm>
#include <cmath>

namespace sapper {
namespace {

// The maximum log-ratio between two weights in a component.
constexpr double kMaxLogRange = 200.0;

}

FastPosterior::FastPosterior(const Grid& grid, int mines)
    : grid_(grid),
      tilt_(std::clamp(static_cast<double>(mines) / std::max(grid.cell_count() - mines, 1), 0.02,
                       50.0)),
      weights_(box_weights(tilt_)), part_of_(at(grid.padded_size()), -1),
      box_of_(at(grid.padded_size()), -1), certain_(at(grid.padded_size()), 0) {}

void FastPosterior::compute(const Knowledge& knowledge, Budget& budget) {
    knowledge_ = &knowledge;
    for (const int cell : frontier_) part_of_[at(cell)] = -1;
    frontier_.clear();
    safe_.clear();
    mines_.clear();
    clues_.clear();
    knowledge.append_active_clues(clues_);
    components_ = builder_.build(knowledge, {clues_, {}}, budget);
    if (parts_.size() < components_.size()) parts_.resize(components_.size());
    product_.clear();
    std::int64_t cells = 0;
    for (std::size_t p = 0; p < components_.size(); ++p) {
        const Component& component = components_[p];
        ComponentCount<double>& count = parts_[p].count;
        if (component.cell_count * std::abs(std::log(tilt_)) > kMaxLogRange)
            throw WeightsOutOfRange();
        counter_.count(component, weights_, budget, count);
        if (count.final_states.empty() || count.has_clamped_weights) throw WeightsOutOfRange();
        product_.add(count.states[at(count.final_states[0].state)].k_min, count.last_values());
        cells += component.cell_count;
    }
    rest_ = {knowledge.hidden_left() - cells, knowledge.mines_left()};
    product_.finish(rest_, tilt_);
    log_layouts_ = product_.log_weight();
    for (std::size_t p = 0; p < components_.size(); ++p) log_layouts_ += parts_[p].count.log_scale;
    rest_probability_ =
        rest_.cells > 0 ? product_.mines_off_frontier() / static_cast<double>(rest_.cells) : 1.0;
    if (!product_.can_rest_be_mine()) rest_probability_ = 0.0;
    if (!product_.can_rest_be_safe()) rest_probability_ = 1.0;
    compute_box_probabilities(budget);
    classify_cells();
}

void FastPosterior::compute_box_probabilities(Budget& budget) {
    for (std::size_t p = components_.size(); p-- > 0;)
        backward_pass_.run(components_[p], parts_[p].count, weights_, product_.outside(p), budget,
                           parts_[p].probabilities);
}

void FastPosterior::classify_cells() {
    for (std::size_t p = 0; p < components_.size(); ++p) {
        Part& part = parts_[p];
        part.survival = 0.0;
        for (std::size_t b = 0; b < part.probabilities.size(); ++b) {
            const Box& box = components_[p].boxes[b];
            BoxProbability& probabilities = part.probabilities[b];
            if (!probabilities.can_be_safe) probabilities.mine = 1.0;
            if (probabilities.can_be_mine)
                part.survival = std::max(part.survival, 1.0 - probabilities.mine);
            for (int i = 0; i < box.size; ++i) {
                const int cell = box.cells[at(i)];
                part_of_[at(cell)] = static_cast<std::int32_t>(p);
                box_of_[at(cell)] = static_cast<std::int32_t>(b);
                frontier_.push_back(cell);
                if (!probabilities.can_be_mine) safe_.push_back(cell);
                if (!probabilities.can_be_safe) mines_.push_back(cell);
            }
        }
    }
    if (rest_.cells > 0 && (rest_probability_ == 0.0 || rest_probability_ == 1.0))
        grid_.for_each_cell([this](int index) {
            if (knowledge_->is_hidden(index) && part_of_[at(index)] < 0)
                (rest_probability_ == 0.0 ? safe_ : mines_).push_back(index);
        });
    std::ranges::sort(safe_);
}

double FastPosterior::mine_probability(int index) const {
    const std::int32_t part = part_of_[at(index)];
    return part < 0 ? rest_probability_
                    : parts_[at(part)].probabilities[at(box_of_[at(index)])].mine;
}

// Returns the maximum survival probability among the cells outside the local count.
double FastPosterior::untouched_survival() const {
    double survival = rest_.cells > 0 ? 1.0 - rest_probability_ : 0.0;
    for (std::size_t p = 0; p < components_.size(); ++p)
        if (std::ranges::find(touched_, static_cast<std::int32_t>(p)) == touched_.end())
            survival = std::max(survival, parts_[p].survival);
    return survival;
}

void FastPosterior::mark_touched(int cell) {
    const std::int32_t part = part_of_[at(cell)];
    if (part >= 0 && std::ranges::find(touched_, part) == touched_.end()) touched_.push_back(part);
}

void FastPosterior::count_around(int index, Budget& budget) {
    touched_.clear();
    tracked_sets_.resize(1);
    tracked_sets_[0].clear();
    int off_frontier = part_of_[at(index)] < 0;
    mark_touched(index);
    for (const int offset : grid_.neighbour_offsets())
        if (knowledge_->is_hidden(index + offset)) {
            tracked_sets_[0].push_back(index + offset);
            mark_touched(index + offset);
            off_frontier += part_of_[at(index + offset)] < 0;
        }
    if (tracked_sets_[0].empty()) tracked_sets_.clear();
    count_locally(index, off_frontier, budget);
}

// Counts the components touched by the hypothetical reveal, together with the tracked cells.
void FastPosterior::count_locally(int safe_cell, std::int64_t off_frontier, Budget& budget) {
    local_clues_.clear();
    for (const auto part : touched_)
        for (const Constraint& constraint : components_[at(part)].constraints)
            local_clues_.push_back(constraint.clue);
    local_ = local_builder_.build(*knowledge_, {local_clues_, tracked_sets_, safe_cell}, budget);
    if (local_counts_.size() < local_.size()) local_counts_.resize(local_.size());
    local_product_.clear();
    for (std::size_t p = 0; p < components_.size(); ++p)
        if (std::ranges::find(touched_, static_cast<std::int32_t>(p)) == touched_.end()) {
            const ComponentCount<double>& count = parts_[p].count;
            local_product_.add(count.states[at(count.final_states[0].state)].k_min,
                               count.last_values());
        }
    // The first local component contains the tracked cells. That component is added last, because
    // its outside weights are always needed and the last component's outside weights are the
    // cheapest to compute.
    for (std::size_t i = local_.size(); i-- > 0;) {
        ComponentCount<double>& count = local_counts_[i];
        counter_.count(local_[i], weights_, budget, count);
        if (count.final_states.empty() || count.has_clamped_weights) throw WeightsOutOfRange();
        std::int32_t k_min = local_[i].cell_count, k_max = 0;
        for (const auto& final_state : count.final_states) {
            const auto& state = count.states[at(final_state.state)];
            k_min = std::min(k_min, state.k_min);
            k_max = std::max(k_max, state.k_min + state.k_count - 1);
        }
        summed_weights_.assign(at(k_max - k_min + 1), 0.0);
        for (const auto& final_state : count.final_states) {
            const auto& state = count.states[at(final_state.state)];
            for (std::int32_t k = 0; k < state.k_count; ++k)
                summed_weights_[at(state.k_min - k_min + k)] +=
                    count.values[at(state.first_value + k)];
        }
        local_product_.add(k_min, summed_weights_);
        if (i == 0) local_k_min_ = k_min;
    }
    local_product_.finish({rest_.cells - off_frontier, rest_.mines}, tilt_);
}

double FastPosterior::trap_probability(int a, int b, std::span<const std::int32_t> witnesses,
                                       Budget& budget) {
    touched_.clear();
    tracked_sets_.resize(witnesses.empty() ? 1 : 2);
    tracked_sets_[0] = {a, b};
    std::int64_t off_frontier = (part_of_[at(a)] < 0) + (part_of_[at(b)] < 0);
    mark_touched(a);
    mark_touched(b);
    for (const int cell : witnesses) {
        mark_touched(cell);
        off_frontier += part_of_[at(cell)] < 0;
    }
    if (!witnesses.empty()) tracked_sets_[1].assign(witnesses.begin(), witnesses.end());
    count_locally(-1, off_frontier, budget);
    // If a constraint connects the two tracked sets, both belong to the first local component.
    const auto& count = local_counts_[0];
    const auto outside = local_product_.outside(local_product_.size() - 1);
    double trapped_weight = 0.0, total = 0.0;
    for (const auto& final_state : count.final_states) {
        const auto& state = count.states[at(final_state.state)];
        double sum = 0.0;
        for (std::int32_t k = 0; k < state.k_count; ++k)
            sum += count.values[at(state.first_value + k)] *
                   outside[at(state.k_min - local_k_min_ + k)];
        total += sum;
        if (final_state.tracked_mines[0] == 1 &&
            final_state.tracked_mines[1] == static_cast<std::int32_t>(witnesses.size()))
            trapped_weight += sum;
    }
    return trapped_weight / total;
}

// Adds to an outcome every cell of a component that is certainly safe or certainly a mine.
void FastPosterior::add_certain_cells(const Component& component, std::int32_t revealed,
                                      RevealOutcome& outcome) {
    bool any_safe = false;
    for (std::size_t b = 0; b < local_probabilities_.size(); ++b) {
        const BoxProbability& probabilities = local_probabilities_[b];
        const Box& box = component.boxes[b];
        if (probabilities.can_be_mine && probabilities.can_be_safe) {
            outcome.survival = std::max(outcome.survival, 1.0 - probabilities.mine);
            continue;
        }
        for (int i = 0; i < box.size; ++i) certain_[at(box.cells[at(i)])] = outcome_id_;
        any_safe |= !probabilities.can_be_mine;
    }
    if (!any_safe) return;
    for (std::size_t b = 0; b < local_probabilities_.size(); ++b) {
        if (local_probabilities_[b].can_be_mine) continue;
        const Box& box = component.boxes[b];
        outcome.safe += box.size;
        for (int i = 0; i < box.size; ++i)
            for (const int offset : grid_.neighbour_offsets()) {
                const int cell = box.cells[at(i)] + offset;
                if (cell == revealed || !knowledge_->is_hidden(cell) ||
                    certain_[at(cell)] == outcome_id_ || certain_[at(cell)] == shared_outcome_id_)
                    continue;
                ++outcome.informative;
                break;
            }
    }
}

std::span<const FastPosterior::RevealOutcome> FastPosterior::reveal_outcomes(int index,
                                                                             Budget& budget) {
    return compute_outcomes(index, false, budget);
}

// If `existence_only` is true, an outcome with at least one safe cell may omit its other safe
// cells.
std::span<const FastPosterior::RevealOutcome> FastPosterior::compute_outcomes(int index,
                                                                              bool existence_only,
                                                                              Budget& budget) {
    count_around(index, budget);
    outcomes_.clear();
    const double survival = 1.0 - mine_probability(index);
    RevealOutcome shared{.probability = survival,
                         // The survival probability outside the local components is the same for
                         // all clues.
                         .survival = untouched_survival()};
    shared_outcome_id_ = ++outcome_id_;
    const bool has_tracked_set = !tracked_sets_.empty();
    for (std::size_t i = has_tracked_set ? 1 : 0; i < local_.size(); ++i) {
        const auto outside = local_product_.outside(local_product_.size() - 1 - i);
        backward_pass_.run(local_[i], local_counts_[i], weights_, outside, budget,
                           local_probabilities_);
        add_certain_cells(local_[i], index, shared);
    }
    if (!has_tracked_set) {
        outcomes_.push_back(shared);
        return outcomes_;
    }
    const ComponentCount<double>& count = local_counts_[0];
    const auto outside = local_product_.outside(local_product_.size() - 1);
    const std::int64_t first_value = count.states[at(count.layer_begin.back())].first_value;
    double total = 0.0;
    for (const auto& final_state : count.final_states) {
        const auto& state = count.states[at(final_state.state)];
        final_state_outside_.assign(count.last_values().size(), 0.0);
        RevealOutcome outcome = shared;
        outcome.mines = final_state.tracked_mines[0];
        outcome.probability = 0.0;
        for (std::int32_t k = 0; k < state.k_count; ++k) {
            const double weight = outside[at(state.k_min - local_k_min_ + k)];
            final_state_outside_[at(state.first_value - first_value + k)] = weight;
            outcome.probability += count.values[at(state.first_value + k)] * weight;
        }
        total += outcome.probability;
        if (existence_only && final_state.tracked_mines[0] == 0) {
            outcome.safe += static_cast<std::int32_t>(tracked_sets_[0].size());
        } else if (outcome.probability > 0.0 && !(existence_only && outcome.safe > 0)) {
            backward_pass_.run(local_[0], count, weights_, final_state_outside_, budget,
                               local_probabilities_);
            ++outcome_id_;
            add_certain_cells(local_[0], index, outcome);
        }
        outcomes_.push_back(outcome);
    }
    for (RevealOutcome& outcome : outcomes_) outcome.probability *= survival / total;
    return outcomes_;
}

double FastPosterior::progress_probability(int index, Budget& budget) {
    double probability = 0.0;
    for (const RevealOutcome& outcome : compute_outcomes(index, true, budget))
        if (outcome.safe > 0) probability += outcome.probability;
    return probability;
}

}
