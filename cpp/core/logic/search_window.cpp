#include "logic/search_window.hpp"

#include <algorithm>

namespace sapper {
namespace {

constexpr int kMaxCells = 4096;
constexpr int kSide = 41;

int window_start(int middle, int length) {
    return std::max(0, std::min(middle - kSide / 2, length - kSide));
}

}

SearchWindow::SearchWindow(const Position& position, std::span<const std::uint8_t> marks,
                           std::uint8_t goal) {
    const Grid& board = position.grid;
    if (board.cell_count() <= kMaxCells) {
        grid_ = board;
        mines_ = position.mines;
    } else {
        const auto first = static_cast<int>(std::ranges::find(marks, goal) - marks.begin());
        top_ = window_start(first / board.width(), board.height());
        left_ = window_start(first % board.width(), board.width());
        grid_ = Grid(std::min(kSide, board.width()), std::min(kSide, board.height()));
    }
    const std::size_t size = at(grid_.padded_size());
    is_goal_.resize(size, 0);
    hidden_neighbours_.resize(size, 0);
    clue_.resize(size, 0);
    std::vector<std::uint8_t> is_hidden(size, 0);
    for (int row = 0; row < grid_.height(); ++row)
        for (int column = 0; column < grid_.width(); ++column) {
            const int index = grid_.index(row, column);
            const std::size_t ordinal = at((row + top_) * board.width() + column + left_);
            clue_[at(index)] = position.cells[ordinal];
            if (position.cells[ordinal] != kHidden) continue;
            is_hidden[at(index)] = 1;
            hidden_cells_.push_back(index);
            if (!position.known_mines.empty() && position.known_mines[ordinal])
                shown_mines_.push_back(index);
            if (marks[ordinal] == goal) {
                is_goal_[at(index)] = 1;
                goals_.push_back(index);
            }
        }
    const bool has_top = top_ > 0, has_left = left_ > 0;
    const bool has_bottom = top_ + grid_.height() < board.height();
    const bool has_right = left_ + grid_.width() < board.width();
    for (int row = has_top; row < grid_.height() - has_bottom; ++row)
        for (int column = has_left; column < grid_.width() - has_right; ++column) {
            const int index = grid_.index(row, column);
            if (is_hidden[at(index)]) continue;
            unsigned mask = 0;
            for (std::size_t i = 0; i < 8; ++i)
                mask |= unsigned{is_hidden[at(index + grid_.neighbour_offsets()[i])]} << i;
            hidden_neighbours_[at(index)] = static_cast<std::uint8_t>(mask);
            if (mask != 0) clues_.push_back(index);
        }
}

}
