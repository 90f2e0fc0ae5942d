#include "inference/posterior.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "inference/box_probabilities.hpp"

namespace sapper {
namespace {

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

constexpr int kMaxRetilts = 4;

std::string impossible_count(int mines) {
    return std::to_string(mines) + (mines == 1 ? " mine is" : " mines are") + " impossible: ";
}

void check_deadline(const Budget& budget) {
    if (budget.is_past_deadline()) throw LimitReached("time limit reached while counting layouts");
}

}

Posterior::Posterior(Knowledge knowledge) : knowledge_(std::move(knowledge)) {
    // The initial tilt is the prior odds of a mine.
    const double mines = std::max(knowledge_.mines_left(), 0) + 0.5;
    const double safe = std::max(knowledge_.hidden_left() - knowledge_.mines_left(), 0) + 0.5;
    set_tilt(mines / safe);
}

Posterior::Posterior(const Position& position, Budget& budget)
    : Posterior(Knowledge(position), budget) {}

Posterior::Posterior(Knowledge knowledge, Budget& budget) : Posterior(std::move(knowledge)) {
    count_components(build_components(knowledge_, active_clues(), budget), budget);
    index_parts();
    compute_probabilities(budget);
}

std::vector<std::int32_t> Posterior::active_clues() const {
    std::vector<std::int32_t> clues;
    knowledge_.append_active_clues(clues);
    return clues;
}

// Clamping the tilt prevents its powers from overflowing or underflowing.
void Posterior::set_tilt(double tilt) {
    tilt_ = std::clamp(tilt, 1e-4, 1e4);
    weights_ = box_weights(tilt_);
}

void Posterior::count_components(std::vector<Component> components, Budget& budget) {
    for (Component& component : components) {
        // Counting a small component does not check the deadline, so this loop does.
        if (parts_.size() % 64 == 63) check_deadline(budget);
        int violated = 0;
        ComponentCount<double> count =
            count_solutions<double>(component, weights_, budget, nullptr, &violated);
        if (count.final_states.empty()) throw_contradiction(component, violated);
        parts_.push_back(std::make_shared<const CountedComponent>(
            CountedComponent{std::move(component), std::move(count)}));
    }
}

void Posterior::throw_contradiction(const Component& component, int constraint) {
    const int clue = component.constraints[at(constraint)].clue;
    throw Contradiction(clue, "it contradicts nearby clues");
}

// Records the component of each cell and computes the remainder.
void Posterior::index_parts() {
    part_of_.assign(at(grid().padded_size()), -1);
    std::int64_t cells = 0;
    for (std::size_t p = 0; p < parts_.size(); ++p)
        for (const Box& box : parts_[p]->component.boxes)
            for (int i = 0; i < box.size; ++i, ++cells)
                part_of_[at(box.cells[at(i)])] = static_cast<std::int32_t>(p);
    rest_ = {knowledge_.hidden_left() - cells, knowledge_.mines_left()};
}

std::vector<Polynomial<double>> Posterior::polynomials(const Parts& parts) {
    std::vector<Polynomial<double>> polynomials;
    polynomials.reserve(parts.size());
    for (const auto& part : parts)
        polynomials.push_back(part->count.polynomial(part->count.final_states[0]));
    return polynomials;
}

// Computes the probabilities and, if the weights are out of range, retries with a different tilt.
// Weights overflow or underflow when the clues require far more or far fewer mines than the prior
// suggests.
void Posterior::compute_probabilities(Budget& budget) {
    for (int attempt = 0;; ++attempt) {
        try {
            try_compute_probabilities(budget);
            return;
        } catch (const WeightsOutOfRange&) {
            if (attempt == kMaxRetilts || !retilt(budget)) throw;
        }
    }
}

// Adjusts the tilt so that the expected number of mines equals the mine count. Returns false if the
// tilt barely changes, or if a count is an estimate and cannot be repeated.
bool Posterior::retilt(Budget& budget) {
    const double before = tilt_;
    const double log_ratio = log_balancing_ratio(polynomials(parts_), rest_, std::log(tilt_));
    set_tilt(tilt_ * std::exp(log_ratio));
    if (std::abs(std::log(tilt_ / before)) < 0.01) return false;
    std::vector<Component> components;
    for (const auto& part : parts_) {
        if (!part->count.is_exact) return false;
        components.push_back(part->component);
    }
    parts_.clear();
    count_components(std::move(components), budget);
    return true;
}

void Posterior::try_compute_probabilities(Budget& budget) {
    std::vector<Polynomial<double>> polynomials = Posterior::polynomials(parts_);
    const MineRange range = mine_range(polynomials);
    const std::int64_t known_mines = mines() - rest_.mines;
    if (range.min > rest_.mines)
        throw Contradiction(-1, impossible_count(mines()) + "the clues need at least " +
                                    std::to_string(known_mines + range.min));
    if (range.max + rest_.cells < rest_.mines)
        throw Contradiction(-1, impossible_count(mines()) + "the clues leave room for at most " +
                                    std::to_string(known_mines + range.max + rest_.cells));
    const CombinedWeights combined =
        multiply_components(std::move(polynomials), rest_, tilt_, budget);
    log_layouts_ = combined.log_weight;
    for (const auto& part : parts_) log_layouts_ += part->count.log_scale;

    // The mine probability is exactly 0 for provably safe cells and exactly 1 for known mines.
    const double off_frontier =
        !combined.can_be_mine ? 0.0
        : !combined.can_be_safe
            ? 1.0
            : std::min(combined.mines_off_frontier / static_cast<double>(rest_.cells), 1.0);
    const Certainty certain_off_frontier = !combined.can_be_mine   ? Certainty::safe
                                           : !combined.can_be_safe ? Certainty::mine
                                                                   : Certainty::none;
    probability_.assign(at(grid().padded_size()), 0.0);
    certainty_.assign(at(grid().padded_size()), Certainty::revealed);
    grid().for_each_cell([&](int index) {
        switch (knowledge_.state(index)) {
            case Knowledge::border:
            case Knowledge::open: break;
            case Knowledge::safe: certainty_[at(index)] = Certainty::safe; break;
            case Knowledge::mine:
                probability_[at(index)] = 1.0;
                certainty_[at(index)] = Certainty::mine;
                break;
            case Knowledge::hidden:
                probability_[at(index)] = off_frontier;
                certainty_[at(index)] = certain_off_frontier;
        }
    });
    std::vector<BoxProbability> probabilities;
    BackwardPass backward_pass;
    for (std::size_t p = 0; p < parts_.size(); ++p) {
        if (p % 64 == 63) check_deadline(budget);
        const CountedComponent& part = *parts_[p];
        backward_pass.run(part.component, part.count, weights_, combined.outside[p], budget,
                          probabilities);
        for (std::size_t b = 0; b < probabilities.size(); ++b) {
            const Box& box = part.component.boxes[b];
            for (int i = 0; i < box.size; ++i) {
                probability_[at(box.cells[at(i)])] =
                    probabilities[b].can_be_safe ? probabilities[b].mine : 1.0;
                certainty_[at(box.cells[at(i)])] = !probabilities[b].can_be_mine ? Certainty::safe
                                                   : !probabilities[b].can_be_safe
                                                       ? Certainty::mine
                                                       : Certainty::none;
            }
        }
    }
}

double Posterior::mine_probability(int index) const { return probability_[at(index)]; }
Certainty Posterior::certainty(int index) const { return certainty_[at(index)]; }

std::optional<std::vector<Polynomial<UInt128>>> Posterior::exact_counts(Budget& budget) const {
    std::vector<Polynomial<UInt128>> counts;
    const BoxWeights weights = box_weights(1.0);
    for (const auto& part : parts_) {
        if (part->component.cell_count > 127) return std::nullopt;
        const auto count = count_solutions<UInt128>(part->component, weights, budget);
        counts.push_back(count.polynomial(count.final_states[0]));
    }
    return counts;
}

std::vector<std::int32_t> Posterior::touched_parts(int index) const {
    std::vector<std::int32_t> touched;
    const auto touch = [&](int cell) {
        const std::int32_t part = part_of_[at(cell)];
        if (part >= 0 && std::ranges::find(touched, part) == touched.end()) touched.push_back(part);
    };
    touch(index);
    for (const int offset : grid().neighbour_offsets()) touch(index + offset);
    return touched;
}

std::vector<std::int32_t> Posterior::clues_of(const std::vector<std::int32_t>& parts) const {
    std::vector<std::int32_t> clues;
    for (const auto part : parts)
        for (const Constraint& constraint : parts_[at(part)]->component.constraints)
            clues.push_back(constraint.clue);
    return clues;
}

Posterior::Parts Posterior::parts_without(const std::vector<std::int32_t>& touched) const {
    Parts parts;
    for (std::size_t p = 0; p < parts_.size(); ++p)
        if (std::ranges::find(touched, static_cast<std::int32_t>(p)) == touched.end())
            parts.push_back(parts_[p]);
    return parts;
}

Posterior Posterior::after_reveal(int index, int clue, Budget& budget) const {
    if (certainty(index) == Certainty::mine) throw Contradiction(index, "the cell is a mine");
    const std::vector<std::int32_t> touched = touched_parts(index);
    std::vector<std::int32_t> clues = clues_of(touched);
    Posterior after(*this);
    after.knowledge_.reveal(index, clue);
    clues.push_back(index);
    std::erase_if(clues, [&](int c) { return after.knowledge_.undecided(c) == 0; });
    after.parts_ = parts_without(touched);
    after.count_components(build_components(after.knowledge_, clues, budget), budget);
    after.index_parts();
    after.compute_probabilities(budget);
    return after;
}

std::array<double, 10> Posterior::clue_distribution(int index, Budget& budget) const {
    constexpr std::size_t mine = 9;
    std::array<double, 10> probabilities{};
    if (knowledge_.state(index) == Knowledge::mine) {
        probabilities[mine] = 1.0;
        return probabilities;
    }
    // The first tracked set contains the cell and its undecided neighbours. The second tracked set
    // contains only the cell.
    int known_mines = 0;
    std::vector<std::vector<std::int32_t>> tracked_sets(1);
    for (const int offset : grid().neighbour_offsets()) {
        known_mines += knowledge_.state(index + offset) == Knowledge::mine;
        if (knowledge_.is_hidden(index + offset)) tracked_sets[0].push_back(index + offset);
    }
    if (knowledge_.is_hidden(index)) {
        tracked_sets[0].push_back(index);
        tracked_sets.push_back({index});
    }
    if (tracked_sets[0].empty()) {
        probabilities[at(known_mines)] = 1.0;
        return probabilities;
    }
    // The first tracked set merges all components around the cell into a single component.
    const std::vector<std::int32_t> touched = touched_parts(index);
    const Component component =
        std::move(build_components(knowledge_, clues_of(touched), budget, tracked_sets).front());
    const ComponentCount<double> count = count_solutions<double>(component, weights_, budget);
    std::int64_t cells = rest_.cells - component.cell_count;
    for (const auto part : touched) cells += parts_[at(part)]->component.cell_count;

    // The weight outside the component is the same for all outcomes, so that weight is computed
    // only once, from the sum of the outcomes' polynomials.
    Polynomial<double> all{component.cell_count, {}};
    std::int32_t k_max = 0;
    for (const auto& final_state : count.final_states) {
        const auto& state = count.states[at(final_state.state)];
        all.k_min = std::min(all.k_min, state.k_min);
        k_max = std::max(k_max, state.k_min + state.k_count - 1);
    }
    all.values.assign(at(k_max - all.k_min + 1), 0.0);
    for (const auto& final_state : count.final_states) {
        const Polynomial<double> weights = count.polynomial(final_state);
        for (std::size_t i = 0; i < weights.values.size(); ++i)
            all.values[at(weights.k_min - all.k_min) + i] += weights.values[i];
    }
    std::vector<Polynomial<double>> parts = polynomials(parts_without(touched));
    parts.push_back(all);
    const std::vector<double> outside =
        multiply_components(std::move(parts), {cells, rest_.mines}, tilt_, budget).outside.back();
    double total = 0.0;
    for (const auto& final_state : count.final_states) {
        const Polynomial<double> weights = count.polynomial(final_state);
        double sum = 0.0;
        for (std::size_t i = 0; i < weights.values.size(); ++i)
            sum += weights.values[i] * outside[at(weights.k_min - all.k_min) + i];
        probabilities[final_state.tracked_mines[1]
                          ? mine
                          : at(known_mines + final_state.tracked_mines[0])] += sum;
        total += sum;
    }
    // The result is reliable only if the clamped weights are negligible.
    if (!(total > kMinWeight) ||
        (count.has_clamped_weights && total < kMinReliableTotal * std::ranges::max(all.values)))
        throw WeightsOutOfRange();
    for (double& probability : probabilities) probability /= total;
    return probabilities;
}

int Posterior::frontier_cells() const {
    return std::accumulate(parts_.begin(), parts_.end(), 0, [](int sum, const auto& part) {
        return sum + part->component.cell_count;
    });
}

int Posterior::width() const {
    int width = 0;
    for (const auto& part : parts_)
        width = std::max(width, static_cast<int>(part->component.width));
    return width;
}

std::int64_t Posterior::state_count() const {
    std::int64_t states = 0;
    for (const auto& part : parts_) states += static_cast<std::int64_t>(part->count.values.size());
    return states;
}

}
