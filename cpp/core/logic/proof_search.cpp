#include "logic/proof_search.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <utility>

#include "inference/budget.hpp"
#include "logic/chains.hpp"
#include "logic/disjoint_clues.hpp"
#include "logic/entailment.hpp"
#include "logic/forward_deduction.hpp"
#include "logic/pairs.hpp"
#include "logic/refutation.hpp"
#include "logic/search_window.hpp"

namespace sapper {
namespace {

constexpr std::size_t kMaxCasesGoals = 6;
constexpr std::int64_t kMaxStates = 20'000;
constexpr int kMaxCases = 2'000;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

class ProofSearch {
   public:
    ProofSearch(const Position& position, const ProofGoal& goal)
        : window_(position, goal.marks, goal.mark),
          facts_(window_.clues(), window_.grid().padded_size()),
          deduction_(window_, facts_, goal.is_mine), is_mine_(goal.is_mine) {}

    ProofResult run(const Grid& board) {
        FactId fact = find_fact();
        if (fact == kNoFact) return {{}, -1, hardest_, has_hit_limit_};
        const int cell = *std::ranges::find_if(facts_[fact].cells,
                                               [&](int index) { return window_.is_goal(index); });
        if (facts_[fact].rule == Rule::subtract && facts_[fact].cells.size() > 1) {
            // The proof concerns a single cell, so its last step omits all other cells.
            const int mines = is_mine_;
            fact = facts_.add({Rule::subtract, {cell}, mines, mines, facts_[fact].premises});
        }
        ProofResult result{proof_steps(facts_, fact), cell, hardest_, false};
        if (!(window_.grid() == board)) {
            move_to_board(result.steps, board);
            move_to_board(result.cell, board);
        }
        return result;
    }

   private:
    FactId find_fact() {
        if (const FactId fact = decide_more(); fact != kNoFact) return fact;
        hardest_ = ArgumentKind::pair;
        deduction_.compare_pairs();
        for (;;) {
            if (const FactId fact = decide_more(); fact != kNoFact) return fact;
            // Earlier deductions may have proved the opposite of the goal for every goal cell.
            if (std::ranges::none_of(window_.goals(),
                                     [&](int cell) { return deduction_.is_undecided(cell); }))
                return kNoFact;
            // An argument may decide no new cell, because facts with shorter proofs leave the queue
            // first.
            const int decided = deduction_.decided_count();
            for (const auto& [kind, argument] :
                 {std::pair{ArgumentKind::pair, &ProofSearch::compare_mine_count},
                  std::pair{ArgumentKind::chain, &ProofSearch::find_chain},
                  std::pair{ArgumentKind::chain, &ProofSearch::add_disjoint_clues}}) {
                (this->*argument)();
                const FactId fact = decide_more();
                if (deduction_.decided_count() == decided) continue;
                // Easier arguments decide no further cell, so the proof depends on an argument of
                // this kind.
                hardest_ = std::max(hardest_, kind);
                if (fact != kNoFact) return fact;
                break;
            }
            if (deduction_.decided_count() > decided) continue;
            hardest_ = ArgumentKind::cases;
            return find_cases();
        }
    }

    // Applies the queued facts. If all mines or all safe cells are known, also applies the mine
    // count.
    FactId decide_more() {
        const FactId fact = deduction_.run();
        if (fact != kNoFact || !window_.mines() || deduction_.undecided_count() == 0) return fact;
        const int mines = mines_left();
        if (mines != 0 && mines != deduction_.undecided_count()) return kNoFact;
        enqueue_outside({}, mines != 0);
        return deduction_.run();
    }

    int mines_left() const { return window_.mines().value() - deduction_.known_mine_count(); }

    // The following functions find arguments of kind `pair`.

    void compare_mine_count() {
        if (!window_.mines()) return;
        const auto found = compare_with_mine_count(
            mines_left(), deduction_.undecided_count(), window_.clues(),
            [&](int clue) { return deduction_.need(clue); },
            [&](int clue) { return deduction_.undecided(clue); });
        if (found && found->clue != kMineCount) enqueue_outside({found->clue}, found->are_mines);
    }

    // Adds the fact that the undecided cells outside the given disjoint clues are all safe or all
    // mines.
    void enqueue_outside(const Cells& clues, bool are_mines) {
        Fact fact{Rule::subtract, {}, 0, 0, {deduction_.mine_count()}};
        for (const int cell : window_.hidden_cells())
            if (deduction_.is_undecided(cell)) fact.cells.push_back(cell);
        for (const int clue : clues) {
            const FactId reduced = deduction_.reduced_clue(clue);
            fact.cells = cells_outside(fact.cells, facts_[reduced].cells);
            fact.premises.push_back(reduced);
        }
        if (are_mines) fact.low = fact.high = static_cast<int>(fact.cells.size());
        for (const FactId known : deduction_.cover_decided_cells()) fact.premises.push_back(known);
        fact.is_comparison = !clues.empty();
        deduction_.enqueue(facts_.add(std::move(fact)));
    }

