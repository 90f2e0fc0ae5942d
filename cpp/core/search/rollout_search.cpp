#include "search/rollout_search.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sapper {
namespace {

// The number of layouts per round. Candidates are eliminated at the end of each round.
constexpr int kRolloutsPerRound = 16;
// A candidate is eliminated if its expected gain is below this fraction of the leader's win
// probability.
constexpr double kMinExpectedGain = 0.0001;
// The parameters of the prior derived from the strategy's scores (see docs/research/expert.md). A
// relative score difference of d predicts a relative difference of kPriorSlope * d in win
// probability. The prediction's relative error is kPriorError + kLatePriorError * r + kPriorSpread
// * |d|, where r is the share of safe cells already revealed.
constexpr double kPriorSlope = 0.72, kPriorError = 0.016, kLatePriorError = 0.014,
                 kPriorSpread = 0.2;
// A constant added to the sum of squared differences. Without this constant, a few layouts with
// equal results would imply a variance of 0.
constexpr double kPriorSquares = 0.05;
// The prior value and prior weight of the luck regression coefficient.
constexpr double kPriorLuckCoefficient = 0.5, kPriorLuckSquares = 3.0;
// A candidate's minimum survival probability, as a fraction of the safest cell's survival
// probability.
constexpr double kSurvivalCutoff = 0.8;
// The share of the budget reserved for estimating the chosen cell's win probability.
constexpr double kEstimateShare = 0.2;
// The maximum number of states when counting a position in order to sample its layouts.
constexpr std::int64_t kMaxCountStates = 4'000'000;
// The shares of the time budget allotted to the exact and approximate endgame searches. Rollouts
// use the remaining time.
constexpr double kEndgameShare = 0.3, kApproximateShare = 0.4;
constexpr std::int64_t kEndgameLayouts = 4'000, kEndgameWork = 200'000'000;
constexpr std::int64_t kApproximateLayouts = 1'000'000, kApproximateWork = 4'000'000'000;
constexpr std::size_t kApproximateCandidates = 4;
// The minimum trap probability in rollouts. Checking less likely traps takes too long.
constexpr double kMinRolloutTrapProbability = 0.1;

StrategyParameters search_parameters(StrategyParameters parameters, const RolloutBudget& budget) {
    parameters.survival_cutoff = std::min(parameters.survival_cutoff, kSurvivalCutoff);
    parameters.scores_all = true;
    if (parameters.endgame.max_layouts > 0) {
        parameters.endgame.max_layouts = std::max(parameters.endgame.max_layouts, kEndgameLayouts);
        parameters.endgame.max_work = std::max(parameters.endgame.max_work, kEndgameWork);
        parameters.endgame.max_seconds = kEndgameShare * budget.seconds;
        parameters.endgame.is_interrupted = budget.is_interrupted;
    }
    if (parameters.approximate_endgame.max_layouts > 0) {
        parameters.approximate_endgame.max_layouts =
            std::max(parameters.approximate_endgame.max_layouts, kApproximateLayouts);
        parameters.approximate_endgame.max_work =
            std::max(parameters.approximate_endgame.max_work, kApproximateWork);
        parameters.approximate_endgame.max_candidates =
            std::max(parameters.approximate_endgame.max_candidates, kApproximateCandidates);
        parameters.approximate_endgame.max_seconds = kApproximateShare * budget.seconds;
        parameters.approximate_endgame.is_interrupted = budget.is_interrupted;
    }
    return parameters;
}

// Adapts the strategy's parameters for fast rollouts.
StrategyParameters rollout_parameters(StrategyParameters parameters) {
    parameters.extends_small_boards = false;
    parameters.approximate_endgame.max_layouts = 0;
    parameters.min_trap_probability =
        std::max(parameters.min_trap_probability, kMinRolloutTrapProbability);
    return parameters;
}

// Finds a hidden cell that propagation has proved safe.
void find_safe_cell(const Knowledge& knowledge, RolloutResult& result) {
    knowledge.grid().for_each_cell([&](int index) {
        if (result.best >= 0 || knowledge.state(index) != Knowledge::safe) return;
        result.best = index;
        result.risk = 0.0;
    });
}

double revealed_share(const Knowledge& knowledge) {
    const Grid& grid = knowledge.grid();
    int revealed = 0;
    grid.for_each_cell([&](int index) { revealed += knowledge.is_revealed(index); });
    const int left = knowledge.hidden_left() - knowledge.mines_left();
    return static_cast<double>(revealed) / static_cast<double>(std::max(revealed + left, 1));
}

// Returns the expected value of max(0, X) for a normally distributed variable X.
double expected_above_zero(double mean, double standard_error) {
    const double z = mean / standard_error;
    constexpr double kDensityAtZero = 0.3989422804014327;
    return standard_error * kDensityAtZero * std::exp(-0.5 * z * z) +
           mean * 0.5 * std::erfc(-z / std::numbers::sqrt2);
}

}

