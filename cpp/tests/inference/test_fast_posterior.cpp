// Tests that compare FastPosterior with Posterior.
#include "inference/fast_posterior.hpp"

#include <cmath>

#include "check.hpp"
#include "inference/posterior.hpp"
#include "positions.hpp"

namespace {

using namespace sapper;
using namespace sapper::test;

Budget ample() { return {60.0, 1'000'000}; }

bool is_near(double a, double b) { return std::abs(a - b) < 1e-9; }

// Calls visit(knowledge, posterior, fast_posterior) for random consistent positions whose layouts
// both Posterior and FastPosterior can count.
template <typename Visit>
int for_each_position(int rounds, Visit visit) {
    Random random(20);
    int seen = 0;
    for (int round = 0; round < rounds; ++round) {
        const int width = 2 + static_cast<int>(random.below(14)),
                  height = 2 + static_cast<int>(random.below(9));
        const Drawing drawing = random_drawing(width, height, random, 0);
        Budget budget = ample();
        const Posterior posterior(drawing.position(), budget);
        FastPosterior fast_posterior(drawing.grid, drawing.mines);
        try {
            fast_posterior.compute(posterior.knowledge(), budget);
        } catch (const WeightsOutOfRange&) {
            continue;
        }
        ++seen;
        visit(posterior.knowledge(), posterior, fast_posterior);
    }
    return seen;
}

TEST("fast probabilities equal those of the general posterior") {
    const int seen =
        for_each_position(2000, [](const Knowledge& knowledge, const Posterior& posterior,
                                   const FastPosterior& fast_posterior) {
            std::vector<std::int32_t> safe, mines;
            knowledge.grid().for_each_cell([&](int index) {
                if (!knowledge.is_hidden(index)) return;
                CHECK(is_near(fast_posterior.mine_probability(index),
                              posterior.mine_probability(index)));
                if (posterior.certainty(index) == Certainty::safe) safe.push_back(index);
                if (posterior.certainty(index) == Certainty::mine) mines.push_back(index);
            });
            std::vector<std::int32_t> found_mines(fast_posterior.mines().begin(),
                                                  fast_posterior.mines().end());
            std::ranges::sort(found_mines);
            CHECK(std::ranges::equal(fast_posterior.safe(), safe));
            CHECK(found_mines == mines);
        });
    CHECK(seen > 1900);
}

TEST("reveal outcomes agree with a count of each outcome") {
    for_each_position(150, [](const Knowledge& knowledge, const Posterior& posterior,
                              FastPosterior& fast_posterior) {
        knowledge.grid().for_each_cell([&](int index) {
            Budget budget = ample();
            if (!knowledge.is_hidden(index) || posterior.certainty(index) == Certainty::mine)
                return;
            const auto probabilities = posterior.clue_distribution(index, budget);
            const auto outcomes = fast_posterior.reveal_outcomes(index, budget);
            // The order of the outcomes is unspecified, so both lists are sorted.
            std::vector<double> expected(probabilities.begin(), probabilities.begin() + 9), found;
            std::erase_if(expected, [](double probability) { return probability == 0.0; });
            for (const auto& outcome : outcomes)
                if (outcome.probability > 0.0) found.push_back(outcome.probability);
            std::ranges::sort(expected);
            std::ranges::sort(found);
            CHECK_EQUAL(found.size(), expected.size());
            for (std::size_t i = 0; i < found.size() && i < expected.size(); ++i)
                CHECK(is_near(found[i], expected[i]));
            // The predicted probability of proving a new safe cell must not exceed the actual
            // probability.
            double predicted = 0.0, actual = 0.0;
            for (const auto& outcome : outcomes)
                predicted += outcome.safe > 0 ? outcome.probability : 0.0;
            for (int clue = 0; clue < 9; ++clue) {
                if (probabilities[static_cast<std::size_t>(clue)] == 0.0) continue;
                const Posterior after = posterior.after_reveal(index, clue, budget);
                bool has_safe = false;
                knowledge.grid().for_each_cell([&](int cell) {
                    has_safe |= after.certainty(cell) == Certainty::safe &&
                                knowledge.is_hidden(cell) &&
                                posterior.certainty(cell) == Certainty::none;
                });
                if (has_safe || posterior.certainty(index) == Certainty::safe)
                    actual += probabilities[static_cast<std::size_t>(clue)];
            }
            if (fast_posterior.safe().empty()) CHECK(predicted <= actual + 1e-9);
        });
    });
}

}
