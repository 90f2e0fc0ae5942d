// An exact solver for endgames with few consistent layouts.
//
// The solver represents a position as the set of its consistent layouts. Revealing a cell removes
// the layouts in which the cell is a mine and partitions the remaining layouts by the clue that the
// cell shows. A set's value is the number of its layouts that perfect play wins. A set with a
// single layout has a value of 1. If an informative cell is safe in all layouts, revealing it is
// optimal, and the set's value is the sum of the resulting parts' values. Without a safe
// informative cell, the set's value is the value of the best guess.
//
// The search performs safe reveals first. A guess node is a set without a safe informative cell. If
// a guess node's set is a product of layout sets over disjoint regions, the node's value is the
// product of the regions' values. A set's value depends only on the cells on which its layouts
// disagree, so the transposition table key covers only those cells. Symmetric positions share a
// table key.
//
// Branch and bound prunes guesses by an upper bound on their value, namely the number of layouts
// that the guess survives. In the worst case, the search takes exponential time. The search
// supports at most 64 hidden cells and limits the number of layouts, the amount of work and the
// table size.
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
    // The maximum number of hidden cells, because layouts are 64-bit masks.
    static constexpr std::size_t kMaxCells = 64;

    struct Limits {
        std::int64_t max_layouts;
        // The maximum amount of work. One unit of work takes a few nanoseconds.
        std::int64_t max_work;
        // The maximum number of table entries. An entry takes 32 to 64 bytes, including free slots.
        std::size_t max_entries = 1'000'000;
        // Strategies rely on max_work instead of max_seconds, because the amount of work is the
        // same on every machine.
        double max_seconds = 3600.0;
        // The maximum number of guesses tried per node, starting with the safest. A small maximum
        // quickly yields a lower bound on the number of wins.
        std::size_t max_candidates = kMaxCells;
        InterruptCheck is_interrupted = never_interrupted;
    };
    struct Solution {
        // The number of layouts that perfect play wins, or a lower bound on that number.
        std::int64_t wins = 0;
        std::int64_t layouts = 0;  // The number of consistent layouts.
        int best = -1;             // The index of the cell to reveal.
        double risk = 1.0;         // The mine probability of `best`.
    };

    // Solves a position in which no cell is provably safe. The position's posterior must already
    // have been computed. Returns false if a limit is exceeded or if there are too many hidden
    // cells. If `root_cells` is not empty, the first guess must be one of its cells.
    bool solve(const Knowledge& knowledge, const FastPosterior& posterior, const Limits& limits,
               Solution& solution, std::span<const std::int32_t> root_cells = {});
    // Solves any position and stores all optimal cells in `best`. Returns false if a limit is
    // exceeded.
    bool solve_all_cells(const Knowledge& knowledge, const FastPosterior& posterior,
                         const Limits& limits, Solution& solution, std::vector<std::int32_t>& best);

   private:
    using Cells = std::uint64_t;  // A set of cells, in which bit i represents cell number i.
    struct Clue {
        Cells cells;
        std::int32_t need;
    };
    struct Candidate {
        // The cell's number, and the number of layouts in which the cell is safe.
        std::int32_t cell, safe;
    };
    using Candidates = std::array<Candidate, kMaxCells>;
    // A range of layouts on the stack, with the union and intersection of their mines.
    struct LayoutSet {
        std::size_t begin, end;
        Cells mine_in_some, mine_in_all;
        std::size_t size() const { return end - begin; }
        Cells undecided() const { return mine_in_some & ~mine_in_all; }
    };
    struct GuessNode {
        LayoutSet set;
        Cells uninformative;  // The cells known to show the same clue in all layouts.
        std::uint64_t key;
        std::int64_t upper_bound;
        std::size_t first_factor = 0,
                    factor_count = 0;  // The number of factors, or 0 if the node is not a product.
    };

    bool prepare(const Knowledge& knowledge, const FastPosterior& posterior, const Limits& limits);
    void number_cells(const Knowledge& knowledge, const FastPosterior& posterior);
    bool enumerate_layouts(std::size_t next, Cells mines, int mines_left);
    bool is_consistent(std::size_t next, Cells mines) const;
    void build_symmetry_tables(const Knowledge& knowledge);
    static Cells image(Cells cells, const std::vector<Cells>& symmetry);

    LayoutSet set_of(std::size_t begin, std::size_t end) const;
    std::uint64_t key_of(const LayoutSet& set) const;
    std::array<std::int32_t, kMaxCells> count_mines(const LayoutSet& set);
    // Returns the first cell that is safe in all layouts but whose clue varies, or -1 if there is
    // no such cell. Adds every tested cell to `uninformative`.
    int find_informative_cell(const LayoutSet& set, Cells& uninformative);
    // Copies to the top of the stack every layout in which the cell is safe, grouped by clue.
    // Returns the stack index at which each group starts.
    std::array<std::size_t, 10> split(const LayoutSet& set, int cell);
    // Performs all safe reveals and appends the resulting guess nodes to nodes_. Returns an upper
    // bound on the number of wins.
    std::int64_t expand_safe_reveals(std::size_t begin, std::size_t end, Cells uninformative);
    std::int64_t survival_bound(const LayoutSet& set);
    Cells connected_region(Cells cells) const;
    // Returns true if the set is the product of its restrictions to a region and to the other
    // cells. If the set is such a product, pushes both factors onto the stack.
    bool factorise(const LayoutSet& set, Cells region, LayoutSet& inside, LayoutSet& outside);
    // Decomposes a node into factors over disjoint regions and appends the factors to factors_.
    // Returns false if the node is not a product.
    bool decompose(GuessNode& node);
    std::int64_t product_value(const GuessNode& node, std::int64_t threshold);
    // Returns the number of wins with perfect play. A result below `threshold` may be only an upper
    // bound.
    std::int64_t value(const GuessNode& node, std::int64_t threshold);
    // Returns a set's undecided cells, safest first.
    std::span<const Candidate> sort_candidates(const LayoutSet& set, Candidates& candidates);
    // Returns the number of wins after guessing a cell. A result below `threshold` may be only an
    // upper bound. A cell is dead if it shows the same clue in every layout in which it is safe.
    // The search skips dead cells, because revealing one can always be postponed.
    static constexpr std::int64_t kDeadCell = -1;
    std::int64_t value_after_reveal(const LayoutSet& set, int cell, Cells uninformative,
                                    std::int64_t threshold, bool skips_dead_cells = false);
    int clue(Cells mines, int cell) const {
        return std::popcount(mines & neighbours_[static_cast<std::size_t>(cell)]);
    }
    void charge_work(std::size_t steps);

    // The indices of the undecided cells, followed by those of the safe cells.
    std::vector<std::int32_t> cells_;
    std::size_t undecided_count_ = 0;
    // Each cell's number in the search, or -1 if it has none.
    std::vector<std::int32_t> number_of_;
    std::vector<Cells> neighbours_;
    std::vector<Clue> clues_;
    // The clues next to each cell, indexed by cell number.
    std::vector<std::vector<std::int32_t>> clues_of_;
    Limits limits_{};
    std::int64_t work_until_clock_check_ = 0;
    std::chrono::steady_clock::time_point deadline_;
    // All layouts, followed by the layouts of the sets on the search path.
    std::vector<Cells> stack_;
    std::vector<GuessNode> nodes_, factors_;  // The guess nodes and factors on the search path.
    // One lookup table for each of the position's symmetries except the identity. Each table maps
    // groups of eight cells to their images.
    std::vector<std::vector<Cells>> symmetry_tables_;
    TranspositionTable table_;
};

}
