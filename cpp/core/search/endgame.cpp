#include "search/endgame.hpp"

#include <algorithm>
#include <array>

#include "board/random.hpp"
#include "search/symmetry.hpp"

namespace sapper {
namespace {

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

class OutOfWork {};

constexpr std::int64_t kWorkToClock = 1 << 20;

}  // namespace

void Endgame::work(std::size_t steps) {
    limits_.work -= static_cast<std::int64_t>(steps);
    work_to_clock_ -= static_cast<std::int64_t>(steps);
    if (limits_.work < 0 || known_.size() > limits_.sets) throw OutOfWork();
    if (work_to_clock_ > 0) return;
    work_to_clock_ = kWorkToClock;
    if (std::chrono::steady_clock::now() > deadline_ || limits_.is_interrupted()) throw OutOfWork();
}

// Lists the layouts; false when a limit is reached.
bool Endgame::start(const Knowledge& knowledge, const Outlook& outlook, const Limits& limits) {
    limits_ = limits;
    work_to_clock_ = kWorkToClock;
    deadline_ = std::chrono::steady_clock::now() +
                std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                    std::chrono::duration<double>(limits.seconds));
    stack_.clear();
    closed_.clear();
    factors_.clear();
    known_.clear();
    number_cells(knowledge, outlook);
    if (cells_.size() > kMostCells || !list_layouts(0, 0, knowledge.mines_left())) return false;
    list_turns(knowledge);
    return true;
}

