#include "generate/logic_solver.hpp"

#include <algorithm>

#include "inference/posterior.hpp"
#include "logic/chains.hpp"
#include "logic/disjoint_clues.hpp"

namespace sapper {
namespace {

// Layout counts are limited by the number of states rather than by time, so the generated boards do
// not depend on the machine's load.
constexpr double kNoTimeLimit = 3600.0;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

}

LogicSolver::LogicSolver(Game game, SolverWorkspace& workspace)
    : game_(std::move(game)), knowledge_(game_.grid(), game_.rules().mines), pairs_(game_.grid()),
      workspace_(&workspace), counted_(at(game_.grid().padded_size()), -1),
      visited_(at(game_.grid().padded_size()), 0) {
    update_knowledge(0);
}

void LogicSolver::update_knowledge(std::size_t first_opened) {
    knowledge_.reveal_all(game_.opened().subspan(first_opened),
                          [&](int cell) { return game_.clue(cell); });
}

void LogicSolver::reveal_safe_cells() {
    auto& safe = knowledge_.proved_safe();
    while (!safe.empty()) {
        const int cell = safe.back();
        safe.pop_back();
        if (game_.is_open(cell)) continue;
        const std::size_t before = game_.opened().size();
        game_.reveal(cell);
        update_knowledge(before);
    }
}

const std::vector<std::int32_t>& LogicSolver::clues() {
    const auto opened = game_.opened();
    for (; next_opened_ < opened.size(); ++next_opened_)
        if (game_.clue(opened[next_opened_]) > 0) clues_.push_back(opened[next_opened_]);
    std::erase_if(clues_, [&](int clue) { return knowledge_.undecided(clue) == 0; });
    return clues_;
}

bool LogicSolver::solve(ArgumentKind max_kind, bool with_chains) {
    const auto use = [&](ArgumentKind kind) {
        hardest_ = std::max(hardest_, kind);
        return true;
    };
    for (;;) {
        reveal_safe_cells();
        if (game_.safe_left() == 0) return true;
        if (workspace_->deadline.is_past_deadline()) {
            has_hit_limit_ = true;
            return false;
        }
        if (knowledge_.mines_left() == 0) {
            apply(find_by_mine_count(knowledge_, {}));
            continue;
        }
        if (max_kind >= ArgumentKind::pair && apply_pairs() && use(ArgumentKind::pair)) continue;
        if (max_kind >= ArgumentKind::chain && (with_chains || max_kind == ArgumentKind::chain) &&
            apply_chains() && use(ArgumentKind::chain))
            continue;
        if (max_kind >= ArgumentKind::cases && apply_cases() && use(ArgumentKind::cases)) continue;
        return false;
    }
}

void LogicSolver::record_cell(int index, bool is_mine) {
    if (!knowledge_.is_hidden(index)) return;
    knowledge_.record(index, is_mine ? Knowledge::mine : Knowledge::safe);
    if (!is_mine) knowledge_.proved_safe().push_back(index);
}

bool LogicSolver::apply(const std::vector<Deduction>& findings) {
    for (const Deduction& finding : findings) record_cell(finding.cell, finding.is_mine);
    knowledge_.propagate();
    return !findings.empty();
}

bool LogicSolver::apply_pairs() {
    return apply(pairs_.find(knowledge_, clues())) ||
           apply(find_by_mine_count(knowledge_, clues()));
}

bool LogicSolver::apply_chains() {
    const std::vector<ChainDeduction> found =
        find_chain_deductions(sentences_of(knowledge_, clues()));
    for (const ChainDeduction& deduction : found)
        for (const int cell : deduction.cells) record_cell(cell, deduction.is_mine);
    knowledge_.propagate();
    return !found.empty();
}

bool LogicSolver::apply_cases() {
    try {
        return apply_components() || apply_posterior();
    } catch (const LimitReached&) {
        has_hit_limit_ = true;
        return false;
    }
}

// Counts the layouts of each component that has changed since its last count, ignoring the mine
// count.
bool LogicSolver::apply_components() {
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

    auto& [states, deadline, builder, counter, backward_pass, count, probabilities] = *workspace_;
    Budget budget(kNoTimeLimit, states);
    const BoxWeights weights = box_weights(0.3);
    std::vector<double> outside;
    bool found = false;
    for (const Component& component : builder.build(knowledge_, {queue, {}}, budget)) {
        counter.count(component, weights, budget, count);
        outside.assign(count.last_values().size(), 1.0);
        backward_pass.run(component, count, weights, outside, budget, probabilities);
        for (std::size_t b = 0; b < probabilities.size(); ++b) {
            if (probabilities[b].can_be_safe && probabilities[b].can_be_mine) continue;
            found = true;
            const Box& box = component.boxes[b];
            for (int i = 0; i < box.size; ++i)
                record_cell(box.cells[at(i)], probabilities[b].can_be_mine);
        }
        for (const Constraint& constraint : component.constraints)
            counted_[at(constraint.clue)] = static_cast<std::int8_t>(constraint.cell_count);
    }
    knowledge_.propagate();
    return found;
}

// Counts the layouts of the whole position, taking the mine count into account. The full count runs
// only if the components alone prove nothing.
bool LogicSolver::apply_posterior() {
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
    // If the cells off the frontier can always hold the remaining mines, the mine count rules out
    // no frontier layout.
    if (mines > frontier && mines < rest) return false;

    Budget budget(kNoTimeLimit, workspace_->states);
    const Posterior posterior(knowledge_, budget);
    std::vector<Deduction> found;
    game_.grid().for_each_cell([&](int index) {
        if (!knowledge_.is_hidden(index)) return;
        const Certainty certainty = posterior.certainty(index);
        if (certainty != Certainty::none)
            found.push_back({index, certainty == Certainty::mine, kMineCount, kMineCount});
    });
    return apply(found);
}

}
