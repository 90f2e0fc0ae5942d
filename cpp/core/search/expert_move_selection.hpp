// Selection of the next cell to reveal by the `expert` and `exact` strategies.
//
// Each decision counts the consistent layouts once. The `expert` strategy adds a two-ply lookahead
// over a few candidates and solves small endgames. Each decision is bounded by state and work
// limits rather than by a time limit, so games do not depend on the machine's load.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "board/rules.hpp"
#include "inference/fast_posterior.hpp"
#include "inference/posterior.hpp"
#include "search/endgame.hpp"

namespace sapper {

// Returns the cell with the minimum mine probability, or -1 if every hidden cell is a known mine.
// Ties go first to cells with undecided neighbours, then to those with the most revealed
// neighbours, and then to those with the fewest undecided neighbours. Any remaining tie goes to the
// first cell in row-major order.
int safest_cell(const Posterior& posterior);

// The maximum number of states per decision. If a decision exceeds the limit, it falls back to
// single-clue risk.
inline constexpr std::int64_t kDecisionStates = 1'000'000;

// The estimated win probability after a reveal, for each clue and on average. A mine contributes 0
// to the average. Luck is the win estimate for the actual clue minus the average estimate.
struct WinEstimate {
    double mean = 0.0;
    std::array<double, 9> by_clue{};
};

struct Decision {
    // The provably safe cells, and the provable mines that propagation has not found.
    std::vector<std::int32_t> safe, mines;
    int best = -1;           // The cell to reveal, or -1 if all hidden cells are known mines.
    double risk = 1.0;       // The mine probability of `best`.
    bool is_solved = false;  // True if the endgame solver found the best cell.
    // The exact win probability of a solved endgame, or 0 if the endgame is not solved.
    double win_probability = 0.0;
    bool is_approximate = false;  // True if the approximate endgame search chose `best`.
    // The win estimate for `best`. If the risk is not exact, all values of the estimate are 0.
    WinEstimate win_estimate;
};

// Selects the cell with the lowest single-clue risk. A cell's single-clue risk is the highest mine
// density among its adjacent clues.
Decision select_by_single_clues(const Knowledge& knowledge);

// A strategy's guessing parameters.
struct StrategyParameters {
    // If true, the strategy uses a two-ply lookahead. If false, the strategy minimises the risk. If
    // a clue proves s informative cells safe, its lookahead value is 1 - stall_risk *
    // stall_decay^(s - 1). If the clue proves no informative cell safe, its value is the survival
    // probability of the next guess. A cell's score is E * (1 + progress_weight * P) + T, where E
    // is the expected clue value, P is the progress probability and T is the trap bonus. See
    // docs/research/expert.md for how the parameters were tuned. Until an opening is revealed, the
    // strategy prefers corners.
    bool uses_lookahead = false;
    // A candidate's minimum survival probability, as a fraction of the safest cell's survival
    // probability.
    double survival_cutoff = 0.9;
    // If true, even candidates that cannot achieve the best score are scored.
    bool scores_all = false;
    double progress_weight = 0.1;
    double stall_risk = 0.1, stall_decay = 0.3;
    // The minimum trap probability. Less likely traps are ignored.
    double min_trap_probability = 0.02;
    // The maximum number of candidates off the frontier. Corners are added first.
    std::size_t max_off_frontier = 4;
    // The limits of the exact endgame search.
    EndgameSolver::Limits endgame{0, 0};
    // The limits of the approximate endgame search, which tries only the highest-scoring cells. A
    // search that exceeds the limits is retried with one fewer guess per node.
    EndgameSolver::Limits approximate_endgame{0, 0};
    // If true, small boards have higher endgame limits, and a decision may take up to a second.
    bool extends_small_boards = true;
};

// The limits of a rollout search. If `seconds` is 0, the search is disabled.
struct RolloutBudget {
    double seconds = 0.0;
    std::int64_t max_rollouts = 0;
    InterruptCheck is_interrupted = never_interrupted;
};

// The `exact` strategy minimises the risk. The `expert` strategy is the strongest one that does not
// use rollouts.
inline constexpr StrategyParameters kExact{};
inline constexpr StrategyParameters kExpert{
    .uses_lookahead = true,
    .endgame = {.max_layouts = 400, .max_work = 20'000'000},
    .approximate_endgame = {.max_layouts = 10'000, .max_work = 50'000'000, .max_candidates = 3}};

// Returns the best first cell. Under the `opening` start rule, the cell is three steps from a
// corner in both directions, or two steps on boards with up to 256 cells. Under the `any` and
// `safe` start rules, the cell is a corner, because corners are most likely to start an opening. On
// small boards, the first cell under the `any` and `safe` start rules comes from perfect play or
// the book for 5x5 boards.
int first_cell(const Rules& rules, const StrategyParameters& parameters);

// A move selector that reuses its buffers between positions on the same board.
class MoveSelector {
   public:
    MoveSelector(const Grid& grid, int mines, const StrategyParameters& parameters);

    // Returns the provably safe cells, the known mines and the next cell to reveal. Without
    // lookahead, the next cell is one with the minimum mine probability. Ties are broken in favour
    // of cells with undecided neighbours. If several such cells tie, only the few with the most
    // revealed neighbours are compared by progress probability. If counting needs more than
    // kDecisionStates states, the selector falls back to single-clue risk.
    Decision select(const Knowledge& knowledge);

    // The candidates of the last lookahead, in descending order of score. If no lookahead was
    // needed, the list is empty.
    struct ScoredCell {
        std::int32_t cell;
        double score;
        WinEstimate win_estimate;
    };
    std::span<const ScoredCell> scored_cells() const { return scored_cells_; }
    // Returns the win estimate for an undecided cell in the last position. If the cell has no
    // score, the estimate is its survival probability.
    WinEstimate win_estimate(int cell) const;

   private:
    struct Candidate {
        std::int32_t cell;
        std::int32_t revealed, undecided;  // The numbers of revealed and undecided neighbours.
    };
    Decision select_by_fast_posterior(const Knowledge& knowledge, Budget& budget);
    bool select_by_endgame(const Knowledge& knowledge, Decision& decision);
    bool is_near_endgame() const;
    void select_by_approximate_endgame(const Knowledge& knowledge, Decision& decision);
    int break_tie(Budget& budget);
    int select_by_lookahead(const Knowledge& knowledge, double lowest, Budget& budget);
    int opening_corner(const Knowledge& knowledge, double lowest) const;
    ScoredCell score(const Knowledge& knowledge, const Candidate& candidate, Budget& budget);
    void add_candidate(const Knowledge& knowledge, int index);
    void add_off_frontier(const Knowledge& knowledge);

    // A trap is a pair of cells that contains exactly one mine and whose witnesses are all mines. A
    // witness is a cell whose clue could distinguish the two cells of the pair. A trap forces a
    // 50/50 guess, which loses half of the games in which it occurs. Revealing a witness or either
    // cell of the pair resolves the trap.
    void find_traps(const Knowledge& knowledge, Budget& budget);
    void check_pair(const Knowledge& knowledge, int a, int b, Budget& budget);
    double& trap_bonus(int cell) { return trap_bonus_[static_cast<std::size_t>(cell)]; }

    // The cached result of an endgame search. On small boards, many games reach the same endgame.
    struct CachedEndgame {
        bool is_solved = false;
        EndgameSolver::Solution solution;
    };
    using EndgameCache = std::unordered_map<std::uint64_t, CachedEndgame>;
    CachedEndgame solve_cached(const Knowledge& knowledge, const EndgameSolver::Limits& limits,
                               std::span<const std::int32_t> first, EndgameCache& cache);

    const StrategyParameters parameters_;
    const int mines_;
    FastPosterior posterior_;
    EndgameSolver endgame_;
    EndgameCache endgame_cache_, approximate_cache_;
    std::vector<Candidate> candidates_;
    std::vector<ScoredCell> scored_cells_;
    std::vector<double> trap_bonus_;  // Half of each cell's total trap probability.
    std::vector<std::int32_t> cells_with_bonus_;
};

// Selects a cell on a board of any size, without comparing progress probabilities.
Decision select_by_posterior(const Knowledge& knowledge, Budget& budget);

// Returns the best cell to reveal, or -1 if every hidden cell is a known mine.
int best_cell(const Posterior& posterior, const StrategyParameters& parameters);

}