bool Endgame::solve(const Knowledge& knowledge, const Outlook& outlook, const Limits& limits,
                    Solution& solution, std::span<const std::int32_t> first) {
    if (at(knowledge.hidden_left()) > kMostCells) return false;
    try {
        if (!start(knowledge, outlook, limits)) return false;
        const Set all = set_of(0, stack_.size());
        solution.layouts = static_cast<std::int64_t>(all.size());
        Candidate best{-1, 0};
        Cells settled = 0;
        if (const int cell = telling_cell(all, settled); cell >= 0) {
            best = {cell, static_cast<std::int32_t>(all.size())};
            solution.wins = value_after(all, cell, settled, 0);
        } else {
            solution.wins = 1;  // whatever is revealed
            Candidates candidates;
            for (const Candidate& candidate : list_candidates(all, candidates)) {
                if (candidate.safe <= solution.wins && best.cell >= 0) break;
                if (!first.empty() && std::ranges::find(first, cells_[at(candidate.cell)]) == first.end())
                    continue;
                const std::int64_t enough = best.cell < 0 ? 0 : solution.wins + 1;
                const std::int64_t wins = value_after(all, candidate.cell, settled, enough);
                if (best.cell >= 0 && wins <= solution.wins) continue;
                best = candidate;
                solution.wins = wins;
            }
        }
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
        const Set all = set_of(0, stack_.size());
        solution.wins = solution.layouts = static_cast<std::int64_t>(all.size());
        // Cells that are alike by symmetry win alike.
        const std::vector<int> turns = symmetries(knowledge);
        std::vector<std::int64_t> wins_of(number_of_.size(), -1);
        bool has_move = false;
        for (std::size_t number = 0; number < cells_.size(); ++number) {
            if (all.always >> number & 1u) continue;
            const std::int64_t enough = has_move ? solution.wins : 0;
            int first_alike = cells_[number];
            for (const int turn : turns)
                first_alike = std::min(first_alike, image_of(knowledge.grid(), cells_[number], turn));
            std::int64_t& wins = wins_of[at(first_alike)];
            if (wins < 0) wins = value_after(all, static_cast<int>(number), 0, enough);
            if (has_move && wins < solution.wins) continue;
            if (!has_move || wins > solution.wins) best.clear();
            has_move = true;
            solution.wins = wins;
            best.push_back(cells_[number]);
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
        stack_.push_back(mines);
        return static_cast<std::int64_t>(stack_.size()) <= limits_.layouts;
    }
    const Cells bit = Cells{1} << next;
    if (fits(next + 1, mines) && !list_layouts(next + 1, mines, mines_left)) return false;
    return !fits(next + 1, mines | bit) || list_layouts(next + 1, mines | bit, mines_left - 1);
}

void Endgame::list_turns(const Knowledge& knowledge) {
    turns_.clear();
    for (const int turn : symmetries(knowledge)) {
        if (turn == 0) continue;
        std::vector<Cells>& images = turns_.emplace_back((cells_.size() + 7) / 8 * 256, 0);
        for (std::size_t i = 0; i < cells_.size(); ++i) {
            const int other = image_of(knowledge.grid(), cells_[i], turn);
            const Cells image = Cells{1} << number_of_[at(other)];
            for (std::size_t eight = 0; eight < 256; ++eight)
                if (eight >> i % 8 & 1u) images[i / 8 * 256 + eight] |= image;
        }
    }
}

Endgame::Cells Endgame::image(Cells cells, const std::vector<Cells>& turn) const {
    Cells image = 0;
    for (std::size_t table = 0; cells; table += 256, cells >>= 8) image |= turn[table + (cells & 0xFFu)];
    return image;
}

Endgame::Set Endgame::set_of(std::size_t begin, std::size_t end) const {
    Set set{begin, end, 0, ~Cells{0}};
    for (std::size_t i = begin; i < end; ++i) {
        set.sometimes |= stack_[i];
        set.always &= stack_[i];
    }
    return set;
}

// The sum of random numbers, one for each layout; with symmetries the least of those of all images.
std::uint64_t Endgame::name_of(const Set& set) const {
    std::array<std::uint64_t, 8> names{};
    for (std::size_t i = set.begin; i < set.end; ++i) {
        const Cells mines = stack_[i] & ~set.always;
        names[0] += mixed(mines);
        for (std::size_t t = 0; t < turns_.size(); ++t) names[t + 1] += mixed(image(mines, turns_[t]));
    }
    return *std::min_element(names.begin(), names.begin() + 1 + static_cast<std::ptrdiff_t>(turns_.size()));
}

std::array<std::int32_t, Endgame::kMostCells> Endgame::count_mines(const Set& set) {
    work(4 * set.size());
    std::array<std::int32_t, kMostCells> count{};
    for (std::size_t i = set.begin; i < set.end; ++i)
        for (Cells mines = stack_[i] & ~set.always; mines; mines &= mines - 1)
            ++count[at(__builtin_ctzll(mines))];
    return count;
}

int Endgame::telling_cell(const Set& set, Cells& settled) {
    const Cells all = cells_.size() < kMostCells ? (Cells{1} << cells_.size()) - 1 : ~Cells{0};
    for (Cells safe = all & ~set.sometimes & ~settled; safe; safe &= safe - 1) {
        const int cell = __builtin_ctzll(safe);
        settled |= Cells{1} << cell;
        const int first = clue(stack_[set.begin], cell);
        for (std::size_t i = set.begin + 1; i < set.end; ++i)
            if (clue(stack_[i], cell) != first) return cell;
        work(set.size());
    }
    return -1;
}

std::array<std::size_t, 10> Endgame::split(const Set& set, int cell) {
    work(2 * set.size());
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

std::int64_t Endgame::close(std::size_t begin, std::size_t end, Cells settled) {
    if (end - begin < 2) return static_cast<std::int64_t>(end - begin);
    const Set set = set_of(begin, end);
    work(2 * set.size());
    if (const int cell = telling_cell(set, settled); cell >= 0) {
        const auto first = split(set, cell);
        std::int64_t most = 0;
        for (std::size_t v = 0; v < 9; ++v) most += close(first[v], first[v + 1], settled);
        return most;
    }
    if (set.size() == 2) return 1;  // whatever is revealed, it is safe in one of them
    Closed closed{set, settled, name_of(set), 0};
    const auto* known = known_.find(closed.name);
    if (known && !known->is_bound) return known->value;
    if (!find_factors(closed)) closed.most = known ? known->value : most_to_win(set);
    closed_.push_back(closed);
    return closed.most;
}

// No guess wins more than the layouts that the safest one survives.
std::int64_t Endgame::most_to_win(const Set& set) {
    const auto mines = count_mines(set);
    auto fewest = static_cast<std::int32_t>(set.size());
    for (Cells left = set.undecided(); left; left &= left - 1)
        fewest = std::min(fewest, mines[at(__builtin_ctzll(left))]);
    return static_cast<std::int64_t>(set.size()) - fewest;
}

// The cells that hang together with the first of them.
Endgame::Cells Endgame::connected(Cells cells) const {
    Cells part = cells & -cells;
    for (Cells fresh = part; fresh;) {
        const Cells more = neighbours_[at(__builtin_ctzll(fresh))] & cells & ~part;
        part |= more;
        fresh = (fresh & (fresh - 1)) | more;
    }
    return part;
}

bool Endgame::is_product(const Set& set, Cells some, Set& of_some, Set& of_others) {
    const Cells others = set.undecided() & ~some, first = stack_[set.begin];
    const std::size_t top = stack_.size();
    work(2 * set.size());
    for (std::size_t i = set.begin; i < set.end; ++i)
        if (((stack_[i] ^ first) & others) == 0) stack_.push_back(stack_[i] & some);
    const std::size_t middle = stack_.size();
    for (std::size_t i = set.begin; i < set.end; ++i)
        if (((stack_[i] ^ first) & some) == 0) stack_.push_back(stack_[i] & others);
    bool is_it = (middle - top) * (stack_.size() - middle) == set.size();
    if (is_it) {
        // Sums of random numbers tell, as for names.
        std::uint64_t difference = 0;
        for (std::size_t i = set.begin; i < set.end; ++i) difference += mixed(stack_[i] & ~set.always);
        for (std::size_t i = top; i < middle; ++i)
            for (std::size_t j = middle; j < stack_.size(); ++j) difference -= mixed(stack_[i] | stack_[j]);
        is_it = difference == 0;
    }
    if (!is_it) {
        stack_.resize(top);
        return false;
    }
    of_some = set_of(top, middle);
    of_others = set_of(middle, stack_.size());
    return true;
}

bool Endgame::find_factors(Closed& closed) {
    const std::size_t first = factors_.size();
    Set rest = closed.set;
    for (Cells left = rest.undecided(); left;) {
        const Cells region = connected(left);
        left &= ~region;
        if (region == rest.undecided()) break;
        Set factor{}, others{};
        if (!is_product(rest, region, factor, others)) continue;
        factors_.push_back({factor, closed.settled, 0, 0});
        rest = others;
    }
    if (factors_.size() == first) return false;
    factors_.push_back({rest, closed.settled, 0, 0});
    closed.first_factor = first;
    closed.factor_count = factors_.size() - first;
    closed.most = 1;
    for (std::size_t i = first; i < factors_.size(); ++i) {
        Closed& factor = factors_[i];
        factor.settled |= ~factor.set.undecided();  // nothing else may be revealed
        factor.name = name_of(factor.set);
        const auto* known = known_.find(factor.name);
        factor.most = known ? known->value : most_to_win(factor.set);
        closed.most *= factor.most;
    }
    return true;
}

std::int64_t Endgame::value_of_product(const Closed& closed, std::int64_t enough) {
    std::int64_t possible = closed.most;
    bool is_bound = false;
    for (std::size_t i = 0; i < closed.factor_count && !is_bound; ++i) {
        const Closed factor = factors_[closed.first_factor + i];  // the vector grows meanwhile
        const std::int64_t others = possible / factor.most;
        const std::int64_t needed = (enough + others - 1) / others;
        const std::int64_t wins = std::min(value(factor, needed), factor.most);
        possible = others * wins;
        is_bound = wins < needed;
    }
    known_.put(closed.name, possible, is_bound);
    return possible;
}

std::span<const Endgame::Candidate> Endgame::list_candidates(const Set& set, Candidates& candidates) {
    const auto mines = count_mines(set);
    std::size_t count = 0;
    for (Cells left = set.undecided(); left; left &= left - 1) {
        const int cell = __builtin_ctzll(left);
        candidates[count++] = {cell, static_cast<std::int32_t>(set.size()) - mines[at(cell)]};
    }
    work(count * 4);
    const std::span listed = std::span(candidates).first(count);
    std::ranges::sort(listed, [](const Candidate& a, const Candidate& b) {
        return a.safe != b.safe ? a.safe > b.safe : a.cell < b.cell;
    });
    return listed;
}

std::int64_t Endgame::value(const Closed& closed, std::int64_t enough) {
    if (const auto* known = known_.find(closed.name))
        if (!known->is_bound || known->value < enough) return known->value;
    if (closed.factor_count > 0) return value_of_product(closed, enough);
    // What is not better than `least` is of no interest; `bound` is what it might reach.
    std::int64_t least = std::max<std::int64_t>(enough - 1, 0), best = 0, bound = 0;
    std::size_t tried = 0;
    Candidates candidates;
    for (const Candidate& candidate : list_candidates(closed.set, candidates)) {
        if (candidate.safe <= least) {
            bound = std::max<std::int64_t>(bound, candidate.safe);
            break;
        }
        if (tried == limits_.guesses) break;
        const std::int64_t wins = value_after(closed.set, candidate.cell, closed.settled, least + 1, true);
        if (wins == kDead) continue;
        ++tried;
        if (wins > least)
            best = least = wins;
        else
            bound = std::max(bound, wins);
    }
    if (tried == 0 && bound == 0) best = 1;  // when all cells are dead, no two layouts are ever told apart
    known_.put(closed.name, best > 0 ? best : bound, best == 0);
    return best > 0 ? best : bound;
}

std::int64_t Endgame::value_after(const Set& set, int cell, Cells settled, std::int64_t enough,
                                  bool skips_dead) {
    const std::size_t top = stack_.size(), first_closed = closed_.size(), first_factor = factors_.size();
    const auto first = split(set, cell);
    if (skips_dead && std::ranges::count(first, first[0]) + std::ranges::count(first, first[9]) == 10) {
        stack_.resize(top);
        return kDead;
    }
    settled |= Cells{1} << cell;
    // What can still be won at most: of the parts that were not looked at, all layouts.
    auto possible = static_cast<std::int64_t>(first[9] - first[0]);
    for (std::size_t v = 0; v < 9 && possible >= enough; ++v)
        possible += close(first[v], first[v + 1], settled) - static_cast<std::int64_t>(first[v + 1] - first[v]);
    for (std::size_t i = first_closed; i < closed_.size() && possible >= enough; ++i) {
        const Closed closed = closed_[i];  // the vector grows meanwhile
        // The set must reach this, or the whole falls short.
        const std::int64_t needed = enough - (possible - closed.most);
        possible += std::min(value(closed, needed), closed.most) - closed.most;
    }
    stack_.resize(top);
    closed_.resize(first_closed);
    factors_.resize(first_factor);
    return possible;
}

}  // namespace sapper
