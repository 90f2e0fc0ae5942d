#include "endgame.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "random.hpp"

namespace sapper {
namespace {

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

class OutOfWork {};

constexpr std::int64_t kWorkToClock = 1 << 20;

// For each cell the first of those that are like it: the board may look the same turned or mirrored.
std::vector<std::int32_t> first_alike(const Knowledge& knowledge) {
    const Grid& grid = knowledge.grid();
    const int height = grid.height(), width = grid.width();
    std::vector<std::int32_t> first(at(grid.padded_size()));
    std::iota(first.begin(), first.end(), 0);
    for (int turn = 1; turn < (height == width ? 8 : 4); ++turn) {
        const auto image = [&](int index) {
            int row = grid.row(index), column = grid.column(index);
            if (turn & 1) row = height - 1 - row;
            if (turn & 2) column = width - 1 - column;
            if (turn & 4) std::swap(row, column);
            return grid.index(row, column);
        };
        bool is_same = true;
        grid.for_each_cell([&](int index) {
            const int other = image(index);
            is_same &= knowledge.state(index) == knowledge.state(other) &&
                       (!knowledge.is_revealed(index) || knowledge.need(index) == knowledge.need(other));
        });
        if (is_same)
            grid.for_each_cell(
                [&](int index) { first[at(index)] = std::min(first[at(index)], image(index)); });
    }
    return first;
}

}  // namespace

void KnownSets::clear() {
    count_ = 0;
    if (++round_ != 0) return;
    entries_.assign(entries_.size(), {});
    round_ = 1;
}

const KnownSets::Entry* KnownSets::find(std::uint64_t name) const {
    for (std::size_t slot = name;; ++slot) {
        const Entry& entry = entries_[slot & (entries_.size() - 1)];
        if (entry.round != round_) return nullptr;
        if (entry.name == name) return &entry;
    }
}

void KnownSets::put(std::uint64_t name, std::int64_t value, bool is_bound) {
    if (2 * count_ >= entries_.size()) {
        std::vector<Entry> old(2 * entries_.size());
        old.swap(entries_);
        count_ = 0;
        for (const Entry& entry : old)
            if (entry.round == round_) put(entry.name, entry.value, entry.is_bound);
    }
    for (std::size_t slot = name;; ++slot) {
        Entry& entry = entries_[slot & (entries_.size() - 1)];
        if (entry.round == round_ && entry.name != name) continue;
        count_ += entry.round != round_;
        entry = {name, round_, is_bound, static_cast<std::int32_t>(value)};
        return;
    }
}

void Endgame::work(std::size_t steps) {
    limits_.work -= static_cast<std::int64_t>(steps);
    work_to_clock_ -= static_cast<std::int64_t>(steps);
    if (limits_.work < 0 || known_.size() > limits_.sets) throw OutOfWork();
    if (work_to_clock_ > 0) return;
    work_to_clock_ = kWorkToClock;
    if (std::chrono::steady_clock::now() > deadline_) throw OutOfWork();
}

// Lists the layouts; false when a limit is reached.
bool Endgame::start(const Knowledge& knowledge, const Outlook& outlook, const Limits& limits) {
    limits_ = limits;
    work_to_clock_ = kWorkToClock;
    deadline_ = std::chrono::steady_clock::now() +
                std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                    std::chrono::duration<double>(limits.seconds));
    stack_.clear();
    known_.clear();
    number_cells(knowledge, outlook);
    if (cells_.size() > kMostCells || !list_layouts(0, 0, knowledge.mines_left())) return false;
    Random random(1);
    for (Layout& layout : stack_) layout.name = random.next();
    return true;
}

bool Endgame::solve(const Knowledge& knowledge, const Outlook& outlook, const Limits& limits,
                    Solution& solution) {
    if (at(knowledge.hidden_left()) > kMostCells) return false;
    try {
        if (!start(knowledge, outlook, limits)) return false;
        Candidate best{-1, 0};
        solution.layouts = static_cast<std::int64_t>(stack_.size());
        solution.wins = value(0, stack_.size(), 0, 0, &best);
        solution.best = best.cell < 0 ? -1 : cells_[at(best.cell)];
        solution.risk = 1.0 - static_cast<double>(best.safe) / static_cast<double>(solution.layouts);
    } catch (const OutOfWork&) {
        return false;
    }
    return true;
}

