// An exact solver for endgames with few consistent layouts.
//
// With all layouts enumerated, a position is a set of layouts. Revealing a cell removes the layouts
// in which the cell is a mine and partitions the others by the clue. The value of a set is the
// number of its layouts that perfect play wins. A single layout has the value 1. If an informative
// cell is safe in all layouts, the value is the sum of the values of its parts. Otherwise, the
// value is the maximum of these sums over all guesses.
//
// Safe reveals come first. A guess node is a set without a safe informative cell. If a node is the
// product of layout sets over disjoint regions, its value is the product of their values. The value
// depends only on the cells on which the layouts disagree, and these cells determine the key for
// the transposition table. Symmetric positions share a key.
//
// Branch and bound uses the number of surviving layouts as an upper bound. The search is
// exponential in the worst case. It is limited to 64 hidden cells and by the number of layouts, the
// work and the table size.
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
    // Layouts are 64-bit masks.
    static constexpr std::size_t kMaxCells = 64;

    struct Limits {
        std::int64_t max_layouts;
        std::int64_t max_work;                // Work is counted in steps of a few nanoseconds.
        std::size_t max_entries = 1'000'000;  // A table entry takes 32 to 64 bytes.
        // Strategies rely on max_work instead, which does not depend on the machine.
        double max_seconds = 3600.0;
        // The number of guesses tried per node, safest first. A small number yields a lower bound
        // quickly.
        std::size_t max_candidates = kMaxCells;
        InterruptCheck is_interrupted = never_interrupted;
    };
    struct Solution {
        std::int64_t wins = 0;     // The number of layouts won, or a lower bound.
        std::int64_t layouts = 0;  // The number of layouts.
        int best = -1;             // The cell to reveal.
        double risk = 1.0;         // The mine probability of that cell.
    };

    // Solves a counted position without certainly safe cells. Returns false if a limit is exceeded
    // or if there are too many hidden cells. A non-empty `root_cells` restricts the first move.
    bool solve(const Knowledge& knowledge, const FastPosterior& posterior, const Limits& limits,
               Solution& solution, std::span<const std::int32_t> root_cells = {});
    // Solves any position and returns all optimal cells in `best`.
    bool solve_all_cells(const Knowledge& knowledge, const FastPosterior& posterior,
                         const Limits& limits, Solution& solution, std::vector<std::int32_t>& best);

   private:
    using Cells = std::uint64_t;  // Bit i stands for cell number i.
    struct Clue {
        Cells cells;
        std::int32_t need;
    };
    struct Candidate {
        std::int32_t cell, safe;  // The number of layouts in which the cell is safe.
    };
    using Candidates = std::array<Candidate, kMaxCells>;
    // A range of layouts on the stack, and the union and intersection of their mines.
    struct LayoutSet {
        std::size_t begin, end;
        Cells mine_in_some, mine_in_all;
        std::size_t size() const { return end - begin; }
        Cells undecided() const { return mine_in_some & ~mine_in_all; }
    };
    struct GuessNode {
        LayoutSet set;
        Cells uninformative;  // Cells whose clue is the same in all layouts.
        std::uint64_t key;
        std::int64_t upper_bound;
        std::size_t first_factor = 0,
                    factor_count = 0;  // The factors, if the node is a product.
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
    // Returns the first cell that is safe in the whole set and whose clue varies, or -1. Marks all
    // cells tested as uninformative.
    int find_informative_cell(const LayoutSet& set, Cells& uninformative);
    // Copies the layouts in which the cell is safe to the top of the stack, grouped by clue.
    // Returns the start of each group.
    std::array<std::size_t, 10> split(const LayoutSet& set, int cell);
    // Performs all safe reveals and appends the resulting guess nodes to nodes_. Returns an upper
    // bound on the wins.
    std::int64_t expand_safe_reveals(std::size_t begin, std::size_t end, Cells uninformative);
    std::int64_t survival_bound(const LayoutSet& set);
    Cells connected_region(Cells cells) const;
    // Returns true if the set is the product of its layouts inside and outside a region. The
    // factors are then pushed onto the stack.
    bool factorise(const LayoutSet& set, Cells region, LayoutSet& inside, LayoutSet& outside);
    // Decomposes a node into factors over disjoint regions, which are appended to factors_.
    bool decompose(GuessNode& node);
    std::int64_t product_value(const GuessNode& node, std::int64_t threshold);
    // Returns the number of wins with perfect play, or an upper bound if the number is below
    // `threshold`.
    std::int64_t value(const GuessNode& node, std::int64_t threshold);
    // Returns the undecided cells of a set, safest first.
    std::span<const Candidate> sort_candidates(const LayoutSet& set, Candidates& candidates);
    // Returns the number of wins after guessing a cell, or an upper bound if the number is below
    // `threshold`. A cell is dead if it shows the same clue in every layout. Revealing a dead cell
    // can always be postponed, so the search skips dead cells.
    static constexpr std::int64_t kDeadCell = -1;
    std::int64_t value_after_reveal(const LayoutSet& set, int cell, Cells uninformative,
                                    std::int64_t threshold, bool skips_dead_cells = false);
    int clue(Cells mines, int cell) const {
        return std::popcount(mines & neighbours_[static_cast<std::size_t>(cell)]);
    }
    void charge_work(std::size_t steps);

    std::vector<std::int32_t> cells_;  // Undecided cells by number, then safe cells.
    std::size_t undecided_count_ = 0;
    std::vector<std::int32_t> number_of_;  // Indexed by cell.
    std::vector<Cells> neighbours_;
    std::vector<Clue> clues_;
    std::vector<std::vector<std::int32_t>> clues_of_;  // Indexed by cell number.
    Limits limits_{};
    std::int64_t work_until_clock_check_ = 0;
    std::chrono::steady_clock::time_point deadline_;
    std::vector<Cells> stack_;  // All layouts, then those of the sets on the search path.
    std::vector<GuessNode> nodes_, factors_;  // Nodes on the search path.
    // For each symmetry of the position except the identity, a table of the images of every group
    // of eight cells.
    std::vector<std::vector<Cells>> symmetry_tables_;
    TranspositionTable table_;
};

}  // namespace sapper
