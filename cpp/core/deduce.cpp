#include "deduce.hpp"

#include <string>

#include "budget.hpp"

namespace sapper {

Knowledge::Knowledge(const Position& position)
    : grid_(position.grid), mines_(position.mines), mines_left_(position.mines),
      hidden_left_(0), state_(at(grid_.padded_size()), open), clue_(at(grid_.padded_size()), 0),
      need_(at(grid_.padded_size()), 0), undecided_(at(grid_.padded_size()), 0) {
    std::size_t ordinal = 0;
    grid_.for_each_cell([&](int index) {
        const std::int8_t cell = position.cells[ordinal];
        if (cell >= 0) {
            clue_[at(index)] = cell;
        } else if (!position.known_mines.empty() && position.known_mines[ordinal]) {
            state_[at(index)] = mine;
            --mines_left_;
        } else {
            state_[at(index)] = hidden;
            ++hidden_left_;
        }
        ++ordinal;
    });
    count_neighbours();
    grid_.for_each_cell([&](int index) {
        if (state(index) == open) look_at(index);
    });
    settle();
}

Knowledge::Knowledge(const Grid& grid, int mines)
    : grid_(grid), mines_(mines), mines_left_(mines), hidden_left_(grid.cell_count()),
      state_(at(grid_.padded_size()), open), clue_(at(grid_.padded_size()), 0),
      need_(at(grid_.padded_size()), 0), undecided_(at(grid_.padded_size()), 0) {
    grid_.for_each_cell([&](int index) { state_[at(index)] = hidden; });
}

// Fills need_ and undecided_ for all clues at once. Sums of three cells in a row, then of three rows:
// plain loops over bytes, which compilers turn into vector code.
void Knowledge::count_neighbours() {
    const std::size_t size = state_.size(), stride = at(grid_.stride());
    std::vector<std::int8_t> row_sum(size, 0);
    const auto add_up = [&](State wanted, std::vector<std::int8_t>& sums) {
        for (std::size_t i = 1; i + 1 < size; ++i)
            row_sum[i] = static_cast<std::int8_t>((state_[i - 1] == wanted) + (state_[i] == wanted) +
                                                  (state_[i + 1] == wanted));
        for (std::size_t i = stride; i + stride < size; ++i)
            sums[i] = static_cast<std::int8_t>(row_sum[i - stride] + row_sum[i] + row_sum[i + stride]);
    };
    add_up(hidden, undecided_);
    if (mines_left_ < mines_) {
        add_up(mine, need_);
        for (std::size_t i = 0; i < size; ++i)
            need_[i] = static_cast<std::int8_t>(clue_[i] - need_[i]);
    } else {
        need_ = clue_;
    }
    // The border has no clues, whatever was added up there.
    for (int row = 0; row < grid_.height(); ++row)
        undecided_[at(grid_.index(row, -1))] = undecided_[at(grid_.index(row, grid_.width()))] = 0;
}

// Counts the neighbours of a revealed cell; what follows from it waits in ready_.
void Knowledge::read_clue(int index) {
    int known = 0, undecided = 0;
    for (const int offset : grid_.neighbour_offsets()) {
        const std::uint8_t neighbour = state_[at(index + offset)];
        known += neighbour == mine;
        undecided += neighbour == hidden;
    }
    need_[at(index)] = static_cast<std::int8_t>(clue(index) - known);
    undecided_[at(index)] = static_cast<std::int8_t>(undecided);
    look_at(index);
}

void Knowledge::look_at(int index) {
    const int need = need_[at(index)], undecided = undecided_[at(index)];
    if (need < 0 || need > undecided) refuse(index);
    if (undecided > 0 && (need == 0 || need == undecided)) ready_.push_back(index);
}

void Knowledge::decide(int index, State decided) {
    state_[at(index)] = decided;
    --hidden_left_;
    mines_left_ -= decided == mine;
    for (const int offset : grid_.neighbour_offsets()) {
        const int clue = index + offset;
        // Border cells are open too; they have no undecided neighbours to lose.
        if (state(clue) != open || undecided_[at(clue)] == 0) continue;
        --undecided_[at(clue)];
        if (decided == mine) --need_[at(clue)];
        look_at(clue);
    }
}

// Applies the two rules until nothing changes. Linear in the cells that it decides.
void Knowledge::settle() {
    while (!ready_.empty()) {
        const int clue = ready_.back();
        ready_.pop_back();
        if (undecided_[at(clue)] == 0) continue;
        const State decided = need_[at(clue)] == 0 ? safe : mine;
        for (const int offset : grid_.neighbour_offsets())
            if (is_hidden(clue + offset)) {
                decide(clue + offset, decided);
                if (decided == safe) found_safe_.push_back(clue + offset);
            }
    }
}

void Knowledge::reveal(int index, int clue) {
    open_cell(index, clue);
    settle();
}

void Knowledge::open_cell(int index, int clue) {
    if (state(index) == hidden) decide(index, safe);
    state_[at(index)] = open;
    clue_[at(index)] = static_cast<std::int8_t>(clue);
    read_clue(index);
}

void Knowledge::learn(int index, State state) {
    if (is_hidden(index)) decide(index, state);
}

void Knowledge::refuse(int index) const {
    int known = 0, hidden_neighbours = 0;
    for (const int offset : grid_.neighbour_offsets()) {
        known += state(index + offset) == mine;
        hidden_neighbours += state(index + offset) != open;
    }
    const std::string clue = "clue " + std::to_string(this->clue(index)) + " at (" +
                             std::to_string(grid_.row(index)) + ", " +
                             std::to_string(grid_.column(index)) + ") cannot hold: ";
    if (hidden_neighbours < this->clue(index))
        throw Contradiction(index, clue + "it has " + std::to_string(hidden_neighbours) +
                                       (hidden_neighbours == 1 ? " hidden neighbour"
                                                               : " hidden neighbours"));
    if (known > this->clue(index))
        throw Contradiction(index, clue + "the clues around it need " + std::to_string(known) +
                                       " mines next to it");
    throw Contradiction(index, clue + "the clues around it leave no room for its mines");
}

}  // namespace sapper
