#include "generate/ambiguity.hpp"

#include <cstdint>

#include "boards.hpp"
#include "check.hpp"
#include "generate/reference_solver.hpp"

using namespace sapper;
using namespace sapper::test;

TEST("a mine and a safe cell that no clue distinguishes are an unavoidable guess") {
    // Four mines enclose the two cells in the top left corner.
    const Rows shut_in{"*.*..", "***..", "....."};
    const Grid grid(5, 3);
    CHECK(has_unavoidable_guess(draw(shut_in), grid.index(2, 4)));
    // If the first reveal is the enclosed safe cell, there is no ambiguity.
    CHECK(!has_unavoidable_guess(draw(shut_in), grid.index(0, 1)));
    CHECK(!has_unavoidable_guess(draw({"*....", ".....", "....."}), grid.index(2, 4)));
}

TEST("two diagonal mines in a corner are an unavoidable guess") {
    const Rows rows{"*.1..", ".*2..", "22*..", "....."};
    CHECK(has_unavoidable_guess(draw(rows), draw(rows).grid().index(3, 4)));
}

TEST("boards that can be cleared have no unavoidable guess") {
    int detected = 0, with_guess = 0;
    for (std::uint64_t seed = 0; seed < 3'000; ++seed) {
        const Rules rules{8, 8, 8 + static_cast<int>(seed % 12), Start::opening};
        Game game(rules, seed);
        const int first = game.grid().index(3, 3);
        game.reveal(first);
        const bool is_detected = has_unavoidable_guess(game, first),
                   is_clear = is_free_of_guesses(game);
        CHECK(!(is_detected && is_clear));
        detected += is_detected;
        with_guess += !is_clear;
    }
    // The test must detect most of the boards that require a guess.
    CHECK(2 * detected > with_guess);
}
