// Selection of the next cell to reveal.
//
// Each decision counts the position once. The expert strategy adds a two-ply lookahead over a few
// candidates and solves small endgames. Decisions are limited by states and work instead of time,
// so games do not depend on the load of the machine.
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

// Returns the cell with the minimum mine probability, or -1 if every hidden cell is a certain mine.
// Ties are broken in favour of cells with undecided neighbours, then by more revealed neighbours,
// then by fewer undecided neighbours, then by position.
int safest_cell(const Posterior& posterior);

// The state limit of one decision. If the limit is exceeded, the decision is based on single clues.
inline constexpr std::int64_t kDecisionStates = 1'000'000;

// The estimated win probability after a reveal, by clue and on average. A mine counts as 0. Luck is
// the difference between the estimate for the actual clue and the average.
struct WinEstimate {
    double mean = 0.0;
    std::array<double, 9> by_clue{};
};

struct Decision {
    // The certain cells that propagation has not found.
    std::vector<std::int32_t> safe, mines;
    int best = -1;                 // -1 if only certain mines are left.
    double risk = 1.0;             // The mine probability of the best cell.
    bool is_solved = false;        // True if the decision is perfect play.
    double win_probability = 0.0;  // Exact if the endgame is solved.
    bool is_approximate = false;   // True if the approximate endgame search chose the cell.
    // The estimate for the best cell. All values are 0 if the risk is not exact.
    WinEstimate win_estimate;
};

// Returns the cell with the least risk according to single clues. The risk of a cell is the maximum
// over its clues.
Decision select_by_single_clues(const Knowledge& knowledge);

// Parameters of the strategies for positions without a certain cell.
struct StrategyParameters {
    // Enables a two-ply lookahead instead of the minimum risk. The value of a clue is 1 -
    // stall_risk * stall_decay^(s - 1) if the clue makes s informative cells safe. Otherwise, the
    // value is the survival probability of the next guess. The score of a cell is the expected
    // value over its clues, times 1 + progress_weight * progress probability, plus its trap bonus.
    // The parameters were tuned in docs/research. Corners come first until something has opened.
    bool uses_lookahead = false;
    // Candidates have at least this share of the maximum survival probability.
    double survival_cutoff = 0.9;
    // Also scores candidates that cannot be the best.
    bool scores_all = false;
    double progress_weight = 0.1;
    double stall_risk = 0.1, stall_decay = 0.3;
    // Traps below this probability are ignored.
    double min_trap_probability = 0.02;
    // The number of candidates off the frontier, corners first.
    std::size_t max_off_frontier = 4;
    // The limits of the exact endgame search.
    EndgameSolver::Limits endgame{0, 0};
    // The limits of the approximate endgame search over the best-scored cells. A search that
    // exceeds the limits is repeated with one guess less per node.
    EndgameSolver::Limits approximate_endgame{0, 0};
    // Raises the limits on small boards, where a decision may take up to a second.
    bool extends_small_boards = true;
};

// The limits of a rollout search. Zero seconds disable the search.
struct RolloutBudget {
    double seconds = 0.0;
    std::int64_t max_rollouts = 0;
    InterruptCheck is_interrupted = never_interrupted;
};

// The `exact` strategy minimises the risk. The `expert` strategy is the strongest one without
// rollouts.
inline constexpr StrategyParameters kExact{};
inline constexpr StrategyParameters kExpert{
    .uses_lookahead = true,
    .endgame = {.max_layouts = 400, .max_work = 20'000'000},
    .approximate_endgame = {.max_layouts = 10'000, .max_work = 50'000'000, .max_candidates = 3}};

// Returns the best first reveal, as measured in docs/research. For an opening, the cell is three
// steps from a corner in both directions, or two on boards of up to 16x16. Under the other start
// rules, the cell is a corner, where an empty cell is most likely. On small boards, perfect play or
// the opening book determines the first cell.
int first_cell(const Rules& rules, const StrategyParameters& parameters);

// Selects moves on one board and reuses its memory between positions.
class MoveSelector {
   public:
    MoveSelector(const Grid& grid, int mines, const StrategyParameters& parameters);

    // Returns all certain cells and the cell to reveal next. Without lookahead, that is the cell
    // with the minimum mine probability. Ties are broken in favour of cells with undecided
    // neighbours, then by the progress probability of the few cells with the most revealed
    // neighbours. If counting exceeds kDecisionStates, the decision is based on single clues.
    Decision select(const Knowledge& knowledge);

    // The candidates of the last lookahead by descending score. The list is empty if no lookahead
    // was needed.
    struct ScoredCell {
        std::int32_t cell;
        double score;
        WinEstimate win_estimate;
    };
    std::span<const ScoredCell> scored_cells() const { return scored_cells_; }
    // Returns the estimate for an undecided cell of the last position. For a cell without a score,
    // the estimate is its survival probability.
    WinEstimate win_estimate(int cell) const;

   private:
    struct Candidate {
        std::int32_t cell;
        std::int32_t revealed, undecided;  // Numbers of neighbours.
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

    // A trap is a pair of cells that contains one mine and whose witnesses are all mines. A witness
    // is a cell whose clue could distinguish the pair. A trap forces a guess and loses half of the
    // games in which it occurs. Revealing a witness or a cell of the pair resolves the trap.
    void find_traps(const Knowledge& knowledge, Budget& budget);
    void check_pair(const Knowledge& knowledge, int a, int b, Budget& budget);
    double& trap_bonus(int cell) { return trap_bonus_[static_cast<std::size_t>(cell)]; }

    // The cached result of a small board's endgame, which many games share.
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
    std::vector<double> trap_bonus_;  // Half of the trap probability of each cell.
    std::vector<std::int32_t> cells_with_bonus_;
};

// Selects a cell on a board of any size, without the progress probability.
Decision select_by_posterior(const Knowledge& knowledge, Budget& budget);

// Returns the cell to reveal in a counted position, or -1 if only certain mines are left.
int best_cell(const Posterior& posterior, const StrategyParameters& parameters);

}  // namespace sapper
