// Which cell to reveal next.
#pragma once

#include <cstdint>
#include <vector>

#include "endgame.hpp"
#include "outlook.hpp"
#include "posterior.hpp"
#include "rules.hpp"

namespace sapper {

// The best first reveal: for an opening the cell three steps from a corner both ways, which opens much
// and leaves no strip between itself and the border; otherwise the corner, where a cell without
// neighbouring mines is most likely. Measured with this policy on 30x16/99: see docs/research.
int first_cell(const Grid& grid, Start start);

// The cell with the lowest chance of a mine; -1 when all are revealed or certain mines. Of equal ones,
// first those that can tell something (with undecided neighbours), then the one with the most revealed
// neighbours, then the one with the fewest undecided neighbours, then the first.
int safest_cell(const Posterior& posterior);

// The states that one decision may take; beyond, it goes by what single clues tell. A limit of states,
// not of time: games must not depend on how busy the machine is.
inline constexpr std::int64_t kDecisionStates = 1'000'000;

struct Choice {
    std::vector<std::int32_t> safe, mines;  // all that is certain and was not known before
    int best = -1;                          // -1 when only certain mines are left
    double risk = 1.0;                      // of `best`
};

// The least risky cell as far as single clues tell: a cell is as risky as its most demanding clue says.
Choice choose_by_single_clues(const Knowledge& knowledge);

// How to guess.
struct Policy {
    bool looks_ahead = false;        // two plies instead of the lowest risk
    double cutoff = 0.9;             // cells are looked at whose safety is at least so much of the best
    double progress_weight = 0.1;
    double second_weight = 0.0;
    std::size_t most_off_frontier = 4;
    Endgame::Limits endgame{0, 0};
};

// Decides positions of one board, one after the other.
class Decider {
   public:
    Decider(const Grid& grid, int mines, const Policy& policy = {})
        : policy_(policy), outlook_(grid, mines) {}

    // What to do in a position: all certain cells, and the one to reveal next. That is the one with the
    // lowest chance of a mine. Of equal ones, first those that can tell something (with undecided
    // neighbours), then the one with the greatest chance that a safe cell follows, among the few that
    // have the most revealed neighbours; then the one with the fewest undecided neighbours, then the
    // first. When counting takes more states than a decision may, single clues decide.
    Choice choose(const Knowledge& knowledge);

   private:
    struct Candidate {
        std::int32_t cell;
        std::int32_t revealed, undecided;  // neighbours
        double progress;
    };
    Choice choose_by_outlook(const Knowledge& knowledge, Budget& budget);
    int break_tie(Budget& budget);
    int look_ahead(const Knowledge& knowledge, double lowest, Budget& budget);
    void add_candidate(const Knowledge& knowledge, int index);

    const Policy policy_;
    Outlook outlook_;
    Endgame endgame_;
    std::vector<Candidate> candidates_;
};

// The same on boards of any size, without the chance of progress.
Choice choose_by_posterior(const Knowledge& knowledge, Budget& budget);

// What to reveal in a position that was counted already; -1 when only certain mines are left.
int best_cell(const Posterior& posterior);

}  // namespace sapper
