#include "logic/chains.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace sapper {
namespace {

// The maximum number of cells in a set with bounds on its mine count. Bounds on larger sets are
// numerous and rarely decisive.
constexpr std::size_t kMaxCells = 8;
constexpr std::size_t kMaxMineCountCells = 20;
constexpr std::size_t kMaxBounds = 4'000;
constexpr std::size_t kMaxDerivedBounds = 100'000;

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

class ChainSearch {
   public:
    explicit ChainSearch(const SentenceSet& sentences) {
        for (const Sentence& sentence : sentences.clues) add_sentence(sentence);
        if (sentences.mine_count && !sentences.mine_count->cells.empty() &&
            sentences.mine_count->cells.size() <= kMaxMineCountCells)
            add_sentence(*sentences.mine_count);
    }

    ChainResult find() {
        for (int comparisons = 1; comparisons <= kMaxComparisons; ++comparisons) {
            std::vector<MineBounds> derived = derive_all(comparisons);
            std::vector<MineBounds> decisive;
            std::ranges::copy_if(derived, std::back_inserter(decisive), &MineBounds::is_decisive);
            if (!decisive.empty()) return {std::move(bounds_), std::move(decisive), has_hit_limit_};
            for (MineBounds& bounds : derived) add(std::move(bounds));
        }
        return {std::move(bounds_), {}, has_hit_limit_};
    }

   private:
    void add_sentence(const Sentence& sentence) {
        add({sentence.cells, sentence.mines, sentence.mines, 0, {sentence.clue}});
    }

    void add(MineBounds bounds) {
        if (bounds_.size() >= kMaxBounds) {
            has_hit_limit_ = true;
            return;
        }
        const auto number = static_cast<std::int32_t>(bounds_.size());
        if (bounds_of_.size() <= at(bounds.cells.back()))
            bounds_of_.resize(at(bounds.cells.back()) + 1);
        for (const int cell : bounds.cells) bounds_of_[at(cell)].push_back(number);
        tighten(bounds);
        bounds_.push_back(std::move(bounds));
    }

    // Stores the bounds if they are tighter than the known bounds on the same cells. Returns true
    // if the bounds were stored.
    bool tighten(const MineBounds& bounds) {
        const auto [known, is_new] =
            tightest_.try_emplace(bounds.cells, 0, static_cast<int>(bounds.cells.size()));
        auto& [min, max] = known->second;
        if (bounds.min <= min && bounds.max >= max) return false;
        min = std::max(min, bounds.min);
        max = std::min(max, bounds.max);
        return true;
    }

    // Derives new bounds from every pair of known bounds whose comparisons add up to the given
    // number.
    std::vector<MineBounds> derive_all(int comparisons) {
        std::vector<MineBounds> derived;
        std::vector<std::int32_t> seen(bounds_.size(), -1);
        for (std::size_t b = 0; b < bounds_.size(); ++b)
            for (const int cell : bounds_[b].cells)
                for (const int a : bounds_of_[at(cell)]) {
                    if (at(a) == b || seen[at(a)] == static_cast<std::int32_t>(b)) continue;
                    seen[at(a)] = static_cast<std::int32_t>(b);
                    if (bounds_[at(a)].comparisons + bounds_[b].comparisons + 1 == comparisons)
                        derive(a, static_cast<int>(b), derived);
                }
        return derived;
    }

    void derive(int subtrahend, int minuend, std::vector<MineBounds>& derived) {
        const MineBounds &a = bounds_[at(subtrahend)], &b = bounds_[at(minuend)];
        rest_.clear();
        std::ranges::set_difference(b.cells, a.cells, std::back_inserter(rest_));
        const int shared = static_cast<int>(b.cells.size() - rest_.size());
        const int only_a = static_cast<int>(a.cells.size()) - shared;
        const int size = static_cast<int>(rest_.size());
        if (size == 0) return;
        const int max_shared = std::min(a.max, shared), min_shared = std::max(0, a.min - only_a);
        const int min = std::max(0, b.min - max_shared), max = std::min(size, b.max - min_shared);
        if ((min == 0 && max == size) || rest_.size() > kMaxCells) return;
        MineBounds bounds{rest_, min,     max,       a.comparisons + b.comparisons + 1,
                          {},    minuend, subtrahend};
        if (!tighten(bounds)) return;
        if (derived.size() >= kMaxDerivedBounds) {
            has_hit_limit_ = true;
            return;
        }
        bounds.clues = a.clues;
        for (const int clue : b.clues)
            if (std::ranges::find(bounds.clues, clue) == bounds.clues.end())
                bounds.clues.push_back(clue);
        derived.push_back(std::move(bounds));
    }

    std::vector<MineBounds> bounds_;
    std::vector<std::vector<std::int32_t>> bounds_of_;  // Indexed by cell.
    // The tightest bounds found for each set of cells.
    std::map<Cells, std::pair<int, int>> tightest_;
    Cells rest_;
    bool has_hit_limit_ = false;
};

}

ChainResult find_chains(const SentenceSet& sentences) { return ChainSearch(sentences).find(); }

}
