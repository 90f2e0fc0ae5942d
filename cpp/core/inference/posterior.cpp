#include "inference/posterior.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "inference/box_probabilities.hpp"

namespace sapper {
namespace {

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

constexpr int kMostTilts = 4;

void check_time(const Budget& budget) {
    if (budget.is_late()) throw LimitReached("counting reached its limit of time");
}

}  // namespace

Posterior::Posterior(Knowledge knowledge) : knowledge_(std::move(knowledge)) {
    // The odds of a cell of which nothing is known; see count.hpp.
    const double mines = std::max(knowledge_.mines_left(), 0) + 0.5;
    const double safe = std::max(knowledge_.hidden_left() - knowledge_.mines_left(), 0) + 0.5;
    set_tilt(mines / safe);
}

Posterior::Posterior(const Position& position, Budget& budget)
    : Posterior(Knowledge(position), budget) {}

Posterior::Posterior(Knowledge knowledge, Budget& budget) : Posterior(std::move(knowledge)) {
    add_parts(build_components(knowledge_, clues_to_count(), budget), budget);
    number_parts();
    weigh(budget);
}

std::vector<std::int32_t> Posterior::clues_to_count() const {
    std::vector<std::int32_t> clues;
    knowledge_.list_clues_to_count(clues);
    return clues;
}

// Bounded, so that powers of it stay in range.
void Posterior::set_tilt(double tilt) {
    tilt_ = std::clamp(tilt, 1e-4, 1e4);
    weights_ = box_weights(tilt_);
}

void Posterior::add_parts(std::vector<Component> components, Budget& budget) {
    for (Component& component : components) {
        // Small components take too little work to look at the clock themselves.
        if (parts_.size() % 64 == 63) check_time(budget);
        int stuck = 0;
        Count<double> count = count_solutions<double>(component, weights_, budget, nullptr, &stuck);
        if (count.ends.empty()) refuse(component, stuck);
        parts_.push_back(std::make_shared<const Part>(Part{std::move(component), std::move(count)}));
    }
}

void Posterior::refuse(const Component& component, int constraint) const {
    const int clue = component.constraints[at(constraint)].clue;
    throw Contradiction(clue, "clue " + std::to_string(knowledge_.clue(clue)) + " at (" +
                                  std::to_string(grid().row(clue)) + ", " +
                                  std::to_string(grid().column(clue)) +
                                  ") cannot hold together with the clues around it");
}

// Which part each cell belongs to, and what is left for no part.
void Posterior::number_parts() {
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
    for (const auto& part : parts) polynomials.push_back(part->count.polynomial(part->count.ends[0]));
    return polynomials;
}

// Counts again with other tilts when weights come out of range: when clues ask for far more or far
// fewer mines than there are, the layouts lie where the first tilt makes everything tiny.
void Posterior::weigh(Budget& budget) {
    for (int attempt = 0;; ++attempt) {
        try {
            return weigh_once(budget);
        } catch (const OutOfRange&) {
            if (attempt == kMostTilts || !rebalance(budget)) throw;
        }
    }
}

// Moves the tilt to where the expected mines add up. False when it is there already, or when counts are
// estimates, which cannot be repeated.
bool Posterior::rebalance(Budget& budget) {
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
    add_parts(std::move(components), budget);
    return true;
}

void Posterior::weigh_once(Budget& budget) {
    std::vector<Polynomial<double>> polynomials = this->polynomials(parts_);
    const MineRange range = mine_range(polynomials);
    if (range.fewest > rest_.mines)
        throw Contradiction(-1, std::to_string(mines()) +
                                    " mines cannot hold: what is shown needs at least " +
                                    std::to_string(mines() - rest_.mines + range.fewest));
    if (range.most + rest_.cells < rest_.mines)
        throw Contradiction(-1, std::to_string(mines()) +
                                    " mines cannot hold: what is shown has room for at most " +
                                    std::to_string(mines() - rest_.mines + range.most + rest_.cells));
    const Combination combination = combine(std::move(polynomials), rest_, tilt_, budget);
    log_layouts_ = combination.log_weight;
    for (const auto& part : parts_) log_layouts_ += part->count.log_scale;

    // What is certain is 0 or 1 to the last bit.
    const double off_frontier =
        !combination.can_be_mine   ? 0.0
        : !combination.can_be_safe ? 1.0
                                   : std::min(combination.mines_off_frontier /
                                                  static_cast<double>(rest_.cells),
                                              1.0);
    const Certainty certain_off_frontier = !combination.can_be_mine   ? Certainty::safe
                                           : !combination.can_be_safe ? Certainty::mine
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
    std::vector<BoxOdds> odds;
    BoxWeigher weigher;
    for (std::size_t p = 0; p < parts_.size(); ++p) {
        if (p % 64 == 63) check_time(budget);
        const Part& part = *parts_[p];
        weigher.weigh(part.component, part.count, weights_, combination.outside[p], budget, odds);
        for (std::size_t b = 0; b < odds.size(); ++b) {
            const Box& box = part.component.boxes[b];
            for (int i = 0; i < box.size; ++i) {
                probability_[at(box.cells[at(i)])] = odds[b].can_be_safe ? odds[b].mine : 1.0;
                certainty_[at(box.cells[at(i)])] = !odds[b].can_be_mine   ? Certainty::safe
                                                   : !odds[b].can_be_safe ? Certainty::mine
                                                                          : Certainty::none;
            }
        }
    }
}

double Posterior::mine_probability(int index) const { return probability_[at(index)]; }
Certainty Posterior::certainty(int index) const { return certainty_[at(index)]; }

std::optional<std::vector<Polynomial<WholeNumber>>> Posterior::exact_counts(
    Budget& budget) const {
    std::vector<Polynomial<WholeNumber>> counts;
    const BoxWeights weights = box_weights(1.0);
    for (const auto& part : parts_) {
        if (part->component.cell_count > 127) return std::nullopt;
        const auto count = count_solutions<WholeNumber>(part->component, weights, budget);
        counts.push_back(count.polynomial(count.ends[0]));
    }
    return counts;
}

std::vector<std::int32_t> Posterior::touched_parts(int index) const {
    std::vector<std::int32_t> touched;
    const auto touch = [&](int cell) {
        const std::int32_t part = part_of_[at(cell)];
        if (part >= 0 && std::find(touched.begin(), touched.end(), part) == touched.end())
            touched.push_back(part);
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
        if (std::find(touched.begin(), touched.end(), static_cast<std::int32_t>(p)) == touched.end())
            parts.push_back(parts_[p]);
    return parts;
}

Posterior Posterior::after_reveal(int index, int clue, Budget& budget) const {
    if (certainty(index) == Certainty::mine)
        throw Contradiction(index, "(" + std::to_string(grid().row(index)) + ", " +
                                       std::to_string(grid().column(index)) + ") cannot show " +
                                       std::to_string(clue) + ": it is a mine");
    const std::vector<std::int32_t> touched = touched_parts(index);
    std::vector<std::int32_t> clues = clues_of(touched);
    Posterior after(*this);
    after.knowledge_.reveal(index, clue);
    clues.push_back(index);
    std::erase_if(clues, [&](int c) { return after.knowledge_.undecided(c) == 0; });
    after.parts_ = parts_without(touched);
    after.add_parts(build_components(after.knowledge_, clues, budget), budget);
    after.number_parts();
    after.weigh(budget);
    return after;
}

std::array<double, 10> Posterior::clue_distribution(int index, Budget& budget) const {
    constexpr std::size_t mine = 9;
    std::array<double, 10> chances{};
    if (knowledge_.state(index) == Knowledge::mine) {
        chances[mine] = 1.0;
        return chances;
    }
    // The first counter takes in all that is undecided here, the second the cell itself: where that is
    // a mine, the rest does not matter.
    int known_mines = 0;
    std::vector<std::vector<std::int32_t>> counters(1);
    for (const int offset : grid().neighbour_offsets()) {
        known_mines += knowledge_.state(index + offset) == Knowledge::mine;
        if (knowledge_.is_hidden(index + offset)) counters[0].push_back(index + offset);
    }
    if (knowledge_.is_hidden(index)) {
        counters[0].push_back(index);
        counters.push_back({index});
    }
    if (counters[0].empty()) {
        chances[at(known_mines)] = 1.0;
        return chances;
    }
    // The first counter joins the parts around the cell, so there is just one component.
    const std::vector<std::int32_t> touched = touched_parts(index);
    const Component component =
        std::move(build_components(knowledge_, clues_of(touched), budget, counters).front());
    const Count<double> count = count_solutions<double>(component, weights_, budget);
    std::int64_t cells = rest_.cells - component.cell_count;
    for (const auto part : touched) cells += parts_[at(part)]->component.cell_count;

    // What lies outside weighs the same for all outcomes: their sum stands for them.
    Polynomial<double> all{component.cell_count, {}};
    std::int32_t k_high = 0;
    for (const auto& end : count.ends) {
        const auto& state = count.states[at(end.state)];
        all.k_low = std::min(all.k_low, state.k_low);
        k_high = std::max(k_high, state.k_low + state.k_count - 1);
    }
    all.values.assign(at(k_high - all.k_low + 1), 0.0);
    for (const auto& end : count.ends) {
        const Polynomial<double> weights = count.polynomial(end);
        for (std::size_t i = 0; i < weights.values.size(); ++i)
            all.values[at(weights.k_low - all.k_low) + i] += weights.values[i];
    }
    std::vector<Polynomial<double>> parts = polynomials(parts_without(touched));
    parts.push_back(all);
    const std::vector<double> outside =
        combine(std::move(parts), {cells, rest_.mines}, tilt_, budget).outside.back();
    double total = 0.0;
    for (const auto& end : count.ends) {
        const Polynomial<double> weights = count.polynomial(end);
        double sum = 0.0;
        for (std::size_t i = 0; i < weights.values.size(); ++i)
            sum += weights.values[i] * outside[at(weights.k_low - all.k_low) + i];
        chances[end.counted[1] ? mine : at(known_mines + end.counted[0])] += sum;
        total += sum;
    }
    // Weights that were raised, see count.cpp, must not matter.
    if (!(total > kLeastWeight) || (count.has_floors && total < kSound * std::ranges::max(all.values)))
        throw OutOfRange();
    for (double& chance : chances) chance /= total;
    return chances;
}

int Posterior::frontier_cells() const {
    return std::accumulate(parts_.begin(), parts_.end(), 0, [](int sum, const auto& part) {
        return sum + part->component.cell_count;
    });
}

int Posterior::width() const {
    int width = 0;
    for (const auto& part : parts_) width = std::max(width, static_cast<int>(part->component.width));
    return width;
}

std::int64_t Posterior::state_count() const {
    std::int64_t states = 0;
    for (const auto& part : parts_) states += static_cast<std::int64_t>(part->count.values.size());
    return states;
}

}  // namespace sapper
