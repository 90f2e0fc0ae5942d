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
struct Prospect {
    double mean = 0.0;
    std::array<double, 9> by_clue{};
};

struct Choice {
    std::vector<std::int32_t> safe, mines;  // all that is certain and was not known before
    int best = -1;                          // -1 when only certain mines are left
    double risk = 1.0;                      // of `best`
    bool is_solved = false;                 // `best` is best play, which wins this share of all layouts
    double chance = 0.0;
    bool is_nearly_solved = false;          // `best` was followed to the end, by the best guesses
    Prospect prospect;                      // of `best`; all 0 where its risk is not exact
};

// The least risky cell as far as single clues tell: a cell is as risky as its most demanding clue says.
Choice choose_by_single_clues(const Knowledge& knowledge);

// How to guess where nothing is certain.
struct Policy {
    // Two plies instead of the lowest risk. The score of a cell is the sum over the clues that it may show
    // of their chance times what then is hoped for:
    //     s cells are certainly safe    1 - doubt * doubt_factor^(s - 1)
    //     none is                       the best chance to survive the next reveal
    // and all that times 1 + progress_weight * the chance that some cell becomes safe, plus relief: half of
    // the chance of each trap (see Decider) that the cell belongs to. How the numbers were found is in
    // docs/research. Until something has opened, the corners come first, unless a cell is clearly safer.
    bool looks_ahead = false;
    double cutoff = 0.9;  // cells are compared whose safety is at least so much of the best
    bool scores_all = false;  // also those that cannot be the best, for those who want to know them
    double progress_weight = 0.1;
    double doubt = 0.1, doubt_factor = 0.3;
    double least_trap = 0.02;             // traps that are less likely are not looked for
    std::size_t most_off_frontier = 4;    // cells away from the clues are compared, those in corners first
    Endgame::Limits endgame{0, 0};        // perfect play from so few layouts on
    Endgame::Limits late{0, 0};           // nearly perfect play from so few on, by the cells that score best; when
                                          // that takes too long, with one guess fewer in each set
    bool solves_small_boards = true;      // from more layouts on, which takes up to a second
};

// How long to think about a guess: until either is reached. 0 seconds means not at all.
struct Effort {
    double seconds = 0.0;
    std::int64_t games = 0;
    IsInterrupted is_interrupted = never_interrupted;
};

// Lowest exact risk; and the strongest player.
inline constexpr Policy kExact{};
inline constexpr Policy kExpert{.looks_ahead = true,
                                .endgame = {.layouts = 400, .work = 20'000'000},
                                .late = {.layouts = 10'000, .work = 50'000'000, .guesses = 3}};

// The best first reveal: for an opening the cell three steps from a corner both ways (two on boards of up
// to 16x16), which opens much and leaves no strip between itself and the border; otherwise the corner, where
// a cell without neighbouring mines is most likely. Measured: see docs/research. Without an opening, a
// board that the policy can solve from the beginning is solved, and 5x5 boards have a book.
int first_cell(const Rules& rules, const Policy& policy);

// Decides positions of one board, one after the other.
class Decider {
   public:
    Decider(const Grid& grid, int mines, const Policy& policy);

    // What to do in a position: all certain cells, and the one to reveal next. By lowest risk that is the
    // one with the lowest chance of a mine. Of equal ones, first those that can tell something (with
    // undecided neighbours), then the one with the greatest chance that a safe cell follows, among the few
    // that have the most revealed neighbours; then the one with the fewest undecided neighbours, then the
    // first. When counting takes more states than a decision may, single clues decide.
    Choice choose(const Knowledge& knowledge);

    // The cells that the last choice looked ahead from, with their scores, best first; none where it had no
    // need to.
    struct Scored {
        std::int32_t cell;
        double score;
        Prospect prospect;
    };
    std::span<const Scored> scored() const { return scored_; }
    // Of any undecided cell of the last position: of those that were not looked at, the chance to survive.
    Prospect prospect(int cell) const;

   private:
    struct Candidate {
        std::int32_t cell;
        std::int32_t revealed, undecided;  // neighbours
    };
    Choice choose_by_outlook(const Knowledge& knowledge, Budget& budget);
    bool play_endgame(const Knowledge& knowledge, Choice& choice);
    bool is_late() const;
    void play_late(const Knowledge& knowledge, Choice& choice);
    int break_tie(Budget& budget);
    int look_ahead(const Knowledge& knowledge, double lowest, Budget& budget);
    int corner_to_open(const Knowledge& knowledge, double lowest) const;
    Scored score(const Knowledge& knowledge, const Candidate& candidate, Budget& budget);
    void add_candidate(const Knowledge& knowledge, int index);
    void add_off_frontier(const Knowledge& knowledge);

    // A trap is a pair of cells of which one is a mine and which no revealed cell will ever tell apart,
    // because all that could are mines. It costs half of the games in which it is there, sooner or later.
    // A reveal of one of the pair, or of a cell that could tell them apart, is the guess that it asks for.
    void find_traps(const Knowledge& knowledge, Budget& budget);
    void look_for_trap(const Knowledge& knowledge, int a, int b, Budget& budget);
    double& relief(int cell) { return relief_[static_cast<std::size_t>(cell)]; }

    // An endgame of a small board, which comes back in many games; also when it could not be solved.
    struct Ending {
        bool is_solved = false;
        Endgame::Solution solution;
    };
    using Endings = std::unordered_map<std::uint64_t, Ending>;
    Ending end_by(const Knowledge& knowledge, const Endgame::Limits& limits,
                  std::span<const std::int32_t> first, Endings& known);

    const Policy policy_;
    const int mines_;
    Outlook outlook_;
    Endgame endgame_;
    Endings endings_, late_endings_;
    std::vector<Candidate> candidates_;
    std::vector<Scored> scored_;
    std::vector<double> relief_;  // by cell: what its reveal takes from the risk of traps
    std::vector<std::int32_t> relieved_;
};

// The same on boards of any size, without the chance of progress.
Choice choose_by_posterior(const Knowledge& knowledge, Budget& budget);

// What to reveal in a position that was counted already; -1 when only certain mines are left.
int best_cell(const Posterior& posterior, const Policy& policy);

}  // namespace sapper
