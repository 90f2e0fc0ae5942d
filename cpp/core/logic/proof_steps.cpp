#include "logic/proof_steps.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <unordered_map>
#include <utility>

namespace sapper {
namespace {

using CellsOfFact = std::unordered_map<FactId, Cells>;

void append_facts(const FactStore& facts, FactId id, CellsOfFact& needed,
                  std::vector<FactId>& order) {
    if (!needed.try_emplace(id).second) return;
    for (const FactId premise : facts[id].premises) append_facts(facts, premise, needed, order);
    for (const RefutedCase& refuted : facts[id].cases)
        append_facts(facts, refuted.contradiction, needed, order);
    order.push_back(id);
}

// Returns, for each fact, the cells that later facts need. A clue whose mines are all known makes
// all its other neighbours safe, but later steps often need only one of them.
CellsOfFact needed_cells(const FactStore& facts, FactId last) {
    CellsOfFact needed;
    std::vector<FactId> order;
    append_facts(facts, last, needed, order);
    needed[last] = facts[last].cells;
    for (auto id = order.rbegin(); id != order.rend(); ++id) {
        const Fact& fact = facts[*id];
        for (std::size_t i = 0; i < fact.premises.size(); ++i) {
            const Cells& cells = facts[fact.premises[i]].cells;
            const bool is_subtrahend = fact.rule == Rule::subtract && i > 0;
            Cells& all = needed[fact.premises[i]];
            Cells used, merged;
            std::ranges::set_intersection(cells,
                                          is_subtrahend ? facts[fact.premises[0]].cells : cells,
                                          std::back_inserter(used));
            std::ranges::set_union(all, used, std::back_inserter(merged));
            all = std::move(merged);
        }
    }
    return needed;
}

class StepBuilder {
   public:
    StepBuilder(const FactStore& facts, FactId last)
        : facts_(facts), needed_(needed_cells(facts, last)) {
        add(last);
    }
    std::vector<ProofStep> steps() { return std::move(steps_); }

   private:
    // Appends a fact after its premises and returns the number of its step.
    int add(FactId id) {
        if (const auto known = numbers_.find(id); known != numbers_.end()) return known->second;
        const Fact& fact = facts_[id];
        ProofStep step{fact.rule, fact.cells, fact.low, fact.high, fact.clue, {}, {}};
        // The known facts precede the clue that they apply to, because the reader needs them first.
        for (const FactId premise : std::span(fact.premises).subspan(fact.premises.empty() ? 0 : 1))
            add(premise);
        for (const FactId premise : fact.premises) step.premises.push_back(add(premise));
        for (const RefutedCase& refuted : fact.cases) add_independent_facts(refuted.contradiction);
        for (const RefutedCase& refuted : fact.cases) step.cases.push_back(build_case(refuted));
        if (fact.rule == Rule::subtract && fact.is_conclusive() && fact.low <= fact.high) {
            step.cells = needed_.at(id);
            step.low = step.high = fact.high > 0 ? static_cast<int>(step.cells.size()) : 0;
        }
        steps_.push_back(std::move(step));
        const int number = enclosing_count_ + static_cast<int>(steps_.size()) - 1;
        numbers_[id] = number;
        return number;
    }

    // Appends those facts in a case that do not depend on the case's assumption, so that they
    // precede the case.
    void add_independent_facts(FactId id) {
        if (numbers_.contains(id)) return;
        const Fact& fact = facts_[id];
        if (!(fact.assumptions & ~open_assumptions_)) {
            add(id);
            return;
        }
        for (const FactId premise : fact.premises) add_independent_facts(premise);
        for (const RefutedCase& refuted : fact.cases) add_independent_facts(refuted.contradiction);
    }

    std::vector<ProofStep> build_case(const RefutedCase& refuted) {
        std::vector<ProofStep> outside = std::exchange(steps_, {});
        const auto numbers = numbers_;
        const int enclosing_count = enclosing_count_;
        enclosing_count_ += static_cast<int>(outside.size());
        open_assumptions_ |= facts_[refuted.assumption].assumptions;
        add(refuted.assumption);
        add(refuted.contradiction);
        open_assumptions_ &= ~facts_[refuted.assumption].assumptions;
        enclosing_count_ = enclosing_count;
        numbers_ = numbers;
        return std::exchange(steps_, std::move(outside));
    }

    const FactStore& facts_;
    CellsOfFact needed_;
    std::vector<ProofStep> steps_;
    std::unordered_map<FactId, int> numbers_;
    int enclosing_count_ = 0;  // The number of steps that precede the current case.
    std::uint64_t open_assumptions_ = 0;
};

}

std::vector<ProofStep> proof_steps(const FactStore& facts, FactId last) {
    return StepBuilder(facts, last).steps();
}

}
