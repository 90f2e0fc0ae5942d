// The state of each cell in a position, with unit propagation over single clues.
//
// Two rules are applied until nothing changes. If all mines of a clue are known, its undecided
// neighbours are safe. If a clue needs as many mines as it has undecided neighbours, all of them
// are mines. Propagation takes linear time in the number of decided cells and leaves a much smaller
// counting problem.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "board/grid.hpp"

namespace sapper {

// A position to solve: the clues row by row, or -1 for a hidden cell, and the known mines.
struct Position {
    Grid grid;
    int mines;
    std::span<const std::int8_t> cells;
    std::span<const std::uint8_t> known_mines;  // 1 for a known mine, or empty.
};

class Knowledge {
   public:
    enum State : std::uint8_t { hidden, open, safe, mine, border };

    // Reads the position and propagates. Throws Contradiction if a clue is impossible.
    explicit Knowledge(const Position& position);
    // Creates the knowledge of an untouched board.
    Knowledge(const Grid& grid, int mines);

    const Grid& grid() const { return grid_; }
    State state(int index) const { return static_cast<State>(state_[at(index)]); }
    bool is_hidden(int index) const { return state(index) == hidden; }
    bool is_revealed(int index) const { return state(index) == open; }

    // The clue of a revealed cell, the number of mines that it still needs and the number of its
    // undecided neighbours. A clue is active while it has undecided neighbours. For an undecided
    // cell, `undecided` includes the cell.
    int clue(int index) const { return clue_[at(index)]; }
    int need(int index) const { return need_[at(index)]; }
    int undecided(int index) const { return undecided_[at(index)]; }

    int mines() const { return mines_; }
    int mines_left() const { return mines_left_; }    // The number of unknown mines.
    int hidden_left() const { return hidden_left_; }  // The number of undecided cells.

    // Returns the Zobrist key of the position: a sum of hashes of the decided cells and the clues.
    // Collisions are improbable enough to ignore.
    std::uint64_t key() const { return key_; }

    // Reveals an undecided or safe cell and propagates. Throws Contradiction if the clue is
    // impossible.
    void reveal(int index, int clue);

    // Reveals several cells at once, for example those of a flood. clue_of(cell) returns the clue.
    template <typename ClueOf>
    void reveal_all(std::span<const std::int32_t> cells, ClueOf clue_of) {
        // All cells are opened before any clue is checked, because their neighbours decide most of
        // them.
        for (const int cell : cells) open_cell(cell, clue_of(cell));
        enqueue_around(cells);
        propagate();
    }
    // Applies the two rules until nothing changes.
    void propagate();
    // Records a cell that was determined by other means. Does not propagate.
    void record(int index, State state);
    // Returns the cells proved safe since the list was last cleared. Some may have been opened
    // since.
    std::vector<std::int32_t>& proved_safe() { return proved_safe_; }

    // Returns a description such as "clue 3 at (0, 1)" for error messages.
    std::string describe_clue(int index) const;

    // Appends the active clues.
    void append_active_clues(std::vector<std::int32_t>& clues) const;

    template <typename Visit>
    void for_each_neighbour(int index, State wanted, Visit visit) const {
        for (const int offset : grid_.neighbour_offsets())
            if (state(index + offset) == wanted) visit(index + offset);
    }

   private:
    static std::size_t at(int index) { return static_cast<std::size_t>(index); }
    void sum_neighbours(State wanted, std::vector<std::int8_t>& sums) const;
    void open_cell(int index, int clue);
    void decide(int index, State decided);
    void enqueue_if_forced(int index);
    void enqueue_around(int index);
    void enqueue_around(std::span<const std::int32_t> cells);
    [[noreturn]] void throw_contradiction(int index) const;

    Grid grid_;
    int mines_, mines_left_, hidden_left_;
    std::uint64_t key_ = 0;
    std::vector<std::uint8_t> state_;
    // These vectors cover all cells. A hidden cell has the clue 0, so deciding a cell only
    // subtracts.
    std::vector<std::int8_t> clue_, need_, undecided_;
    std::vector<std::int32_t> pending_;  // Clues to which a rule applies.
    std::vector<std::int32_t> proved_safe_;
};

}  // namespace sapper