    // The following functions find arguments of kind `chain`.

    // Returns the sentences about the undecided cells. If several clues state the same sentence, it
    // is attributed to the clue with the shortest proof.
    SentenceSet sentences_with_short_proofs() {
        SentenceSet sentences = deduction_.sentences();
        const auto cost = [&](int clue) {
            return facts_.cost(deduction_.reasons(clue, known_neighbours(clue, true, true)), clue);
        };
        std::map<Cells, std::int32_t> best;
        for (const Sentence& sentence : sentences.clues) {
            const auto [known, is_new] = best.try_emplace(sentence.cells, sentence.clue);
            if (!is_new && cost(sentence.clue) < cost(known->second)) known->second = sentence.clue;
        }
        for (Sentence& sentence : sentences.clues) sentence.clue = best.at(sentence.cells);
        return sentences;
    }

    void find_chain() {
        const ChainResult found = find_chains(sentences_with_short_proofs());
        has_hit_limit_ |= found.has_hit_limit;
        std::map<int, FactId> fact_of_bounds;
        for (const MineBounds& bounds : found.decisive)
            deduction_.enqueue(chain_fact(found.bounds, bounds, fact_of_bounds));
    }

    void add_disjoint_clues() {
        const auto [deduction, has_hit_limit] =
            find_by_disjoint_clues(sentences_with_short_proofs());
        has_hit_limit_ |= has_hit_limit;
        if (!deduction) return;
        Cells clues = deduction->clues;
        std::erase(clues, kMineCount);
        enqueue_outside(clues, deduction->is_mine);
    }

    // Adds the facts for the parents of the bounds, then returns the fact for the bounds
    // themselves.
    FactId chain_fact(const std::vector<MineBounds>& all, const MineBounds& bounds,
                      std::map<int, FactId>& fact_of_bounds) {
        const MineBounds &minuend = all[at(bounds.minuend)], &other = all[at(bounds.subtrahend)];
        // The conclusion may depend on only the known mines or only the known safe cells.
        const bool needs_mines = !bounds.is_decisive() || bounds.max == 0;
        const bool needs_safe = !bounds.is_decisive() || bounds.max != 0;
        Fact fact{Rule::subtract, bounds.cells, bounds.min, bounds.max};
        std::vector<FactId> reasons;
        if (const int clue = minuend.clues.front(); minuend.minuend < 0 && clue != kMineCount) {
            fact.premises.push_back(deduction_.clue_fact(clue));
            reasons = deduction_.reasons(clue, known_neighbours(clue, needs_safe, needs_mines));
        } else {
            fact.premises.push_back(bounds_fact(all, bounds.minuend, fact_of_bounds));
        }
        if (const int clue = other.clues.front(); other.minuend < 0 && clue != kMineCount)
            fact.premises.push_back(
                deduction_.clue_without(clue, known_neighbours(clue, needs_mines, needs_safe)));
        else
            fact.premises.push_back(bounds_fact(all, bounds.subtrahend, fact_of_bounds));
        fact.premises.insert(fact.premises.end(), reasons.begin(), reasons.end());
        fact.is_comparison = true;
        return facts_.add(std::move(fact));
    }

    // Returns the fact for the bounds with the given index.
    FactId bounds_fact(const std::vector<MineBounds>& all, int number,
                       std::map<int, FactId>& fact_of_bounds) {
        if (const auto known = fact_of_bounds.find(number); known != fact_of_bounds.end())
            return known->second;
        const MineBounds& bounds = all[at(number)];
        FactId fact = kNoFact;
        if (bounds.minuend >= 0)
            fact = chain_fact(all, bounds, fact_of_bounds);
        else if (bounds.clues.front() == kMineCount)
            fact = reduced_mine_count();
        else
            fact = deduction_.reduced_clue(bounds.clues.front());
        return fact_of_bounds[number] = fact;
    }

    unsigned known_neighbours(int clue, bool with_safe, bool with_mines) const {
        return (with_safe ? deduction_.safe_neighbours(clue) : 0) |
               (with_mines ? deduction_.mine_neighbours(clue) : 0);
    }

    // Returns the fact that states the mine count of the undecided cells.
    FactId reduced_mine_count() {
        if (deduction_.decided_count() == 0) return deduction_.mine_count();
        Fact fact{Rule::subtract, {}, mines_left(), mines_left(), {deduction_.mine_count()}};
        for (const int cell : window_.hidden_cells())
            if (deduction_.is_undecided(cell)) fact.cells.push_back(cell);
        for (const FactId known : deduction_.cover_decided_cells()) fact.premises.push_back(known);
        return facts_.add(std::move(fact));
    }