RolloutSearch::RolloutSearch(const Rules& rules, const StrategyParameters& parameters,
                             const RolloutBudget& budget)
    : budget_(budget), selector_(rules.grid(), rules.mines, search_parameters(parameters, budget)),
      simulator_({rules.width, rules.height, rules.mines, Start::any},
                 rollout_parameters(parameters)) {}

RolloutResult RolloutSearch::search(const Knowledge& knowledge, bool estimates_win_probability) {
    const Budget total(budget_.seconds, 0);
    const Decision decision = selector_.select(knowledge);
    RolloutResult result;
    result.best = decision.best;
    result.risk = decision.risk;
    if (static_cast<int>(decision.safe.size() + decision.mines.size()) == knowledge.hidden_left()) {
        result.is_solved = true;
        result.win_probability = 1.0;
        if (decision.best < 0) find_safe_cell(knowledge, result);
        return result;
    }
    if (decision.is_solved) {
        result.is_solved = true;
        result.win_probability = decision.win_probability;
        return result;
    }
    try {
        run_rollouts(knowledge, decision, estimates_win_probability, total, result);
    } catch (const LimitReached&) {
    }
    return result;
}

void RolloutSearch::run_rollouts(const Knowledge& knowledge, const Decision& decision,
                                 bool estimates_win_probability, const Budget& total,
                                 RolloutResult& result) {
    const double share = estimates_win_probability ? 1.0 - kEstimateShare : 1.0;
    const Budget before_estimate(std::max(total.seconds_left(), 0.0) * share, 0);
    Budget counting(budget_.seconds, kMaxCountStates);
    const Posterior posterior(knowledge, counting);
    LayoutSampler sampler(posterior);
    random_ = Random(static_cast<std::uint64_t>(std::llround(posterior.log_layouts() * 1e6)));
    prior_error_ = kPriorError + kLatePriorError * revealed_share(knowledge);
    select_candidates(decision);
    if (candidates_.size() > 1) {
        const auto max_rollouts =
            static_cast<std::int64_t>(static_cast<double>(budget_.max_rollouts) * share);
        compare_candidates(posterior.knowledge(), sampler, max_rollouts, before_estimate);
        result.best = candidates_[leader()].cell;
        result.risk = posterior.mine_probability(result.best);
    }
    for (const Candidate& candidate : candidates_)
        result.cells.push_back({candidate.cell, candidate.rollouts, candidate.wins});
    if (estimates_win_probability) estimate(posterior.knowledge(), sampler, total, result);
}

void RolloutSearch::select_candidates(const Decision& decision) {
    candidates_.clear();
    if (decision.is_approximate) {
        candidates_.push_back({decision.best, 1.0, decision.win_estimate});
        return;
    }
    const auto scored_cells = selector_.scored_cells();
    for (const MoveSelector::ScoredCell& candidate :
         scored_cells.first(std::min(scored_cells.size(), kMaxCandidates)))
        candidates_.push_back(
            {candidate.cell, candidate.score / scored_cells[0].score, candidate.win_estimate});
    if (candidates_.empty()) candidates_.push_back({decision.best, 1.0, decision.win_estimate});
}

void RolloutSearch::compare_candidates(const Knowledge& knowledge, LayoutSampler& sampler,
                                       std::int64_t max_rollouts, const Budget& budget) {
    simulator_.clear_cache();
    std::int64_t rollouts = 0;
    while (rollouts < max_rollouts && !budget.is_past_deadline() && !budget_.is_interrupted()) {
        run_round(knowledge, sampler, budget);
        eliminate_candidates();
        rollouts = 0;
        std::size_t left = 0;
        for (const Candidate& candidate : candidates_) {
            rollouts += candidate.rollouts;
            left += !candidate.is_eliminated;
        }
        if (left == 1) return;
    }
}

