// The rules of the game, and the only place where they are written: reveal, flood, flags, chord,
// win, loss and undo. Everything above (Python, the page, the terminal) wraps this class.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "board/grid.hpp"
#include "board/rules.hpp"

namespace sapper {

enum class Status : std::uint8_t { ready, playing, won, lost };

// What a player or the AI wrote on a hidden cell. Flags keep a cell from being revealed; a question
// mark does nothing.
enum class Mark : std::uint8_t { none, flag, ai_flag, question };

// What a viewer sees on a cell that is not revealed; the first four values are those of Mark.
enum class Overlay : std::uint8_t { none, flag, ai_flag, question, mine, exploded };

class Field {
   public:
    // A board whose mines are laid by the seed at the first reveal; until then there are none.
    Field(const Rules& rules, std::uint64_t seed);
    // A board with the given mines (indices of the grid, each once). The start rule promises nothing.
    Field(const Rules& rules, std::span<const std::int32_t> mines);

    const Rules& rules() const { return rules_; }
    const Grid& grid() const { return grid_; }

    Status status() const;
    bool is_over() const { return exploded_ > 0 || (opened_.size() > 0 && safe_left_ == 0); }
    bool has_placed_mines() const { return mines_placed_; }
    int flag_count() const { return flags_; }
    int safe_left() const { return safe_left_; }

    bool is_mine(int index) const { return cell(index) & kMineBit; }
    bool is_open(int index) const { return cell(index) & kOpenBit; }
    int clue(int index) const { return cell(index) & kClueBits; }
    Mark mark(int index) const { return static_cast<Mark>(cell(index) >> kMarkShift); }

    // Each move returns how much it did: the number of cells opened (or, for marks, changed). 0 means
    // that the move had no effect and was not recorded: a cell already open, a flagged cell, a chord
    // whose flags do not match, a mark that is there already. The caller sees to it that the game is
    // not over and that the index is a real cell.
    int reveal(int index);
    int chord(int index);
    int set_mark(int index, Mark mark);

    // Takes back the last recorded move; false when there is none. Undoing the very first reveal of
    // a seeded board takes its mines away again.
    bool undo();
    // Begins anew on the board of another seed, as a new field would, but without new memory.
    void restart(std::uint64_t seed);
    // The same for a game that is under way: on these mines, with these cells open, none of them a mine.
    void resume(std::span<const std::int32_t> mines, std::span<const std::int32_t> opened);
    // All open cells, in the order in which they were opened.
    std::span<const std::int32_t> opened() const { return opened_; }
    int move_count() const { return static_cast<int>(moves_.size()); }

    // What a player may see of the board, row by row: -1 or the clue, and a Shown for each cell.
    // Mines appear only once the game is over.
    void write_cells(std::int8_t* out) const;
    void write_overlay(std::uint8_t* out) const;

    // Every clue of the layout, and -1 for the mines.
    void write_solution(std::int8_t* out) const;
    // The mines, in the order of the rows; empty before they are laid.
    std::vector<std::int32_t> mine_indices() const;

   private:
    // One byte holds all that is known of a cell. Border cells are "open" for ever, which keeps the
    // flood on the board.
    static constexpr std::uint8_t kClueBits = 0x0F, kMineBit = 0x10, kOpenBit = 0x20,
                                  kMarkShift = 6;

    struct Move {
        std::int32_t cell;           // the marked cell; -1 for a move that opened cells
        std::int32_t opened_before;  // how many cells were open before
        Mark mark_before;
        bool placed_mines;
    };

    Field(const Rules& rules, const Grid& grid);
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
    std::vector<std::int32_t> opened_;  // in the order of opening; the flood uses it as its queue
    std::vector<Move> moves_;
    std::vector<std::int32_t> scratch_;  // for laying the mines of small boards
};

}  // namespace sapper
