// The state of each cell in a position, with unit propagation over single clues.
//
// Propagation repeatedly applies two rules until neither decides another cell. If all mines next to
// a clue are known, its undecided neighbours are safe. If a clue needs as many mines as it has
// undecided neighbours, all of those neighbours are mines. Propagation takes time linear in the
// number of decided cells and leaves a much smaller counting problem.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "board/grid.hpp"

namespace sapper {

// A position to solve. `cells` contains the clues in row-major order, with -1 for hidden cells.
struct Position {
    Grid grid;
    int mines;
    std::span<const std::int8_t> cells;
    // One byte per cell, with 1 for a known mine, or an empty span if no mines are known.
    std::span<const std::uint8_t> known_mines;
};

class Knowledge {
   public:
    enum State : std::uint8_t { hidden, open, safe, mine, border };

    // Reads the position and propagates its clues. Throws Contradiction if a clue is impossible.
    explicit Knowledge(const Position& position);
    // Creates the state of a board with no revealed cells.
    Knowledge(const Grid& grid, int mines);

    const Grid& grid() const { return grid_; }
    State state(int index) const { return static_cast<State>(state_[at(index)]); }
    bool is_hidden(int index) const { return state(index) == hidden; }
    bool is_revealed(int index) const { return state(index) == open; }

    // These functions return a revealed cell's clue, the number of mines that the clue still needs,
    // and the number of its undecided neighbours. A clue is active while it has undecided
    // neighbours. For an undecided cell, undecided() also counts the cell itself.
    int clue(int index) const { return clue_[at(index)]; }
    int need(int index) const { return need_[at(index)]; }
    int undecided(int index) const { return undecided_[at(index)]; }

    int mines() const { return mines_; }
    int mines_left() const { return mines_left_; }    // Returns the number of unknown mines.
    int hidden_left() const { return hidden_left_; }  // Returns the number of undecided cells.

    // Returns the position's Zobrist key: the sum of the hashes of all decided cells and clues.
    // Collisions are unlikely enough to ignore.
    std::uint64_t key() const { return key_; }

    // Reveals an undecided or safe cell and propagates its clue. Throws Contradiction if the clue
    // is impossible.
    void reveal(int index, int clue);

    // Reveals several cells at once, such as those opened by a flood. clue_of(cell) must return the
    // cell's clue.
    template <typename ClueOf>
    void reveal_all(std::span<const std::int32_t> cells, ClueOf clue_of) {
        // All cells are opened before any clue is checked, because most of their neighbours are
        // also being opened.
        for (const int cell : cells) open_cell(cell, clue_of(cell));
        enqueue_around(cells);
        propagate();
    }
    // Applies the two propagation rules until neither decides another cell.
    void propagate();
    // Records that a cell was proved safe or a mine by other means, without propagating the result.
    void record(int index, State state);
    // Returns the cells proved safe since the list was last cleared. Some of the returned cells may
    // already be open.
    std::vector<std::int32_t>& proved_safe() { return proved_safe_; }

    // Appends the active clues of the position to `clues`.
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
    // Each vector has an entry for every cell, including hidden cells. A hidden cell's clue is 0,
    // so decide() only needs to subtract from the neighbours' entries.
    std::vector<std::int8_t> clue_, need_, undecided_;
    std::vector<std::int32_t> pending_;  // The queue of clues to which a propagation rule applies.
    std::vector<std::int32_t> proved_safe_;
};

}
