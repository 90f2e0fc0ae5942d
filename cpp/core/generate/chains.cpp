#include "generate/chains.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "generate/pairs.hpp"

namespace sapper {
namespace {

// Sentences about more cells rarely settle anything, and there are many.
constexpr std::size_t kMostCells = 8;
constexpr int kMostCountedCells = 20;
constexpr std::size_t kMostSentences = 4'000;

using Cells = std::vector<std::int32_t>;

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

struct Sentence {
    Cells cells;  // sorted
    int low, high;
    int comparisons;
    Cells clues;

    bool is_settled() const { return high == 0 || low == static_cast<int>(cells.size()); }
};

class Chains {
   public:
    Chains(const Knowledge& knowledge, std::span<const std::int32_t> clues)
        : sentences_of_(at(knowledge.grid().padded_size())) {
        Cells sorted(clues.begin(), clues.end());
        std::ranges::sort(sorted);
        for (const int clue : sorted) {
            Cells cells;
            knowledge.for_each_neighbour(clue, Knowledge::hidden,
                                         [&](int cell) { cells.push_back(cell); });
            const int need = knowledge.need(clue);
            add({std::move(cells), need, need, 0, {clue}});
        }
        if (knowledge.hidden_left() > kMostCountedCells) return;
        Cells all;
        knowledge.grid().for_each_cell([&](int index) {
            if (knowledge.is_hidden(index)) all.push_back(index);
        });
        const int mines = knowledge.mines_left();
        add({std::move(all), mines, mines, 0, {kMineCount}});
    }

    std::vector<ChainFinding> find() {
        for (int comparisons = 1; comparisons <= kMostComparisons; ++comparisons) {
            std::vector<Sentence> found = compare_all(comparisons);
            std::vector<ChainFinding> settled;
            for (const Sentence& sentence : found)
                if (sentence.is_settled())
                    for (const int cell : sentence.cells)
                        settled.push_back({cell, sentence.high != 0, sentence.clues});
            if (!settled.empty()) return settled;
            for (Sentence& sentence : found) add(std::move(sentence));
        }
        return {};
    }

   private:
    void add(Sentence sentence) {
        if (sentences_.size() >= kMostSentences) return;
        const auto number = static_cast<std::int32_t>(sentences_.size());
        for (const int cell : sentence.cells) sentences_of_[at(cell)].push_back(number);
        is_tighter(sentence);
        sentences_.push_back(std::move(sentence));
    }

    // Whether it says more than what is known of the same cells; if so, that is known from now on.
    bool is_tighter(const Sentence& sentence) {
        const auto [known, is_new] =
            bounds_.try_emplace(sentence.cells, 0, static_cast<int>(sentence.cells.size()));
        auto& [low, high] = known->second;
        if (sentence.low <= low && sentence.high >= high) return false;
        low = std::max(low, sentence.low);
        high = std::min(high, sentence.high);
        return true;
    }

    // What follows from every two sentences that have that many comparisons together with their own.
    std::vector<Sentence> compare_all(int comparisons) {
        std::vector<Sentence> found;
        std::vector<std::int32_t> seen(sentences_.size(), -1);
        for (std::size_t b = 0; b < sentences_.size(); ++b)
            for (const int cell : sentences_[b].cells)
                for (const int a : sentences_of_[at(cell)]) {
                    if (at(a) == b || seen[at(a)] == static_cast<std::int32_t>(b)) continue;
                    seen[at(a)] = static_cast<std::int32_t>(b);
                    if (sentences_[at(a)].comparisons + sentences_[b].comparisons + 1 == comparisons)
                        compare(sentences_[at(a)], sentences_[b], found);
                }
        return found;
    }

    void compare(const Sentence& a, const Sentence& b, std::vector<Sentence>& found) {
        rest_.clear();
        std::ranges::set_difference(b.cells, a.cells, std::back_inserter(rest_));
        const int shared = static_cast<int>(b.cells.size() - rest_.size());
        const int only_a = static_cast<int>(a.cells.size()) - shared;
        const int size = static_cast<int>(rest_.size());
        if (size == 0) return;
        const int most = std::min(a.high, shared), fewest = std::max(0, a.low - only_a);
        const int low = std::max(0, b.low - most), high = std::min(size, b.high - fewest);
        if ((low == 0 && high == size) || rest_.size() > kMostCells) return;
        Sentence sentence{rest_, low, high, a.comparisons + b.comparisons + 1, {}};
        if (!is_tighter(sentence)) return;
        sentence.clues = a.clues;
        for (const int clue : b.clues)
            if (std::ranges::find(sentence.clues, clue) == sentence.clues.end())
                sentence.clues.push_back(clue);
        found.push_back(std::move(sentence));
    }

    std::vector<Sentence> sentences_;
    std::vector<std::vector<std::int32_t>> sentences_of_;  // by cell
    std::map<Cells, std::pair<int, int>> bounds_;          // the tightest known, by cells
    Cells rest_;
};

}  // namespace

std::vector<ChainFinding> find_chains(const Knowledge& knowledge,
                                      std::span<const std::int32_t> clues) {
    return Chains(knowledge, clues).find();
}

}  // namespace sapper
