#include "suppose.hpp"

#include <algorithm>

namespace sapper {
namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

}  // namespace

Supposition::Supposition(const Knowledge& knowledge)
    : grid_(knowledge.grid()), mines_left_(knowledge.mines_left()),
      hidden_left_(knowledge.hidden_left()), state_(at(grid_.padded_size()), Knowledge::border),
      need_(at(grid_.padded_size()), 0), undecided_(at(grid_.padded_size()), 0),
      reason_(at(grid_.padded_size()), kNone), is_used_(at(grid_.padded_size()), 0) {
    grid_.for_each_cell([&](int index) {
        state_[at(index)] = knowledge.state(index);
        if (knowledge.state(index) != Knowledge::open) return;
        need_[at(index)] = static_cast<std::int8_t>(knowledge.need(index));
        undecided_[at(index)] = static_cast<std::int8_t>(knowledge.undecided(index));
    });
}

bool Supposition::refutes(int cell, bool is_mine) {
    clues_.clear();
    waiting_.clear();
    broken_ = kNone;
    const bool is_refuted =
        decide(cell, is_mine, kSupposed) || follow() || follow_mine_count();
    if (is_refuted) explain(broken_);
    take_back();
    return is_refuted;
}

// True when a clue cannot hold any more.
bool Supposition::decide(int cell, bool is_mine, std::int32_t reason) {
    state_[at(cell)] = is_mine ? Knowledge::mine : Knowledge::safe;
    reason_[at(cell)] = reason;
    trail_.push_back(cell);
    --hidden_left_;
    mines_left_ -= is_mine;
    for (const int offset : grid_.neighbour_offsets()) {
        const int clue = cell + offset;
        if (state_[at(clue)] != Knowledge::open) continue;
        --undecided_[at(clue)];
        need_[at(clue)] = static_cast<std::int8_t>(need_[at(clue)] - is_mine);
        const int need = need_[at(clue)], undecided = undecided_[at(clue)];
        if (need < 0 || need > undecided) {
            if (broken_ == kNone) broken_ = clue;
        } else if (undecided > 0 && (need == 0 || need == undecided)) {
            waiting_.push_back(clue);
        }
    }
    return broken_ != kNone;
}

bool Supposition::follow() {
    // First in, first out: arguments stay short.
    for (std::size_t next = 0; next < waiting_.size(); ++next) {
        const int clue = waiting_[next];
        if (undecided_[at(clue)] == 0) continue;
        const bool are_mines = need_[at(clue)] != 0;
        for (const int offset : grid_.neighbour_offsets())
            if (state_[at(clue + offset)] == Knowledge::hidden &&
                decide(clue + offset, are_mines, clue))
                return true;
    }
    waiting_.clear();
    return false;
}

bool Supposition::follow_mine_count() {
    while (mines_left_ >= 0 && mines_left_ <= hidden_left_) {
        if (hidden_left_ == 0 || (mines_left_ > 0 && mines_left_ < hidden_left_)) return false;
        const bool are_mines = mines_left_ > 0;
        for (int row = 0; row < grid_.height(); ++row)
            for (int i = grid_.index(row, 0), end = i + grid_.width(); i < end; ++i)
                if (state_[at(i)] == Knowledge::hidden && decide(i, are_mines, kMineCount))
                    return true;
        if (follow()) return true;
    }
    broken_ = kMineCount;
    return true;
}

// Walks from the broken clue back to what was supposed, and keeps the clues on the way.
void Supposition::explain(std::int32_t broken) {
    bool counts_mines = false;
    const auto use_cells_of = [&](std::int32_t clue) {
        if (clue == kMineCount) {
            counts_mines = true;
            for (const int cell : trail_) is_used_[at(cell)] = 1;
        } else {
            for (const int offset : grid_.neighbour_offsets()) is_used_[at(clue + offset)] = 1;
        }
    };
    use_cells_of(broken);
    std::vector<std::int32_t> backwards{broken};
    for (auto cell = trail_.rbegin(); cell != trail_.rend(); ++cell) {
        const std::int32_t reason = reason_[at(*cell)];
        if (!is_used_[at(*cell)] || reason == kSupposed) continue;
        use_cells_of(reason);
        if (reason != kMineCount) backwards.push_back(reason);
    }
    if (counts_mines && broken != kMineCount) backwards.push_back(kMineCount);
    for (auto clue = backwards.rbegin(); clue != backwards.rend(); ++clue)
        if (std::find(clues_.begin(), clues_.end(), *clue) == clues_.end()) clues_.push_back(*clue);
    std::fill(is_used_.begin(), is_used_.end(), std::uint8_t{0});
}

void Supposition::take_back() {
    for (; !trail_.empty(); trail_.pop_back()) {
        const int cell = trail_.back();
        const bool was_mine = state_[at(cell)] == Knowledge::mine;
        state_[at(cell)] = Knowledge::hidden;
        ++hidden_left_;
        mines_left_ += was_mine;
        for (const int offset : grid_.neighbour_offsets()) {
            const int clue = cell + offset;
            if (state_[at(clue)] != Knowledge::open) continue;
            ++undecided_[at(clue)];
            need_[at(clue)] = static_cast<std::int8_t>(need_[at(clue)] + was_mine);
        }
    }
}

}  // namespace sapper
