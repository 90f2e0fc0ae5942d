// A solver that clears boards by logic alone.
//
// There are four kinds of arguments, in order of difficulty. A `clue` argument uses one clue or the
// mine count. A `pair` argument uses two clues, or one clue and the mine count. A `chain` argument
// uses up to four comparisons, or disjoint clues and the mine count. A `cases` argument uses a full
// case analysis of the position.
//
// Deductions are monotonic, so their order affects neither the outcome nor the hardest kind of
// argument needed.
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
    std::int64_t states;     // The state limit per count.
    const Budget& deadline;  // Solvers stop at this deadline.
    ComponentBuilder builder{};
    ComponentCounter counter{};
    BackwardPass backward_pass{};
    ComponentCount<double> count{};
    std::vector<BoxProbability> probabilities{};
};

class LogicSolver {
   public:
    // Continues from the cells that are already revealed. The mines must be placed.
    LogicSolver(Field field, SolverWorkspace& workspace);

    // Reveals everything that arguments up to `max_kind` prove, and returns true if the board is
    // cleared. If `max_kind` is `cases`, chains are skipped unless `with_chains` is set, because
    // case analysis subsumes chains.
    bool solve(ArgumentKind max_kind, bool with_chains = false);

    // Returns the hardest kind needed so far.
    ArgumentKind hardest() const { return hardest_; }
    // Returns true if a limit was exceeded, in which case deductions may be missing.
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
    std::vector<std::int8_t> counted_;   // Undecided cells at the last count, or -1.
    std::vector<std::uint8_t> visited_;  // Indexed by cell.
};

}  // namespace sapper
