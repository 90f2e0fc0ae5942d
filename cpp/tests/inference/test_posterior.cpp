#include "inference/posterior.hpp"

#include <cmath>
#include <map>
#include <vector>

#include "check.hpp"
#include "positions.hpp"

using namespace sapper;
using namespace sapper::test;

namespace {

Budget ample_budget() { return Budget(60.0, 10'000'000); }

Posterior count(const Drawing& drawing) {
    Budget budget = ample_budget();
    return Posterior(drawing.position(), budget);
}

bool near(double a, double b, double tolerance = 1e-12) {
    return std::abs(a - b) <= tolerance * std::max(1.0, std::abs(b));
}

double sum_of(const Posterior& posterior) {
    double sum = 0.0;
    posterior.grid().for_each_cell([&](int index) { sum += posterior.mine_probability(index); });
    return sum;
}

bool are_same(const Posterior& a, const Posterior& b) {
    bool same = near(a.log_layouts(), b.log_layouts(), 1e-9);
    a.grid().for_each_cell([&](int index) {
        same &= near(a.mine_probability(index), b.mine_probability(index), 1e-11);
        same &= a.certainty(index) == b.certainty(index);
    });
    return same;
}

double to_double(const UInt128& value) {
    return std::ldexp(static_cast<double>(value.high()), 64) + static_cast<double>(value.low());
}

// Computes the number of layouts from the components' exact counts.
double layouts_of(const Posterior& posterior) {
    Budget budget = ample_budget();
    const auto counts = posterior.exact_counts(budget);
    std::map<int, double> ways{{0, 1.0}};
    for (const auto& part : *counts) {
        std::map<int, double> product;
        for (const auto& [mines, number] : ways)
            for (std::size_t i = 0; i < part.values.size(); ++i)
                product[mines + part.k_min + static_cast<int>(i)] +=
                    number * to_double(part.values[i]);
        ways = product;
    }
    double sum = 0.0;
    for (const auto& [mines, number] : ways) {
        double binomial = 1.0;
        const auto cells = static_cast<int>(posterior.rest().cells);
        const auto left = static_cast<int>(posterior.rest().mines) - mines;
        if (left < 0 || left > cells) continue;
        for (int i = 0; i < left; ++i) binomial = binomial * (cells - i) / (i + 1);
        sum += number * binomial;
    }
    return sum;
}

}

TEST("probabilities equal those of an enumeration of all layouts") {
    Random random(1);
    int consistent = 0, contradictory = 0;
    for (int run = 0; run < 400; ++run) {
        const int width = 1 + static_cast<int>(random.below(4)),
                  height = 1 + static_cast<int>(random.below(3));
        const Drawing drawing = random_drawing(width, height, random, 8);
        const auto cells = static_cast<std::size_t>(drawing.grid.cell_count());
        std::vector<int> mines(cells, 0);
        int layouts = 0;
        for_each_layout(drawing, [&](std::uint32_t mask) {
            ++layouts;
            for (std::size_t i = 0; i < cells; ++i) mines[i] += mask >> i & 1;
        });
        if (layouts == 0) {
            ++contradictory;
            CHECK_THROWS(count(drawing), Contradiction);
            continue;
        }
        ++consistent;
        const Posterior posterior = count(drawing);
        CHECK(near(std::exp(posterior.log_layouts()), layouts, 1e-10));
        CHECK(near(layouts_of(posterior), layouts));
        for (std::size_t i = 0; i < cells; ++i) {
            const int index = drawing.grid.index_of_ordinal(static_cast<int>(i));
            CHECK(near(posterior.mine_probability(index), static_cast<double>(mines[i]) / layouts));
            if (drawing.cells[i] != kHidden) {
                CHECK(posterior.certainty(index) == Certainty::revealed);
            } else {
                CHECK(posterior.certainty(index) == (mines[i] == 0         ? Certainty::safe
                                                     : mines[i] == layouts ? Certainty::mine
                                                                           : Certainty::none));
            }
        }
    }
    CHECK(consistent > 200);
    CHECK(contradictory > 10);
}

TEST("clue distributions equal those of an enumeration of all layouts") {
    Random random(2);
    for (int run = 0; run < 120; ++run) {
        const Drawing drawing = random_drawing(4, 3, random, 0);
        const Posterior posterior = count(drawing);
        std::vector<int> hidden;
        drawing.grid.for_each_cell([&](int index) {
            if (posterior.certainty(index) != Certainty::revealed) hidden.push_back(index);
        });
        if (hidden.empty()) continue;
        const int index = hidden[random.below(static_cast<std::uint32_t>(hidden.size()))];
        std::array<int, 10> shown{};
        int layouts = 0;
        for_each_layout(drawing, [&](std::uint32_t mask) {
            ++layouts;
            int around = 0;
            for (int j = 0; j < 12; ++j)
                if (mask >> j & 1)
                    around += drawing.grid.touches(index, drawing.grid.index_of_ordinal(j));
            ++shown[mask >> drawing.grid.ordinal(index) & 1 ? 9 : static_cast<std::size_t>(around)];
        });
        Budget budget = ample_budget();
        const auto probabilities = posterior.clue_distribution(index, budget);
        for (std::size_t v = 0; v < 10; ++v)
            CHECK(near(probabilities[v], static_cast<double>(shown[v]) / layouts));
        for (int clue = 0; clue <= 8; ++clue) {
            if (shown[static_cast<std::size_t>(clue)] == 0) {
                CHECK_THROWS(posterior.after_reveal(index, clue, budget), Contradiction);
                continue;
            }
            Drawing after = drawing;
            after.cell(index) = static_cast<std::int8_t>(clue);
            CHECK(are_same(posterior.after_reveal(index, clue, budget), count(after)));
        }
    }
}

