#include "generate/logic_solver.hpp"

#include <cstdint>
#include <optional>
#include <set>
#include <utility>

#include "boards.hpp"
#include "check.hpp"
#include "generate/reference_solver.hpp"

using namespace sapper;
using namespace sapper::test;

namespace {

std::optional<ArgumentKind> hardest_of(const Rows& rows, int row, int column) {
    const Game game = draw(rows);
    const Rules rules{game.grid().width(), game.grid().height(), game.rules().mines, Start::any};
    return hardest_kind_needed(rules, game.mine_indices(), game.grid().index(row, column), 60.0);
}

}

TEST("the solver agrees with counting every position") {
    int solved = 0;
    for (std::uint64_t seed = 0; seed < 1'500; ++seed) {
        const int width = 4 + static_cast<int>(seed % 7), height = 3 + static_cast<int>(seed % 5);
        const Rules rules{width, height, width * height * (10 + static_cast<int>(seed % 25)) / 100,
                          Start::safe};
        Game game(rules, seed);
        game.reveal(game.grid().index(height / 2, width / 2));
        const bool expected = is_free_of_guesses(game);
        for (const bool with_chains : {false, true}) {
            SolverWorkspace workspace{kProofStates, ample_time()};
            LogicSolver solver(game, workspace);
            CHECK_EQUAL(solver.solve(ArgumentKind::cases, with_chains), expected);
            CHECK(!solver.has_hit_limit());
        }
        solved += expected;
    }
    CHECK(solved > 200 && solved < 1'300);
}

TEST("the solver agrees with counting on expert boards") {
    const Rules rules{30, 16, 99, Start::opening};
    int solved = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Game game(rules, seed);
        game.reveal(game.grid().index(8, 15));
        const bool expected = is_free_of_guesses(game);
        SolverWorkspace workspace{kProofStates, ample_time()};
        LogicSolver solver(std::move(game), workspace);
        CHECK_EQUAL(solver.solve(ArgumentKind::cases), expected);
        solved += expected;
    }
    CHECK(solved > 20);
}

TEST("each kind of argument clears boards that the previous kind does not") {
    // This board can be cleared with one clue at a time.
    CHECK(hardest_of({"....", "....", "...*"}, 0, 0) == ArgumentKind::clue);
    // Solving a 1-2-1 pattern along a wall requires pairs of clues.
    CHECK(hardest_of({".....", ".....", ".*.*.", "....."}, 0, 2) == ArgumentKind::pair);
    CHECK(hardest_of({"*.*", "...", "*.*"}, 1, 1) == std::nullopt);
    std::set<ArgumentKind> seen;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        const Rules rules{16, 16, 45, Start::opening};
        Game game(rules, seed);
        game.reveal(game.grid().index(8, 8));
        for (int kind = 0; kind < 4; ++kind) {
            SolverWorkspace workspace{kProofStates, ample_time()};
            LogicSolver solver(game, workspace);
            if (!solver.solve(static_cast<ArgumentKind>(kind), true)) continue;
            CHECK(solver.hardest() == static_cast<ArgumentKind>(kind));
            seen.insert(solver.hardest());
            break;
        }
    }
    CHECK_EQUAL(seen.size(), std::size_t{4});
}