    // The following functions find arguments of kind `cases`.

    // Returns the shortest proof by cases for any of the goal cells that touch the most clues.
    FactId find_cases() {
        const SentenceSet sentences = deduction_.sentences();
        const auto clue_count = [&](int cell) {
            return std::ranges::count_if(window_.grid().neighbour_offsets(), [&](int offset) {
                return window_.is_clue(cell + offset);
            });
        };
        Cells goals;
        std::ranges::copy_if(window_.goals(), std::back_inserter(goals),
                             [&](int cell) { return deduction_.is_undecided(cell); });
        std::ranges::stable_sort(goals, std::ranges::greater{}, clue_count);
        FactId best = kNoFact;
        bool is_limited = goals.size() > kMaxCasesGoals;
        if (is_limited) goals.resize(kMaxCasesGoals);
        for (const int cell : goals) {
            try {
                const FactId fact = prove_by_cases(sentences, {cell, is_mine_});
                if (fact == kNoFact) continue;
                if (best == kNoFact || facts_.cost({&fact, 1}) < facts_.cost({&best, 1}))
                    best = fact;
            } catch (const LimitReached&) {
                is_limited = true;
            }
        }
        has_hit_limit_ |= is_limited;
        return best;
    }

    FactId prove_by_cases(const SentenceSet& sentences, const Claim& claim) {
        const std::optional<Support> support =
            minimal_support(window_.grid(), sentences, claim, kMaxStates);
        if (!support) return kNoFact;
        std::vector<FactId> premises;
        for (const Sentence* clue : support->clues)
            premises.push_back(deduction_.reduced_clue(clue->clue));
        if (support->uses_mine_count) {
            premises.push_back(reduced_mine_count());
            const auto [fact, is_limited] =
                refute_opposite(facts_, premises, true, claim, kMaxCases);
            has_hit_limit_ |= is_limited;
            return fact;
        }
        // The premises omit known cells, which were deduced from other clues. The search therefore
        // first tries to prove the claim from a minimal subset of all clues involved.
        if (const FactId fact = prove_from_whole_clues(premises, claim); fact != kNoFact)
            return fact;
        const auto [fact, is_limited] = refute_opposite(facts_, premises, false, claim, kMaxCases);
        has_hit_limit_ |= is_limited;
        return fact;
    }

    // Returns a proof from a minimal subset of the clues that the given facts depend on. The proof
    // does not refer to any known cells. Returns kNoFact if the proof is too long.
    FactId prove_from_whole_clues(const std::vector<FactId>& premises, const Claim& claim) {
        std::vector<Sentence> sentences;
        for (const int clue : window_.clues())
            if (std::ranges::any_of(premises,
                                    [&](FactId fact) { return facts_.uses_clue(fact, clue); }))
                sentences.push_back(
                    {facts_[deduction_.clue_fact(clue)].cells, window_.clue(clue), clue});
        std::vector<const Sentence*> clues;
        clues.reserve(sentences.size());
        for (const Sentence& sentence : sentences) clues.push_back(&sentence);
        const Grid& grid = window_.grid();
        std::ranges::stable_sort(clues, {}, [&](const Sentence* sentence) {
            return std::max(std::abs(grid.row(sentence->clue) - grid.row(claim.cell)),
                            std::abs(grid.column(sentence->clue) - grid.column(claim.cell)));
        });
        try {
            // Mines shown in the position depend on no clue, so the clues alone may not entail the
            // claim.
            if (!entails(clues, nullptr, claim, kMaxStates)) return kNoFact;
            remove_redundant_clues(clues, nullptr, claim, kMaxStates);
        } catch (const LimitReached&) {
            return kNoFact;
        }
        std::vector<FactId> whole;
        whole.reserve(clues.size());
        for (const Sentence* clue : clues) whole.push_back(deduction_.clue_fact(clue->clue));
        return refute_opposite(facts_, whole, false, claim, kMaxCases).fact;
    }

    // The following functions convert indices from the window to the board.

    void move_to_board(std::int32_t& index, const Grid& board) const {
        if (index >= 0)
            index = board.index(window_.grid().row(index) + window_.top(),
                                window_.grid().column(index) + window_.left());
    }

    void move_to_board(std::vector<ProofStep>& steps, const Grid& board) const {
        for (ProofStep& step : steps) {
            for (std::int32_t& cell : step.cells) move_to_board(cell, board);
            move_to_board(step.clue, board);
            for (auto& inner : step.cases) move_to_board(inner, board);
        }
    }

    SearchWindow window_;
    FactStore facts_;
    ForwardDeduction deduction_;
    bool is_mine_;
    ArgumentKind hardest_ = ArgumentKind::clue;
    bool has_hit_limit_ = false;
};

}

ProofResult find_proof(const Position& position, const ProofGoal& goal) {
    return ProofSearch(position, goal).run(position.grid);
}

}
