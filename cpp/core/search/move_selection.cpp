#include "search/move_selection.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "search/opening_book.hpp"

namespace sapper {
namespace {

// Chances that differ by less are the same: they come from the same counts in another order.
constexpr double kSameChance = 1e-11;

// Far beyond what any decision takes: decisions are limited by states, which do not depend on how busy
// the machine is.
constexpr double kNoTimeLimit = 3600.0;

// Up to here an opening is best begun two steps from the corner; see docs/research.
constexpr int kSmallBoard = 16 * 16;

// Cells that are hardly ever safe are not worth a look, whatever else speaks for them.
constexpr double kLeastSafety = 0.1;

// What a counter takes.
constexpr std::size_t kMostWitnesses = 9;

// Of equal cells at most so many, the most revealed first, are asked what may follow.
constexpr std::size_t kMostCompared = 3;

// With at most so many cells revealed, nothing has opened yet; and by so much another cell is clearly safer
// than a corner. See docs/research.
constexpr int kBeforeOpening = 4;
constexpr double kClearlySafer = 0.02;

// In a late position so many of the best cells are followed to the end, and among them may be riskier ones.
constexpr std::size_t kMostLate = 8;
constexpr double kLateCutoff = 0.7;

constexpr int kSolvedBoard = 4 * 4, kNearlySolvedBoard = 5 * 5, kTinyBoard = 6 * 6;

// Small boards have time for more of their endgame: up to 4x4 for all of it.
Policy for_board(Policy policy, const Grid& grid) {
    Endgame::Limits& limits = policy.endgame;
    if (limits.layouts == 0 || !policy.solves_small_boards) return policy;
    const auto allow = [&](std::int64_t layouts, std::int64_t work) {
        limits.layouts = std::max(limits.layouts, layouts);
        limits.work = std::max(limits.work, work);
    };
    if (grid.cell_count() <= kSolvedBoard)
        allow(20'000, 2'000'000'000);
    else if (grid.cell_count() <= kNearlySolvedBoard)
        allow(150'000, 120'000'000);
    else if (grid.cell_count() <= kTinyBoard)
        allow(3'000, 100'000'000);
    if (grid.cell_count() <= kNearlySolvedBoard && policy.late.layouts > 0) {
        policy.late.layouts = std::max<std::int64_t>(policy.late.layouts, 400'000);
        policy.late.work = std::max<std::int64_t>(policy.late.work, 250'000'000);
    }
    return policy;
}

// Of a cell of which only the risk is known.
Prospect surviving(double risk) {
    Prospect prospect{.mean = 1.0 - risk};
    prospect.by_clue.fill(1.0);
    return prospect;
}

// Positions of a small board whose endgame is remembered, of about 50 bytes each.
constexpr std::size_t kMostRemembered = 200'000;

}  // namespace

int first_cell(const Rules& rules, const Policy& policy) {
    const Grid grid = rules.grid();
    // That the first cell is safe takes as many layouts away wherever it is, so the best one is the same.
    if (rules.start != Start::opening && rules.mines < grid.cell_count() && policy.endgame.layouts > 0) {
        if (grid.cell_count() <= kSolvedBoard)
            return Decider(grid, rules.mines, policy).choose(Knowledge(grid, rules.mines)).best;
        if (const int cell = first_cell_of_book(grid, rules.mines); cell >= 0) return cell;
    }
    if (rules.start != Start::opening) return grid.index(0, 0);
    const int steps = grid.cell_count() <= kSmallBoard ? 2 : 3;
    return grid.index(std::min(steps, (grid.height() - 1) / 2), std::min(steps, (grid.width() - 1) / 2));
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
    if (choice.best < 0) return choice;
    choice.risk = posterior.mine_probability(choice.best);
    choice.prospect = surviving(choice.risk);
    return choice;
}

int best_cell(const Posterior& posterior, const Policy& policy) {
    int safe = -1;
    posterior.grid().for_each_cell([&](int index) {
        if (safe < 0 && posterior.certainty(index) == Certainty::safe) safe = index;
    });
    if (safe >= 0) return safe;
    return Decider(posterior.grid(), posterior.mines(), policy).choose(posterior.knowledge()).best;
}

Decider::Decider(const Grid& grid, int mines, const Policy& policy)
    : policy_(for_board(policy, grid)), mines_(mines), outlook_(grid, mines),
      relief_(static_cast<std::size_t>(grid.padded_size()), 0.0) {}

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
    scored_.clear();
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
    if (play_endgame(knowledge, choice)) return choice;
    if (policy_.looks_ahead) {
        choice.best = second_cell_of_book(knowledge);
        if (choice.best < 0) choice.best = corner_to_open(knowledge, lowest);
        if (choice.best < 0) {
            choice.best = look_ahead(knowledge, lowest, budget);
            if (is_late()) play_late(knowledge, choice);
        }
        choice.risk = outlook_.mine_probability(choice.best);
        choice.prospect = prospect(choice.best);
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
    choice.prospect = surviving(choice.risk);
    return choice;
}

// A corner has the fewest neighbours and so the best chance to open. -1 when that is not the question.
int Decider::corner_to_open(const Knowledge& knowledge, double lowest) const {
    const Grid& grid = knowledge.grid();
    const int known_mines = mines_ - knowledge.mines_left();
    const int revealed = grid.cell_count() - knowledge.hidden_left() - known_mines;
    if (grid.cell_count() <= kTinyBoard || revealed > kBeforeOpening ||
        outlook_.rest_probability() > lowest + kClearlySafer)
        return -1;
    const int bottom = grid.height() - 1, right = grid.width() - 1;
    for (const int corner : {grid.index(bottom, 0), grid.index(0, right), grid.index(bottom, right),
                             grid.index(0, 0)})
        if (knowledge.is_hidden(corner) && !outlook_.is_on_frontier(corner)) return corner;
    return -1;
}

void Decider::add_candidate(const Knowledge& knowledge, int index) {
    Candidate candidate{index, 0, knowledge.undecided(index) - 1};  // without itself
    // A revealed neighbour would have put it on the frontier.
    if (outlook_.is_on_frontier(index))
        for (const int offset : knowledge.grid().neighbour_offsets())
            candidate.revealed += knowledge.is_revealed(index + offset);
    candidates_.push_back(candidate);
}

Decider::Ending Decider::end_by(const Knowledge& knowledge, const Endgame::Limits& limits,
                                std::span<const std::int32_t> first, Endings& known) {
    Ending ending;
    const bool is_remembered = knowledge.grid().cell_count() <= kTinyBoard;
    const std::uint64_t name = is_remembered ? knowledge.name() : 0;
    if (const auto found = known.find(name); is_remembered && found != known.end()) return found->second;
    ending.is_solved = endgame_.solve(knowledge, outlook_, limits, ending.solution, first);
    if (!ending.is_solved && limits.guesses < Endgame::kMostCells) {
        Endgame::Limits fewer = limits;
        --fewer.guesses;
        ending.is_solved = endgame_.solve(knowledge, outlook_, fewer, ending.solution, first);
    }
    if (known.size() >= kMostRemembered) known.clear();
    if (is_remembered) known[name] = ending;
    return ending;
}

bool Decider::play_endgame(const Knowledge& knowledge, Choice& choice) {
    const auto most = static_cast<double>(policy_.endgame.layouts);
    if (most < 1.0 || outlook_.log_layouts() > std::log(most + 0.5)) return false;
    const Ending ending = end_by(knowledge, policy_.endgame, {}, endings_);
    if (!ending.is_solved) return false;
    const Endgame::Solution& solution = ending.solution;
    choice.best = solution.best;
    choice.risk = solution.risk;
    choice.prospect = surviving(choice.risk);
    choice.is_solved = true;
    choice.chance = static_cast<double>(solution.wins) / static_cast<double>(solution.layouts);
    return true;
}

bool Decider::is_late() const {
    return policy_.late.layouts > 0 &&
           outlook_.log_layouts() < std::log(static_cast<double>(policy_.late.layouts) + 0.5);
}

void Decider::play_late(const Knowledge& knowledge, Choice& choice) {
    // On the smallest boards the score knows too little: there any cell may be first.
    std::array<std::int32_t, kMostLate> cells;
    const bool is_small = knowledge.grid().cell_count() <= kNearlySolvedBoard;
    const std::size_t count = is_small ? 0 : std::min(scored_.size(), kMostLate);
    for (std::size_t i = 0; i < count; ++i) cells[i] = scored_[i].cell;
    const Ending ending = end_by(knowledge, policy_.late, std::span(cells).first(count), late_endings_);
    choice.is_nearly_solved = ending.is_solved;
    if (ending.is_solved) choice.best = ending.solution.best;
}

void Decider::look_for_trap(const Knowledge& knowledge, int a, int b, Budget& budget) {
    if (!knowledge.is_hidden(a) || !knowledge.is_hidden(b)) return;
    const auto& offsets = knowledge.grid().neighbour_offsets();
    std::array<std::int32_t, 16> witnesses;  // undecided cells that would tell the two apart
    std::size_t count = 0;
    // A quick guess of the chance, on the high side: cells are taken to be somewhat alike.
    double chance = std::min(outlook_.mine_probability(a) + outlook_.mine_probability(b), 1.0);
    for (const auto& [from, other] : {std::pair{a, b}, std::pair{b, a}})
        for (const int offset : offsets) {
            const int cell = from + offset;
            const auto state = knowledge.state(cell);
            if (cell == other || state == Knowledge::border || state == Knowledge::mine ||
                std::ranges::find(offsets, cell - other) != offsets.end())
                continue;
            if (state != Knowledge::hidden) return;
            chance *= outlook_.mine_probability(cell) * 1.5;
            if (chance < policy_.least_trap) return;
            witnesses[count++] = cell;
        }
    if (count > kMostWitnesses) return;
    chance = outlook_.trap_chance(a, b, {witnesses.data(), count}, budget);
    witnesses[count++] = a;
    witnesses[count++] = b;
    for (const int cell : std::span(witnesses).first(count)) {
        if (relief(cell) == 0.0) relieved_.push_back(cell);
        relief(cell) += 0.5 * chance;
    }
}

void Decider::find_traps(const Knowledge& knowledge, Budget& budget) {
    for (const int cell : relieved_) relief(cell) = 0.0;
    relieved_.clear();
    const int stride = knowledge.grid().stride();
    for (const int cell : outlook_.frontier())
        for (const int step : {1, stride, stride + 1, stride - 1}) {
            look_for_trap(knowledge, cell, cell + step, budget);
            // A frontier cell there looks this way itself.
            if (knowledge.is_hidden(cell - step) && !outlook_.is_on_frontier(cell - step))
                look_for_trap(knowledge, cell - step, cell, budget);
        }
}

// Of the cells away from all clues, the few with the fewest undecided neighbours.
void Decider::add_off_frontier(const Knowledge& knowledge) {
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

int Decider::look_ahead(const Knowledge& knowledge, double lowest, Budget& budget) {
    find_traps(knowledge, budget);
    const bool follows_to_the_end = is_late();
    const double cutoff = follows_to_the_end ? std::min(policy_.cutoff, kLateCutoff) : policy_.cutoff;
    const double least_safety = (1.0 - lowest) * cutoff;
    candidates_.clear();
    for (const int cell : outlook_.frontier()) {
        const double safety = 1.0 - outlook_.mine_probability(cell);
        if (safety > kLeastSafety && safety + relief(cell) >= least_safety)
            add_candidate(knowledge, cell);
    }
    if (outlook_.rest_cells() > 0 && 1.0 - outlook_.rest_probability() >= least_safety)
        add_off_frontier(knowledge);
    std::ranges::sort(candidates_, [this](const Candidate& a, const Candidate& b) {
        // In steps, so that rounding does not decide.
        const auto risk = [this](int cell) { return std::llround(outlook_.mine_probability(cell) * 1e9); };
        return std::tuple(risk(a.cell), -a.revealed, a.cell) <
               std::tuple(risk(b.cell), -b.revealed, b.cell);
    });
    int best = -1;
    double best_score = -1.0;
    for (const Candidate& candidate : candidates_) {
        const double safety = 1.0 - outlook_.mine_probability(candidate.cell);
        const double most = safety * (1.0 + policy_.progress_weight * safety) + relief(candidate.cell);
        if (most <= best_score && !policy_.scores_all && !follows_to_the_end) continue;
        scored_.push_back(score(knowledge, candidate, budget));
        if (scored_.back().score > best_score + kSameChance) {
            best = candidate.cell;
            best_score = scored_.back().score;
        }
    }
    std::ranges::stable_sort(scored_, std::ranges::greater{}, &Scored::score);
    return best;
}

Decider::Scored Decider::score(const Knowledge& knowledge, const Candidate& candidate, Budget& budget) {
    int known_mines = 0;
    for (const int offset : knowledge.grid().neighbour_offsets())
        known_mines += knowledge.state(candidate.cell + offset) == Knowledge::mine;
    Prospect prospect;
    double progress = 0.0;
    for (const Outlook::Follow& follow : outlook_.what_if(candidate.cell, budget)) {
        double hope = follow.safety > 0.0 ? follow.safety : 1.0;  // with nothing uncertain left, the game is won
        if (follow.living > 0) {
            progress += follow.chance;
            hope = 1.0 - policy_.doubt * std::pow(policy_.doubt_factor, follow.living - 1);
        }
        prospect.mean += follow.chance * hope;
        if (follow.mines < 0)
            prospect.by_clue.fill(hope);
        else
            prospect.by_clue[static_cast<std::size_t>(known_mines + follow.mines)] = hope;
    }
    return {candidate.cell,
            prospect.mean * (1.0 + policy_.progress_weight * progress) + relief(candidate.cell), prospect};
}

Prospect Decider::prospect(int cell) const {
    const auto found = std::ranges::find(scored_, cell, &Scored::cell);
    if (found != scored_.end()) return found->prospect;
    return surviving(outlook_.mine_probability(cell));
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
