#include "inference/layout_sampler.hpp"

#include <cmath>
#include <map>
#include <set>

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

TEST("samples are uniform over the consistent layouts") {
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

TEST("the same seed draws the same layouts") {
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
