#include "search/endgame.hpp"

#include <algorithm>
#include <array>
#include <exception>

#include "board/random.hpp"
#include "search/symmetry.hpp"

namespace sapper {
namespace {

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

class SearchAborted : public std::exception {};

constexpr std::int64_t kWorkPerClockCheck = 1 << 20;

}

void EndgameSolver::charge_work(std::size_t steps) {
    limits_.max_work -= static_cast<std::int64_t>(steps);
    work_until_clock_check_ -= static_cast<std::int64_t>(steps);
    if (limits_.max_work < 0 || table_.size() > limits_.max_entries) throw SearchAborted();
    if (work_until_clock_check_ > 0) return;
    work_until_clock_check_ = kWorkPerClockCheck;
    if (std::chrono::steady_clock::now() > deadline_ || limits_.is_interrupted())
        throw SearchAborted();
}

// Enumerates the consistent layouts. Returns false if a limit is exceeded.
bool EndgameSolver::prepare(const Knowledge& knowledge, const FastPosterior& posterior,
                            const Limits& limits) {
    limits_ = limits;
    work_until_clock_check_ = kWorkPerClockCheck;
    deadline_ = std::chrono::steady_clock::now() +
                std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                    std::chrono::duration<double>(limits.max_seconds));
    stack_.clear();
    nodes_.clear();
    factors_.clear();
    table_.clear();
    number_cells(knowledge, posterior);
    if (cells_.size() > kMaxCells || !enumerate_layouts(0, 0, knowledge.mines_left())) return false;
    build_symmetry_tables(knowledge);
    return true;
}

bool EndgameSolver::solve(const Knowledge& knowledge, const FastPosterior& posterior,
                          const Limits& limits, Solution& solution,
                          std::span<const std::int32_t> root_cells) {
    if (at(knowledge.hidden_left()) > kMaxCells) return false;
    try {
        if (!prepare(knowledge, posterior, limits)) return false;
        const LayoutSet root = set_of(0, stack_.size());
        solution.layouts = static_cast<std::int64_t>(root.size());
        Candidate best{-1, 0};
        Cells uninformative = 0;
        if (const int cell = find_informative_cell(root, uninformative); cell >= 0) {
            best = {cell, static_cast<std::int32_t>(root.size())};
            solution.wins = value_after_reveal(root, cell, uninformative, 0);
        } else {
            // Every candidate is safe in at least one layout, so any guess wins at least one
            // layout.
            solution.wins = 1;
            Candidates candidates;
            for (const Candidate& candidate : sort_candidates(root, candidates)) {
                if (candidate.safe <= solution.wins && best.cell >= 0) break;
                if (!root_cells.empty() &&
                    std::ranges::find(root_cells, cells_[at(candidate.cell)]) == root_cells.end())
                    continue;
                const std::int64_t threshold = best.cell < 0 ? 0 : solution.wins + 1;
                const std::int64_t wins =
                    value_after_reveal(root, candidate.cell, uninformative, threshold);
                if (best.cell >= 0 && wins <= solution.wins) continue;
                best = candidate;
                solution.wins = wins;
            }
        }
        solution.best = best.cell < 0 ? -1 : cells_[at(best.cell)];
        solution.risk =
            1.0 - static_cast<double>(best.safe) / static_cast<double>(solution.layouts);
    } catch (const SearchAborted&) {
        return false;
    }
    return true;
}

bool EndgameSolver::solve_all_cells(const Knowledge& knowledge, const FastPosterior& posterior,
                                    const Limits& limits, Solution& solution,
                                    std::vector<std::int32_t>& best) {
    best.clear();
    try {
        if (at(knowledge.hidden_left()) > kMaxCells || !prepare(knowledge, posterior, limits))
            return false;
        const LayoutSet root = set_of(0, stack_.size());
        solution.wins = solution.layouts = static_cast<std::int64_t>(root.size());
        // Cells that are symmetric to each other have the same value.
        const std::vector<int> found_symmetries = symmetries(knowledge);
        std::vector<std::int64_t> wins_of(number_of_.size(), -1);
        bool has_move = false;
        for (std::size_t number = 0; number < cells_.size(); ++number) {
            if (root.mine_in_all >> number & 1u) continue;
            const std::int64_t threshold = has_move ? solution.wins : 0;
            int representative = cells_[number];
            for (const int symmetry : found_symmetries)
                representative =
                    std::min(representative, image_of(knowledge.grid(), cells_[number], symmetry));
            std::int64_t& wins = wins_of[at(representative)];
            if (wins < 0) wins = value_after_reveal(root, static_cast<int>(number), 0, threshold);
            if (has_move && wins < solution.wins) continue;
            if (!has_move || wins > solution.wins) best.clear();
            has_move = true;
            solution.wins = wins;
            best.push_back(cells_[number]);
        }
    } catch (const SearchAborted&) {
        return false;
    }
    std::ranges::sort(best);
    return true;
}

