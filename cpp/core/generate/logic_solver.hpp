// A solver that clears boards by logic alone.
//
// Arguments have four kinds of increasing difficulty. A `clue` argument uses one clue or the mine
// count. A `pair` argument uses two of them. A `chain` argument uses up to four comparisons, or
// disjoint clues and the mine count: see chains.hpp and disjoint_clues.hpp. A `cases` argument uses
// anything else that follows from the position.
//
// Deductions are monotonic, so their order does not matter. Whether a board can be cleared, and the
// hardest kind needed, are properties of the board.
#pragma once

#include <cstdint>
#include <vector>

#include "board/field.hpp"
#include "generate/pairs.hpp"
#include "inference/box_probabilities.hpp"
#include "inference/budget.hpp"
#include "inference/components.hpp"
#include "inference/knowledge.hpp"

namespace sapper {

enum class ArgumentKind : std::uint8_t { clue, pair, chain, cases };

// Buffers and limits, shared by consecutive solvers.
struct SolverWorkspace {
    std::int64_t states;     // The state limit per count. Exceeding it proves nothing.
    const Budget& deadline;  // Solvers stop at this deadline.
    ComponentBuilder builder{};
    ComponentCounter counter{};
    BackwardPass backward_pass{};
    ComponentCount<double> count{};
    std::vector<BoxProbability> probabilities{};
};

class LogicSolver {
   public:
    // Continues from the revealed cells of a board with placed mines.
    LogicSolver(Field field, SolverWorkspace& workspace);

    // Reveals everything that arguments up to `max_kind` prove, and returns true if the board is
    // cleared. Chains are skipped if `max_kind` is `cases`, which subsumes them, unless
    // `with_chains` is set.
    bool solve(ArgumentKind max_kind, bool with_chains = false);

    // Returns the hardest kind needed so far.
    ArgumentKind hardest() const { return hardest_; }
    // Returns true if a limit was exceeded, so deductions may be missing.
    bool has_hit_limit() const { return has_hit_limit_; }

    const Field& field() const { return field_; }
    const Knowledge& knowledge() const { return knowledge_; }
    // Returns the active clues.
    const std::vector<std::int32_t>& clues();

   private:
    void update_knowledge(std::size_t first_opened);
    void reveal_safe_cells();
    bool apply(const std::vector<Deduction>& findings);
    bool apply_pairs();
    bool apply_chains();
    bool apply_cases();
    bool apply_components();
    bool apply_posterior();
    void record_cell(int index, bool is_mine);

    Field field_;
    Knowledge knowledge_;
    PairRule pairs_;
    SolverWorkspace* workspace_;
    ArgumentKind hardest_ = ArgumentKind::clue;
    bool has_hit_limit_ = false;
    std::size_t next_opened_ = 0;  // The next opened cell to add to clues_.
    std::vector<std::int32_t> clues_;
    std::vector<std::int8_t> counted_;   // By index: undecided cells at the last count, or -1.
    std::vector<std::uint8_t> visited_;  // By index.
};

}  // namespace sapper
