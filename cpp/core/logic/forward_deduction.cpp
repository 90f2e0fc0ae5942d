#include "logic/forward_deduction.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "board/neighbourhood.hpp"
#include "logic/pairs.hpp"

namespace sapper {

ForwardDeduction::ForwardDeduction(const SearchWindow& window, FactStore& facts,
                                   bool are_goals_mines)
    : window_(window), facts_(facts), are_goals_mines_(are_goals_mines) {
    const std::size_t size = at(window.grid().padded_size());
    reason_.resize(size, kNoFact);
    clue_fact_.resize(size, kNoFact);
    safe_.resize(size, 0);
    mines_.resize(size, 0);
    is_pending_.resize(size, 0);
    compared_.resize(size, 0);
    for (const int cell : window.shown_mines()) enqueue(facts_.add({Rule::shown, {cell}, 1, 1}));
    for (const int clue : window.clues()) {
        is_pending_[at(clue)] = 1;
        if (is_forced(clue)) push_single(clue);
    }
}

Cells ForwardDeduction::neighbours(int clue, unsigned mask) const {
    Cells cells;
    cells.reserve(static_cast<std::size_t>(std::popcount(mask)));
    for (; mask != 0; mask &= mask - 1)
        cells.push_back(clue + window_.grid().neighbour_offsets()[at(std::countr_zero(mask))]);
    return cells;
}

void ForwardDeduction::push(Entry entry, const ProofCost& cost) {
    entry.priority = static_cast<std::uint64_t>(std::min(cost.comparisons, 0xFFFF)) << 48 |
                     static_cast<std::uint64_t>(std::min(cost.clues, 0xFFFF)) << 32 |
                     next_number_++;
    queue_.push(entry);
}

void ForwardDeduction::enqueue(FactId fact) {
    Entry entry;
    entry.fact = fact;
    push(entry, facts_.cost({&fact, 1}));
}

void ForwardDeduction::append_reasons(int clue, unsigned cells, std::vector<FactId>& facts) const {
    for (; cells != 0; cells &= cells - 1) {
        const int offset = window_.grid().neighbour_offsets()[at(std::countr_zero(cells))];
        const FactId reason = reason_[at(clue + offset)];
        if (std::ranges::find(facts, reason) == facts.end()) facts.push_back(reason);
    }
}

std::vector<FactId> ForwardDeduction::reasons(int clue, unsigned cells) const {
    std::vector<FactId> facts;
    append_reasons(clue, cells, facts);
    return facts;
}

// Adds the deduction from a single forced clue.
void ForwardDeduction::push_single(int clue) {
    is_pending_[at(clue)] = 0;
    Entry entry;
    entry.minuend = clue;
    entry.cells = static_cast<std::uint8_t>(undecided_neighbours(clue));
    // A proof that a clue's undecided neighbours are mines depends only on the known safe
    // neighbours. A proof that the undecided neighbours are safe depends only on the known mines.
    entry.is_mine = need(clue) > 0;
    entry.known = entry.is_mine ? safe_[at(clue)] : mines_[at(clue)];
    scratch_.clear();
    append_reasons(clue, entry.known, scratch_);
    push(entry, facts_.cost(scratch_, clue));
}

void ForwardDeduction::compare_pairs() {
    compares_pairs_ = true;
    for (const int clue : window_.clues())
        if (undecided_neighbours(clue) != 0) compare(clue);
}

// Compares a clue with every clue that shares an undecided cell with it.
void ForwardDeduction::compare(int clue) {
    const Grid& grid = window_.grid();
    const unsigned mask = undecided_neighbours(clue);
    const int row = grid.row(clue), column = grid.column(clue);
    for (std::size_t i = 0; i < kNeighbourOverlaps.size(); ++i) {
        const NeighbourOverlap& overlap = kNeighbourOverlaps[i];
        if ((mask & overlap.first_common) == 0 || (compared_[at(clue)] >> i & 1)) continue;
        if (!grid.contains(row + overlap.row_offset, column + overlap.column_offset)) continue;
        const int other = clue + overlap.row_offset * grid.stride() + overlap.column_offset;
        const unsigned other_mask = undecided_neighbours(other);
        if ((other_mask & overlap.second_common) == 0) continue;
        const unsigned only_clue = ~unsigned{overlap.first_common};
        const unsigned only_other = ~unsigned{overlap.second_common};
        const Comparison result =
            compare_clues(need(clue) - need(other), mask & only_clue, other_mask & only_other);
        if (result == Comparison::undecided) continue;
        // Comparing the same two clues again later cannot yield a shorter proof, because more cells
        // would need a reason.
        const std::size_t reverse = kNeighbourOverlaps.size() - 1 - i;
        compared_[at(clue)] |= 1u << i;
        compared_[at(other)] |= 1u << reverse;
        const bool has_mines = result == Comparison::first_has_mines;
        if ((mask & only_clue) != 0) push_pair(clue, other, only_clue, only_other, has_mines);
        if ((other_mask & only_other) != 0)
            push_pair(other, clue, only_other, only_clue, !has_mines);
    }
}

// Adds the deduction about the cells that touch only one of the two clues.
void ForwardDeduction::push_pair(int minuend, int subtrahend, unsigned only_minuend,
                                 unsigned only_subtrahend, bool is_mine) {
    // The known cells outside the overlap determine how many of the subtrahend's mines can lie in
    // the shared cells, so only those known cells need a reason.
    const auto& known = is_mine ? safe_ : mines_;
    const auto& subtrahend_known = is_mine ? mines_ : safe_;
    Entry entry;
    entry.minuend = minuend;
    entry.subtrahend = subtrahend;
    entry.known = static_cast<std::uint8_t>(known[at(minuend)] & only_minuend);
    entry.subtrahend_known =
        static_cast<std::uint8_t>(subtrahend_known[at(subtrahend)] & only_subtrahend);
    entry.cells = static_cast<std::uint8_t>(window_.hidden_neighbours(minuend) & only_minuend &
                                            ~unsigned{entry.known});
    entry.is_mine = is_mine;
    scratch_.clear();
    append_reasons(minuend, entry.known, scratch_);
    append_reasons(subtrahend, entry.subtrahend_known, scratch_);
    ProofCost cost = facts_.cost(scratch_, minuend, subtrahend);
    ++cost.comparisons;
    push(entry, cost);
}

FactId ForwardDeduction::make_fact(const Entry& entry) {
    if (entry.fact != kNoFact) return entry.fact;
    const FactId minuend = clue_fact(entry.minuend);
    if (entry.known == 0 && entry.subtrahend == kNoClue) return minuend;
    Fact fact{Rule::subtract, neighbours(entry.minuend, entry.cells), 0, 0, {minuend}};
    if (entry.is_mine) fact.low = fact.high = static_cast<int>(fact.cells.size());
    if (entry.subtrahend != kNoClue) {
        fact.premises.push_back(clue_without(entry.subtrahend, entry.subtrahend_known));
        fact.is_comparison = true;
    }
    append_reasons(entry.minuend, entry.known, fact.premises);
    return facts_.add(std::move(fact));
}

FactId ForwardDeduction::run() {
    Cells new_cells, clues;
    while (!queue_.empty()) {
        const Entry entry = queue_.top();
        queue_.pop();
        if (entry.fact == kNoFact && (entry.cells & undecided_neighbours(entry.minuend)) == 0)
            continue;
        const FactId id = make_fact(entry);
        if (decide(facts_[id], id, new_cells)) return id;
        clues.clear();
        for (const int cell : new_cells)
            for (const int offset : window_.grid().neighbour_offsets()) {
                const int clue = cell + offset;
                if (compares_pairs_ ? window_.is_clue(clue) : is_forced(clue))
                    clues.push_back(clue);
            }
        std::ranges::sort(clues);
        const auto repeated = std::ranges::unique(clues);
        clues.erase(repeated.begin(), repeated.end());
        for (const int clue : clues)
            if (is_forced(clue)) push_single(clue);
        if (!compares_pairs_) continue;
        for (const int clue : clues) compare(clue);
    }
    return kNoFact;
}

// Decides the cells that a fact determines. Returns true if the fact decides a goal cell as
// required by the goal.
bool ForwardDeduction::decide(const Fact& fact, FactId reason, Cells& new_cells) {
    const bool is_mine = fact.high > 0;
    bool decides_goal = false;
    new_cells.clear();
    for (const int cell : fact.cells) {
        if (!is_undecided(cell)) continue;
        reason_[at(cell)] = reason;
        new_cells.push_back(cell);
        ++decided_count_;
        known_mine_count_ += is_mine;
        decides_goal |= window_.is_goal(cell) && is_mine == are_goals_mines_;
        auto& known = is_mine ? mines_ : safe_;
        for (std::size_t i = 0; i < 8; ++i)
            known[at(cell + window_.grid().neighbour_offsets()[i])] |=
                static_cast<std::uint8_t>(1u << (7 - i));
    }
    return decides_goal;
}

SentenceSet ForwardDeduction::sentences() const {
    SentenceSet sentences;
    for (const int clue : window_.clues())
        if (const unsigned mask = undecided_neighbours(clue); mask != 0)
            sentences.clues.push_back({neighbours(clue, mask), need(clue), clue});
    if (!window_.mines()) return sentences;
    Cells undecided;
    std::ranges::copy_if(window_.hidden_cells(), std::back_inserter(undecided),
                         [&](int cell) { return is_undecided(cell); });
    sentences.mine_count = {std::move(undecided), *window_.mines() - known_mine_count_, kMineCount};
    return sentences;
}

FactId ForwardDeduction::clue_fact(int clue) {
    FactId& fact = clue_fact_[at(clue)];
    if (fact == kNoFact)
        fact = facts_.add({Rule::clue,
                           neighbours(clue, window_.hidden_neighbours(clue)),
                           window_.clue(clue),
                           window_.clue(clue),
                           {},
                           clue});
    return fact;
}

FactId ForwardDeduction::clue_without(int clue, unsigned known) {
    const FactId whole = clue_fact(clue);
    if (known == 0) return whole;
    const auto [reduced, is_new] = reduced_clues_.try_emplace({clue, known}, kNoFact);
    if (!is_new) return reduced->second;
    Fact fact{Rule::subtract, {}, 0, 0, {whole}};
    append_reasons(clue, known, fact.premises);
    // The reasons may also cover other neighbours of the clue, so those neighbours are removed as
    // well.
    Cells removed;
    for (std::size_t i = 1; i < fact.premises.size(); ++i) {
        const Cells& cells = facts_[fact.premises[i]].cells;
        removed.insert(removed.end(), cells.begin(), cells.end());
    }
    std::ranges::sort(removed);
    int mines = 0;
    for (const int cell : facts_[whole].cells) {
        if (has_cell(removed, cell))
            mines += facts_[reason_[at(cell)]].high > 0;
        else
            fact.cells.push_back(cell);
    }
    fact.low = fact.high = window_.clue(clue) - mines;
    return reduced->second = facts_.add(std::move(fact));
}

FactId ForwardDeduction::reduced_clue(int clue) {
    return clue_without(clue, unsigned{safe_[at(clue)]} | mines_[at(clue)]);
}

FactId ForwardDeduction::mine_count() {
    if (mine_count_ == kNoFact) {
        const int mines = window_.mines().value();
        mine_count_ = facts_.add({Rule::count, window_.hidden_cells(), mines, mines});
    }
    return mine_count_;
}

std::vector<FactId> ForwardDeduction::cover_decided_cells() {
    std::vector<FactId> candidates;
    for (const int cell : window_.hidden_cells())
        if (!is_undecided(cell) &&
            std::ranges::find(candidates, reason_[at(cell)]) == candidates.end())
            candidates.push_back(reason_[at(cell)]);
    // A conclusive clue decides all its cells on its own, even if other facts have already decided
    // some of them.
    for (const int clue : window_.clues())
        if (const int mines = window_.clue(clue);
            mines == 0 || mines == std::popcount(unsigned{window_.hidden_neighbours(clue)}))
            if (const FactId fact = clue_fact(clue);
                std::ranges::find(candidates, fact) == candidates.end())
                candidates.push_back(fact);
    std::vector<double> clue_counts;
    for (const FactId fact : candidates) {
        // Mines shown in the position need no clues, so facts about them are preferred.
        const int clues = facts_.cost({&fact, 1}).clues;
        clue_counts.push_back(clues == 0 ? 0.1 : clues);
    }
    std::vector<std::uint8_t> is_covered(reason_.size(), 0);
    std::vector<FactId> chosen;
    for (int left = decided_count_; left > 0;) {
        std::size_t best = 0;
        double best_ratio = -1.0;
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            const auto added = std::ranges::count_if(
                facts_[candidates[i]].cells, [&](int cell) { return !is_covered[at(cell)]; });
            const double ratio = static_cast<double>(added) / clue_counts[i];
            if (ratio > best_ratio) best = i, best_ratio = ratio;
        }
        for (const int cell : facts_[candidates[best]].cells) {
            left -= !is_covered[at(cell)];
            is_covered[at(cell)] = 1;
        }
        chosen.push_back(candidates[best]);
    }
    return chosen;
}

}
