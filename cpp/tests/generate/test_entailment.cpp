#include "generate/entailment.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "check.hpp"
#include "generate/board_generator.hpp"
#include "generate/chains.hpp"
#include "generate/disjoint_clues.hpp"
#include "generate/pairs.hpp"
#include "positions.hpp"

using namespace sapper;
using namespace sapper::test;

TEST("clues entail a cell if and only if it is the same in every layout") {
    Random random(5);
    int forced = 0, free = 0;
    for (int round = 0; round < 3'000; ++round) {
        const Drawing drawing = random_drawing(5, 3, random, 0);
        std::vector<std::uint32_t> layouts;
        for_each_layout(drawing, [&](std::uint32_t mask) { layouts.push_back(mask); });
        const Knowledge knowledge(drawing.position());
        std::vector<std::int32_t> clues;
        knowledge.append_active_clues(clues);
        drawing.grid.for_each_cell([&](int index) {
            if (!knowledge.is_hidden(index)) return;
            const auto bit = 1u << drawing.grid.ordinal(index);
            for (const bool is_mine : {false, true}) {
                const bool expected = std::ranges::all_of(
                    layouts, [&](std::uint32_t mask) { return ((mask & bit) != 0) == is_mine; });
                CHECK_EQUAL(entails(knowledge, {clues, true}, index, is_mine, kProofStates),
                            expected);
                if (entails(knowledge, {clues, false}, index, is_mine, kProofStates))
                    CHECK(expected);
                (expected ? forced : free) += 1;
            }
        });
    }
    CHECK(forced > 100 && free > 100);
}

TEST("deductions from chains and disjoint clues are entailed by their clues") {
    Random random(9);
    int chains = 0, disjoint = 0;
    for (int round = 0; round < 3'000; ++round) {
        const Drawing drawing = random_drawing(6, 3, random, 0);
        const Knowledge knowledge(drawing.position());
        std::vector<std::int32_t> clues;
        knowledge.append_active_clues(clues);
        const auto check = [&](const std::vector<ChainDeduction>& deductions) {
            for (const ChainDeduction& deduction : deductions) {
                std::vector<std::int32_t> named = deduction.clues;
                const bool counts = std::erase(named, kMineCount) > 0;
                CHECK(entails(knowledge, {named, counts}, deduction.cell, deduction.is_mine,
                              kProofStates));
            }
            return !deductions.empty();
        };
        chains += check(find_chains(knowledge, clues));
        disjoint += check(find_by_disjoint_clues(knowledge, clues));
    }
    CHECK(chains > 100);
    CHECK(disjoint > 100);
}