// Numbers the cells of each component consecutively, so that inconsistent partial layouts are
// detected early.
void EndgameSolver::number_cells(const Knowledge& knowledge, const FastPosterior& posterior) {
    const Grid& grid = knowledge.grid();
    number_of_.assign(at(grid.padded_size()), -1);
    cells_.assign(posterior.frontier().begin(), posterior.frontier().end());
    grid.for_each_cell([&](int index) {
        if (knowledge.is_hidden(index) && !posterior.is_on_frontier(index)) cells_.push_back(index);
    });
    undecided_count_ = cells_.size();
    grid.for_each_cell([&](int index) {
        if (knowledge.state(index) == Knowledge::safe) cells_.push_back(index);
    });
    if (cells_.size() > kMaxCells) return;
    for (std::size_t i = 0; i < cells_.size(); ++i)
        number_of_[at(cells_[i])] = static_cast<std::int32_t>(i);
    neighbours_.assign(cells_.size(), 0);
    clues_.clear();
    clues_of_.resize(std::max(clues_of_.size(), cells_.size()));
    for (auto& clues : clues_of_) clues.clear();
    for (std::size_t i = 0; i < cells_.size(); ++i)
        for (const int offset : grid.neighbour_offsets())
            if (const auto number = number_of_[at(cells_[i] + offset)]; number >= 0)
                neighbours_[i] |= Cells{1} << number;
    for (const int index : posterior.clues()) {
        Clue clue{0, knowledge.need(index)};
        for (const int offset : grid.neighbour_offsets())
            if (const auto number = number_of_[at(index + offset)];
                number >= 0 && at(number) < undecided_count_) {
                clue.cells |= Cells{1} << number;
                clues_of_[at(number)].push_back(static_cast<std::int32_t>(clues_.size()));
            }
        clues_.push_back(clue);
    }
}

// Returns true if the first `next` assignments violate no clue next to the last assigned cell.
bool EndgameSolver::is_consistent(std::size_t next, Cells mines) const {
    const Cells later = next < kMaxCells ? ~Cells{0} << next : 0;
    return std::ranges::all_of(clues_of_[next - 1], [&](const auto index) {
        const Clue& clue = clues_[at(index)];
        const int open = clue.need - std::popcount(mines & clue.cells);
        return open >= 0 && open <= std::popcount(clue.cells & later);
    });
}

bool EndgameSolver::enumerate_layouts(std::size_t next, Cells mines, int mines_left) {
    charge_work(4);
    const auto cells_left = static_cast<int>(undecided_count_ - next);
    if (mines_left < 0 || mines_left > cells_left) return true;
    if (cells_left == 0) {
        stack_.push_back(mines);
        return static_cast<std::int64_t>(stack_.size()) <= limits_.max_layouts;
    }
    const Cells bit = Cells{1} << next;
    if (is_consistent(next + 1, mines) && !enumerate_layouts(next + 1, mines, mines_left))
        return false;
    return !is_consistent(next + 1, mines | bit) ||
           enumerate_layouts(next + 1, mines | bit, mines_left - 1);
}

void EndgameSolver::build_symmetry_tables(const Knowledge& knowledge) {
    symmetry_tables_.clear();
    for (const int symmetry : symmetries(knowledge)) {
        if (symmetry == 0) continue;
        std::vector<Cells>& images =
            symmetry_tables_.emplace_back((cells_.size() + 7) / 8 * 256, 0);
        for (std::size_t i = 0; i < cells_.size(); ++i) {
            const int other = image_of(knowledge.grid(), cells_[i], symmetry);
            const Cells image = Cells{1} << number_of_[at(other)];
            for (std::size_t byte = 0; byte < 256; ++byte)
                if (byte >> i % 8 & 1u) images[i / 8 * 256 + byte] |= image;
        }
    }
}

