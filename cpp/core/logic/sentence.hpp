// The sentences from which arguments start: one for each active clue and one for the mine count.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <vector>

#include "inference/knowledge.hpp"

namespace sapper {

using Cells = std::vector<std::int32_t>;  // A list of cell indices in ascending order.

// A sentinel that stands for the mine count in place of a clue index.
inline constexpr std::int32_t kMineCount = -1;

// The statement that the given undecided cells contain exactly `mines` mines.
struct Sentence {
    Cells cells;
    int mines;
    std::int32_t clue;  // The index of the sentence's clue, or kMineCount.
};

// All sentences of a position, restricted to its undecided cells.
struct SentenceSet {
    // The sentences for the clues, in ascending order of clue index.
    std::vector<Sentence> clues;
    // The sentence for the mine count, or nullopt if only part of the board is known.
    std::optional<Sentence> mine_count;
};

// Returns the sentences for the given active clues and the mine count.
inline SentenceSet sentences_of(const Knowledge& knowledge, std::span<const std::int32_t> clues) {
    SentenceSet sentences;
    Cells sorted(clues.begin(), clues.end());
    std::ranges::sort(sorted);
    for (const int clue : sorted) {
        Cells cells;
        knowledge.for_each_neighbour(clue, Knowledge::hidden,
                                     [&](int cell) { cells.push_back(cell); });
        sentences.clues.push_back({std::move(cells), knowledge.need(clue), clue});
    }
    Cells undecided;
    knowledge.grid().for_each_cell([&](int index) {
        if (knowledge.is_hidden(index)) undecided.push_back(index);
    });
    sentences.mine_count = {std::move(undecided), knowledge.mines_left(), kMineCount};
    return sentences;
}

inline bool has_cell(const Cells& cells, int cell) {
    return std::ranges::binary_search(cells, cell);
}

inline Cells cells_outside(const Cells& cells, const Cells& others) {
    Cells rest;
    std::ranges::set_difference(cells, others, std::back_inserter(rest));
    return rest;
}

inline bool do_overlap(const Cells& first, const Cells& second) {
    auto a = first.begin(), b = second.begin();
    while (a != first.end() && b != second.end()) {
        if (*a == *b) return true;
        *a < *b ? ++a : ++b;
    }
    return false;
}

}
