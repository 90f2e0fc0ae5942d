#include "inference/estimator.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace sapper {
namespace {

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

constexpr std::int32_t kMinStates = 16, kInitialStates = 64, kMaxStates = 1 << 16;
// The maximum share of the remaining time that the exact count of one component may take.
constexpr double kExactShare = 0.2;
constexpr int kTargetRuns = 12;
// The share of the total time allotted to resampled runs. The remaining time is reserved for
// relaxed runs.
constexpr double kResamplingShare = 0.6;
constexpr std::array<int, 4> kStripeWidths{4, 6, 9, 13};
// The share of the remaining time allotted to each stripe width.
constexpr double kStripeShare = 0.5;

using Run = Estimator::Run;

// Returns weights that add up to 1 and are proportional to each run's layout count.
std::vector<double> run_weights(const std::vector<Run>& runs) {
    double greatest = runs[0].log_layouts, total = 0.0;
    for (const Run& run : runs) greatest = std::max(greatest, run.log_layouts);
    std::vector<double> weights;
    for (const Run& run : runs) total += weights.emplace_back(std::exp(run.log_layouts - greatest));
    for (double& weight : weights) weight /= total;
    return weights;
}

void summarise(const std::vector<Run>& runs, bool is_relaxed, Estimate& estimate) {
    // Relaxed runs overestimate the number of layouts, so they receive equal weights.
    const std::vector<double> weights =
        is_relaxed ? std::vector<double>(runs.size(), 1.0 / static_cast<double>(runs.size()))
                   : run_weights(runs);
    double squares = 0.0;
    for (const double weight : weights) squares += weight * weight;
    // The effective sample size of the weighted runs. If the runs ignore some clues or the
    // effective sample size is close to 1, the unweighted standard deviation is a better error
    // estimate.
    const double effective = 1.0 / squares;
    const bool is_weighted = !is_relaxed && effective > 1.5;
    const auto count = static_cast<double>(runs.size());
    estimate.probability.assign(runs[0].probability.size(), 0.0);
    estimate.standard_error = estimate.probability;
    for (std::size_t cell = 0; cell < estimate.probability.size(); ++cell) {
        double mean = 0.0, spread = 0.0;
        for (std::size_t r = 0; r < runs.size(); ++r)
            mean += weights[r] * runs[r].probability[cell];
        for (std::size_t r = 0; r < runs.size(); ++r) {
            const double off = runs[r].probability[cell] - mean;
            spread += (is_weighted ? weights[r] : 1.0 / count) * off * off;
        }
        // Rounding errors may push the mean probability above 1.
        estimate.probability[cell] = std::min(mean, 1.0);
        estimate.standard_error[cell] =
            std::sqrt(is_weighted ? spread / (effective - 1.0) : spread);
    }
    double least = runs[0].log_layouts, greatest = least, sum = 0.0;
    for (const Run& run : runs) {
        least = std::min(least, run.log_layouts);
        greatest = std::max(greatest, run.log_layouts);
    }
    for (const Run& run : runs) sum += std::exp(run.log_layouts - greatest);
    estimate.log_layouts = is_relaxed ? least : greatest + std::log(sum / count);
    estimate.runs = static_cast<int>(runs.size());
}

}

Estimate Estimator::estimate(const Position& position, Budget& budget, std::uint64_t seed) {
    try {
        Budget share(budget.seconds_left() * kResamplingShare, budget.states_left());
        Estimator resampled(position, share, seed);
        resampled.count_narrow_components();
        resampled.balance_tilt();
        resampled.collect_runs();
        return resampled.result();
    } catch (const LimitReached&) {
        if (budget.is_past_deadline()) throw;
        Estimator relaxed(position, budget, seed);
        relaxed.collect_relaxed_runs();
        return relaxed.result();
    }
}

Estimator::Estimator(const Position& position, Budget& budget, std::uint64_t seed)
    : base_(Knowledge(position)), budget_(budget), random_(seed) {}

// Counts the narrow components exactly and leaves the wide ones to the resampled runs.
void Estimator::count_narrow_components() {
    for (Component& component : build_components(base_.knowledge_, base_.active_clues(), budget_)) {
        if (budget_.is_past_deadline())
            throw LimitReached("time limit reached before the first run of the estimate");
        Budget share(budget_.seconds_left() * kExactShare, budget_.states_left() / 8);
        try {
            base_.count_components({component}, share);
            narrow_.push_back(std::move(component));
        } catch (const LimitReached&) {
            wide_.push_back(std::move(component));
        }
    }
    base_.index_parts();
    for (const Component& component : wide_) base_.rest_.cells -= component.cell_count;
}

// Finds the tilt at which the expected number of mines equals the mine count. The clues may require
// more or fewer mines than the prior suggests.
void Estimator::balance_tilt() {
    std::int32_t max_states = kInitialStates;
    for (int steps = 0; steps < 10 && budget_.seconds_left() > 0;) {
        std::vector<Polynomial<double>> parts = Posterior::polynomials(base_.parts_);
        try {
            Budget budget(budget_.seconds_left(), budget_.states_left());
            for (const Component& component : wide_) {
                Resampling resampling{max_states, random_};
                const ComponentCount<double> count =
                    count_solutions<double>(component, base_.weights_, budget, &resampling);
                if (count.final_states.empty()) break;
                parts.push_back(count.polynomial(count.final_states[0]));
            }
        } catch (const LimitReached&) {
            return;
        }
        if (parts.size() < base_.parts_.size() + wide_.size()) {
            if (max_states >= kMaxStates) return;
            max_states *= 2;
            continue;
        }
        const double log_ratio = log_balancing_ratio(parts, base_.rest_, std::log(base_.tilt_));
        if (std::abs(log_ratio) < 0.03) return;
        base_.set_tilt(base_.tilt_ * std::exp(std::clamp(log_ratio, -0.7, 0.7)));
        base_.parts_.clear();
        Budget budget(budget_.seconds_left(), budget_.states_left());
        base_.count_components(narrow_, budget);
        ++steps;
    }
}

