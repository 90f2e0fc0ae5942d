#include "generate/entailment.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>
#include <unordered_map>

#include "inference/budget.hpp"

namespace sapper {
namespace {

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

// The possible numbers of mines so far, one bit each.
using Totals = std::vector<std::uint64_t>;

void add_shifted(Totals& into, const Totals& from, int by) {
    const std::size_t words = at(by) / 64, bits = at(by) % 64;
    if (into.size() < from.size() + words + 1) into.resize(from.size() + words + 1, 0);
    for (std::size_t i = 0; i < from.size(); ++i) {
        into[i + words] |= from[i] << bits;
        if (bits != 0) into[i + words + 1] |= from[i] >> (64 - bits);
    }
}

// A set of interchangeable cells, which touch the same clues.
struct Group {
    std::vector<std::int32_t> clues;  // Positions of the clues in the premises.
    int size;
};

// Groups the cells, with the groups of connected clues next to each other.
std::vector<Group> group_cells(const Knowledge& knowledge, std::span<const std::int32_t> clues,
                               int excluded) {
    std::map<std::vector<std::int32_t>, int> sizes;
    std::map<std::int32_t, std::vector<std::int32_t>> clues_of;
    for (std::size_t i = 0; i < clues.size(); ++i)
        knowledge.for_each_neighbour(clues[i], Knowledge::hidden, [&](int cell) {
            if (cell != excluded) clues_of[cell].push_back(static_cast<std::int32_t>(i));
        });
    for (const auto& [cell, touching] : clues_of) ++sizes[touching];

    std::vector<Group> groups;
    std::vector<std::vector<std::size_t>> groups_of(clues.size());
    std::vector<Group> all;
    for (const auto& [touching, size] : sizes) {
        for (const int clue : touching) groups_of[at(clue)].push_back(all.size());
        all.push_back({touching, size});
    }
    // Depth-first order keeps few clues open at once along a frontier.
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

}  // namespace

bool entails(const Knowledge& knowledge, const Premises& premises, int cell, bool is_mine,
             std::int64_t max_states) {
    const auto& clues = premises.clues;
    // The mines that each clue still needs if the conclusion is false.
    std::string needs;
    std::vector<int> cells_left;
    for (const int clue : clues) {
        const bool touches = knowledge.grid().touches(clue, cell);
        needs.push_back(static_cast<char>(knowledge.need(clue) - (touches && !is_mine)));
        cells_left.push_back(knowledge.undecided(clue) - touches);
        if (needs.back() < 0 || needs.back() > cells_left.back()) return true;
    }
    const std::vector<Group> groups = group_cells(knowledge, clues, cell);
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
                if (premises.uses_mine_count) add_shifted(reached, totals, mines);
            }
        }
        if (static_cast<std::int64_t>(next.size()) > max_states)
            throw LimitReached("state limit reached while checking an entailment");
        std::swap(layer, next);
    }
    if (layer.empty()) return true;
    if (!premises.uses_mine_count) return false;
    // The remaining mines must fit into the other undecided cells.
    const int mines = knowledge.mines_left() - !is_mine;
    const std::int64_t rest = knowledge.hidden_left() - 1 - grouped;
    for (const auto& [state, totals] : layer)
        for (std::size_t word = 0; word < totals.size(); ++word)
            for (std::size_t bit = 0; bit < 64; ++bit) {
                const auto placed = static_cast<std::int64_t>(word * 64 + bit);
                if ((totals[word] >> bit & 1) && placed <= mines && mines - placed <= rest)
                    return false;
            }
    return true;
}

Support minimal_support(const Knowledge& knowledge, std::span<const std::int32_t> clues, int cell,
                        bool is_mine, std::int64_t max_states) {
    const Grid& grid = knowledge.grid();
    const auto distance = [&](int clue) {
        return std::max(std::abs(grid.row(clue) - grid.row(cell)),
                        std::abs(grid.column(clue) - grid.column(cell)));
    };
    std::vector<std::int32_t> nearest(clues.begin(), clues.end());
    std::ranges::sort(nearest, [&](int a, int b) {
        return std::pair(distance(a), a) < std::pair(distance(b), b);
    });
    const auto is_entailed = [&](const std::vector<std::int32_t>& chosen, bool uses_mine_count) {
        return entails(knowledge, {chosen, uses_mine_count}, cell, is_mine, max_states);
    };

    Support support{{}, false};
    std::size_t count = 0;
    for (int radius = 1; count < nearest.size(); radius += 1 + radius / 2) {
        while (count < nearest.size() && distance(nearest[count]) <= radius) ++count;
        support.clues.assign(nearest.begin(), nearest.begin() + static_cast<std::ptrdiff_t>(count));
        if (is_entailed(support.clues, false)) break;
    }
    support.uses_mine_count = support.clues.empty() || !is_entailed(support.clues, false);
    // Tries to remove the farthest clues first.
    for (std::size_t i = support.clues.size(); i-- > 0;) {
        std::vector<std::int32_t> fewer = support.clues;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
        if (is_entailed(fewer, support.uses_mine_count)) support.clues = std::move(fewer);
    }
    return support;
}

}  // namespace sapper
