// The fuzz target of the posterior, shared by libFuzzer and the C++ tests.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <vector>

#include "inference/estimator.hpp"
#include "inference/layout_sampler.hpp"
#include "inference/posterior.hpp"
#include "search/expert_move_selection.hpp"

namespace sapper::test {

inline void require(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "violated property: %s\n", what);
    std::abort();
}

inline void check_sum(const Posterior& posterior) {
    double sum = 0.0;
    posterior.grid().for_each_cell([&](int index) {
        const double probability = posterior.mine_probability(index);
        require(probability >= 0.0 && probability <= 1.0, "a probability lies in [0, 1]");
        const Certainty certainty = posterior.certainty(index);
        if (certainty == Certainty::safe || certainty == Certainty::revealed)
            require(probability == 0.0, "safe cells have probability 0");
        if (certainty == Certainty::mine)
            require(probability == 1.0, "certain mines have probability 1");
        sum += probability;
    });
    require(std::abs(sum - posterior.mines()) < 1e-6, "probabilities add up to the mine count");
}

inline void check_layout(const Posterior& posterior, std::span<const std::int8_t> cells,
                         const std::vector<std::int32_t>& mines) {
    const Grid& grid = posterior.grid();
    require(static_cast<int>(mines.size()) == posterior.mines(),
            "a layout has the given number of mines");
    std::vector<int> is_mine(static_cast<std::size_t>(grid.padded_size()), 0);
    for (const int mine : mines) is_mine[static_cast<std::size_t>(mine)] += 1;
    std::size_t ordinal = 0;
    grid.for_each_cell([&](int index) {
        const int clue = cells[ordinal++];
        require(is_mine[static_cast<std::size_t>(index)] <= (clue < 0 ? 1 : 0),
                "mines lie on hidden cells");
        if (clue < 0) return;
        int around = 0;
        for (const int offset : grid.neighbour_offsets())
            around += is_mine[static_cast<std::size_t>(index + offset)];
        require(around == clue, "a layout is consistent with every clue");
    });
}

inline void check_reveals(const Posterior& posterior, int index, Budget& budget) {
    const auto probabilities = posterior.clue_distribution(index, budget);
    double sum = 0.0;
    for (const double probability : probabilities) sum += probability;
    require(std::abs(sum - 1.0) < 1e-9, "outcomes add up to 1");
    require(std::abs(probabilities[9] - posterior.mine_probability(index)) < 1e-9,
            "the mine outcome equals the mine probability");
    for (int clue = 0; clue <= 8; ++clue) {
        const double probability = probabilities[static_cast<std::size_t>(clue)];
        bool is_possible = true;
        try {
            const Posterior after = posterior.after_reveal(index, clue, budget);
            check_sum(after);
            const double share = std::exp(after.log_layouts() - posterior.log_layouts());
            require(std::abs(share - probability) < 1e-9,
                    "the layouts after a reveal match its probability");
        } catch (const Contradiction&) {
            is_possible = false;
        }
        require(is_possible == (probability > 0.0),
                "a reveal is possible if and only if its probability is positive");
    }
}

inline void fuzz_posterior(std::span<const std::uint8_t> data) {
    if (data.size() < 5) return;
    const Grid grid(1 + data[0] % 24, 1 + data[1] % 12);
    const auto count = static_cast<std::size_t>(grid.cell_count());
    const int mines =
        static_cast<int>(data[2]) % (grid.cell_count() + 3) - 1;  // Includes invalid counts.
    std::vector<std::int8_t> cells(count, kHidden);
    std::vector<std::uint8_t> known(data[3] % 2 ? count : 0, 0);
    for (std::size_t i = 0; i < count && i + 5 < data.size(); ++i) {
        const std::uint8_t byte = data[i + 5];
        if (byte < 128) cells[i] = static_cast<std::int8_t>(byte % 16 < 9 ? byte % 16 : byte % 4);
        if (!known.empty()) known[i] = byte % 8 == 7;
    }
    const Position position{grid, mines, cells, known};
    Budget budget(10.0, 20'000);
    try {
        const Posterior posterior(position, budget);
        check_sum(posterior);
        (void)posterior.exact_counts(budget);
        LayoutSampler sampler(posterior);
        Random random(data[4]);
        std::vector<std::int32_t> layout;
        for (int i = 0; i < 3; ++i) {
            sampler.draw(random, layout);
            check_layout(posterior, cells, layout);
        }
        std::vector<int> hidden;
        grid.for_each_cell([&](int index) {
            if (posterior.certainty(index) != Certainty::revealed) hidden.push_back(index);
        });
        if (!hidden.empty()) check_reveals(posterior, hidden[data[4] % hidden.size()], budget);
        const int best = safest_cell(posterior);
        require(best < 0 || posterior.certainty(best) != Certainty::mine,
                "the safest cell is not a certain mine");
    } catch (const Contradiction& error) {
        const int cell = error.cell();
        require(cell < 0 || cells[static_cast<std::size_t>(grid.ordinal(cell))] != kHidden,
                "a contradiction names a clue");
    } catch (const LimitReached&) {
        Budget rough(0.02, 20'000);
        try {
            const Estimate estimate = Estimator::estimate(position, rough, data[4]);
            require(estimate.runs >= 2, "an estimate has at least two runs");
            for (const double probability : estimate.probability)
                require(probability >= 0.0 && probability <= 1.0,
                        "an estimated probability lies in [0, 1]");
        } catch (const Contradiction&) {
        } catch (const LimitReached&) {
        }
    }
}

}
