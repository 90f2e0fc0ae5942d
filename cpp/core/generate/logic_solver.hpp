// Solver that clears a board by logic alone.
//
// There are four kinds of argument, from the simplest to the hardest. Each may use earlier conclusions:
//   clue   one clue, or the mine count alone.
//   pair   two clues, one of which may be the mine count.
//   chain  up to four successive comparisons, or disjoint clues and the mine count.
//   cases  every other consequence of all clues and the mine count.
// Deduction is monotonic: proving one fact never removes another. The verdict and the hardest kind
// required therefore do not depend on the order.
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

// Reusable buffers and limits, shared by consecutive solvers.
struct SolverWorkspace {
    std::int64_t states;     // limit of each count; beyond the limit nothing is proved
    const Budget& deadline;  // solvers stop when it has passed
    ComponentBuilder builder{};
    ComponentCounter counter{};
    BackwardPass backward_pass{};
    ComponentCount<double> count{};
    std::vector<BoxProbability> probabilities{};
};

class LogicSolver {
   public:
    // Continues from the cells that are already revealed.
    LogicSolver(Field field, SolverWorkspace& workspace);

    // Reveals every cell that arguments up to `max_kind` prove safe. Returns true if the board is cleared.
    // Chains are skipped unless requested, because case analysis proves everything that they prove.
    bool solve(ArgumentKind max_kind, bool with_chains = false);

    // The hardest kind of argument used so far.
    ArgumentKind hardest() const { return hardest_; }
    // Returns true if a limit was reached, so that a deduction may have been missed.
    bool has_hit_limit() const { return has_hit_limit_; }

    const Field& field() const { return field_; }
    const Knowledge& knowledge() const { return knowledge_; }
    // Returns the revealed cells that have undecided neighbours.
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
    std::size_t next_opened_ = 0;  // first opened cell that is not in clues_ yet
    std::vector<std::int32_t> clues_;
    std::vector<std::int8_t> counted_;   // undecided cells at the last count, -1 before the first
    std::vector<std::uint8_t> visited_;  // indexed by cell
};

}  // namespace sapper
