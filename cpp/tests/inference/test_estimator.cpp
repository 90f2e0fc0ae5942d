#include "inference/estimator.hpp"

#include <cmath>
#include <cstdint>

#include "check.hpp"
#include "positions.hpp"

using namespace sapper;
using namespace sapper::test;

namespace {

Posterior count(const Drawing& drawing) {
    Budget budget(60.0, 10'000'000);
    return Posterior(drawing.position(), budget);
}

}

TEST("an estimate lies within its standard errors") {
    const Drawing drawing = lattice(10, 3);
    const Posterior exact = count(drawing);
    Budget budget(0.3, 500);
    const Estimate estimate = Estimator::estimate(drawing.position(), budget, 1);
    CHECK(estimate.runs >= 2);
    double sum = 0.0;
    drawing.grid.for_each_cell([&](int index) {
        const auto i = static_cast<std::size_t>(index);
        const double off = std::abs(estimate.probability[i] - exact.mine_probability(index));
        CHECK(off <= 7 * estimate.standard_error[i] + 1e-6);
        sum += estimate.probability[i];
        if (estimate.certainty[i] == Certainty::safe || estimate.certainty[i] == Certainty::mine)
            CHECK(estimate.certainty[i] == exact.certainty(index));
    });
    CHECK(std::abs(sum - drawing.mines) < 1e-6);
    CHECK(std::abs(estimate.log_layouts - exact.log_layouts()) < 1.0);
}

TEST("an estimate without time or states reports a limit") {
    const Drawing drawing = lattice(20, 3);
    Budget no_time(0.0, 1'000'000), no_states(0.2, 1);
    CHECK_THROWS(Estimator::estimate(drawing.position(), no_time, 1), LimitReached);
    CHECK_THROWS(Estimator::estimate(drawing.position(), no_states, 1), LimitReached);
}

TEST("an estimated probability exceeded 1 by a rounding error") {
    // Some cells are mines in every run, so their estimates equal 1 up to rounding errors.
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const Drawing drawing = lattice(10, seed);
        Budget budget(0.02, 400);
        try {
            const Estimate estimate = Estimator::estimate(drawing.position(), budget, seed);
            for (const double probability : estimate.probability)
                CHECK(probability >= 0.0 && probability <= 1.0);
        } catch (const LimitReached&) {
            // The state limit is too low for the position.
        }
    }
}
