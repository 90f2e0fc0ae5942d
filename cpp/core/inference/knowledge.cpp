#include "inference/knowledge.hpp"

#include <algorithm>
#include <string>

#include "board/random.hpp"
#include "inference/budget.hpp"

namespace sapper {
namespace {

// These functions return the Zobrist key of a decided cell or of a clue.
std::uint64_t zobrist_key(int index, Knowledge::State state) {
    return splitmix64(32 * static_cast<std::uint64_t>(index) + state);
}
std::uint64_t zobrist_key(int index, int clue) {
    return splitmix64(32 * static_cast<std::uint64_t>(index) + 16 +
                      static_cast<std::uint64_t>(clue));
}

// An opening is dense if the rows it spans contain fewer than this many cells per opened cell.
constexpr int kDenseOpening = 6;

}

Knowledge::Knowledge(const Position& position)
    : grid_(position.grid), mines_(position.mines), mines_left_(position.mines), hidden_left_(0),
      state_(at(grid_.padded_size()), border), clue_(at(grid_.padded_size()), 0),
      need_(at(grid_.padded_size()), 0), undecided_(at(grid_.padded_size()), 0) {
    std::size_t ordinal = 0;
    grid_.for_each_cell([&](int index) {
        const std::int8_t cell = position.cells[ordinal];
        if (cell >= 0) {
            state_[at(index)] = open;
            clue_[at(index)] = cell;
            key_ += zobrist_key(index, safe) + zobrist_key(index, static_cast<int>(cell));
        } else if (!position.known_mines.empty() && position.known_mines[ordinal]) {
            state_[at(index)] = mine;
            key_ += zobrist_key(index, mine);
            --mines_left_;
        } else {
            state_[at(index)] = hidden;
            ++hidden_left_;
        }
        ++ordinal;
    });
    sum_neighbours(hidden, undecided_);
    if (mines_left_ < mines_) sum_neighbours(mine, need_);
    for (std::size_t i = 0; i < need_.size(); ++i)
        need_[i] = static_cast<std::int8_t>(clue_[i] - need_[i]);
    grid_.for_each_cell([&](int index) { enqueue_if_forced(index); });
    propagate();
}

Knowledge::Knowledge(const Grid& grid, int mines)
    : grid_(grid), mines_(mines), mines_left_(mines), hidden_left_(grid.cell_count()),
      state_(at(grid_.padded_size()), border), clue_(at(grid_.padded_size()), 0),
      need_(at(grid_.padded_size()), 0), undecided_(at(grid_.padded_size()), 0) {
    grid_.for_each_cell([&](int index) { state_[at(index)] = hidden; });
    sum_neighbours(hidden, undecided_);
}

// Counts the cells in the given state within the 3x3 square centred on each cell. Separate loops
// over rows and columns vectorise well.
void Knowledge::sum_neighbours(State wanted, std::vector<std::int8_t>& sums) const {
    const std::size_t size = state_.size(), stride = at(grid_.stride());
    std::vector<std::int8_t> row_sum(size, 0);
    for (std::size_t i = 1; i + 1 < size; ++i)
        row_sum[i] = static_cast<std::int8_t>((state_[i - 1] == wanted) + (state_[i] == wanted) +
                                              (state_[i + 1] == wanted));
    for (std::size_t i = stride; i + stride < size; ++i)
        sums[i] = static_cast<std::int8_t>(row_sum[i - stride] + row_sum[i] + row_sum[i + stride]);
}

// Adds the clue to the queue if a propagation rule applies to it.
void Knowledge::enqueue_if_forced(int index) {
    const int need = need_[at(index)], undecided = undecided_[at(index)];
    // Bitwise operators reduce the check for this rare case to a single branch.
    if ((state(index) == open) & ((need <= 0) | (need >= undecided)) & ((need | undecided) != 0)) {
        if (need < 0 || need > undecided) throw_contradiction(index);
        pending_.push_back(index);
    }
}

void Knowledge::decide(int index, State decided) {
    state_[at(index)] = decided;
    key_ += zobrist_key(index, decided);
    --hidden_left_;
    mines_left_ -= decided == mine;
    // The counter of an undecided cell includes the cell itself, because sum_neighbours() counts
    // the whole 3x3 square.
    --undecided_[at(index)];
    const auto found = static_cast<std::int8_t>(decided == mine);
    // The compiler must assume that a byte write can alias any member. Local pointers avoid
    // reloading the members after each write.
    std::int8_t *undecided = undecided_.data(), *need = need_.data();
    for (const int offset : grid_.neighbour_offsets()) {
        --undecided[at(index + offset)];
        need[at(index + offset)] = static_cast<std::int8_t>(need[at(index + offset)] - found);
    }
}

// Enqueues the forced clues at and around a decided or opened cell.
void Knowledge::enqueue_around(int index) {
    enqueue_if_forced(index);
    for (const int offset : grid_.neighbour_offsets()) enqueue_if_forced(index + offset);
}

// Enqueues the forced clues at and around all cells of an opening.
void Knowledge::enqueue_around(std::span<const std::int32_t> cells) {
    if (cells.empty()) return;
    const auto [first, last] = std::ranges::minmax(cells);
    const int margin = grid_.stride() + 1;
    // In a dense opening, a row scan visits each cell once instead of up to nine times.
    if (last - first + 2 * margin < kDenseOpening * static_cast<int>(cells.size()))
        for (int index = first - margin; index <= last + margin; ++index) enqueue_if_forced(index);
    else
        for (const int cell : cells) enqueue_around(cell);
}

void Knowledge::propagate() {
    while (!pending_.empty()) {
        const int clue = pending_.back();
        pending_.pop_back();
        if (undecided_[at(clue)] == 0) continue;
        const State decided = need_[at(clue)] == 0 ? safe : mine;
        for (const int offset : grid_.neighbour_offsets())
            if (is_hidden(clue + offset)) {
                const int cell = clue + offset;
                decide(cell, decided);
                enqueue_around(cell);
                if (decided == safe) proved_safe_.push_back(cell);
            }
    }
}

void Knowledge::append_active_clues(std::vector<std::int32_t>& clues) const {
    grid_.for_each_cell([&](int index) {
        if (undecided_[at(index)] > 0 && state(index) == open) clues.push_back(index);
    });
}

void Knowledge::reveal(int index, int clue) {
    open_cell(index, clue);
    enqueue_around(index);
    propagate();
}

void Knowledge::open_cell(int index, int clue) {
    if (state(index) == hidden) decide(index, safe);
    state_[at(index)] = open;
    key_ += zobrist_key(index, clue);
    clue_[at(index)] = static_cast<std::int8_t>(clue);
    need_[at(index)] = static_cast<std::int8_t>(need_[at(index)] + clue);
}

void Knowledge::record(int index, State state) {
    if (!is_hidden(index)) return;
    decide(index, state);
    enqueue_around(index);
}

void Knowledge::throw_contradiction(int index) const {
    int known = 0, hidden_neighbours = 0;
    for (const int offset : grid_.neighbour_offsets()) {
        known += state(index + offset) == mine;
        hidden_neighbours += state(index + offset) != open && state(index + offset) != border;
    }
    if (hidden_neighbours < clue(index))
        throw Contradiction(
            index, "it has " + std::to_string(hidden_neighbours) +
                       (hidden_neighbours == 1 ? " hidden neighbour" : " hidden neighbours"));
    if (known > clue(index))
        throw Contradiction(index, std::to_string(known) + " of its neighbours must be mines");
    throw Contradiction(index, "it contradicts nearby clues");
}

}
