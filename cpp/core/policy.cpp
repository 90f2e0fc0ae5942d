#include "policy.hpp"

#include <algorithm>
#include <tuple>

namespace sapper {
namespace {

// Chances that differ by less are the same: they come from the same counts in another order.
constexpr double kSameChance = 1e-11;

// Far beyond what any decision takes: decisions are limited by states, which do not depend on how busy
// the machine is.
constexpr double kNoTimeLimit = 3600.0;

}  // namespace

int first_cell(const Grid& grid, Start start) {
    if (start != Start::opening) return grid.index(0, 0);
    return grid.index(std::min(3, (grid.height() - 1) / 2), std::min(3, (grid.width() - 1) / 2));
}

int safest_cell(const Posterior& posterior) {
    const Grid& grid = posterior.grid();
    double lowest = 1.0;
    grid.for_each_cell([&](int index) {
        if (posterior.certainty(index) == Certainty::none ||
            posterior.certainty(index) == Certainty::safe)
            lowest = std::min(lowest, posterior.mine_probability(index));
    });
    int best = -1;
    std::tuple<bool, int, int> best_rank;
    grid.for_each_cell([&](int index) {
        const Certainty certainty = posterior.certainty(index);
        if (certainty == Certainty::revealed || certainty == Certainty::mine ||
            posterior.mine_probability(index) > lowest + kSameChance)
            return;
        int revealed = 0, undecided = 0;
        for (const int offset : grid.neighbour_offsets()) {
            const int neighbour = index + offset;
            if (!grid.contains(grid.row(neighbour), grid.column(neighbour))) continue;
            revealed += posterior.certainty(neighbour) == Certainty::revealed;
            undecided += posterior.certainty(neighbour) == Certainty::none;
        }
        const std::tuple rank{undecided == 0, -revealed, undecided};
        if (best < 0 || rank < best_rank) {
            best = index;
            best_rank = rank;
        }
    });
    return best;
}

Choice choose_by_single_clues(const Knowledge& knowledge) {
    Choice choice;
    const Grid& grid = knowledge.grid();
    const double elsewhere = static_cast<double>(std::max(knowledge.mines_left(), 0)) /
                             std::max(knowledge.hidden_left(), 1);
    grid.for_each_cell([&](int index) {
        if (!knowledge.is_hidden(index)) return;
        double risk = -1.0;
        knowledge.for_each_neighbour(index, Knowledge::open, [&](int clue) {
            if (knowledge.undecided(clue) > 0)
                risk = std::max(risk, static_cast<double>(knowledge.need(clue)) /
                                          knowledge.undecided(clue));
        });
        if (risk < 0.0) risk = elsewhere;
        if (choice.best < 0 || risk < choice.risk) {
            choice.best = index;
            choice.risk = risk;
        }
    });
    return choice;
}

Choice choose(const Knowledge& knowledge, std::int64_t states) {
    Choice choice;
    try {
        Budget budget(kNoTimeLimit, states);
        const Posterior posterior(knowledge, budget);
        knowledge.grid().for_each_cell([&](int index) {
            if (!knowledge.is_hidden(index)) return;
            if (posterior.certainty(index) == Certainty::safe) choice.safe.push_back(index);
            if (posterior.certainty(index) == Certainty::mine) choice.mines.push_back(index);
        });
        choice.best = choice.safe.empty() ? safest_cell(posterior) : choice.safe.front();
        if (choice.best >= 0) choice.risk = posterior.mine_probability(choice.best);
    } catch (const LimitReached&) {
        return choose_by_single_clues(knowledge);
    }
    return choice;
}

}  // namespace sapper