// Doubles the state limit until a run finds a layout, then collects as many runs as time permits.
void Estimator::collect_runs() {
    std::int32_t max_states = kInitialStates;
    bool is_trial = true;
    while (budget_.seconds_left() > 0) {
        const double seconds_before = budget_.seconds_left();
        const std::size_t runs_before = runs_.size();
        try {
            run_once(max_states);
        } catch (const LimitReached&) {
            if (budget_.seconds_left() <= 0 || max_states <= kMinStates) break;
            // This run exceeded the budget's state limit, so the next runs use half as many states.
            max_states /= 2;
            is_trial = false;
            continue;
        }
        const bool has_found = runs_.size() > runs_before;
        const double seconds = seconds_before - budget_.seconds_left();
        if (is_trial && has_found) {
            const double fitting = budget_.seconds_left() / kTargetRuns / std::max(seconds, 1e-6);
            max_states = static_cast<std::int32_t>(
                std::clamp<double>(max_states * fitting, max_states, kMaxStates));
            is_trial = false;
        } else if (is_trial) {
            max_states = std::min(2 * max_states, kMaxStates);
        } else if (budget_.seconds_left() < 1.3 * seconds) {
            break;
        }
    }
    if (runs_.size() < 2) throw LimitReached("the position is too wide for an estimate");
    // If there are enough other runs, the first run is dropped because it stored fewer states.
    if (runs_.size() > 4) runs_.erase(runs_.begin());
}

// Adds one run. If resampling lost every solution or kept only totals that contradict the mine
// count, the run is discarded.
void Estimator::run_once(std::int32_t max_states) {
    Budget budget(budget_.seconds_left(), budget_.states_left());
    Posterior drawn(base_);
    for (const Component& component : wide_) {
        Resampling resampling{max_states, random_};
        ComponentCount<double> count =
            count_solutions<double>(component, base_.weights_, budget, &resampling);
        if (count.final_states.empty()) return;
        drawn.parts_.push_back(std::make_shared<const Posterior::CountedComponent>(
            Posterior::CountedComponent{component, std::move(count)}));
    }
    drawn.index_parts();
    try {
        drawn.compute_probabilities(budget);
    } catch (const Contradiction&) {
        return;
    }
    runs_.push_back({drawn.log_layouts_, std::move(drawn.probability_)});
}

// Collects relaxed runs, which drop some clues. Narrow stripes come first, because they can always
// be counted. If time permits, runs with wider stripes replace them, because wider stripes drop
// fewer clues.
void Estimator::collect_relaxed_runs() {
    is_relaxed_ = true;
    std::vector<Run> best;
    for (const int stripe_width : kStripeWidths) {
        runs_.clear();
        const auto first_offset = static_cast<int>(random_.below(1u << 20));
        Budget share(budget_.seconds_left() * kStripeShare, budget_.states_left());
        try {
            double seconds = 0.0;  // The duration of the last run.
            while (runs_.size() < kTargetRuns) {
                const double before = share.seconds_left();
                if (before <= seconds) throw LimitReached("time limit reached during the estimate");
                run_relaxed(stripe_width, first_offset + static_cast<int>(runs_.size()), share);
                seconds = before - share.seconds_left();
            }
        } catch (const LimitReached&) {
            if (runs_.size() < 2) break;
        }
        best = runs_;
    }
    if (best.empty()) throw LimitReached("the position is too wide for an estimate");
    runs_ = std::move(best);
}

// Adds one relaxed run. Runs alternate between dropping rows and dropping columns, so no two
// consecutive runs drop the same clues.
void Estimator::run_relaxed(int stripe_width, int number, Budget& budget) {
    const bool by_column = number % 2 == 0;
    const int offset = number / 2 % stripe_width;
    Posterior relaxed(base_);
    std::vector<std::int32_t> clues = relaxed.active_clues();
    std::erase_if(clues, [&](int clue) {
        const int line = by_column ? relaxed.grid().column(clue) : relaxed.grid().row(clue);
        // Clues up to two lines apart may share cells, so two dropped lines separate adjacent
        // stripes.
        return (line + offset) % stripe_width < 2;
    });
    relaxed.count_components(build_components(relaxed.knowledge_, clues, budget), budget);
    relaxed.index_parts();
    relaxed.compute_probabilities(budget);
    runs_.push_back({relaxed.log_layouts_, std::move(relaxed.probability_)});
}

Estimate Estimator::result() const {
    Estimate estimate;
    summarise(runs_, is_relaxed_, estimate);
    estimate.certainty.assign(at(base_.grid().padded_size()), Certainty::revealed);
    base_.grid().for_each_cell([&](int index) {
        const Knowledge::State state = base_.knowledge_.state(index);
        if (state != Knowledge::open)
            estimate.certainty[at(index)] = state == Knowledge::safe   ? Certainty::safe
                                            : state == Knowledge::mine ? Certainty::mine
                                                                       : Certainty::none;
    });
    return estimate;
}

}