bool Endgame::solve_for_all_cells(const Knowledge& knowledge, const Outlook& outlook,
                                  const Limits& limits, Solution& solution,
                                  std::vector<std::int32_t>& best) {
    best.clear();
    try {
        if (at(knowledge.hidden_left()) > kMostCells || !start(knowledge, outlook, limits)) return false;
        const std::size_t size = stack_.size();
        solution = {static_cast<std::int64_t>(size), static_cast<std::int64_t>(size)};
        Cells always = ~Cells{0};
        for (const Layout& layout : stack_) always &= layout.mines;
        bool has_move = false;
        const std::vector<std::int32_t> alike = first_alike(knowledge);
        std::vector<std::int64_t> wins_of(alike.size(), -1);
        for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
            if (always >> cell & 1u) continue;
            const std::int64_t enough = has_move ? solution.wins : 0;
            std::int64_t& wins = wins_of[at(alike[at(cells_[cell])])];
            if (wins < 0) wins = value_after(0, size, static_cast<int>(cell), 0, enough);
            if (has_move && wins < solution.wins) continue;
            if (!has_move || wins > solution.wins) best.clear();
            has_move = true;
            solution.wins = wins;
            best.push_back(cells_[cell]);
        }
    } catch (const OutOfWork&) {
        return false;
    }
    std::ranges::sort(best);
    return true;
}

// The cells of each component stand together in an order that meets contradictions early.
void Endgame::number_cells(const Knowledge& knowledge, const Outlook& outlook) {
    const Grid& grid = knowledge.grid();
    number_of_.assign(at(grid.padded_size()), -1);
    cells_.assign(outlook.frontier().begin(), outlook.frontier().end());
    grid.for_each_cell([&](int index) {
        if (knowledge.is_hidden(index) && !outlook.is_on_frontier(index)) cells_.push_back(index);
    });
    undecided_ = cells_.size();
    grid.for_each_cell([&](int index) {
        if (knowledge.state(index) == Knowledge::safe) cells_.push_back(index);
    });
    if (cells_.size() > kMostCells) return;
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
    for (const int index : outlook.clues()) {
        Clue clue{0, knowledge.need(index), 0};
        for (const int offset : grid.neighbour_offsets())
            if (const auto number = number_of_[at(index + offset)];
                number >= 0 && at(number) < undecided_) {
                clue.cells |= Cells{1} << number;
                clue.last = std::max(clue.last, number);
                clues_of_[at(number)].push_back(static_cast<std::int32_t>(clues_.size()));
            }
        clues_.push_back(clue);
    }
}

// Whether the cells before `next` agree with all clues of the last of them.
bool Endgame::fits(std::size_t next, Cells mines) const {
    const Cells later = next < kMostCells ? ~Cells{0} << next : 0;
    for (const auto c : clues_of_[next - 1]) {
        const Clue& clue = clues_[at(c)];
        const int open = clue.need - __builtin_popcountll(mines & clue.cells);
        if (open < 0 || open > __builtin_popcountll(clue.cells & later)) return false;
    }
    return true;
}

bool Endgame::list_layouts(std::size_t next, Cells mines, int mines_left) {
    work(4);
    const auto cells_left = static_cast<int>(undecided_ - next);
    if (mines_left < 0 || mines_left > cells_left) return true;
    if (cells_left == 0) {
        stack_.push_back({mines, 0});
        return static_cast<std::int64_t>(stack_.size()) <= limits_.layouts;
    }
    const Cells bit = Cells{1} << next;
    if (fits(next + 1, mines) && !list_layouts(next + 1, mines, mines_left)) return false;
    return !fits(next + 1, mines | bit) || list_layouts(next + 1, mines | bit, mines_left - 1);
}

bool Endgame::is_telling(std::size_t begin, std::size_t end, int cell) const {
    const int first = clue(stack_[begin].mines, cell);
    for (std::size_t i = begin + 1; i < end; ++i)
        if (clue(stack_[i].mines, cell) != first) return true;
    return false;
}

