#include "inference/layout_sampler.hpp"

#include <cmath>
#include <map>
#include <set>

#include "check.hpp"
#include "inference/estimator.hpp"
#include "positions.hpp"

using namespace sapper;
using namespace sapper::test;

namespace {

Posterior count(const Drawing& drawing) {
    Budget budget(60.0, 10'000'000);
    return Posterior(drawing.position(), budget);
}

Drawing lattice(int side, std::uint64_t seed) {
    Drawing drawing(Grid(side, side), side * side / 5);
    Field field(Rules{side, side, drawing.mines, Start::any}, seed);
    field.reveal(drawing.grid.index(0, 0));
    std::vector<std::int8_t> solution(drawing.cells.size());
    field.write_solution(solution.data());
    for (int row = 1; row < side; row += 2)
        for (int column = 1; column < side; column += 2) {
            const int index = drawing.grid.index(row, column);
            if (!field.is_mine(index))
                drawing.cell(index) =
                    solution[static_cast<std::size_t>(drawing.grid.ordinal(index))];
        }
    return drawing;
}

}  // namespace

TEST("samples are consistent and uniformly distributed") {
    const Drawing drawing(4, {"1###", "##2#", "####"});
    std::map<std::uint32_t, int> drawn;
    for_each_layout(drawing, [&](std::uint32_t mask) { drawn[mask] = 0; });
    const Posterior posterior = count(drawing);
    LayoutSampler sampler(posterior);
    Random random(5);
    std::vector<std::int32_t> mines;
    const int draws = 200 * static_cast<int>(drawn.size());
    for (int i = 0; i < draws; ++i) {
        sampler.draw(random, mines);
        std::uint32_t mask = 0;
        for (const int mine : mines) mask |= 1u << drawing.grid.ordinal(mine);
        CHECK(drawn.contains(mask));
        ++drawn[mask];
    }
    double chi_square = 0.0;
    for (const auto& [mask, times] : drawn) chi_square += (times - 200) * (times - 200) / 200.0;
    const auto freedom = static_cast<double>(drawn.size() - 1);
    CHECK(chi_square < freedom + 5 * std::sqrt(2 * freedom));
}

TEST("the same seed yields the same samples") {
    const Posterior posterior = count(lattice(8, 1));
    std::vector<std::int32_t> first, second;
    for (const std::uint64_t seed : {1u, 2u, 3u}) {
        LayoutSampler a(posterior), b(posterior);
        Random random_a(seed), random_b(seed);
        for (int i = 0; i < 10; ++i) {
            a.draw(random_a, first);
            b.draw(random_b, second);
            CHECK(first == second);
            CHECK_EQUAL(first.size(), 12u);
            CHECK_EQUAL(std::set<int>(first.begin(), first.end()).size(), 12u);
        }
    }
}

TEST("estimates lie within their standard errors") {
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

TEST("an estimate without a budget is rejected") {
    const Drawing drawing = lattice(20, 3);
    Budget no_time(0.0, 1'000'000), no_states(0.2, 1);
    CHECK_THROWS(Estimator::estimate(drawing.position(), no_time, 1), LimitReached);
    CHECK_THROWS(Estimator::estimate(drawing.position(), no_states, 1), LimitReached);
}

TEST("an estimated probability slightly exceeded 1") {
    // Certain mines in every run, and weights of the runs that add up to 1 only but for rounding.
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const Drawing drawing = lattice(10, seed);
        Budget budget(0.02, 400);
        try {
            const Estimate estimate = Estimator::estimate(drawing.position(), budget, seed);
            for (const double probability : estimate.probability)
                CHECK(probability >= 0.0 && probability <= 1.0);
        } catch (const LimitReached&) {
            // Too few states for this one.
        }
    }
}
