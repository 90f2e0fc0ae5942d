#include "estimate.hpp"

#include <algorithm>
#include <cmath>

namespace sapper {
namespace {

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

constexpr std::int32_t kFirstStates = 64, kMostStates = 1 << 16;
// A component is counted exactly if that takes no more than this share of what is left.
constexpr double kExactShare = 0.2;

struct Run {
    double log_layouts;
    std::vector<double> probability;
};

// Weights of the runs, which add up to 1.
std::vector<double> run_weights(const std::vector<Run>& runs) {
    double greatest = runs[0].log_layouts, total = 0.0;
    for (const Run& run : runs) greatest = std::max(greatest, run.log_layouts);
    std::vector<double> weights;
    for (const Run& run : runs) total += weights.emplace_back(std::exp(run.log_layouts - greatest));
    for (double& weight : weights) weight /= total;
    return weights;
}

void summarise(const std::vector<Run>& runs, Estimate& estimate) {
    const std::vector<double> weights = run_weights(runs);
    double squares = 0.0;
    for (const double weight : weights) squares += weight * weight;
    // As many equal runs would be as good as these. With hardly more than one, the plain spread of the
    // runs is the honest answer.
    const double effective = 1.0 / squares;
    const bool weighted = effective > 1.5;
    const auto count = static_cast<double>(runs.size());
    estimate.probability.assign(runs[0].probability.size(), 0.0);
    estimate.standard_error = estimate.probability;
    for (std::size_t cell = 0; cell < estimate.probability.size(); ++cell) {
        double mean = 0.0, spread = 0.0;
        for (std::size_t r = 0; r < runs.size(); ++r) mean += weights[r] * runs[r].probability[cell];
        for (std::size_t r = 0; r < runs.size(); ++r) {
            const double off = runs[r].probability[cell] - mean;
            spread += (weighted ? weights[r] : 1.0 / count) * off * off;
        }
        estimate.probability[cell] = mean;
        estimate.standard_error[cell] = std::sqrt(weighted ? spread / (effective - 1.0) : spread);
    }
    double greatest = runs[0].log_layouts, sum = 0.0;
    for (const Run& run : runs) greatest = std::max(greatest, run.log_layouts);
    for (const Run& run : runs) sum += std::exp(run.log_layouts - greatest);
    estimate.log_layouts = greatest + std::log(sum / count);
    estimate.runs = static_cast<int>(runs.size());
}

}  // namespace

Estimate Estimator::run(const Position& position, Budget& budget, std::uint64_t seed) {
    Posterior base(position);
    std::vector<Component> wide;
    for (Component& component :
         build_components(base.knowledge_, base.clues_to_count())) {
        Budget share(budget.seconds_left() * kExactShare, budget.states_left() / 8);
        std::vector<Component> one(1, component);
        try {
            base.add_parts(std::move(one), share);
        } catch (const LimitReached&) {
            wide.push_back(std::move(component));
        }
    }

    Random random(seed);
    std::vector<Run> runs;
    std::int32_t most_states = kFirstStates;
    bool is_first = true;
    while (true) {
        const double seconds_before = budget.seconds_left();
        if (seconds_before <= 0) break;
        try {
            Budget run_budget(seconds_before, budget.states_left());
            Posterior drawn(base);
            bool has_solution = true;
            for (const Component& component : wide) {
                Thinning thinning{most_states, random};
                Count<double> count =
                    count_solutions<double>(component, base.weights_, run_budget, &thinning);
                // A thinned count can miss all solutions; the run then found no layout.
                has_solution = !count.ends.empty();
                if (!has_solution) break;
                drawn.parts_.push_back(std::make_shared<const Posterior::Part>(
                    Posterior::Part{component, std::move(count)}));
            }
            if (has_solution) {
                drawn.number_parts();
                drawn.weigh(run_budget);
                runs.push_back({drawn.log_layouts_, std::move(drawn.probability_)});
            }
        } catch (const LimitReached&) {
            break;
        } catch (const Contradiction&) {
            // The mine counts that this run happened to keep do not fit together.
        }
        const double seconds = seconds_before - budget.seconds_left();
        if (is_first) {
            // The first run was short; longer ones are better. Sixteen of them should fit.
            const double longer = budget.seconds_left() / 16 / std::max(seconds, 1e-6);
            most_states = static_cast<std::int32_t>(
                std::clamp(kFirstStates * longer, 16.0, static_cast<double>(kMostStates)));
            const double memory = static_cast<double>(budget.states_left()) * 64;
            std::size_t boxes = 1;
            for (const Component& component : wide) boxes += component.boxes.size();
            most_states = std::min(most_states, static_cast<std::int32_t>(std::min(
                                                    memory / static_cast<double>(boxes) / 1024, 1e6)));
            most_states = std::max(most_states, 16);
            is_first = false;
        } else if (budget.seconds_left() < 1.5 * seconds) {
            break;
        }
    }
    if (runs.size() < 2) throw LimitReached("the position is too wide, even to estimate its odds");
    // The first run was only a trial, unless nothing better came of the others.
    if (runs.size() > 4) runs.erase(runs.begin());

    Estimate estimate;
    summarise(runs, estimate);
    estimate.certainty.assign(at(base.grid().padded_size()), Certainty::revealed);
    base.grid().for_each_cell([&](int index) {
        const Knowledge::State state = base.knowledge_.state(index);
        if (state != Knowledge::open)
            estimate.certainty[at(index)] = state == Knowledge::safe   ? Certainty::safe
                                            : state == Knowledge::mine ? Certainty::mine
                                                                       : Certainty::none;
    });
    return estimate;
}

}  // namespace sapper
