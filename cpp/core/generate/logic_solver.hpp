// Clearing a board by logic alone.
//
// The kinds of argument, from the simplest up; each takes in what was proved before:
//   clue   one clue, or the number of mines alone;
//   pair   two clues, one of which may be the number of mines;
//   chain  up to four comparisons, one building on the other, or clues added up against the number of
//          mines: see chains.hpp and packing.hpp;
//   cases  everything else that follows from all clues and the number of mines.
// What can be proved never becomes less by proving something else first. So the order does not matter:
// a board has just one answer to whether it can be cleared, and to which kind that takes.
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

// What solving counts with, and its limits. One serves many solvers, one after the other.
struct SolverWorkspace {
    std::int64_t states;     // of each count; where that is not enough, nothing is proved
    const Budget& deadline;  // when its time ends, solvers give up
    ComponentBuilder builder{};
    ComponentCounter counter{};
    BackwardPass backward_pass{};
    ComponentCount<double> count{};
    std::vector<BoxProbability> probabilities{};
};

class LogicSolver {
   public:
    // Goes on from what is revealed of the laid board.
    LogicSolver(Field field, SolverWorkspace& workspace);

    // Reveals all that arguments up to `most` prove. True when the board is cleared. When the chain is
    // not asked for by name, it is left out on the way to the cases, which prove all that it proves.
    bool solve(ArgumentKind max_kind, bool with_chains = false);

    // The hardest kind that was needed so far.
    ArgumentKind hardest() const { return hardest_; }
    // Whether a position was too wide to be counted or the time ended: something may have been missed.
    bool has_hit_limit() const { return has_hit_limit_; }

    const Field& field() const { return field_; }
    const Knowledge& knowledge() const { return knowledge_; }
    // The revealed cells that have undecided neighbours.
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
    std::size_t next_opened_ = 0;  // opened cells from here on are not in clues_ yet
    std::vector<std::int32_t> clues_;
    std::vector<std::int8_t> counted_;   // by index: undecided cells when last counted; -1 before
    std::vector<std::uint8_t> visited_;  // by index
};

}  // namespace sapper
