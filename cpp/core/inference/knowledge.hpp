// What is known of each cell of a position, and what single clues add to it.
//
// Two rules, applied until nothing changes: a clue whose mines are all found makes its other hidden
// neighbours safe; a clue that needs all of its hidden neighbours makes them mines. They are cheap,
// and they leave far fewer cells for counting: in a stuck position of a real game most clues are done.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "board/grid.hpp"

namespace sapper {

// A position as a solver gets it: clues row by row (-1 hidden), and which hidden cells are known to
// be mines because they are shown or trusted.
struct Position {
    Grid grid;
    int mines;
    std::span<const std::int8_t> cells;
    std::span<const std::uint8_t> known_mines;  // 1 for a known mine; empty for none
};

class Knowledge {
   public:
    enum State : std::uint8_t { hidden, open, safe, mine, border };

    // Reads the position and applies the two rules. Throws Contradiction when a clue cannot hold.
    explicit Knowledge(const Position& position);
    // Nothing is revealed yet.
    Knowledge(const Grid& grid, int mines);

    const Grid& grid() const { return grid_; }
    State state(int index) const { return static_cast<State>(state_[at(index)]); }
    bool is_hidden(int index) const { return state(index) == hidden; }
    bool is_revealed(int index) const { return state(index) == open; }

    // For a revealed cell: the clue, how many of its mines are not yet known, and among how many
    // undecided cells they lie. A clue with undecided cells takes part in the counting. An undecided cell
    // counts itself among the undecided cells around it.
    int clue(int index) const { return clue_[at(index)]; }
    int need(int index) const { return need_[at(index)]; }
    int undecided(int index) const { return undecided_[at(index)]; }

    int mines() const { return mines_; }
    int mines_left() const { return mines_left_; }    // not yet known where
    int hidden_left() const { return hidden_left_; }  // cells not yet decided

    // A sum of random numbers, one for each decided cell and each clue: two positions of a board have the same name
    // only by an accident that will not happen.
    std::uint64_t key() const { return key_; }

    // Reveals an undecided or safe cell with the given clue and applies the rules again. Throws
    // Contradiction when the clue cannot hold.
    void reveal(int index, int clue);

    // The same for several cells at once, such as a flood opens; clue_of(cell) tells what each shows.
    template <typename ClueOf>
    void reveal_all(std::span<const std::int32_t> cells, ClueOf clue_of) {
        // First all are opened: what a clue says before its neighbours are would be looked at in vain.
        for (const int cell : cells) open_cell(cell, clue_of(cell));
        enqueue_around(cells);
        propagate();
    }
    // Applies the rules to what was learnt.
    void propagate();
    // Takes in what others have found out about an undecided cell.
    void record(int index, State state);
    // The cells that the rules made safe since the list was cleared; some may be open by now.
    std::vector<std::int32_t>& proved_safe() { return proved_safe_; }

    // Returns a description such as "clue 3 at (0, 1)" for error messages.
    std::string describe_clue(int index) const;

    // Appends the clues that have undecided cells.
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
    void decide(int index, State state);
    void enqueue_if_forced(int index);
    void enqueue_around(int index);
    void enqueue_around(std::span<const std::int32_t> cells);
    [[noreturn]] void throw_contradiction(int index) const;

    Grid grid_;
    int mines_, mines_left_, hidden_left_;
    std::uint64_t key_ = 0;
    std::vector<std::uint8_t> state_;
    // For every cell, hidden ones too (with a clue of 0 so far): so a decision only subtracts.
    std::vector<std::int8_t> clue_, need_, undecided_;
    std::vector<std::int32_t> pending_;  // clues to which a rule applies
    std::vector<std::int32_t> proved_safe_;
};

}  // namespace sapper
