#include "generate/disjoint_clues.hpp"

#include <algorithm>

#include "generate/pairs.hpp"

namespace sapper {
namespace {

// People would not find an argument that needs a longer search.
constexpr int kMaxSteps = 20'000;
constexpr std::size_t kMaxClues = 60;

using Clues = std::vector<std::int32_t>;

// A branch-and-bound search for the disjoint clues of maximum weight in a connected group.
class DisjointClueSearch {
   public:
    template <typename Weight>
    DisjointClueSearch(const Knowledge& knowledge, const Clues& group, Weight weight)
        : knowledge_(knowledge), group_(group), rest_(group.size() + 1, 0) {
        for (const int clue : group) weights_.push_back(weight(clue));
        for (std::size_t i = group.size(); i-- > 0;) rest_[i] = rest_[i + 1] + weights_[i];
        extend(0, 0);
    }

    int weight() const { return best_weight_; }
    const Clues& clues() const { return best_; }

   private:
    bool is_disjoint(int clue) const {
        return std::ranges::none_of(chosen_, [&](int other) {
            bool is_shared = false;
            knowledge_.for_each_neighbour(clue, Knowledge::hidden, [&](int cell) {
                is_shared |= knowledge_.grid().touches(cell, other);
            });
            return is_shared;
        });
    }

    void extend(std::size_t next, int weight) {
        if (weight > best_weight_) {
            best_weight_ = weight;
            best_ = chosen_;
        }
        if (weight + rest_[next] <= best_weight_ || ++steps_ > kMaxSteps) return;
        if (is_disjoint(group_[next])) {
            chosen_.push_back(group_[next]);
            extend(next + 1, weight + weights_[next]);
            chosen_.pop_back();
        }
        extend(next + 1, weight);
    }

    const Knowledge& knowledge_;
    const Clues& group_;
    std::vector<int> weights_, rest_;  // rest_[i] is the total weight of the clues from i on.
    Clues chosen_, best_;
    int best_weight_ = 0, steps_ = 0;
};

// Partitions the clues into connected groups.
std::vector<Clues> group_clues(const Knowledge& knowledge, Clues clues) {
    std::ranges::sort(clues);
    std::vector<Clues> groups;
    const auto overlap = [&](int a, int b) {
        bool is_shared = false;
        knowledge.for_each_neighbour(a, Knowledge::hidden, [&](int cell) {
            is_shared |= knowledge.grid().touches(cell, b);
        });
        return is_shared;
    };
    while (!clues.empty()) {
        Clues group{clues.front()};
        clues.erase(clues.begin());
        for (std::size_t next = 0; next < group.size(); ++next)
            std::erase_if(clues, [&](int clue) {
                if (!overlap(group[next], clue)) return false;
                group.push_back(clue);
                return true;
            });
        groups.push_back(std::move(group));
    }
    return groups;
}

}  // namespace

std::vector<ChainDeduction> find_by_disjoint_clues(const Knowledge& knowledge,
                                                   std::span<const std::int32_t> clues) {
    if (clues.size() > kMaxClues) return {};
    const std::vector<Clues> groups = group_clues(knowledge, {clues.begin(), clues.end()});
    const int mines = knowledge.mines_left(), safe = knowledge.hidden_left() - mines;
    for (const bool are_mines : {false, true}) {
        Clues chosen;
        int weight = 0;
        for (const Clues& group : groups) {
            const DisjointClueSearch search(knowledge, group, [&](int clue) {
                const int need = knowledge.need(clue);
                return are_mines ? knowledge.undecided(clue) - need : need;
            });
            weight += search.weight();
            chosen.insert(chosen.end(), search.clues().begin(), search.clues().end());
        }
        if (weight != (are_mines ? safe : mines)) continue;
        std::vector<ChainDeduction> deductions;
        Clues named = chosen;
        named.push_back(kMineCount);
        knowledge.grid().for_each_cell([&](int index) {
            if (knowledge.is_hidden(index) && std::ranges::none_of(chosen, [&](int clue) {
                    return knowledge.grid().touches(index, clue);
                }))
                deductions.push_back({index, are_mines, named});
        });
        if (!deductions.empty()) return deductions;
    }
    return {};
}

}  // namespace sapper
