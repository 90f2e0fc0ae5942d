// Perfect play when few layouts are left.
//
// With every layout sorted, a position is just a set of layouts: what is revealed is what all of them
// agree on. Revealing a cell removes those in which it is a mine and splits the others by the clue that
// it would show. The value of a set is the number of its layouts that best play wins:
//
//     one layout                        1
//     a cell is safe in all, and tells  the sum over the parts that its clues split the set into
//     else                              the greatest such sum over all cells, without the layouts lost
//
// So what is safe is revealed first, until nothing safe tells any more: the set is closed, and a guess is due. A
// set that is the product of sets of layouts of regions, which do not touch, is worth the product of their values.
// What a closed set is worth depends on nothing but the mines of the cells that its layouts disagree on. By
// these it is remembered, and solved once, however the rest of the board looks; turned and mirrored sets count
// as the same where the whole position looks the same.
#pragma once

#include <array>
#include <bit>
#include <chrono>
#include <cstdint>
#include <span>
#include <vector>

#include "inference/budget.hpp"
#include "inference/fast_posterior.hpp"
#include "inference/knowledge.hpp"
#include "search/transposition_table.hpp"

namespace sapper {

class EndgameSolver {
   public:
    // Layouts are bit rows.
    static constexpr std::size_t kMaxCells = 64;

    struct Limits {
        std::int64_t max_layouts;
        std::int64_t max_work;                // steps, of a few nanoseconds each
        std::size_t max_entries = 1'000'000;  // that are remembered, of 32 to 64 bytes each
        double max_seconds = 3600.0;  // play goes by work, which is the same on every machine
        // In each set only so many of its safest cells are tried: nearly perfect, and much sooner.
        std::size_t max_candidates = kMaxCells;
        InterruptCheck is_interrupted = never_interrupted;
    };
    struct Solution {
        std::int64_t wins = 0;     // layouts that best play wins, or at least so many
        std::int64_t layouts = 0;  // of so many
        int best = -1;             // the cell to reveal
        double risk = 1.0;         // of that cell
    };

    // Solves a position that was counted and has no certainly safe cell. False when a limit is reached,
    // or when there are more cells to reveal than fit. With `first`, only these cells may come first.
    bool solve(const Knowledge& knowledge, const FastPosterior& posterior, const Limits& limits,
               Solution& solution, std::span<const std::int32_t> root_cells = {});
    // The same for any position, with all cells from which best play wins as often.
    bool solve_all_cells(const Knowledge& knowledge, const FastPosterior& posterior,
                         const Limits& limits, Solution& solution, std::vector<std::int32_t>& best);

   private:
    using Cells = std::uint64_t;  // bit i: the cell with number i
    struct Clue {
        Cells cells;
        std::int32_t need;
    };
    struct Candidate {
        std::int32_t cell, safe;  // layouts in which it is safe
    };
    using Candidates = std::array<Candidate, kMaxCells>;
    // Some layouts in a row on the stack, and where they have mines.
    struct LayoutSet {
        std::size_t begin, end;
        Cells mine_in_some, mine_in_all;
        std::size_t size() const { return end - begin; }
        Cells undecided() const { return mine_in_some & ~mine_in_all; }
    };
    struct GuessNode {
        LayoutSet set;
        Cells uninformative;  // cells whose clue is the same in all of it
        std::uint64_t key;
        std::int64_t upper_bound;  // it cannot win more
        std::size_t first_factor = 0,
                    factor_count = 0;  // the sets that it is the product of, if any
    };

    bool prepare(const Knowledge& knowledge, const FastPosterior& posterior, const Limits& limits);
    void number_cells(const Knowledge& knowledge, const FastPosterior& posterior);
    bool enumerate_layouts(std::size_t next, Cells mines, int mines_left);
    bool is_consistent(std::size_t next, Cells mines) const;
    void build_symmetry_tables(const Knowledge& knowledge);
    Cells image(Cells cells, const std::vector<Cells>& symmetry) const;

    LayoutSet set_of(std::size_t begin, std::size_t end) const;
    std::uint64_t key_of(const LayoutSet& set) const;
    std::array<std::int32_t, kMaxCells> count_mines(const LayoutSet& set);
    // The first cell that is safe in all of a set and whose clue tells its layouts apart, or -1. Cells that
    // turn out to tell nothing become settled, and so does this one.
    int find_informative_cell(const LayoutSet& set, Cells& uninformative);
    // Copies the layouts in which a cell is safe to the top of the stack, by its clue: where each clue begins.
    std::array<std::size_t, 10> split(const LayoutSet& set, int cell);
    // Reveals what is safe, and puts the closed sets that follow on closed_. Returns the most that can be won.
    std::int64_t expand_safe_reveals(std::size_t begin, std::size_t end, Cells uninformative);
    std::int64_t survival_bound(const LayoutSet& set);
    Cells connected_region(Cells cells) const;
    // Whether any of a set's layouts of some cells goes with any of the others. Then both are put on the stack.
    bool factorise(const LayoutSet& set, Cells region, LayoutSet& inside, LayoutSet& outside);
    // Takes a closed set apart by regions that have nothing to do with each other, and puts them on factors_.
    bool decompose(GuessNode& node);
    std::int64_t product_value(const GuessNode& node, std::int64_t threshold);
    // Layouts that best play wins, or an upper bound when that is less than `enough`.
    std::int64_t value(const GuessNode& node, std::int64_t threshold);
    // The undecided cells of a set, the safest first.
    std::span<const Candidate> sort_candidates(const LayoutSet& set, Candidates& candidates);
    // The same after revealing a cell that is safe in some of a set. A cell that is dead, because it shows the same
    // clue in all of them, need not come before one that is not: whoever wins after it wins as well when it is put
    // off to the end.
    static constexpr std::int64_t kDeadCell = -1;
    std::int64_t value_after_reveal(const LayoutSet& set, int cell, Cells uninformative,
                                    std::int64_t threshold, bool skips_dead_cells = false);
    int clue(Cells mines, int cell) const {
        return std::popcount(mines & neighbours_[static_cast<std::size_t>(cell)]);
    }
    void charge_work(std::size_t steps);

    std::vector<std::int32_t>
        cells_;  // by number; behind the undecided ones those entry to be safe
    std::size_t undecided_count_ = 0;
    std::vector<std::int32_t> number_of_;  // by cell
    std::vector<Cells> neighbours_;
    std::vector<Clue> clues_;
    std::vector<std::vector<std::int32_t>> clues_of_;  // by cell number
    Limits limits_{};
    std::int64_t work_until_clock_check_ = 0;
    std::chrono::steady_clock::time_point deadline_;
    std::vector<Cells> stack_;  // the layouts, and behind them those of the sets being solved
    std::vector<GuessNode> nodes_, factors_;  // likewise
    // The ways to turn the position that leave it as it is, but for the first: the images of all sets of
    // byte cells, one such table behind the other.
    std::vector<std::vector<Cells>> symmetry_tables_;
    TranspositionTable table_;
};

}  // namespace sapper
