// A solver that clears boards by logic alone, using the argument kinds in logic/argument_kind.hpp.
//
// Deductions are monotonic, so their order affects neither the outcome nor the hardest argument
// kind required.
#pragma once

#include <cstdint>
#include <vector>

#include "board/game.hpp"
#include "inference/box_probabilities.hpp"
#include "inference/budget.hpp"
#include "inference/components.hpp"
#include "inference/knowledge.hpp"
#include "logic/argument_kind.hpp"
#include "logic/pairs.hpp"

namespace sapper {

// Buffers and limits shared by consecutive solvers.
struct SolverWorkspace {
    std::int64_t states;     // The maximum number of states for each layout count.
    const Budget& deadline;  // The deadline that all solvers share.
    ComponentBuilder builder{};
    ComponentCounter counter{};
    BackwardPass backward_pass{};
    ComponentCount<double> count{};
    std::vector<BoxProbability> probabilities{};
};

class LogicSolver {
   public:
    // Creates a solver for a game whose mines have already been placed.
    LogicSolver(Game game, SolverWorkspace& workspace);

    // Reveals every cell that can be proved safe by arguments no harder than `max_kind`. Returns
    // true if the board is cleared. If `max_kind` is `cases`, chains are skipped unless
    // `with_chains` is true, because case analysis subsumes chains.
    bool solve(ArgumentKind max_kind, bool with_chains = false);

    // Returns the hardest argument kind used so far.
    ArgumentKind hardest() const { return hardest_; }
    // Returns true if the solver exceeded a limit and may have missed deductions.
    bool has_hit_limit() const { return has_hit_limit_; }

    const Game& game() const { return game_; }
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

    Game game_;
    Knowledge knowledge_;
    PairRule pairs_;
    SolverWorkspace* workspace_;
    ArgumentKind hardest_ = ArgumentKind::clue;
    bool has_hit_limit_ = false;
    // The number of opened cells whose clues have already been added to clues_.
    std::size_t next_opened_ = 0;
    std::vector<std::int32_t> clues_;
    // The number of undecided neighbours that each clue had when its component was last counted, or
    // -1 if it has never been counted.
    std::vector<std::int8_t> counted_;
    std::vector<std::uint8_t> visited_;  // Indexed by cell.
};

}
