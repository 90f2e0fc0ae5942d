#include "logic/entailment.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>
#include <unordered_map>

#include "inference/budget.hpp"

namespace sapper {
namespace {

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

// A bit set of the total mine counts that are possible so far.
using Totals = std::vector<std::uint64_t>;

void add_shifted(Totals& into, const Totals& from, int by) {
    const std::size_t words = at(by) / 64, bits = at(by) % 64;
    if (into.size() < from.size() + words + 1) into.resize(from.size() + words + 1, 0);
    for (std::size_t i = 0; i < from.size(); ++i) {
        into[i + words] |= from[i] << bits;
        if (bits != 0) into[i + words + 1] |= from[i] >> (64 - bits);
    }
}

// A set of cells that touch exactly the same clues.
struct Group {
    std::vector<std::int32_t> clues;  // The indices of the group's clues in the list of premises.
    int size;
};

// Partitions the cells into groups and orders the groups so that those of connected clues are
// adjacent.
std::vector<Group> group_cells(std::span<const Sentence* const> clues, int excluded) {
    std::map<std::vector<std::int32_t>, int> sizes;
    std::map<std::int32_t, std::vector<std::int32_t>> clues_of;
    for (std::size_t i = 0; i < clues.size(); ++i)
        for (const int cell : clues[i]->cells)
            if (cell != excluded) clues_of[cell].push_back(static_cast<std::int32_t>(i));
    for (const auto& [cell, touching] : clues_of) ++sizes[touching];

    std::vector<Group> groups;
    std::vector<std::vector<std::size_t>> groups_of(clues.size());
    std::vector<Group> all;
    for (const auto& [touching, size] : sizes) {
        for (const int clue : touching) groups_of[at(clue)].push_back(all.size());
        all.push_back({touching, size});
    }
    // Traversing the clues depth-first keeps the number of open clues small.
    std::vector<std::uint8_t> is_placed(all.size(), 0), is_visited(clues.size(), 0);
    for (std::size_t start = 0; start < clues.size(); ++start) {
        std::vector<std::size_t> stack{start};
        while (!stack.empty()) {
            const std::size_t clue = stack.back();
            stack.pop_back();
            if (is_visited[clue]) continue;
            is_visited[clue] = 1;
            for (const std::size_t group : groups_of[clue]) {
                if (is_placed[group]) continue;
                is_placed[group] = 1;
                groups.push_back(all[group]);
                for (const int next : all[group].clues)
                    if (!is_visited[at(next)]) stack.push_back(at(next));
            }
        }
    }
    return groups;
}

}

bool entails(std::span<const Sentence* const> clues, const Sentence* mine_count, const Claim& claim,
             std::int64_t max_states) {
    // The number of mines that each clue still needs under the assumption that the claim is false.
    std::string needs;
    std::vector<int> cells_left;
    for (const Sentence* clue : clues) {
        const bool touches = has_cell(clue->cells, claim.cell);
        needs.push_back(static_cast<char>(clue->mines - (touches && !claim.is_mine)));
        cells_left.push_back(static_cast<int>(clue->cells.size()) - touches);
        if (needs.back() < 0 || needs.back() > cells_left.back()) return true;
    }
    const std::vector<Group> groups = group_cells(clues, claim.cell);
    std::int64_t grouped = 0;
    for (const Group& group : groups) grouped += group.size;

    std::unordered_map<std::string, Totals> layer{{needs, {1}}}, next;
    for (const Group& group : groups) {
        for (const int clue : group.clues) cells_left[at(clue)] -= group.size;
        next.clear();
        for (const auto& [before, totals] : layer) {
            std::string after = before;
            for (int mines = 0; mines <= group.size; ++mines) {
                bool is_possible = true;
                for (const int clue : group.clues) {
                    const int need = before[at(clue)] - mines;
                    is_possible &= need >= 0 && need <= cells_left[at(clue)];
                    after[at(clue)] = static_cast<char>(need);
                }
                if (!is_possible) continue;
                Totals& reached = next[after];
                if (mine_count) add_shifted(reached, totals, mines);
            }
        }
        if (static_cast<std::int64_t>(next.size()) > max_states)
            throw LimitReached("state limit reached while checking an entailment");
        std::swap(layer, next);
    }
    if (layer.empty()) return true;
    if (!mine_count) return false;
    // The remaining mines must fit into the undecided cells that touch none of the clues.
    const int mines = mine_count->mines - !claim.is_mine;
    const std::int64_t rest = static_cast<std::int64_t>(mine_count->cells.size()) - 1 - grouped;
    for (const auto& [state, totals] : layer)
        for (std::size_t word = 0; word < totals.size(); ++word)
            for (std::size_t bit = 0; bit < 64; ++bit) {
                const auto placed = static_cast<std::int64_t>(word * 64 + bit);
                if ((totals[word] >> bit & 1) && placed <= mines && mines - placed <= rest)
                    return false;
            }
    return true;
}

void remove_redundant_clues(std::vector<const Sentence*>& clues, const Sentence* mine_count,
                            const Claim& claim, std::int64_t max_states) {
    for (std::size_t i = clues.size(); i-- > 0;) {
        std::vector<const Sentence*> fewer = clues;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
        if (entails(fewer, mine_count, claim, max_states)) clues = std::move(fewer);
    }
}

std::optional<Support> minimal_support(const Grid& grid, const SentenceSet& sentences,
                                       const Claim& claim, std::int64_t max_states) {
    const auto distance = [&](const Sentence* sentence) {
        return std::max(std::abs(grid.row(sentence->clue) - grid.row(claim.cell)),
                        std::abs(grid.column(sentence->clue) - grid.column(claim.cell)));
    };
    std::vector<const Sentence*> nearest;
    nearest.reserve(sentences.clues.size());
    for (const Sentence& sentence : sentences.clues) nearest.push_back(&sentence);
    std::ranges::stable_sort(nearest, {}, distance);

    Support support{{}, true};
    std::size_t count = 0;
    for (int radius = 1; count < nearest.size() && support.uses_mine_count;
         radius += 1 + radius / 2) {
        while (count < nearest.size() && distance(nearest[count]) <= radius) ++count;
        support.clues.assign(nearest.begin(), nearest.begin() + static_cast<std::ptrdiff_t>(count));
        support.uses_mine_count = !entails(support.clues, nullptr, claim, max_states);
    }
    const Sentence* mine_count =
        support.uses_mine_count && sentences.mine_count ? &*sentences.mine_count : nullptr;
    if (support.uses_mine_count &&
        (!mine_count || !entails(support.clues, mine_count, claim, max_states)))
        return std::nullopt;
    remove_redundant_clues(support.clues, mine_count, claim, max_states);
    return support;
}

}
