#include "logic/disjoint_clues.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "board/random.hpp"
#include "check.hpp"

using namespace sapper;

TEST("a packing has the maximum weight of all families of disjoint sets") {
    Random random(2);
    for (int round = 0; round < 500; ++round) {
        std::vector<WeightedSet> sets(random.below(10));
        for (WeightedSet& set : sets) {
            for (int cell = 0; cell < 9; ++cell)
                if (random.below(3) == 0) set.cells.push_back(cell);
            if (set.cells.empty()) set.cells.push_back(0);
            set.weight = static_cast<int>(random.below(5)) - 1;
        }
        const auto is_disjoint = [&](unsigned chosen) {
            unsigned used = 0;
            for (std::size_t i = 0; i < sets.size(); ++i) {
                if (!(chosen >> i & 1)) continue;
                for (const int cell : sets[i].cells) {
                    if (used >> cell & 1) return false;
                    used |= 1u << cell;
                }
            }
            return true;
        };
        const auto weight_of = [&](unsigned chosen) {
            int weight = 0;
            for (std::size_t i = 0; i < sets.size(); ++i)
                if (chosen >> i & 1) weight += sets[i].weight;
            return weight;
        };
        int best = 0;
        for (unsigned chosen = 0; chosen < 1u << sets.size(); ++chosen)
            if (is_disjoint(chosen)) best = std::max(best, weight_of(chosen));
        const Packing packing = pack_disjoint(sets);
        unsigned chosen = 0;
        for (const int set : packing.sets) chosen |= 1u << set;
        CHECK(is_disjoint(chosen));
        CHECK_EQUAL(packing.weight, best);
        CHECK_EQUAL(weight_of(chosen), best);
        CHECK(!packing.has_hit_limit);
    }
}

TEST("a position with too many clues is reported as a limit") {
    SentenceSet sentences;
    for (int i = 0; i < 61; ++i) sentences.clues.push_back({{2 * i, 2 * i + 1}, 1, 200 + i});
    Cells all(123);
    for (int i = 0; i < 123; ++i) all[static_cast<std::size_t>(i)] = i;
    sentences.mine_count = {all, 61, kMineCount};
    CHECK(find_by_disjoint_clues(sentences).has_hit_limit);
    sentences.clues.pop_back();
    sentences.mine_count->mines = 60;
    const auto [deduction, has_hit_limit] = find_by_disjoint_clues(sentences);
    CHECK(!has_hit_limit);
    CHECK(deduction.has_value());
    CHECK_EQUAL(deduction->cells, (Cells{120, 121, 122}));
    CHECK(!deduction->is_mine);
}