void RolloutSearch::run_round(const Knowledge& knowledge, LayoutSampler& sampler,
                              const Budget& budget) {
    std::array<GameSimulator::Rollout, kMaxCandidates> results{};
    for (int i = 0; i < kRolloutsPerRound && !budget.is_past_deadline(); ++i) {
        sampler.draw(random_, mines_);
        for (std::size_t r = 0; r < candidates_.size(); ++r) {
            Candidate& candidate = candidates_[r];
            if (candidate.is_eliminated) continue;
            results[r] =
                simulator_.rollout(knowledge, mines_, candidate.cell, candidate.win_estimate);
            ++candidate.rollouts;
            candidate.wins += results[r].value;
        }
        for (std::size_t a = 0; a < candidates_.size(); ++a)
            for (std::size_t b = 0; b < candidates_.size(); ++b) {
                if (candidates_[a].is_eliminated || candidates_[b].is_eliminated) continue;
                const double wins = results[a].value - results[b].value;
                const double luck = results[a].luck - results[b].luck;
                PairedSums& sums = candidates_[a].paired_sums[b];
                sums.wins += wins;
                sums.luck += luck;
                sums.wins_squared += wins * wins;
                sums.luck_squared += luck * luck;
                sums.product += wins * luck;
            }
    }
}

// Combines the luck-corrected mean of the paired rollouts with the prior, weighting each by its
// inverse variance.
RolloutSearch::PairedEstimate RolloutSearch::paired_difference(std::size_t of,
                                                               std::size_t over) const {
    const Candidate &candidate = candidates_[of], &other = candidates_[over];
    const auto rollouts = static_cast<double>(std::min(candidate.rollouts, other.rollouts));
    const double win_probability = (other.wins + 1.0) / (static_cast<double>(other.rollouts) + 2.0);
    const double score_difference = candidate.relative_score / other.relative_score - 1.0;
    const double prior = kPriorSlope * score_difference * win_probability;
    const double prior_error =
        (prior_error_ + kPriorSpread * std::abs(score_difference)) * win_probability;
    const double prior_variance = prior_error * prior_error;
    if (rollouts == 0.0) return {prior, std::sqrt(prior_variance)};
    const PairedSums& sums = candidate.paired_sums[over];
    const double coefficient = (sums.product + kPriorLuckCoefficient * kPriorLuckSquares) /
                               (sums.luck_squared + kPriorLuckSquares);
    const double difference = (sums.wins - coefficient * sums.luck) / rollouts;
    const double squares = sums.wins_squared - 2.0 * coefficient * sums.product +
                           coefficient * coefficient * sums.luck_squared;
    const double variance = (squares + kPriorSquares) / (rollouts * rollouts);
    const double sum = variance + prior_variance;
    return {(difference * prior_variance + prior * variance) / sum,
            std::sqrt(variance * prior_variance / sum)};
}

void RolloutSearch::eliminate_candidates() {
    const std::size_t best = leader();
    const Candidate& best_candidate = candidates_[best];
    const double win_probability =
        (best_candidate.wins + 1.0) / (static_cast<double>(best_candidate.rollouts) + 2.0);
    for (std::size_t r = 0; r < candidates_.size(); ++r) {
        if (r == best || candidates_[r].is_eliminated) continue;
        const PairedEstimate difference = paired_difference(r, best);
        if (expected_above_zero(difference.mean, difference.standard_error) <
            kMinExpectedGain * win_probability)
            candidates_[r].is_eliminated = true;
    }
}

// Returns the candidate with the largest gain over the first remaining candidate.
std::size_t RolloutSearch::leader() const {
    std::size_t reference = 0;
    while (candidates_[reference].is_eliminated) ++reference;
    std::size_t best = reference;
    double best_gain = 0.0;
    for (std::size_t r = 0; r < candidates_.size(); ++r) {
        if (r == reference || candidates_[r].is_eliminated) continue;
        const double mean = paired_difference(r, reference).mean;
        if (mean > best_gain) {
            best = r;
            best_gain = mean;
        }
    }
    return best;
}

void RolloutSearch::estimate(const Knowledge& knowledge, LayoutSampler& sampler,
                             const Budget& budget, RolloutResult& result) {
    std::int64_t rollouts = 0, wins = 0, max_rollouts = budget_.max_rollouts;
    for (const Candidate& candidate : candidates_) max_rollouts -= candidate.rollouts;
    do {
        sampler.draw(random_, mines_);
        wins += simulator_.wins_rollout(knowledge, mines_, result.best);
        ++rollouts;
    } while (rollouts < max_rollouts && !budget.is_past_deadline() &&
             (rollouts % kRolloutsPerRound != 0 || !budget_.is_interrupted()));
    result.rollouts = rollouts;
    result.wins = wins;
    result.win_probability = static_cast<double>(wins) / static_cast<double>(rollouts);
}

}