EndgameSolver::Cells EndgameSolver::image(Cells cells, const std::vector<Cells>& symmetry) {
    Cells image = 0;
    for (std::size_t table = 0; cells; table += 256, cells >>= 8)
        image |= symmetry[table + (cells & 0xFFu)];
    return image;
}

EndgameSolver::LayoutSet EndgameSolver::set_of(std::size_t begin, std::size_t end) const {
    LayoutSet set{begin, end, 0, ~Cells{0}};
    for (std::size_t i = begin; i < end; ++i) {
        set.mine_in_some |= stack_[i];
        set.mine_in_all &= stack_[i];
    }
    return set;
}

// Sums the layout hashes for each symmetric image of the set and returns the smallest sum.
std::uint64_t EndgameSolver::key_of(const LayoutSet& set) const {
    std::array<std::uint64_t, 8> keys{};
    for (std::size_t i = set.begin; i < set.end; ++i) {
        const Cells mines = stack_[i] & ~set.mine_in_all;
        keys[0] += splitmix64(mines);
        for (std::size_t t = 0; t < symmetry_tables_.size(); ++t)
            keys[t + 1] += splitmix64(image(mines, symmetry_tables_[t]));
    }
    return *std::min_element(
        keys.begin(), keys.begin() + 1 + static_cast<std::ptrdiff_t>(symmetry_tables_.size()));
}

std::array<std::int32_t, EndgameSolver::kMaxCells> EndgameSolver::count_mines(
    const LayoutSet& set) {
    charge_work(4 * set.size());
    std::array<std::int32_t, kMaxCells> count{};
    for (std::size_t i = set.begin; i < set.end; ++i)
        for (Cells mines = stack_[i] & ~set.mine_in_all; mines; mines &= mines - 1)
            ++count[at(std::countr_zero(mines))];
    return count;
}

int EndgameSolver::find_informative_cell(const LayoutSet& set, Cells& uninformative) {
    const Cells all = cells_.size() < kMaxCells ? (Cells{1} << cells_.size()) - 1 : ~Cells{0};
    for (Cells safe = all & ~set.mine_in_some & ~uninformative; safe; safe &= safe - 1) {
        const int cell = std::countr_zero(safe);
        uninformative |= Cells{1} << cell;
        const int first = clue(stack_[set.begin], cell);
        for (std::size_t i = set.begin + 1; i < set.end; ++i)
            if (clue(stack_[i], cell) != first) return cell;
        charge_work(set.size());
    }
    return -1;
}

std::array<std::size_t, 10> EndgameSolver::split(const LayoutSet& set, int cell) {
    charge_work(2 * set.size());
    const Cells bit = Cells{1} << cell;
    std::array<std::size_t, 10> first{};
    for (std::size_t i = set.begin; i < set.end; ++i)
        if (!(stack_[i] & bit)) ++first[at(clue(stack_[i], cell)) + 1];
    first[0] = stack_.size();
    for (std::size_t v = 1; v < 10; ++v) first[v] += first[v - 1];
    stack_.resize(first[9]);
    auto next = first;
    for (std::size_t i = set.begin; i < set.end; ++i)
        if (!(stack_[i] & bit)) stack_[next[at(clue(stack_[i], cell))]++] = stack_[i];
    return first;
}

std::int64_t EndgameSolver::expand_safe_reveals(std::size_t begin, std::size_t end,
                                                Cells uninformative) {
    if (end - begin < 2) return static_cast<std::int64_t>(end - begin);
    const LayoutSet set = set_of(begin, end);
    charge_work(2 * set.size());
    if (const int cell = find_informative_cell(set, uninformative); cell >= 0) {
        const auto first = split(set, cell);
        std::int64_t upper_bound = 0;
        for (std::size_t v = 0; v < 9; ++v)
            upper_bound += expand_safe_reveals(first[v], first[v + 1], uninformative);
        return upper_bound;
    }
    if (set.size() == 2) return 1;  // With two layouts left, any guess wins exactly one of them.
    GuessNode node{set, uninformative, key_of(set), 0};
    const auto* entry = table_.find(node.key);
    if (entry && !entry->is_upper_bound) return entry->value;
    if (!decompose(node)) node.upper_bound = entry ? entry->value : survival_bound(set);
    nodes_.push_back(node);
    return node.upper_bound;
}

