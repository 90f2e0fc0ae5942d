#include "inference/fast_posterior.hpp"

#include <algorithm>
#include <cmath>

namespace sapper {
namespace {

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

// Weights that differ by more are left to those who treat them with more care.
// So no product of positive weights becomes zero, and what has weight zero is impossible.
constexpr double kWidest = 1e-70;
constexpr double kWidestLog = 200.0;  // within one component
constexpr std::size_t kMostNumbers = 400;

// Divides by the greatest and returns its log. Throws OutOfRange when a weight is much smaller than it.
double normalise(std::vector<double>& values) {
    double greatest = 0.0, smallest = INFINITY;
    for (const double value : values) {
        greatest = std::max(greatest, value);
        if (value > 0.0) smallest = std::min(smallest, value);
    }
    if (!(smallest > kWidest * greatest) || !(greatest < 1e250)) throw OutOfRange();
    const double factor = 1.0 / greatest;
    for (double& value : values) value *= factor;
    return std::log(greatest);
}

double log_choose(std::int64_t n, std::int64_t k) {
    const auto log_factorial = [](std::int64_t x) { return std::lgamma(static_cast<double>(x) + 1.0); };
    return log_factorial(n) - log_factorial(k) - log_factorial(n - k);
}

}  // namespace

Polynomial<double>& Convolution::at_size(std::vector<Polynomial<double>>& list, std::size_t number) {
    if (list.size() <= number) list.resize(number + 1);
    return list[number];
}

void Convolution::add(std::int32_t k_low, std::span<const double> weights) {
    Polynomial<double>& part = at_size(parts_, size_++);
    part.k_low = k_low;
    part.values.assign(weights.begin(), weights.end());
    log_weight_ += normalise(part.values);
}

void Convolution::close(const Remainder& rest, double tilt) {
    Polynomial<double>& one = at_size(before_, 0);
    one.k_low = 0;
    one.values.assign(1, 1.0);
    for (std::size_t p = 0; p < size_; ++p) {
        Polynomial<double>& product = at_size(before_, p + 1);
        const Polynomial<double>&part = parts_[p], &before = before_[p];
        product.k_low = before.k_low + part.k_low;
        product.values.assign(before.values.size() + part.values.size() - 1, 0.0);
        if (product.values.size() > kMostNumbers) throw OutOfRange();
        for (std::size_t i = 0; i < before.values.size(); ++i)
            for (std::size_t j = 0; j < part.values.size(); ++j)
                product.values[i + j] += before.values[i] * part.values[j];
        log_weight_ += normalise(product.values);
    }
    // The rest: ratios of neighbours, from the first number of mines that is possible.
    const Polynomial<double>& all = before_[size_];
    Polynomial<double>& behind = at_size(behind_, size_);
    behind.k_low = all.k_low;
    behind.values.assign(all.values.size(), 0.0);
    const std::int64_t low = std::max<std::int64_t>(all.k_low, rest.mines - rest.cells);
    const std::int64_t high = std::min<std::int64_t>(all.k_high(), rest.mines);
    double total = 0.0, mines = 0.0, weight = 1.0, greatest = 1.0;
    can_rest_be_safe_ = can_rest_be_mine_ = false;
    for (std::int64_t k = low; k <= high; ++k) {
        behind.values[at(k - all.k_low)] = weight;
        greatest = std::max(greatest, weight);
        if (!(weight > kWidest * greatest && weight < 1e150)) throw OutOfRange();
        const double both = weight * all.values[at(k - all.k_low)];
        total += both;
        mines += both * static_cast<double>(rest.mines - k);
        if (both > 0.0) {
            can_rest_be_safe_ |= rest.mines - k < rest.cells;
            can_rest_be_mine_ |= rest.mines - k > 0;
        }
        weight *= static_cast<double>(rest.mines - k) /
                  (static_cast<double>(rest.cells - rest.mines + k + 1) * tilt);
    }
    if (!(total > 0.0)) throw OutOfRange();
    mines_off_frontier_ = mines / total;
    log_weight_ += std::log(total) + log_choose(rest.cells, rest.mines - low) -
                   static_cast<double>(low) * std::log(tilt);
    const double factor = 1.0 / greatest;
    for (double& value : behind.values) value *= factor;
    behind_from_ = size_;
}

std::span<const double> Convolution::outside(std::size_t component) {
    while (behind_from_ > component + 1) {
        const Polynomial<double>& part = parts_[behind_from_ - 1];
        const Polynomial<double>& before = before_[behind_from_ - 1];
        Polynomial<double>& behind = at_size(behind_, behind_from_ - 1);
        const Polynomial<double>& next = behind_[behind_from_];
        behind.k_low = before.k_low;
        behind.values.assign(before.values.size(), 0.0);
        for (std::size_t i = 0; i < behind.values.size(); ++i) {
            double sum = 0.0;
            for (std::size_t j = 0; j < part.values.size(); ++j)
                sum += part.values[j] * next.values[i + j];
            behind.values[i] = sum;
        }
        --behind_from_;
    }
    const Polynomial<double>& part = parts_[component];
    const Polynomial<double>& before = before_[component];
    const Polynomial<double>& next = behind_[component + 1];
    outside_.assign(part.values.size(), 0.0);
    double greatest = 0.0;
    for (std::size_t j = 0; j < part.values.size(); ++j) {
        double sum = 0.0;
        for (std::size_t i = 0; i < before.values.size(); ++i)
            sum += before.values[i] * next.values[i + j];
        outside_[j] = sum;
        greatest = std::max(greatest, sum);
    }
    if (!(greatest > 1e-200)) throw OutOfRange();
    for (double& value : outside_) value /= greatest;
    return outside_;
}

Outlook::Outlook(const Grid& grid, int mines)
    : grid_(grid),
      tilt_(std::clamp(static_cast<double>(mines) / std::max(grid.cell_count() - mines, 1), 0.02, 50.0)),
      weights_(box_weights(tilt_)), part_of_(at(grid.padded_size()), -1),
      box_of_(at(grid.padded_size()), -1), certain_(at(grid.padded_size()), 0) {}

void Outlook::read(const Knowledge& knowledge, Budget& budget) {
    knowledge_ = &knowledge;
    for (const int cell : frontier_) part_of_[at(cell)] = -1;
    frontier_.clear();
    safe_.clear();
    mines_.clear();
    clues_.clear();
    knowledge.list_clues_to_count(clues_);
    components_ = builder_.build(knowledge, {clues_, {}}, budget);
    if (parts_.size() < components_.size()) parts_.resize(components_.size());
    convolution_.clear();
    std::int64_t cells = 0;
    for (std::size_t p = 0; p < components_.size(); ++p) {
        const Component& component = components_[p];
        Count<double>& count = parts_[p].count;
        if (component.cell_count * std::abs(std::log(tilt_)) > kWidestLog) throw OutOfRange();
        counter_.count(component, weights_, budget, count);
        if (count.ends.empty() || count.has_floors) throw OutOfRange();
        convolution_.add(count.states[at(count.ends[0].state)].k_low, count.last_values());
        cells += component.cell_count;
    }
    rest_ = {knowledge.hidden_left() - cells, knowledge.mines_left()};
    convolution_.close(rest_, tilt_);
    log_layouts_ = convolution_.log_weight();
    for (std::size_t p = 0; p < components_.size(); ++p) log_layouts_ += parts_[p].count.log_scale;
    rest_probability_ =
        rest_.cells > 0 ? convolution_.mines_off_frontier() / static_cast<double>(rest_.cells) : 1.0;
    if (!convolution_.can_rest_be_mine()) rest_probability_ = 0.0;
    if (!convolution_.can_rest_be_safe()) rest_probability_ = 1.0;
    weigh_parts(budget);
    sort_cells();
}

void Outlook::weigh_parts(Budget& budget) {
    for (std::size_t p = components_.size(); p-- > 0;)
        weigher_.weigh(components_[p], parts_[p].count, weights_, convolution_.outside(p), budget,
                       parts_[p].odds);
}

void Outlook::sort_cells() {
    for (std::size_t p = 0; p < components_.size(); ++p) {
        Part& part = parts_[p];
        part.safety = 0.0;
        for (std::size_t b = 0; b < part.odds.size(); ++b) {
            const Box& box = components_[p].boxes[b];
            BoxOdds& odds = part.odds[b];
            if (!odds.can_be_safe) odds.mine = 1.0;
            if (odds.can_be_mine) part.safety = std::max(part.safety, 1.0 - odds.mine);
            for (int i = 0; i < box.size; ++i) {
                const int cell = box.cells[at(i)];
                part_of_[at(cell)] = static_cast<std::int32_t>(p);
                box_of_[at(cell)] = static_cast<std::int32_t>(b);
                frontier_.push_back(cell);
                if (!odds.can_be_mine) safe_.push_back(cell);
                if (!odds.can_be_safe) mines_.push_back(cell);
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

double Outlook::mine_probability(int index) const {
    const std::int32_t part = part_of_[at(index)];
    return part < 0 ? rest_probability_ : parts_[at(part)].odds[at(box_of_[at(index)])].mine;
}

// The best chance of the cells that the what-if at hand does not count again.
double Outlook::safety_elsewhere() const {
    double safety = rest_.cells > 0 ? 1.0 - rest_probability_ : 0.0;
    for (std::size_t p = 0; p < components_.size(); ++p)
        if (std::ranges::find(touched_, static_cast<std::int32_t>(p)) == touched_.end())
            safety = std::max(safety, parts_[p].safety);
    return safety;
}

void Outlook::touch(int cell) {
    const std::int32_t part = part_of_[at(cell)];
    if (part >= 0 && std::ranges::find(touched_, part) == touched_.end()) touched_.push_back(part);
}

void Outlook::look_around(int index, Budget& budget) {
    touched_.clear();
    counters_.resize(1);
    counters_[0].clear();
    int off_frontier = part_of_[at(index)] < 0;
    touch(index);
    for (const int offset : grid_.neighbour_offsets())
        if (knowledge_->is_hidden(index + offset)) {
            counters_[0].push_back(index + offset);
            touch(index + offset);
            off_frontier += part_of_[at(index + offset)] < 0;
        }
    if (counters_[0].empty()) counters_.clear();
    count_locally(index, off_frontier, budget);
}

// Counts the touched parts together with the counters' cells.
void Outlook::count_locally(int safe_cell, std::int64_t off_frontier, Budget& budget) {
    local_clues_.clear();
    for (const auto part : touched_)
        for (const Constraint& constraint : components_[at(part)].constraints)
            local_clues_.push_back(constraint.clue);
    local_ = local_builder_.build(*knowledge_, {local_clues_, counters_, safe_cell}, budget);
    if (local_counts_.size() < local_.size()) local_counts_.resize(local_.size());
    local_convolution_.clear();
    for (std::size_t p = 0; p < components_.size(); ++p)
        if (std::ranges::find(touched_, static_cast<std::int32_t>(p)) == touched_.end()) {
            const Count<double>& count = parts_[p].count;
            local_convolution_.add(count.states[at(count.ends[0].state)].k_low, count.last_values());
        }
    // Last comes the first, which has the counter: what is outside of it is asked for every time.
    for (std::size_t i = local_.size(); i-- > 0;) {
        Count<double>& count = local_counts_[i];
        counter_.count(local_[i], weights_, budget, count);
        if (count.ends.empty() || count.has_floors) throw OutOfRange();
        std::int32_t k_low = local_[i].cell_count, k_high = 0;
        for (const auto& end : count.ends) {
            const auto& state = count.states[at(end.state)];
            k_low = std::min(k_low, state.k_low);
            k_high = std::max(k_high, state.k_low + state.k_count - 1);
        }
        all_ends_.assign(at(k_high - k_low + 1), 0.0);
        for (const auto& end : count.ends) {
            const auto& state = count.states[at(end.state)];
            for (std::int32_t k = 0; k < state.k_count; ++k)
                all_ends_[at(state.k_low - k_low + k)] += count.values[at(state.first_value + k)];
        }
        local_convolution_.add(k_low, all_ends_);
        if (i == 0) local_k_low_ = k_low;
    }
    local_convolution_.close({rest_.cells - off_frontier, rest_.mines}, tilt_);
}

double Outlook::trap_chance(int a, int b, std::span<const std::int32_t> witnesses, Budget& budget) {
    touched_.clear();
    counters_.resize(witnesses.empty() ? 1 : 2);
    counters_[0] = {a, b};
    std::int64_t off_frontier = (part_of_[at(a)] < 0) + (part_of_[at(b)] < 0);
    touch(a);
    touch(b);
    for (const int cell : witnesses) {
        touch(cell);
        off_frontier += part_of_[at(cell)] < 0;
    }
    if (!witnesses.empty()) counters_[1].assign(witnesses.begin(), witnesses.end());
    count_locally(-1, off_frontier, budget);
    // Both counters are in the first component unless nothing joins them.
    const auto& count = local_counts_[0];
    const auto outside = local_convolution_.outside(local_convolution_.size() - 1);
    double trapped = 0.0, total = 0.0;
    for (const auto& end : count.ends) {
        const auto& state = count.states[at(end.state)];
        double sum = 0.0;
        for (std::int32_t k = 0; k < state.k_count; ++k)
            sum += count.values[at(state.first_value + k)] * outside[at(state.k_low - local_k_low_ + k)];
        total += sum;
        if (end.counted[0] == 1 && end.counted[1] == static_cast<std::int32_t>(witnesses.size()))
            trapped += sum;
    }
    return trapped / total;
}

// What the odds of a component, in local_odds_, add.
void Outlook::take_in(const Component& component, std::int32_t revealed, Follow& follow) {
    bool any_safe = false;
    for (std::size_t b = 0; b < local_odds_.size(); ++b) {
        const BoxOdds& odds = local_odds_[b];
        const Box& box = component.boxes[b];
        if (odds.can_be_mine && odds.can_be_safe) {
            follow.safety = std::max(follow.safety, 1.0 - odds.mine);
            continue;
        }
        for (int i = 0; i < box.size; ++i) certain_[at(box.cells[at(i)])] = follow_number_;
        any_safe |= !odds.can_be_mine;
    }
    if (!any_safe) return;
    for (std::size_t b = 0; b < local_odds_.size(); ++b) {
        if (local_odds_[b].can_be_mine) continue;
        const Box& box = component.boxes[b];
        follow.safe += box.size;
        for (int i = 0; i < box.size; ++i)
            for (const int offset : grid_.neighbour_offsets()) {
                const int cell = box.cells[at(i)] + offset;
                if (cell == revealed || !knowledge_->is_hidden(cell) || certain_[at(cell)] == follow_number_ ||
                    certain_[at(cell)] == same_number_)
                    continue;
                ++follow.living;
                break;
            }
    }
}

std::span<const Outlook::Follow> Outlook::what_if(int index, Budget& budget) {
    return follow_up(index, false, budget);
}

// With `only_whether`, some safe cells may be left out where there are others.
std::span<const Outlook::Follow> Outlook::follow_up(int index, bool only_whether, Budget& budget) {
    look_around(index, budget);
    follows_.clear();
    const double survival = 1.0 - mine_probability(index);
    Follow same{.chance = survival, .safety = safety_elsewhere()};  // whatever the cell shows
    same_number_ = ++follow_number_;
    const bool has_counter = !counters_.empty();
    for (std::size_t i = has_counter ? 1 : 0; i < local_.size(); ++i) {
        const auto outside = local_convolution_.outside(local_convolution_.size() - 1 - i);
        weigher_.weigh(local_[i], local_counts_[i], weights_, outside, budget, local_odds_);
        take_in(local_[i], index, same);
    }
    if (!has_counter) {
        follows_.push_back(same);
        return follows_;
    }
    const Count<double>& count = local_counts_[0];
    const auto outside = local_convolution_.outside(local_convolution_.size() - 1);
    const std::int64_t first_value = count.states[at(count.layer_begin.back())].first_value;
    double total = 0.0;
    for (const auto& end : count.ends) {
        const auto& state = count.states[at(end.state)];
        end_outside_.assign(count.last_values().size(), 0.0);
        Follow follow = same;
        follow.mines = end.counted[0];
        follow.chance = 0.0;
        for (std::int32_t k = 0; k < state.k_count; ++k) {
            const double weight = outside[at(state.k_low - local_k_low_ + k)];
            end_outside_[at(state.first_value - first_value + k)] = weight;
            follow.chance += count.values[at(state.first_value + k)] * weight;
        }
        total += follow.chance;
        if (only_whether && end.counted[0] == 0) {
            follow.safe += static_cast<std::int32_t>(counters_[0].size());
        } else if (follow.chance > 0.0 && !(only_whether && follow.safe > 0)) {
            weigher_.weigh(local_[0], count, weights_, end_outside_, budget, local_odds_);
            ++follow_number_;
            take_in(local_[0], index, follow);
        }
        follows_.push_back(follow);
    }
    for (Follow& follow : follows_) follow.chance *= survival / total;
    return follows_;
}

double Outlook::progress(int index, Budget& budget) {
    double chance = 0.0;
    for (const Follow& follow : follow_up(index, true, budget))
        if (follow.safe > 0) chance += follow.chance;
    return chance;
}

}  // namespace sapper
