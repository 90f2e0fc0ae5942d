#include "search/expert_move_selection.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "search/small_board_book.hpp"

namespace sapper {
namespace {

// Probabilities that differ by less than this tolerance count as equal.
constexpr double kProbabilityTolerance = 1e-11;

// A time limit that is never reached, because the state limit stops each decision first.
constexpr double kNoTimeLimit = 3600.0;

// On boards with at most this many cells, the best first cell under the `opening` start rule is two
// steps from a corner.
constexpr int kMaxTwoStepCells = 16 * 16;

// The minimum survival probability of a candidate.
constexpr double kMinSurvival = 0.1;

// The maximum number of witnesses per trap.
constexpr std::size_t kMaxWitnesses = 9;

// The maximum number of tied cells to compare by progress probability.
constexpr std::size_t kMaxTieCandidates = 3;

// A game with at most this many revealed cells counts as having no opening yet. Before an opening,
// the next reveal is a corner unless another cell is safer by more than a small margin (see
// docs/research/expert.md).
constexpr int kMaxRevealedBeforeOpening = 4;
constexpr double kCornerRiskMargin = 0.02;

// The maximum number of root candidates in the approximate endgame search, and their survival
// cutoff.
constexpr std::size_t kMaxApproximateRoots = 8;
constexpr double kApproximateCutoff = 0.7;

constexpr int kMaxSolvedCells = 4 * 4, kMaxNearlySolvedCells = 5 * 5, kMaxSmallBoardCells = 6 * 6;

// Raises the endgame limits on small boards. Boards with up to 16 cells are solved completely.
StrategyParameters adapt_to_board(StrategyParameters parameters, const Grid& grid) {
    EndgameSolver::Limits& limits = parameters.endgame;
    if (limits.max_layouts == 0 || !parameters.extends_small_boards) return parameters;
    const auto allow = [&](std::int64_t layouts, std::int64_t work) {
        limits.max_layouts = std::max(limits.max_layouts, layouts);
        limits.max_work = std::max(limits.max_work, work);
    };
    if (grid.cell_count() <= kMaxSolvedCells)
        allow(20'000, 2'000'000'000);
    else if (grid.cell_count() <= kMaxNearlySolvedCells)
        allow(150'000, 120'000'000);
    else if (grid.cell_count() <= kMaxSmallBoardCells)
        allow(3'000, 100'000'000);
    if (grid.cell_count() <= kMaxNearlySolvedCells &&
        parameters.approximate_endgame.max_layouts > 0) {
        parameters.approximate_endgame.max_layouts =
            std::max<std::int64_t>(parameters.approximate_endgame.max_layouts, 400'000);
        parameters.approximate_endgame.max_work =
            std::max<std::int64_t>(parameters.approximate_endgame.max_work, 250'000'000);
    }
    return parameters;
}

// Returns a cell's win estimate when only its risk is known.
WinEstimate survival_estimate(double risk) {
    WinEstimate win_estimate{.mean = 1.0 - risk};
    win_estimate.by_clue.fill(1.0);
    return win_estimate;
}

// A cached endgame takes about 50 bytes.
constexpr std::size_t kMaxCachedEndgames = 200'000;

}

int first_cell(const Rules& rules, const StrategyParameters& parameters) {
    const Grid grid = rules.grid();
    // Guaranteeing a safe first cell excludes the same number of layouts for every cell. The best
    // first cell is therefore the same under the `any` and `safe` start rules.
    if (rules.start != Start::opening && rules.mines < grid.cell_count() &&
        parameters.endgame.max_layouts > 0) {
        if (grid.cell_count() <= kMaxSolvedCells)
            return MoveSelector(grid, rules.mines, parameters)
                .select(Knowledge(grid, rules.mines))
                .best;
        if (const int cell = book_first_cell(grid, rules.mines); cell >= 0) return cell;
    }
    if (rules.start != Start::opening) return grid.index(0, 0);
    const int steps = grid.cell_count() <= kMaxTwoStepCells ? 2 : 3;
    return grid.index(std::min(steps, (grid.height() - 1) / 2),
                      std::min(steps, (grid.width() - 1) / 2));
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
            posterior.mine_probability(index) > lowest + kProbabilityTolerance)
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

Decision select_by_single_clues(const Knowledge& knowledge) {
    Decision decision;
    const Grid& grid = knowledge.grid();
    const double elsewhere = static_cast<double>(std::max(knowledge.mines_left(), 0)) /
                             std::max(knowledge.hidden_left(), 1);
    grid.for_each_cell([&](int index) {
        if (!knowledge.is_hidden(index)) return;
        double risk = -1.0;
        knowledge.for_each_neighbour(index, Knowledge::open, [&](int clue) {
            if (knowledge.undecided(clue) > 0)
                risk = std::max(
                    risk, static_cast<double>(knowledge.need(clue)) / knowledge.undecided(clue));
        });
        if (risk < 0.0) risk = elsewhere;
        if (decision.best < 0 || risk < decision.risk) {
            decision.best = index;
            decision.risk = risk;
        }
    });
    return decision;
}

Decision select_by_posterior(const Knowledge& knowledge, Budget& budget) {
    Decision decision;
    const Posterior posterior(knowledge, budget);
    knowledge.grid().for_each_cell([&](int index) {
        if (!knowledge.is_hidden(index)) return;
        if (posterior.certainty(index) == Certainty::safe) decision.safe.push_back(index);
        if (posterior.certainty(index) == Certainty::mine) decision.mines.push_back(index);
    });
    decision.best = decision.safe.empty() ? safest_cell(posterior) : decision.safe.front();
    if (decision.best < 0) return decision;
    decision.risk = posterior.mine_probability(decision.best);
    decision.win_estimate = survival_estimate(decision.risk);
    return decision;
}

int best_cell(const Posterior& posterior, const StrategyParameters& parameters) {
    int safe = -1;
    posterior.grid().for_each_cell([&](int index) {
        if (safe < 0 && posterior.certainty(index) == Certainty::safe) safe = index;
    });
    if (safe >= 0) return safe;
    return MoveSelector(posterior.grid(), posterior.mines(), parameters)
        .select(posterior.knowledge())
        .best;
}

MoveSelector::MoveSelector(const Grid& grid, int mines, const StrategyParameters& parameters)
    : parameters_(adapt_to_board(parameters, grid)), mines_(mines), posterior_(grid, mines),
      trap_bonus_(static_cast<std::size_t>(grid.padded_size()), 0.0) {}

Decision MoveSelector::select(const Knowledge& knowledge) {
    try {
        Budget budget(kNoTimeLimit, kDecisionStates);
        try {
            return select_by_fast_posterior(knowledge, budget);
        } catch (const WeightsOutOfRange&) {
            return select_by_posterior(knowledge, budget);
        }
    } catch (const LimitReached&) {
        return select_by_single_clues(knowledge);
    }
}

Decision MoveSelector::select_by_fast_posterior(const Knowledge& knowledge, Budget& budget) {
    scored_cells_.clear();
    posterior_.compute(knowledge, budget);
    Decision decision;
    decision.safe.assign(posterior_.safe().begin(), posterior_.safe().end());
    decision.mines.assign(posterior_.mines().begin(), posterior_.mines().end());
    if (!decision.safe.empty()) {
        decision.best = decision.safe.front();
        decision.risk = 0.0;
        return decision;
    }
    double lowest = posterior_.rest_cells() > 0 ? posterior_.rest_probability() : 1.0;
    for (const int cell : posterior_.frontier())
        lowest = std::min(lowest, posterior_.mine_probability(cell));
    if (lowest == 1.0) return decision;
    if (select_by_endgame(knowledge, decision)) return decision;
    if (parameters_.uses_lookahead) {
        decision.best = book_second_cell(knowledge);
        if (decision.best < 0) decision.best = opening_corner(knowledge, lowest);
        if (decision.best < 0) {
            decision.best = select_by_lookahead(knowledge, lowest, budget);
            if (is_near_endgame()) select_by_approximate_endgame(knowledge, decision);
        }
        decision.risk = posterior_.mine_probability(decision.best);
        decision.win_estimate = win_estimate(decision.best);
        return decision;
    }
    candidates_.clear();
    for (const int cell : posterior_.frontier())
        if (posterior_.mine_probability(cell) <= lowest + kProbabilityTolerance)
            add_candidate(knowledge, cell);
    if (posterior_.rest_cells() > 0 &&
        posterior_.rest_probability() <= lowest + kProbabilityTolerance)
        knowledge.grid().for_each_cell([&](int index) {
            if (knowledge.is_hidden(index) && !posterior_.is_on_frontier(index))
                add_candidate(knowledge, index);
        });
    decision.best = break_tie(budget);
    decision.risk = posterior_.mine_probability(decision.best);
    decision.win_estimate = survival_estimate(decision.risk);
    return decision;
}

// If no opening has been revealed yet, returns a hidden corner off the frontier, because corners
// are most likely to belong to an opening. Returns -1 if no corner qualifies.
int MoveSelector::opening_corner(const Knowledge& knowledge, double lowest) const {
    const Grid& grid = knowledge.grid();
    const int known_mines = mines_ - knowledge.mines_left();
    const int revealed = grid.cell_count() - knowledge.hidden_left() - known_mines;
    if (grid.cell_count() <= kMaxSmallBoardCells || revealed > kMaxRevealedBeforeOpening ||
        posterior_.rest_probability() > lowest + kCornerRiskMargin)
        return -1;
    const int bottom = grid.height() - 1, right = grid.width() - 1;
    for (const int corner :
         {grid.index(bottom, 0), grid.index(0, right), grid.index(bottom, right), grid.index(0, 0)})
        if (knowledge.is_hidden(corner) && !posterior_.is_on_frontier(corner)) return corner;
    return -1;
}

void MoveSelector::add_candidate(const Knowledge& knowledge, int index) {
    // Subtracting 1 excludes the cell itself from the number of undecided neighbours.
    Candidate candidate{index, 0, knowledge.undecided(index) - 1};
    // A cell off the frontier has no revealed neighbours.
    if (posterior_.is_on_frontier(index))
        for (const int offset : knowledge.grid().neighbour_offsets())
            candidate.revealed += knowledge.is_revealed(index + offset);
    candidates_.push_back(candidate);
}

MoveSelector::CachedEndgame MoveSelector::solve_cached(const Knowledge& knowledge,
                                                       const EndgameSolver::Limits& limits,
                                                       std::span<const std::int32_t> first,
                                                       EndgameCache& cache) {
    CachedEndgame cached;
    const bool is_cacheable = knowledge.grid().cell_count() <= kMaxSmallBoardCells;
    const std::uint64_t key = is_cacheable ? knowledge.key() : 0;
    if (const auto found = cache.find(key); is_cacheable && found != cache.end())
        return found->second;
    cached.is_solved = endgame_.solve(knowledge, posterior_, limits, cached.solution, first);
    if (!cached.is_solved && limits.max_candidates < EndgameSolver::kMaxCells) {
        EndgameSolver::Limits fewer = limits;
        --fewer.max_candidates;
        cached.is_solved = endgame_.solve(knowledge, posterior_, fewer, cached.solution, first);
    }
    if (cache.size() >= kMaxCachedEndgames) cache.clear();
    if (is_cacheable) cache[key] = cached;
    return cached;
}

bool MoveSelector::select_by_endgame(const Knowledge& knowledge, Decision& decision) {
    const auto upper_bound = static_cast<double>(parameters_.endgame.max_layouts);
    if (upper_bound < 1.0 || posterior_.log_layouts() > std::log(upper_bound + 0.5)) return false;
    const CachedEndgame cached = solve_cached(knowledge, parameters_.endgame, {}, endgame_cache_);
    if (!cached.is_solved) return false;
    const EndgameSolver::Solution& solution = cached.solution;
    decision.best = solution.best;
    decision.risk = solution.risk;
    decision.win_estimate = survival_estimate(decision.risk);
    decision.is_solved = true;
    decision.win_probability =
        static_cast<double>(solution.wins) / static_cast<double>(solution.layouts);
    return true;
}

bool MoveSelector::is_near_endgame() const {
    return parameters_.approximate_endgame.max_layouts > 0 &&
           posterior_.log_layouts() <
               std::log(static_cast<double>(parameters_.approximate_endgame.max_layouts) + 0.5);
}

void MoveSelector::select_by_approximate_endgame(const Knowledge& knowledge, Decision& decision) {
    // On the smallest boards, the scores are unreliable, so the search considers every cell.
    std::array<std::int32_t, kMaxApproximateRoots> cells;
    const bool is_small = knowledge.grid().cell_count() <= kMaxNearlySolvedCells;
    const std::size_t count = is_small ? 0 : std::min(scored_cells_.size(), kMaxApproximateRoots);
    for (std::size_t i = 0; i < count; ++i) cells[i] = scored_cells_[i].cell;
    const CachedEndgame cached = solve_cached(knowledge, parameters_.approximate_endgame,
                                              std::span(cells).first(count), approximate_cache_);
    decision.is_approximate = cached.is_solved;
    if (cached.is_solved) decision.best = cached.solution.best;
}

void MoveSelector::check_pair(const Knowledge& knowledge, int a, int b, Budget& budget) {
    if (!knowledge.is_hidden(a) || !knowledge.is_hidden(b)) return;
    const auto& offsets = knowledge.grid().neighbour_offsets();
    // The undecided cells whose clues could distinguish the two cells of the pair.
    std::array<std::int32_t, 16> witnesses;
    std::size_t count = 0;
    // The product overestimates the trap probability, because its factor of 1.5 per cell allows for
    // correlations.
    double probability =
        std::min(posterior_.mine_probability(a) + posterior_.mine_probability(b), 1.0);
    for (const auto& [from, other] : {std::pair{a, b}, std::pair{b, a}})
        for (const int offset : offsets) {
            const int cell = from + offset;
            const auto state = knowledge.state(cell);
            if (cell == other || state == Knowledge::border || state == Knowledge::mine ||
                std::ranges::find(offsets, cell - other) != offsets.end())
                continue;
            if (state != Knowledge::hidden) return;
            probability *= posterior_.mine_probability(cell) * 1.5;
            if (probability < parameters_.min_trap_probability) return;
            witnesses[count++] = cell;
        }
    if (count > kMaxWitnesses) return;
    probability = posterior_.trap_probability(a, b, {witnesses.data(), count}, budget);
    witnesses[count++] = a;
    witnesses[count++] = b;
    for (const int cell : std::span(witnesses).first(count)) {
        if (trap_bonus(cell) == 0.0) cells_with_bonus_.push_back(cell);
        trap_bonus(cell) += 0.5 * probability;
    }
}

void MoveSelector::find_traps(const Knowledge& knowledge, Budget& budget) {
    for (const int cell : cells_with_bonus_) trap_bonus(cell) = 0.0;
    cells_with_bonus_.clear();
    const int stride = knowledge.grid().stride();
    for (const int cell : posterior_.frontier())
        for (const int step : {1, stride, stride + 1, stride - 1}) {
            check_pair(knowledge, cell, cell + step, budget);
            // If `cell - step` is also on the frontier, the loop checks the pair when it reaches
            // that cell.
            if (knowledge.is_hidden(cell - step) && !posterior_.is_on_frontier(cell - step))
                check_pair(knowledge, cell - step, cell, budget);
        }
}

// Adds up to max_off_frontier cells off the frontier, starting with those with the fewest undecided
// neighbours.
void MoveSelector::add_off_frontier(const Knowledge& knowledge) {
    const std::size_t before = candidates_.size();
    knowledge.grid().for_each_cell([&](int index) {
        if (knowledge.is_hidden(index) && !posterior_.is_on_frontier(index))
            add_candidate(knowledge, index);
    });
    const auto first = candidates_.begin() + static_cast<std::ptrdiff_t>(before);
    const std::size_t kept = std::min(parameters_.max_off_frontier, candidates_.size() - before);
    std::partial_sort(first, first + static_cast<std::ptrdiff_t>(kept), candidates_.end(),
                      [](const Candidate& a, const Candidate& b) {
                          return std::pair(a.undecided, a.cell) < std::pair(b.undecided, b.cell);
                      });
    candidates_.resize(before + kept);
}

int MoveSelector::select_by_lookahead(const Knowledge& knowledge, double lowest, Budget& budget) {
    find_traps(knowledge, budget);
    const bool is_approximate = is_near_endgame();
    const double survival_cutoff = is_approximate
                                       ? std::min(parameters_.survival_cutoff, kApproximateCutoff)
                                       : parameters_.survival_cutoff;
    const double min_survival = (1.0 - lowest) * survival_cutoff;
    candidates_.clear();
    for (const int cell : posterior_.frontier()) {
        const double survival = 1.0 - posterior_.mine_probability(cell);
        if (survival > kMinSurvival && survival + trap_bonus(cell) >= min_survival)
            add_candidate(knowledge, cell);
    }
    if (posterior_.rest_cells() > 0 && 1.0 - posterior_.rest_probability() >= min_survival)
        add_off_frontier(knowledge);
    std::ranges::sort(candidates_, [this](const Candidate& a, const Candidate& b) {
        // Rounding the risk keeps floating-point errors from affecting the order.
        const auto risk = [this](int cell) {
            return std::llround(posterior_.mine_probability(cell) * 1e9);
        };
        return std::tuple(risk(a.cell), -a.revealed, a.cell) <
               std::tuple(risk(b.cell), -b.revealed, b.cell);
    });
    int best = -1;
    double best_score = -1.0;
    for (const Candidate& candidate : candidates_) {
        const double survival = 1.0 - posterior_.mine_probability(candidate.cell);
        const double upper_bound =
            survival * (1.0 + parameters_.progress_weight * survival) + trap_bonus(candidate.cell);
        if (upper_bound <= best_score && !parameters_.scores_all && !is_approximate) continue;
        scored_cells_.push_back(score(knowledge, candidate, budget));
        if (scored_cells_.back().score > best_score + kProbabilityTolerance) {
            best = candidate.cell;
            best_score = scored_cells_.back().score;
        }
    }
    std::ranges::stable_sort(scored_cells_, std::ranges::greater{}, &ScoredCell::score);
    return best;
}

MoveSelector::ScoredCell MoveSelector::score(const Knowledge& knowledge, const Candidate& candidate,
                                             Budget& budget) {
    int known_mines = 0;
    for (const int offset : knowledge.grid().neighbour_offsets())
        known_mines += knowledge.state(candidate.cell + offset) == Knowledge::mine;
    WinEstimate win_estimate;
    double progress_probability = 0.0;
    for (const FastPosterior::RevealOutcome& outcome :
         posterior_.reveal_outcomes(candidate.cell, budget)) {
        double estimate = outcome.survival > 0.0 ? outcome.survival : 1.0;
        if (outcome.informative > 0) {
            progress_probability += outcome.probability;
            estimate = 1.0 - parameters_.stall_risk *
                                 std::pow(parameters_.stall_decay, outcome.informative - 1);
        }
        win_estimate.mean += outcome.probability * estimate;
        if (outcome.mines < 0)
            win_estimate.by_clue.fill(estimate);
        else
            win_estimate.by_clue[static_cast<std::size_t>(known_mines + outcome.mines)] = estimate;
    }
    return {candidate.cell,
            win_estimate.mean * (1.0 + parameters_.progress_weight * progress_probability) +
                trap_bonus(candidate.cell),
            win_estimate};
}

WinEstimate MoveSelector::win_estimate(int cell) const {
    const auto found = std::ranges::find(scored_cells_, cell, &ScoredCell::cell);
    if (found != scored_cells_.end()) return found->win_estimate;
    return survival_estimate(posterior_.mine_probability(cell));
}

int MoveSelector::break_tie(Budget& budget) {
    const auto is_before = [](const Candidate& a, const Candidate& b) {
        return std::tuple(a.undecided == 0, -a.revealed, a.undecided, a.cell) <
               std::tuple(b.undecided == 0, -b.revealed, b.undecided, b.cell);
    };
    const auto count = std::min<std::size_t>(candidates_.size(), kMaxTieCandidates);
    std::ranges::partial_sort(candidates_, candidates_.begin() + static_cast<std::ptrdiff_t>(count),
                              is_before);
    if (count == 1 || candidates_[0].undecided == 0 || candidates_[0].revealed == 0)
        return candidates_[0].cell;
    int best = candidates_[0].cell;
    double best_progress = -1.0;
    for (std::size_t i = 0; i < count; ++i) {
        const Candidate& candidate = candidates_[i];
        if (candidate.undecided == 0 || candidate.revealed == 0) break;
        const double progress_probability = posterior_.progress_probability(candidate.cell, budget);
        if (progress_probability > best_progress + kProbabilityTolerance) {
            best = candidate.cell;
            best_progress = progress_probability;
        }
    }
    return best;
}

}
