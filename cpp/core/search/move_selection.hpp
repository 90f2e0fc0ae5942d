// Which cell to reveal next.
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

// The cell with the lowest chance of a mine; -1 when all are revealed or certain mines. Of equal ones,
// first those that can tell something (with undecided neighbours), then the one with the most revealed
// neighbours, then the one with the fewest undecided neighbours, then the first.
int safest_cell(const Posterior& posterior);

// The states that one decision may take; beyond, it goes by what single clues tell. A limit of states,
// not of time: games must not depend on how busy the machine is.
inline constexpr std::int64_t kDecisionStates = 1'000'000;

// What is hoped for when a cell is revealed: after each clue that it may show, and on average, a mine counting
// as 0. By how much what comes exceeds the average is luck, by whatever the hopes are measured.
struct WinEstimate {
    double mean = 0.0;
    std::array<double, 9> by_clue{};
};

struct Decision {
    std::vector<std::int32_t> safe, mines;  // all that is certain and was not known before
    int best = -1;                          // -1 when only certain mines are left
    double risk = 1.0;                      // of `best`
    bool is_solved = false;  // `best` is best play, which wins this share of all layouts
    double win_probability = 0.0;
    bool is_approximate = false;  // `best` was followed to the end, by the best guesses
    WinEstimate win_estimate;     // of `best`; all 0 where its risk is not exact
};

// The least risky cell as far as single clues tell: a cell is as risky as its most demanding clue says.
Decision select_by_single_clues(const Knowledge& knowledge);

// How to guess where nothing is certain.
struct StrategyParameters {
    // Two plies instead of the lowest risk. The score of a cell is the sum over the clues that it may show
    // of their chance times what then is hoped for:
    //     s cells are certainly safe    1 - doubt * doubt_factor^(s - 1)
    //     none is                       the best chance to survive the next reveal
    // and all that times 1 + progress_weight * the chance that some cell becomes safe, plus relief: half of
    // the chance of each trap (see Decider) that the cell belongs to. How the numbers were found is in
    // docs/research. Until something has opened, the corners come first, unless a cell is clearly safer.
    bool uses_lookahead = false;
    double survival_cutoff =
        0.9;                  // cells are compared whose safety is at least so much of the best
    bool scores_all = false;  // also those that cannot be the best, for those who want to know them
    double progress_weight = 0.1;
    double stall_risk = 0.1, stall_decay = 0.3;
    double min_trap_probability = 0.02;  // traps that are less likely are not looked for
    std::size_t max_off_frontier =
        4;  // cells away from the clues are compared, those in corners first
    EndgameSolver::Limits endgame{0, 0};  // perfect play from so few layouts on
    EndgameSolver::Limits approximate_endgame{
        0, 0};  // nearly perfect play from so few on, by the cells that score best; when
                // that takes too long, with one guess fewer in each set
    bool extends_small_boards = true;  // from more layouts on, which takes up to a second
};

// How long to think about a guess: until either is reached. 0 seconds means not at all.
struct RolloutBudget {
    double seconds = 0.0;
    std::int64_t max_rollouts = 0;
    InterruptCheck is_interrupted = never_interrupted;
};

// Lowest exact risk; and the strongest player.
inline constexpr StrategyParameters kExact{};
inline constexpr StrategyParameters kExpert{
    .uses_lookahead = true,
    .endgame = {.max_layouts = 400, .max_work = 20'000'000},
    .approximate_endgame = {.max_layouts = 10'000, .max_work = 50'000'000, .max_candidates = 3}};

// The best first reveal: for an opening the cell three steps from a corner both ways (two on boards of up
// to 16x16), which opens much and leaves no strip between itself and the border; otherwise the corner, where
// a cell without neighbouring mines is most likely. Measured: see docs/research. Without an opening, a
// board that the policy can solve from the beginning is solved, and 5x5 boards have a book.
int first_cell(const Rules& rules, const StrategyParameters& parameters);

// Decides positions of one board, one after the other.
class MoveSelector {
   public:
    MoveSelector(const Grid& grid, int mines, const StrategyParameters& parameters);

    // What to do in a position: all certain cells, and the one to reveal next. By lowest risk that is the
    // one with the lowest chance of a mine. Of equal ones, first those that can tell something (with
    // undecided neighbours), then the one with the greatest chance that a safe cell follows, among the few
    // that have the most revealed neighbours; then the one with the fewest undecided neighbours, then the
    // first. When counting takes more states than a decision may, single clues decide.
    Decision select(const Knowledge& knowledge);

    // The cells that the last choice looked ahead from, with their scores, best first; none where it had no
    // need to.
    struct ScoredCell {
        std::int32_t cell;
        double score;
        WinEstimate win_estimate;
    };
    std::span<const ScoredCell> scored_cells() const { return scored_cells_; }
    // Of any undecided cell of the last position: of those that were not looked at, the chance to survive.
    WinEstimate win_estimate(int cell) const;

   private:
    struct Candidate {
        std::int32_t cell;
        std::int32_t revealed, undecided;  // neighbours
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

    // A trap is a pair of cells of which one is a mine and which no revealed cell will ever tell apart,
    // because all that could are mines. It costs half of the games in which it is there, sooner or later.
    // A reveal of one of the pair, or of a cell that could tell them apart, is the guess that it asks for.
    void find_traps(const Knowledge& knowledge, Budget& budget);
    void check_pair(const Knowledge& knowledge, int a, int b, Budget& budget);
    double& trap_bonus(int cell) { return trap_bonus_[static_cast<std::size_t>(cell)]; }

    // An endgame of a small board, which comes back in many games; also when it could not be solved.
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
    std::vector<double> trap_bonus_;  // by cell: what its reveal takes from the risk of traps
    std::vector<std::int32_t> cells_with_bonus_;
};

// The same on boards of any size, without the chance of progress.
Decision select_by_posterior(const Knowledge& knowledge, Budget& budget);

// What to reveal in a position that was counted already; -1 when only certain mines are left.
int best_cell(const Posterior& posterior, const StrategyParameters& parameters);

}  // namespace sapper
