#include "logic/entailment.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "check.hpp"
#include "generate/board_generator.hpp"
#include "logic/disjoint_clues.hpp"
#include "positions.hpp"

using namespace sapper;
using namespace sapper::test;

namespace {

SentenceSet active_sentences(const Knowledge& knowledge) {
    std::vector<std::int32_t> clues;
    knowledge.append_active_clues(clues);
    return sentences_of(knowledge, clues);
}

std::vector<const Sentence*> pointers_to(const std::vector<Sentence>& sentences) {
    std::vector<const Sentence*> pointers;
    pointers.reserve(sentences.size());
    for (const Sentence& sentence : sentences) pointers.push_back(&sentence);
    return pointers;
}

}

TEST("clues entail a cell if and only if it is the same in every layout") {
    Random random(5);
    int forced = 0, free = 0;
    for (int round = 0; round < 3'000; ++round) {
        const Drawing drawing = random_drawing(5, 3, random, 0);
        std::vector<std::uint32_t> layouts;
        for_each_layout(drawing, [&](std::uint32_t mask) { layouts.push_back(mask); });
        const Knowledge knowledge(drawing.position());
        const SentenceSet sentences = active_sentences(knowledge);
        const auto clues = pointers_to(sentences.clues);
        drawing.grid.for_each_cell([&](int index) {
            if (!knowledge.is_hidden(index)) return;
            const auto bit = 1u << drawing.grid.ordinal(index);
            for (const bool is_mine : {false, true}) {
                const bool expected = std::ranges::all_of(
                    layouts, [&](std::uint32_t mask) { return ((mask & bit) != 0) == is_mine; });
                CHECK_EQUAL(entails(clues, &*sentences.mine_count, {index, is_mine}, kProofStates),
                            expected);
                if (entails(clues, nullptr, {index, is_mine}, kProofStates)) CHECK(expected);
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
        const SentenceSet sentences = active_sentences(knowledge);
        const auto check = [&](const Cells& cells, bool is_mine, const Cells& named) {
            std::vector<const Sentence*> clues;
            for (const Sentence& sentence : sentences.clues)
                if (std::ranges::find(named, sentence.clue) != named.end())
                    clues.push_back(&sentence);
            const bool counts = std::ranges::find(named, kMineCount) != named.end();
            for (const int cell : cells)
                CHECK(entails(clues, counts ? &*sentences.mine_count : nullptr, {cell, is_mine},
                              kProofStates));
        };
        const ChainResult found = find_chains(sentences);
        for (const MineBounds& bounds : found.decisive)
            check(bounds.cells, bounds.max != 0, bounds.clues);
        chains += !found.decisive.empty();
        if (const auto deduction = find_by_disjoint_clues(sentences).deduction) {
            check(deduction->cells, deduction->is_mine, deduction->clues);
            ++disjoint;
        }
    }
    CHECK(chains > 100);
    CHECK(disjoint > 100);
}