// Returns an upper bound on the number of wins: the number of layouts that the safest guess
// survives.
std::int64_t EndgameSolver::survival_bound(const LayoutSet& set) {
    const auto mines = count_mines(set);
    auto min_mines = static_cast<std::int32_t>(set.size());
    for (Cells left = set.undecided(); left; left &= left - 1)
        min_mines = std::min(min_mines, mines[at(std::countr_zero(left))]);
    return static_cast<std::int64_t>(set.size()) - min_mines;
}

// Returns the connected region of `cells` that contains the lowest-numbered cell.
EndgameSolver::Cells EndgameSolver::connected_region(Cells cells) const {
    Cells region = cells & (~cells + 1);
    for (Cells frontier = region; frontier;) {
        const Cells added = neighbours_[at(std::countr_zero(frontier))] & cells & ~region;
        region |= added;
        frontier = (frontier & (frontier - 1)) | added;
    }
    return region;
}

bool EndgameSolver::factorise(const LayoutSet& set, Cells region, LayoutSet& inside,
                              LayoutSet& outside) {
    const Cells others = set.undecided() & ~region, first = stack_[set.begin];
    const std::size_t top = stack_.size();
    charge_work(2 * set.size());
    for (std::size_t i = set.begin; i < set.end; ++i)
        if (((stack_[i] ^ first) & others) == 0) stack_.push_back(stack_[i] & region);
    const std::size_t middle = stack_.size();
    for (std::size_t i = set.begin; i < set.end; ++i)
        if (((stack_[i] ^ first) & region) == 0) stack_.push_back(stack_[i] & others);
    bool is_product = (middle - top) * (stack_.size() - middle) == set.size();
    if (is_product) {
        // Two sets are considered equal if the sums of their layout hashes are equal, as in
        // key_of().
        std::uint64_t difference = 0;
        for (std::size_t i = set.begin; i < set.end; ++i)
            difference += splitmix64(stack_[i] & ~set.mine_in_all);
        for (std::size_t i = top; i < middle; ++i)
            for (std::size_t j = middle; j < stack_.size(); ++j)
                difference -= splitmix64(stack_[i] | stack_[j]);
        is_product = difference == 0;
    }
    if (!is_product) {
        stack_.resize(top);
        return false;
    }
    inside = set_of(top, middle);
    outside = set_of(middle, stack_.size());
    return true;
}

bool EndgameSolver::decompose(GuessNode& node) {
    const std::size_t first = factors_.size();
    LayoutSet rest = node.set;
    for (Cells left = rest.undecided(); left;) {
        const Cells component = connected_region(left);
        left &= ~component;
        if (component == rest.undecided()) break;
        LayoutSet factor{}, others{};
        if (!factorise(rest, component, factor, others)) continue;
        factors_.push_back({factor, node.uninformative, 0, 0});
        rest = others;
    }
    if (factors_.size() == first) return false;
    factors_.push_back({rest, node.uninformative, 0, 0});
    node.first_factor = first;
    node.factor_count = factors_.size() - first;
    node.upper_bound = 1;
    for (std::size_t i = first; i < factors_.size(); ++i) {
        GuessNode& factor = factors_[i];
        // The search must not reveal cells outside the factor.
        factor.uninformative |= ~factor.set.undecided();
        factor.key = key_of(factor.set);
        const auto* entry = table_.find(factor.key);
        factor.upper_bound = entry ? entry->value : survival_bound(factor.set);
        node.upper_bound *= factor.upper_bound;
    }
    return true;
}