TEST("successive reveals equal a fresh count at every step") {
    Random random(3);
    for (int run = 0; run < 10; ++run) {
        Drawing drawing(Grid(12, 9), 20);
        Game game(Rules{12, 9, 20, Start::safe}, random.next());
        game.reveal(drawing.grid.index(0, 0));
        std::vector<std::int8_t> solution(108);
        game.write_solution(solution.data());
        Posterior posterior = count(drawing);
        Budget budget = ample_budget();
        for (int step = 0; step < 40; ++step) {
            const int index = drawing.grid.index_of_ordinal(static_cast<int>(random.below(108)));
            const std::int8_t clue =
                solution[static_cast<std::size_t>(drawing.grid.ordinal(index))];
            if (game.is_mine(index) || drawing.cell(index) != kHidden) continue;
            posterior = posterior.after_reveal(index, clue, budget);
            drawing.cell(index) = clue;
            CHECK(are_same(posterior, count(drawing)));
            CHECK(near(sum_of(posterior), 20));
        }
    }
}

TEST("mine probabilities add up to the mine count on expert boards") {
    Random random(4);
    for (int run = 0; run < 20; ++run) {
        Drawing drawing(Grid(30, 16), 99);
        Game game(Rules{30, 16, 99, Start::safe}, random.next());
        for (int step = 0; step < 60; ++step) {
            const int index = drawing.grid.index_of_ordinal(static_cast<int>(random.below(480)));
            if (!game.has_placed_mines() || !game.is_mine(index)) game.reveal(index);
        }
        game.write_cells(drawing.cells.data());
        CHECK(near(sum_of(count(drawing)), 99));
    }
}

TEST("a known mine cannot be revealed as a clue") {
    const Drawing drawing(2, {"*##", "###"});
    Budget budget = ample_budget();
    const Posterior posterior = count(drawing);
    CHECK_THROWS(posterior.after_reveal(drawing.grid.index(0, 0), 1, budget), Contradiction);
    CHECK_EQUAL(posterior.clue_distribution(drawing.grid.index(0, 0), budget)[9], 1.0);
}

TEST("a contradiction names a clue, or -1 for the mine count") {
    const auto cell_of = [](const Drawing& drawing) {
        try {
            count(drawing);
        } catch (const Contradiction& error) {
            return error.cell();
        }
        return -2;
    };
    const Drawing clue(1, {"#3#"}), mines(1, {"1##1##"}), full(3, {"1##"}), known(1, {"**#"});
    CHECK_EQUAL(cell_of(clue), clue.grid.index(0, 1));
    CHECK_EQUAL(cell_of(mines), -1);
    CHECK_EQUAL(cell_of(full), -1);
    CHECK_EQUAL(cell_of(known), -1);
    CHECK_EQUAL(cell_of(Drawing(0, {"##"})), -2);
    CHECK_EQUAL(cell_of(Drawing(-1, {"##"})), -1);
    CHECK_EQUAL(cell_of(Drawing(3, {"##"})), -1);
}

TEST("an exhausted time or state budget is reported") {
    Drawing lattice(Grid(41, 41), 330);
    for (int row = 1; row < 41; row += 2)
        for (int column = 1; column < 41; column += 2)
            lattice.cell(lattice.grid.index(row, column)) = 2;
    Budget no_time(0.0, 1'000'000'000), few_states(60.0, 1000);
    CHECK_THROWS(Posterior(lattice.position(), no_time), LimitReached);
    CHECK_THROWS(Posterior(lattice.position(), few_states), LimitReached);
}

TEST("a long chain of clues has exactly 9 layouts") {
    // The board has as many mines as clues, so no two clues can share a mine. The mine next to each
    // end clue then has three possible cells, and every other mine has only one.
    for (const int clues : {20, 150, 400, 900}) {
        std::string top, bottom(static_cast<std::size_t>(2 * clues + 1), '#');
        for (int i = 0; i < clues; ++i) top += "#1";
        const Posterior posterior = count(Drawing(clues, {top + "#", bottom}));
        CHECK(near(posterior.log_layouts(), std::log(9.0), 1e-9));
        CHECK(near(sum_of(posterior), clues));
    }
}
