// The part of a position that a proof search examines.
//
// The window usually covers the whole board. On boards with more than 4,096 cells, it covers the
// 41x41 cells around the first goal cell. If the window does not cover the whole board, the mine
// count is unknown, and clues on the edge of the window are unusable because they have neighbours
// outside the window.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "inference/knowledge.hpp"
#include "logic/sentence.hpp"

namespace sapper {

class SearchWindow {
   public:
    // A cell of `position` is a goal cell if its byte in `marks` equals `goal`.
    SearchWindow(const Position& position, std::span<const std::uint8_t> marks, std::uint8_t goal);

    const Grid& grid() const { return grid_; }
    int top() const { return top_; }
    int left() const { return left_; }
    // Returns the board's mine count, or nullopt if the window is smaller than the board.
    std::optional<int> mines() const { return mines_; }

    // Returns all hidden cells in ascending order, including mines shown in the position.
    const Cells& hidden_cells() const { return hidden_cells_; }
    const Cells& shown_mines() const { return shown_mines_; }
    const Cells& goals() const { return goals_; }
    // Returns the usable clues that have hidden neighbours, in ascending order.
    const Cells& clues() const { return clues_; }
    bool is_goal(int index) const { return is_goal_[at(index)]; }
    bool is_clue(int index) const { return hidden_neighbours_[at(index)] != 0; }
    int clue(int index) const { return clue_[at(index)]; }
    // Returns a bit mask of a usable clue's hidden neighbours, or 0 for any other cell. Bit i
    // represents the neighbour at Grid::neighbour_offsets()[i].
    std::uint8_t hidden_neighbours(int index) const { return hidden_neighbours_[at(index)]; }

   private:
    static std::size_t at(int index) { return static_cast<std::size_t>(index); }

    Grid grid_{1, 1};
    int top_ = 0, left_ = 0;
    std::optional<int> mines_;
    Cells hidden_cells_, shown_mines_, goals_, clues_;
    // The following vectors cover every cell in the window, including its border.
    std::vector<std::uint8_t> is_goal_, hidden_neighbours_;
    std::vector<std::int8_t> clue_;
};

}