std::int64_t Endgame::value(std::size_t begin, std::size_t end, Cells settled, std::int64_t enough,
                            Candidate* root) {
    const std::size_t size = end - begin;
    if (size == 1 && !root) return 1;
    std::uint64_t name = 0;
    Cells sometimes = 0, always = ~Cells{0};
    for (std::size_t i = begin; i < end; ++i) {
        name += stack_[i].name;
        sometimes |= stack_[i].mines;
        always &= stack_[i].mines;
    }
    if (const auto* known = known_.find(name); known && !root)
        if (!known->is_bound || known->value < enough) return known->value;
    work(4 * size);
    const Cells all = cells_.size() < kMostCells ? (Cells{1} << cells_.size()) - 1 : ~Cells{0};
    for (Cells safe = all & ~sometimes & ~settled; safe; safe &= safe - 1) {
        const int cell = __builtin_ctzll(safe);
        settled |= Cells{1} << cell;
        work(size);
        if (!is_telling(begin, end, cell)) continue;
        if (root) *root = {cell, static_cast<std::int32_t>(size)};
        const std::int64_t wins = value_after(begin, end, cell, settled, enough);
        known_.put(name, wins, wins < enough);
        return wins;
    }
    std::array<std::int32_t, kMostCells> mine_count{};
    for (std::size_t i = begin; i < end; ++i)
        for (Cells mines = stack_[i].mines & ~always; mines; mines &= mines - 1)
            ++mine_count[at(__builtin_ctzll(mines))];
    std::array<Candidate, kMostCells> candidates;
    std::size_t count = 0;
    for (Cells left = sometimes & ~always; left; left &= left - 1) {
        const int cell = __builtin_ctzll(left);
        candidates[count++] = {cell, static_cast<std::int32_t>(size) - mine_count[at(cell)]};
    }
    work(size * 4 + count * 4);
    std::sort(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(count),
              [](const Candidate& a, const Candidate& b) {
                  return a.safe != b.safe ? a.safe > b.safe : a.cell < b.cell;
              });
    // What is not better than `least` is of no interest; `bound` is what it might reach.
    std::int64_t least = std::max<std::int64_t>(enough - 1, 0), best = 0, bound = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (candidates[i].safe <= least) {
            bound = std::max<std::int64_t>(bound, candidates[i].safe);
            break;
        }
        const std::int64_t wins = value_after(begin, end, candidates[i].cell, settled, least + 1);
        if (wins <= least) {
            bound = std::max(bound, wins);
            continue;
        }
        best = least = wins;
        if (root) *root = candidates[i];
    }
    if (count == 0) best = 1;  // a single layout, asked for at the root
    if (best == 0) {
        known_.put(name, bound, true);
        return bound;
    }
    known_.put(name, best, false);
    return best;
}

std::int64_t Endgame::value_after(std::size_t begin, std::size_t end, int cell, Cells settled,
                                  std::int64_t enough) {
    const Cells bit = Cells{1} << cell;
    std::array<std::size_t, 10> first{};
    for (std::size_t i = begin; i < end; ++i)
        if (!(stack_[i].mines & bit)) ++first[at(clue(stack_[i].mines, cell)) + 1];
    work(2 * (end - begin));
    const std::size_t top = stack_.size();
    first[0] = top;
    for (std::size_t v = 1; v < 10; ++v) first[v] += first[v - 1];
    stack_.resize(first[9]);
    auto next = first;
    for (std::size_t i = begin; i < end; ++i)
        if (!(stack_[i].mines & bit))
            stack_[next[at(clue(stack_[i].mines, cell))]++] = stack_[i];
    // What the parts can still win at most: all of their layouts.
    auto possible = static_cast<std::int64_t>(first[9] - top);
    for (std::size_t v = 0; v < 9 && possible >= enough; ++v) {
        const auto size = static_cast<std::int64_t>(first[v + 1] - first[v]);
        if (size < 2) continue;
        // The part must reach this, or the whole falls short.
        const std::int64_t needed = enough - (possible - size);
        possible += value(first[v], first[v + 1], settled | bit, needed, nullptr) - size;
    }
    stack_.resize(top);
    return possible;
}

}  // namespace sapper
