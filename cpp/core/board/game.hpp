// A game of Minesweeper, and the project's only implementation of the rules.
//
// Every front end uses Game for reveals, flags, chords and undo. A move takes time linear in the
// number of cells that it opens.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "board/grid.hpp"
#include "board/rules.hpp"

namespace sapper {

enum class Status : std::uint8_t { ready, playing, won, lost };

// A mark on a hidden cell. A flag prevents the cell from being revealed, whereas a question mark
// has no effect.
enum class Mark : std::uint8_t { none, flag, ai_flag, question };

// The symbol displayed on a hidden or exploded cell. The first four values match those of Mark.
enum class Overlay : std::uint8_t { none, flag, ai_flag, question, mine, exploded };

class Game {
   public:
    // Creates a game from a seed, which determines the mine layout. The mines are placed at the
    // first reveal.
    Game(const Rules& rules, std::uint64_t seed);
    // Creates a game with mines at the given cell indices, which must be distinct. The start rule
    // is ignored.
    Game(const Rules& rules, std::span<const std::int32_t> mines);

    const Rules& rules() const { return rules_; }
    const Grid& grid() const { return grid_; }

    Status status() const;
    bool is_over() const { return exploded_ > 0 || (!opened_.empty() && safe_left_ == 0); }
    bool has_placed_mines() const { return mines_placed_; }
    int flag_count() const { return flags_; }
    int safe_left() const { return safe_left_; }

    bool is_mine(int index) const { return cell(index) & kMineBit; }
    bool is_open(int index) const { return cell(index) & kOpenBit; }
    int clue(int index) const { return cell(index) & kClueBits; }
    Mark mark(int index) const { return static_cast<Mark>(cell(index) >> kMarkShift); }

    // Each of these functions makes a move and returns the number of cells that it opened or
    // marked. A move that has no effect, such as revealing a flagged cell, returns 0 and is not
    // recorded. The index must refer to a cell on the board, and the game must not be over.
    int reveal(int index);
    int chord(int index);
    int set_mark(int index, Mark mark);

    // Undoes the last recorded move, or returns false if there is none. Undoing the first reveal of
    // a seeded game removes the mines.
    bool undo();
    // Starts a new game with the given seed, reusing the allocated memory.
    void restart(std::uint64_t seed);
    // Restores a game in progress from its mines and opened cells. None of the opened cells may be
    // a mine.
    void resume(std::span<const std::int32_t> mines, std::span<const std::int32_t> opened);
    // Returns all open cells in the order they were opened.
    std::span<const std::int32_t> opened() const { return opened_; }
    int move_count() const { return static_cast<int>(moves_.size()); }

    // These functions write the visible state of the board in row-major order, with one value per
    // cell. write_cells() writes the clue of each revealed cell and -1 for all other cells.
    // write_overlay() writes Overlay values, which include the mines once the game is over.
    void write_cells(std::int8_t* out) const;
    void write_overlay(std::uint8_t* out) const;

    // Writes the clue of every safe cell and -1 for every mine.
    void write_solution(std::int8_t* out) const;
    // Returns the indices of the mines in ascending order, or an empty list if the mines have not
    // been placed yet.
    std::vector<std::int32_t> mine_indices() const;

   private:
    // The state of a cell fits in one byte. Border cells are always open, so a flood fill cannot
    // leave the board.
    static constexpr std::uint8_t kClueBits = 0x0F, kMineBit = 0x10, kOpenBit = 0x20,
                                  kMarkShift = 6;

    struct Move {
        std::int32_t cell;           // The cell whose mark changed, or -1 if the move opened cells.
        std::int32_t opened_before;  // The number of open cells before the move.
        Mark mark_before;
        bool placed_mines;
    };

    Game(const Rules& rules, const Grid& grid);
    std::uint8_t cell(int index) const { return cells_[static_cast<std::size_t>(index)]; }
    std::uint8_t& cell(int index) { return cells_[static_cast<std::size_t>(index)]; }
    bool is_flagged(int index) const {
        return mark(index) == Mark::flag || mark(index) == Mark::ai_flag;
    }
    void clear();
    void place_mine(int index);
    void remove_mines();
    void open(int index);
    void flood(std::size_t from);

    Rules rules_;
    Grid grid_;
    std::uint64_t seed_ = 0;
    bool mines_placed_ = false;
    int safe_left_;
    int exploded_ = 0;
    int flags_ = 0;
    std::vector<std::uint8_t> cells_;
    // The open cells in the order they were opened. The list doubles as the flood-fill queue.
    std::vector<std::int32_t> opened_;
    std::vector<Move> moves_;
    // A buffer for mine placement, retained only on small boards.
    std::vector<std::int32_t> scratch_;
};

}
