#include "generate/certificate.hpp"

#include <algorithm>
#include <cstdint>
#include <set>

#include "check.hpp"
#include "generate/reference_solver.hpp"

using namespace sapper;
using namespace sapper::test;

// The Python checker verifies that every step follows from its clues, so this test does not.
TEST("a certificate clears the board with the hardest kind that it needs") {
    const Rules rules{16, 16, 50, Start::opening};
    std::set<ArgumentKind> seen;
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        BoardRequest request = any_board(rules.grid());
        // Boards that require case analysis are rare, so only one seed requests one.
        if (seed == 0) request.hardest = ArgumentKind::cases;
        const BoardResult result = generate_board(rules, seed, request);
        Game game({16, 16, 50, Start::any}, result.mines);
        game.reveal(game.grid().index(8, 8));
        const Certificate certificate = certify(game, kProofStates, ample_time());
        CHECK(certificate.is_complete);
        ArgumentKind hardest = ArgumentKind::clue;
        for (const CertificateStep& step : certificate.steps) {
            CHECK(!game.is_open(step.cell));
            for (const int clue : step.clues) CHECK(game.is_open(clue));
            CHECK_EQUAL(step.is_mine, game.is_mine(step.cell));
            const std::size_t premises = step.clues.size() + step.uses_mine_count;
            CHECK(premises > 0);
            if (step.kind == ArgumentKind::clue) CHECK_EQUAL(premises, std::size_t{1});
            if (step.kind == ArgumentKind::pair) CHECK_EQUAL(premises, std::size_t{2});
            if (!step.is_mine) game.reveal(step.cell);
            seen.insert(step.kind);
            hardest = std::max(hardest, step.kind);
        }
        CHECK_EQUAL(game.safe_left(), 0);
        CHECK(hardest_kind_needed(rules, result.mines, game.grid().index(8, 8), 60.0) == hardest);
    }
    CHECK_EQUAL(seen.size(), std::size_t{4});
}
