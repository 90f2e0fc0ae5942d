#include "generate/logic_solver.hpp"

#include <algorithm>

#include "generate/chains.hpp"
#include "generate/disjoint_clues.hpp"
#include "inference/posterior.hpp"

namespace sapper {
namespace {

// Counts are limited by states, never by time: a board must not depend on how busy the machine is.
constexpr double kNoTimeLimit = 3600.0;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

}  // namespace

Solver::Solver(Field field, Workbench& workbench)
    : field_(std::move(field)), knowledge_(field_.grid(), field_.rules().mines),
      pairs_(field_.grid()), workbench_(&workbench),
      counted_(at(field_.grid().padded_size()), -1), visited_(at(field_.grid().padded_size()), 0) {
    take_in(0);
}

void Solver::take_in(std::size_t opened_from) {
    knowledge_.reveal_all(field_.opened().subspan(opened_from),
                          [&](int cell) { return field_.clue(cell); });
}

void Solver::reveal_what_is_safe() {
    auto& safe = knowledge_.found_safe();
    while (!safe.empty()) {
        const int cell = safe.back();
        safe.pop_back();
        if (field_.is_open(cell)) continue;
        const std::size_t before = field_.opened().size();
        field_.reveal(cell);
        take_in(before);
    }
}

const std::vector<std::int32_t>& Solver::clues() {
    const auto opened = field_.opened();
    for (; clues_from_ < opened.size(); ++clues_from_)
        if (field_.clue(opened[clues_from_]) > 0) clues_.push_back(opened[clues_from_]);
    std::erase_if(clues_, [&](int clue) { return knowledge_.undecided(clue) == 0; });
    return clues_;
}

bool Solver::solve(Kind most, bool with_chains) {
    const auto use = [&](Kind kind) {
        hardest_ = std::max(hardest_, kind);
        return true;
    };
    for (;;) {
        reveal_what_is_safe();
        if (field_.safe_left() == 0) return true;
        if (workbench_->clock.is_late()) {
            ran_out_ = true;
            return false;
        }
        if (knowledge_.mines_left() == 0) {
            learn(find_by_mine_count(knowledge_, {}));
            continue;
        }
        if (most >= Kind::pair && apply_pairs() && use(Kind::pair)) continue;
        if (most >= Kind::chain && (with_chains || most == Kind::chain) && apply_chains() &&
            use(Kind::chain))
            continue;
        if (most >= Kind::cases && apply_cases() && use(Kind::cases)) continue;
        return false;
    }
}

void Solver::learn_one(int index, bool is_mine) {
    if (!knowledge_.is_hidden(index)) return;
    knowledge_.learn(index, is_mine ? Knowledge::mine : Knowledge::safe);
    if (!is_mine) knowledge_.found_safe().push_back(index);
}

bool Solver::learn(const std::vector<Finding>& findings) {
    for (const Finding& finding : findings) learn_one(finding.cell, finding.is_mine);
    knowledge_.settle();
    return !findings.empty();
}

bool Solver::apply_pairs() {
    return learn(pairs_.find(knowledge_, clues())) ||
           learn(find_by_mine_count(knowledge_, clues()));
}

bool Solver::apply_chains() {
    std::vector<ChainFinding> found = find_chains(knowledge_, clues());
    if (found.empty()) found = find_by_packing(knowledge_, clues());
    for (const ChainFinding& finding : found) learn_one(finding.cell, finding.is_mine);
    knowledge_.settle();
    return !found.empty();
}

bool Solver::apply_cases() {
    try {
        return apply_components() || apply_posterior();
    } catch (const LimitReached&) {
        ran_out_ = true;
        return false;
    }
}

// Without the number of mines: components that have not changed since they were last counted have
// nothing new to tell.
bool Solver::apply_components() {
    std::vector<std::int32_t> queue, touched;
    const auto visit = [&](int clue) {
        if (visited_[at(clue)]) return;
        visited_[at(clue)] = 1;
        queue.push_back(clue);
    };
    for (const int clue : clues()) {
        if (counted_[at(clue)] == knowledge_.undecided(clue)) continue;
        visit(clue);
    }
    for (std::size_t next = 0; next < queue.size(); ++next) {
        const int clue = queue[next];
        knowledge_.for_each_neighbour(clue, Knowledge::hidden, [&](int cell) {
            if (visited_[at(cell)]) return;
            visited_[at(cell)] = 1;
            touched.push_back(cell);
            knowledge_.for_each_neighbour(cell, Knowledge::open, visit);
        });
    }
    for (const int clue : queue) visited_[at(clue)] = 0;
    for (const int cell : touched) visited_[at(cell)] = 0;
    if (queue.empty()) return false;

    auto& [states, clock, builder, counter, weigher, count, odds] = *workbench_;
    Budget budget(kNoTimeLimit, states);
    const BoxWeights weights = box_weights(0.3);
    std::vector<double> outside;
    bool found = false;
    for (const Component& component : builder.build(knowledge_, {queue, {}}, budget)) {
        counter.count(component, weights, budget, count);
        outside.assign(count.last_values().size(), 1.0);
        weigher.weigh(component, count, weights, outside, budget, odds);
        for (std::size_t b = 0; b < odds.size(); ++b) {
            if (odds[b].can_be_safe && odds[b].can_be_mine) continue;
            found = true;
            const Box& box = component.boxes[b];
            for (int i = 0; i < box.size; ++i) learn_one(box.cells[at(i)], odds[b].can_be_mine);
        }
        for (const Constraint& constraint : component.constraints)
            counted_[at(constraint.clue)] = static_cast<std::int8_t>(constraint.cell_count);
    }
    knowledge_.settle();
    return found;
}

// With the number of mines. Only asked when the components alone tell nothing.
bool Solver::apply_posterior() {
    int frontier = 0;
    for (const int clue : clues())
        knowledge_.for_each_neighbour(clue, Knowledge::hidden, [&](int cell) {
            frontier += !visited_[at(cell)];
            visited_[at(cell)] = 1;
        });
    for (const int clue : clues())
        knowledge_.for_each_neighbour(clue, Knowledge::hidden,
                                      [&](int cell) { visited_[at(cell)] = 0; });
    const int rest = knowledge_.hidden_left() - frontier, mines = knowledge_.mines_left();
    // Whatever mines the clues take, from none to all cells next to them, the rest has room for the
    // others and is neither empty nor full: the number of mines excludes nothing.
    if (mines > frontier && mines < rest) return false;

    Budget budget(kNoTimeLimit, workbench_->states);
    const Posterior posterior(knowledge_, budget);
    std::vector<Finding> found;
    field_.grid().for_each_cell([&](int index) {
        if (!knowledge_.is_hidden(index)) return;
        const Certainty certainty = posterior.certainty(index);
        if (certainty != Certainty::none)
            found.push_back({index, certainty == Certainty::mine, kMineCount, kMineCount});
    });
    return learn(found);
}

}  // namespace sapper
