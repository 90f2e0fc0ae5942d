// Perfect play when few layouts are left.
//
// With every layout listed, a position is just a set of layouts: what is revealed is what all of them
// agree on. Revealing a cell removes those in which it is a mine and splits the others by the clue that
// it would show. The value of a set is the number of its layouts that best play wins:
//
//     one layout                        1
//     a cell is safe in all, and tells  the sum over the parts that its clues split the set into
//     else                              the greatest such sum over all cells, without the layouts lost
//
// Sets are remembered by the sum of random numbers of their layouts, so that every set is solved once.
#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <vector>

#include "deduce.hpp"
#include "outlook.hpp"

namespace sapper {

// What was found out about sets of layouts. A hash table that is emptied without touching its memory.
class KnownSets {
   public:
    struct Entry {
        std::uint64_t name;
        std::uint32_t round;  // the entry is empty in all others
        bool is_bound;        // the value is only an upper bound
        std::int32_t value;
    };
    void clear();
    const Entry* find(std::uint64_t name) const;
    void put(std::uint64_t name, std::int64_t value, bool is_bound);
    std::size_t size() const { return count_; }

   private:
    std::vector<Entry> entries_ = std::vector<Entry>(1024);
    std::size_t count_ = 0;
    std::uint32_t round_ = 1;
};

class Endgame {
   public:
    // Layouts are bit rows.
    static constexpr std::size_t kMostCells = 64;

    struct Limits {
        std::int64_t layouts;
        std::int64_t work;              // steps, of a few nanoseconds each
        std::size_t sets = 1'000'000;   // that are remembered, of about 50 bytes each
        double seconds = 3600.0;        // play goes by work, which is the same on every machine
    };
    struct Solution {
        std::int64_t wins = 0;     // layouts that best play wins
        std::int64_t layouts = 0;  // of so many
        int best = -1;             // the cell to reveal
        double risk = 1.0;         // of that cell
    };

    // Solves a position that was counted and has no certainly safe cell. False when a limit is reached,
    // or when there are more cells to reveal than fit.
    bool solve(const Knowledge& knowledge, const Outlook& outlook, const Limits& limits,
               Solution& solution);
    // The same for any position, with all cells from which best play wins as often.
    bool solve_for_all_cells(const Knowledge& knowledge, const Outlook& outlook, const Limits& limits,
                             Solution& solution, std::vector<std::int32_t>& best);

   private:
    using Cells = std::uint64_t;  // bit i: the cell with number i
    struct Layout {
        Cells mines;
        std::uint64_t name;  // random
    };
    struct Clue {
        Cells cells;
        std::int32_t need;
        std::int32_t last;  // the greatest number of its cells
    };
    struct Candidate {
        std::int32_t cell, safe;  // layouts in which it is safe
    };

    bool start(const Knowledge& knowledge, const Outlook& outlook, const Limits& limits);
    void number_cells(const Knowledge& knowledge, const Outlook& outlook);
    bool list_layouts(std::size_t next, Cells mines, int mines_left);
    bool fits(std::size_t next, Cells mines) const;
    // Layouts that best play wins out of [begin, end) of stack_, or an upper bound when that is less than
    // `enough`. `settled` are cells whose clue is the same in all of them. The root also tells the cell.
    std::int64_t value(std::size_t begin, std::size_t end, Cells settled, std::int64_t enough,
                       Candidate* root);
    // The same after revealing a cell that is safe in some of them.
    std::int64_t value_after(std::size_t begin, std::size_t end, int cell, Cells settled,
                             std::int64_t enough);
    bool is_telling(std::size_t begin, std::size_t end, int cell) const;
    int clue(Cells mines, int cell) const {
        return __builtin_popcountll(mines & neighbours_[static_cast<std::size_t>(cell)]);
    }
    void work(std::size_t steps);

    std::vector<std::int32_t> cells_;      // by number; behind the undecided ones those known to be safe
    std::size_t undecided_ = 0;
    std::vector<std::int32_t> number_of_;  // by cell
    std::vector<Cells> neighbours_;
    std::vector<Clue> clues_;
    std::vector<std::vector<std::int32_t>> clues_of_;  // by cell number
    Limits limits_{};
    std::int64_t work_to_clock_ = 0;
    std::chrono::steady_clock::time_point deadline_;
    std::vector<Layout> stack_;  // the layouts, and behind them those of the sets being solved
    KnownSets known_;
};

}  // namespace sapper
