#include "policy.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace sapper {
namespace {

// Chances that differ by less are the same: they come from the same counts in another order.
constexpr double kSameChance = 1e-11;

// Far beyond what any decision takes: decisions are limited by states, which do not depend on how busy
// the machine is.
constexpr double kNoTimeLimit = 3600.0;

// Of equal cells at most so many, the most revealed first, are asked what may follow.
constexpr std::size_t kMostCompared = 3;

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

Choice choose_by_posterior(const Knowledge& knowledge, Budget& budget) {
    Choice choice;
    const Posterior posterior(knowledge, budget);
    knowledge.grid().for_each_cell([&](int index) {
        if (!knowledge.is_hidden(index)) return;
        if (posterior.certainty(index) == Certainty::safe) choice.safe.push_back(index);
        if (posterior.certainty(index) == Certainty::mine) choice.mines.push_back(index);
    });
    choice.best = choice.safe.empty() ? safest_cell(posterior) : choice.safe.front();
    if (choice.best >= 0) choice.risk = posterior.mine_probability(choice.best);
    return choice;
}

int best_cell(const Posterior& posterior) {
    int safe = -1;
    posterior.grid().for_each_cell([&](int index) {
        if (safe < 0 && posterior.certainty(index) == Certainty::safe) safe = index;
    });
    if (safe >= 0) return safe;
    return Decider(posterior.grid(), posterior.mines()).choose(posterior.knowledge()).best;
}

Choice Decider::choose(const Knowledge& knowledge) {
    try {
        Budget budget(kNoTimeLimit, kDecisionStates);
        try {
            return choose_by_outlook(knowledge, budget);
        } catch (const OutOfRange&) {
            return choose_by_posterior(knowledge, budget);
        }
    } catch (const LimitReached&) {
        return choose_by_single_clues(knowledge);
    }
}

Choice Decider::choose_by_outlook(const Knowledge& knowledge, Budget& budget) {
    outlook_.read(knowledge, budget);
    Choice choice;
    choice.safe.assign(outlook_.safe().begin(), outlook_.safe().end());
    choice.mines.assign(outlook_.mines().begin(), outlook_.mines().end());
    if (!choice.safe.empty()) {
        choice.best = choice.safe.front();
        choice.risk = 0.0;
        return choice;
    }
    double lowest = outlook_.rest_cells() > 0 ? outlook_.rest_probability() : 1.0;
    for (const int cell : outlook_.frontier())
        lowest = std::min(lowest, outlook_.mine_probability(cell));
    if (lowest == 1.0) return choice;
    if (policy_.endgame.layouts > 0 &&
        outlook_.log_layouts() < std::log(static_cast<double>(policy_.endgame.layouts) + 0.5)) {
        Endgame::Solution solution;
        if (endgame_.solve(knowledge, outlook_, policy_.endgame, solution)) {
            choice.best = solution.best;
            choice.risk = solution.risk;
            return choice;
        }
    }
    if (policy_.looks_ahead) {
        choice.best = look_ahead(knowledge, lowest, budget);
        choice.risk = outlook_.mine_probability(choice.best);
        return choice;
    }
    candidates_.clear();
    for (const int cell : outlook_.frontier())
        if (outlook_.mine_probability(cell) <= lowest + kSameChance) add_candidate(knowledge, cell);
    if (outlook_.rest_cells() > 0 && outlook_.rest_probability() <= lowest + kSameChance)
        knowledge.grid().for_each_cell([&](int index) {
            if (knowledge.is_hidden(index) && !outlook_.is_on_frontier(index))
                add_candidate(knowledge, index);
        });
    choice.best = break_tie(budget);
    choice.risk = outlook_.mine_probability(choice.best);
    return choice;
}

void Decider::add_candidate(const Knowledge& knowledge, int index) {
    const Grid& grid = knowledge.grid();
    Candidate candidate{index, 0, 0, 0.0};
    for (const int offset : grid.neighbour_offsets()) {
        candidate.revealed += knowledge.is_revealed(index + offset);
        candidate.undecided += knowledge.is_hidden(index + offset);
    }
    candidates_.push_back(candidate);
}

int Decider::look_ahead(const Knowledge& knowledge, double lowest, Budget& budget) {
    const double least_safety = (1.0 - lowest) * policy_.cutoff;
    candidates_.clear();
    for (const int cell : outlook_.frontier())
        if (1.0 - outlook_.mine_probability(cell) >= least_safety) add_candidate(knowledge, cell);
    if (outlook_.rest_cells() > 0 && 1.0 - outlook_.rest_probability() >= least_safety) {
        const std::size_t before = candidates_.size();
        knowledge.grid().for_each_cell([&](int index) {
            if (knowledge.is_hidden(index) && !outlook_.is_on_frontier(index))
                add_candidate(knowledge, index);
        });
        const auto first = candidates_.begin() + static_cast<std::ptrdiff_t>(before);
        const std::size_t kept = std::min(policy_.most_off_frontier, candidates_.size() - before);
        std::partial_sort(first, first + static_cast<std::ptrdiff_t>(kept), candidates_.end(),
                          [](const Candidate& a, const Candidate& b) {
                              return std::pair(a.undecided, a.cell) < std::pair(b.undecided, b.cell);
                          });
        candidates_.resize(before + kept);
    }
    std::ranges::sort(candidates_, [this](const Candidate& a, const Candidate& b) {
        const double x = outlook_.mine_probability(a.cell), y = outlook_.mine_probability(b.cell);
        return x != y ? x < y : std::pair(-a.revealed, a.cell) < std::pair(-b.revealed, b.cell);
    });
    int best = -1;
    double best_score = -1.0;
    for (const Candidate& candidate : candidates_) {
        const double safety = 1.0 - outlook_.mine_probability(candidate.cell);
        if (safety * (1.0 + policy_.progress_weight * safety) <= best_score) break;
        double score = 0.0, progress = 0.0;
        for (const Outlook::Follow& follow : outlook_.what_if(candidate.cell, budget)) {
            score += follow.chance *
                     (follow.has_safe ? 1.0
                                      : (follow.safety + policy_.second_weight * follow.second) /
                                            (1.0 + policy_.second_weight));
            if (follow.has_safe) progress += follow.chance;
        }
        score *= 1.0 + policy_.progress_weight * progress;
        if (score > best_score + kSameChance) {
            best = candidate.cell;
            best_score = score;
        }
    }
    return best;
}

int Decider::break_tie(Budget& budget) {
    const auto is_before = [](const Candidate& a, const Candidate& b) {
        return std::tuple(a.undecided == 0, -a.revealed, a.undecided, a.cell) <
               std::tuple(b.undecided == 0, -b.revealed, b.undecided, b.cell);
    };
    const auto count = std::min<std::size_t>(candidates_.size(), kMostCompared);
    std::ranges::partial_sort(candidates_, candidates_.begin() + static_cast<std::ptrdiff_t>(count),
                              is_before);
    if (count == 1 || candidates_[0].undecided == 0 || candidates_[0].revealed == 0)
        return candidates_[0].cell;
    int best = candidates_[0].cell;
    double best_progress = -1.0;
    for (std::size_t i = 0; i < count; ++i) {
        const Candidate& candidate = candidates_[i];
        if (candidate.undecided == 0 || candidate.revealed == 0) break;
        const double progress = outlook_.progress(candidate.cell, budget);
        if (progress > best_progress + kSameChance) {
            best = candidate.cell;
            best_progress = progress;
        }
    }
    return best;
}

}  // namespace sapper
