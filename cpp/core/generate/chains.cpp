#include "generate/chains.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "generate/pairs.hpp"

namespace sapper {
namespace {

// Bounds on larger sets are numerous and rarely decisive.
constexpr std::size_t kMaxCells = 8;
constexpr int kMaxMineCountCells = 20;
constexpr std::size_t kMaxBounds = 4'000;

using Cells = std::vector<std::int32_t>;

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

struct MineBounds {
    Cells cells;  // The cells are sorted.
    int min, max;
    int comparisons;
    Cells clues;

    bool is_decisive() const { return max == 0 || min == static_cast<int>(cells.size()); }
};

class ChainSearch {
   public:
    ChainSearch(const Knowledge& knowledge, std::span<const std::int32_t> clues)
        : bounds_of_(at(knowledge.grid().padded_size())) {
        Cells sorted(clues.begin(), clues.end());
        std::ranges::sort(sorted);
        for (const int clue : sorted) {
            Cells cells;
            knowledge.for_each_neighbour(clue, Knowledge::hidden,
                                         [&](int cell) { cells.push_back(cell); });
            const int need = knowledge.need(clue);
            add({std::move(cells), need, need, 0, {clue}});
        }
        if (knowledge.hidden_left() > kMaxMineCountCells) return;
        Cells all;
        knowledge.grid().for_each_cell([&](int index) {
            if (knowledge.is_hidden(index)) all.push_back(index);
        });
        const int mines = knowledge.mines_left();
        add({std::move(all), mines, mines, 0, {kMineCount}});
    }

    std::vector<ChainDeduction> find() {
        for (int comparisons = 1; comparisons <= kMaxComparisons; ++comparisons) {
            std::vector<MineBounds> derived = derive_all(comparisons);
            std::vector<ChainDeduction> deductions;
            for (const MineBounds& bounds : derived)
                if (bounds.is_decisive())
                    for (const int cell : bounds.cells)
                        deductions.push_back({cell, bounds.max != 0, bounds.clues});
            if (!deductions.empty()) return deductions;
            for (MineBounds& bounds : derived) add(std::move(bounds));
        }
        return {};
    }

   private:
    void add(MineBounds bounds) {
        if (bounds_.size() >= kMaxBounds) return;
        const auto number = static_cast<std::int32_t>(bounds_.size());
        for (const int cell : bounds.cells) bounds_of_[at(cell)].push_back(number);
        tighten(bounds);
        bounds_.push_back(std::move(bounds));
    }

    // Returns true and stores the bounds if they are tighter than the known ones.
    bool tighten(const MineBounds& bounds) {
        const auto [known, is_new] =
            tightest_.try_emplace(bounds.cells, 0, static_cast<int>(bounds.cells.size()));
        auto& [min, max] = known->second;
        if (bounds.min <= min && bounds.max >= max) return false;
        min = std::max(min, bounds.min);
        max = std::min(max, bounds.max);
        return true;
    }

    // Derives bounds from all pairs with the given total number of comparisons.
    std::vector<MineBounds> derive_all(int comparisons) {
        std::vector<MineBounds> derived;
        std::vector<std::int32_t> seen(bounds_.size(), -1);
        for (std::size_t b = 0; b < bounds_.size(); ++b)
            for (const int cell : bounds_[b].cells)
                for (const int a : bounds_of_[at(cell)]) {
                    if (at(a) == b || seen[at(a)] == static_cast<std::int32_t>(b)) continue;
                    seen[at(a)] = static_cast<std::int32_t>(b);
                    if (bounds_[at(a)].comparisons + bounds_[b].comparisons + 1 == comparisons)
                        derive(bounds_[at(a)], bounds_[b], derived);
                }
        return derived;
    }

    void derive(const MineBounds& a, const MineBounds& b, std::vector<MineBounds>& derived) {
        rest_.clear();
        std::ranges::set_difference(b.cells, a.cells, std::back_inserter(rest_));
        const int shared = static_cast<int>(b.cells.size() - rest_.size());
        const int only_a = static_cast<int>(a.cells.size()) - shared;
        const int size = static_cast<int>(rest_.size());
        if (size == 0) return;
        const int max_shared = std::min(a.max, shared), min_shared = std::max(0, a.min - only_a);
        const int min = std::max(0, b.min - max_shared), max = std::min(size, b.max - min_shared);
        if ((min == 0 && max == size) || rest_.size() > kMaxCells) return;
        MineBounds bounds{rest_, min, max, a.comparisons + b.comparisons + 1, {}};
        if (!tighten(bounds)) return;
        bounds.clues = a.clues;
        for (const int clue : b.clues)
            if (std::ranges::find(bounds.clues, clue) == bounds.clues.end())
                bounds.clues.push_back(clue);
        derived.push_back(std::move(bounds));
    }

    std::vector<MineBounds> bounds_;
    std::vector<std::vector<std::int32_t>> bounds_of_;  // Indexed by cell.
    std::map<Cells, std::pair<int, int>> tightest_;     // The tightest bounds on each set of cells.
    Cells rest_;
};

}  // namespace

std::vector<ChainDeduction> find_chains(const Knowledge& knowledge,
                                        std::span<const std::int32_t> clues) {
    return ChainSearch(knowledge, clues).find();
}

}  // namespace sapper
