#include "logic/disjoint_clues.hpp"

#include <algorithm>
#include <cstdint>

namespace sapper {
namespace {

// The search stops after this many steps, because a player would not find a more complex argument.
constexpr int kMaxSteps = 20'000;
constexpr std::size_t kMaxClues = 60;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

// A branch-and-bound search for a maximum-weight family of disjoint sets in a connected group.
class PackingSearch {
   public:
    PackingSearch(std::span<const WeightedSet> sets, const std::vector<int>& group)
        : sets_(sets), group_(group), rest_(group.size() + 1, 0) {
        for (std::size_t i = group.size(); i-- > 0;)
            rest_[i] = rest_[i + 1] + sets[at(group[i])].weight;
        for (const int a : group)
            for (const int b : group)
                overlaps_.push_back(do_overlap(sets[at(a)].cells, sets[at(b)].cells));
        extend(0, 0);
    }

    void append_to(Packing& packing) const {
        packing.weight += best_weight_;
        for (const std::size_t i : best_) packing.sets.push_back(group_[i]);
        packing.has_hit_limit |= steps_ > kMaxSteps;
    }

   private:
    void extend(std::size_t next, int weight) {
        if (weight > best_weight_) {
            best_weight_ = weight;
            best_ = chosen_;
        }
        if (weight + rest_[next] <= best_weight_ || ++steps_ > kMaxSteps) return;
        if (std::ranges::none_of(chosen_, [&](std::size_t other) {
                return overlaps_[next * group_.size() + other] != 0;
            })) {
            chosen_.push_back(next);
            extend(next + 1, weight + sets_[at(group_[next])].weight);
            chosen_.pop_back();
        }
        extend(next + 1, weight);
    }

    std::span<const WeightedSet> sets_;
    const std::vector<int>& group_;
    // rest_[i] is the total weight of the sets from set i onwards.
    std::vector<int> rest_;
    // A matrix that records which pairs of sets in the group overlap.
    std::vector<std::uint8_t> overlaps_;
    std::vector<std::size_t> chosen_, best_;
    int best_weight_ = 0, steps_ = 0;
};

}

Packing pack_disjoint(std::span<const WeightedSet> sets) {
    std::vector<int> left;
    for (std::size_t i = 0; i < sets.size(); ++i)
        if (sets[i].weight > 0) left.push_back(static_cast<int>(i));
    Packing packing;
    while (!left.empty()) {
        std::vector<int> group{left.front()};
        left.erase(left.begin());
        for (std::size_t next = 0; next < group.size(); ++next)
            std::erase_if(left, [&](int set) {
                if (!do_overlap(sets[at(group[next])].cells, sets[at(set)].cells)) return false;
                group.push_back(set);
                return true;
            });
        PackingSearch(sets, group).append_to(packing);
    }
    return packing;
}

DisjointClueResult find_by_disjoint_clues(const SentenceSet& sentences) {
    if (!sentences.mine_count) return {std::nullopt, false};
    if (sentences.clues.size() > kMaxClues) return {std::nullopt, true};
    const auto& [undecided, mines, unused] = *sentences.mine_count;
    const int safe = static_cast<int>(undecided.size()) - mines;
    bool has_hit_limit = false;
    for (const bool are_mines : {false, true}) {
        std::vector<WeightedSet> sets;
        sets.reserve(sentences.clues.size());
        for (const Sentence& clue : sentences.clues)
            sets.push_back({clue.cells, are_mines ? static_cast<int>(clue.cells.size()) - clue.mines
                                                  : clue.mines});
        const Packing packing = pack_disjoint(sets);
        has_hit_limit |= packing.has_hit_limit;
        if (packing.weight != (are_mines ? safe : mines)) continue;
        ChainDeduction deduction{undecided, are_mines, {}};
        for (const int set : packing.sets) {
            deduction.cells = cells_outside(deduction.cells, sets[at(set)].cells);
            deduction.clues.push_back(sentences.clues[at(set)].clue);
        }
        deduction.clues.push_back(kMineCount);
        if (!deduction.cells.empty()) return {std::move(deduction), has_hit_limit};
    }
    return {std::nullopt, has_hit_limit};
}

std::vector<ChainDeduction> find_chain_deductions(const SentenceSet& sentences) {
    std::vector<ChainDeduction> deductions;
    for (MineBounds& bounds : find_chains(sentences).decisive)
        deductions.push_back({std::move(bounds.cells), bounds.max != 0, std::move(bounds.clues)});
    if (!deductions.empty()) return deductions;
    if (auto found = find_by_disjoint_clues(sentences).deduction)
        deductions.push_back(std::move(*found));
    return deductions;
}

}