std::int64_t EndgameSolver::product_value(const GuessNode& node, std::int64_t threshold) {
    std::int64_t upper_bound = node.upper_bound;
    bool is_upper_bound = false;
    for (std::size_t i = 0; i < node.factor_count && !is_upper_bound; ++i) {
        // The factor is copied because value() may reallocate factors_.
        const GuessNode factor = factors_[node.first_factor + i];
        const std::int64_t others = upper_bound / factor.upper_bound;
        const std::int64_t needed = (threshold + others - 1) / others;
        const std::int64_t wins = std::min(value(factor, needed), factor.upper_bound);
        upper_bound = others * wins;
        is_upper_bound = wins < needed;
    }
    table_.store(node.key, upper_bound, is_upper_bound);
    return upper_bound;
}

std::span<const EndgameSolver::Candidate> EndgameSolver::sort_candidates(const LayoutSet& set,
                                                                         Candidates& candidates) {
    const auto mines = count_mines(set);
    std::size_t count = 0;
    for (Cells left = set.undecided(); left; left &= left - 1) {
        const int cell = std::countr_zero(left);
        candidates[count++] = {cell, static_cast<std::int32_t>(set.size()) - mines[at(cell)]};
    }
    charge_work(count * 4);
    const std::span sorted = std::span(candidates).first(count);
    std::ranges::sort(sorted, [](const Candidate& a, const Candidate& b) {
        return a.safe != b.safe ? a.safe > b.safe : a.cell < b.cell;
    });
    return sorted;
}

std::int64_t EndgameSolver::value(const GuessNode& node, std::int64_t threshold) {
    const auto* entry = table_.find(node.key);
    if (entry && (!entry->is_upper_bound || entry->value < threshold)) return entry->value;
    if (node.factor_count > 0) return product_value(node, threshold);
    // Only values above `lower_bound` matter. `upper_bound` is the highest upper bound among the
    // rejected candidates.
    std::int64_t lower_bound = std::max<std::int64_t>(threshold - 1, 0), best = 0, upper_bound = 0;
    std::size_t tried = 0;
    Candidates candidates;
    for (const Candidate& candidate : sort_candidates(node.set, candidates)) {
        if (candidate.safe <= lower_bound) {
            upper_bound = std::max<std::int64_t>(upper_bound, candidate.safe);
            break;
        }
        if (tried == limits_.max_candidates) break;
        const std::int64_t wins =
            value_after_reveal(node.set, candidate.cell, node.uninformative, lower_bound + 1, true);
        if (wins == kDeadCell) continue;
        ++tried;
        if (wins > lower_bound)
            best = lower_bound = wins;
        else
            upper_bound = std::max(upper_bound, wins);
    }
    if (tried == 0 && upper_bound == 0)
        best = 1;  // All cells are dead, so no reveal can distinguish the layouts.
    table_.store(node.key, best > 0 ? best : upper_bound, best == 0);
    return best > 0 ? best : upper_bound;
}

std::int64_t EndgameSolver::value_after_reveal(const LayoutSet& set, int cell, Cells uninformative,
                                               std::int64_t threshold, bool skips_dead_cells) {
    const std::size_t top = stack_.size(), first_node = nodes_.size(),
                      first_factor = factors_.size();
    const auto first = split(set, cell);
    if (skips_dead_cells &&
        std::ranges::count(first, first[0]) + std::ranges::count(first, first[9]) == 10) {
        stack_.resize(top);
        return kDeadCell;
    }
    uninformative |= Cells{1} << cell;
    // Until a part has been evaluated, all its layouts count as won.
    auto upper_bound = static_cast<std::int64_t>(first[9] - first[0]);
    for (std::size_t v = 0; v < 9 && upper_bound >= threshold; ++v)
        upper_bound += expand_safe_reveals(first[v], first[v + 1], uninformative) -
                       static_cast<std::int64_t>(first[v + 1] - first[v]);
    for (std::size_t i = first_node; i < nodes_.size() && upper_bound >= threshold; ++i) {
        // The node is copied because value() may reallocate nodes_.
        const GuessNode node = nodes_[i];
        // The minimum value that the node needs for the total to reach the threshold.
        const std::int64_t needed = threshold - (upper_bound - node.upper_bound);
        upper_bound += std::min(value(node, needed), node.upper_bound) - node.upper_bound;
    }
    stack_.resize(top);
    nodes_.resize(first_node);
    factors_.resize(first_factor);
    return upper_bound;
}

}
