#include "generate/board_generator.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include "boards.hpp"
#include "check.hpp"
#include "generate/ambiguity.hpp"
#include "generate/certificate.hpp"
#include "generate/chains.hpp"
#include "generate/disjoint_clues.hpp"
#include "generate/entailment.hpp"
#include "generate/repair.hpp"
#include "inference/posterior.hpp"
#include "positions.hpp"

using namespace sapper;
using namespace sapper::test;

namespace {

const Budget& ample_time() {
    static const Budget clock(600.0, 0);
    return clock;
}

// Solved with everything counted at every step: slow, and with none of the shortcuts.
bool is_free_of_guesses(Field field) {
    while (field.safe_left() > 0) {
        std::vector<std::int8_t> cells(static_cast<std::size_t>(field.grid().cell_count()));
        field.write_cells(cells.data());
        Budget budget(60.0, 10'000'000);
        const Posterior posterior({field.grid(), field.rules().mines, cells, {}}, budget);
        bool found = false;
        field.grid().for_each_cell([&](int index) {
            if (posterior.certainty(index) != Certainty::safe || field.is_open(index)) return;
            found = true;
            field.reveal(index);
        });
        if (!found) return false;
    }
    return true;
}

BoardRequest any_board(const Grid& grid) {
    return {grid.index(grid.height() / 2, grid.width() / 2),
            std::nullopt,
            0,
            INT32_MAX,
            5'000,
            50,
            60.0};
}

std::optional<ArgumentKind> hardest_of(const Rows& rows, int row, int column) {
    const Field field = draw(rows);
    const Rules rules{field.grid().width(), field.grid().height(), field.rules().mines, Start::any};
    return hardest_kind_needed(rules, field.mine_indices(), field.grid().index(row, column), 60.0);
}

}  // namespace

TEST("a mine and a safe cell that no clue distinguishes force a guess") {
    // The two cells in the corner, shut in by three mines.
    const Rows shut_in{"*.*..", "***..", "....."};
    const Grid grid(5, 3);
    CHECK(has_unavoidable_guess(draw(shut_in), grid.index(2, 4)));
    // Nothing is hidden from a player who begins on the safe one.
    CHECK(!has_unavoidable_guess(draw(shut_in), grid.index(0, 1)));
    CHECK(!has_unavoidable_guess(draw({"*....", ".....", "....."}), grid.index(2, 4)));
}

TEST("two mines on a diagonal in a corner force a guess") {
    const Rows rows{"*.1..", ".*2..", "22*..", "....."};
    CHECK(has_unavoidable_guess(draw(rows), draw(rows).grid().index(3, 4)));
}

TEST("a solvable board never contains a forced guess") {
    int closed = 0, guessed = 0;
    for (std::uint64_t seed = 0; seed < 3'000; ++seed) {
        const Rules rules{8, 8, 8 + static_cast<int>(seed % 12), Start::opening};
        Field field(rules, seed);
        const int first = field.grid().index(3, 3);
        field.reveal(first);
        const bool is_closed = has_unavoidable_guess(field, first),
                   is_free = is_free_of_guesses(field);
        CHECK(!(is_closed && is_free));
        closed += is_closed;
        guessed += !is_free;
    }
    // It finds most of them, else it would not be worth its time.
    CHECK(2 * closed > guessed);
}

TEST("the solver agrees with exact counts on every position") {
    int solved = 0;
    for (std::uint64_t seed = 0; seed < 1'500; ++seed) {
        const int width = 4 + static_cast<int>(seed % 7), height = 3 + static_cast<int>(seed % 5);
        const Rules rules{width, height, width * height * (10 + static_cast<int>(seed % 25)) / 100,
                          Start::safe};
        Field field(rules, seed);
        field.reveal(field.grid().index(height / 2, width / 2));
        const bool expected = is_free_of_guesses(field);
        for (const bool with_chains : {false, true}) {
            SolverWorkspace workspace{kProofStates, ample_time()};
            LogicSolver solver(field, workspace);
            CHECK_EQUAL(solver.solve(ArgumentKind::cases, with_chains), expected);
            CHECK(!solver.has_hit_limit());
        }
        solved += expected;
    }
    CHECK(solved > 200 && solved < 1'300);
}

TEST("the solver agrees with exact counts on expert boards") {
    const Rules rules{30, 16, 99, Start::opening};
    int solved = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Field field(rules, seed);
        field.reveal(field.grid().index(8, 15));
        const bool expected = is_free_of_guesses(field);
        SolverWorkspace workspace{kProofStates, ample_time()};
        LogicSolver solver(std::move(field), workspace);
        CHECK_EQUAL(solver.solve(ArgumentKind::cases), expected);
        solved += expected;
    }
    CHECK(solved > 20);
}

TEST("each kind of argument clears a board that the previous kind does not") {
    // One clue after the other.
    CHECK(hardest_of({"....", "....", "...*"}, 0, 0) == ArgumentKind::clue);
    // 1-2-1 along a wall.
    CHECK(hardest_of({".....", ".....", ".*.*.", "....."}, 0, 2) == ArgumentKind::pair);
    CHECK(hardest_of({"*.*", "...", "*.*"}, 1, 1) == std::nullopt);
    std::set<ArgumentKind> seen;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        const Rules rules{16, 16, 45, Start::opening};
        Field field(rules, seed);
        field.reveal(field.grid().index(8, 8));
        for (int kind = 0; kind < 4; ++kind) {
            SolverWorkspace workspace{kProofStates, ample_time()};
            LogicSolver solver(field, workspace);
            if (!solver.solve(static_cast<ArgumentKind>(kind), true)) continue;
            CHECK(solver.hardest() == static_cast<ArgumentKind>(kind));
            seen.insert(solver.hardest());
            break;
        }
    }
    CHECK_EQUAL(seen.size(), std::size_t{4});
}

TEST("a generated board is solvable and keeps its start rule and number of mines") {
    for (const Rules& rules : {Rules{9, 9, 10, Start::safe}, Rules{16, 16, 40, Start::opening},
                               Rules{16, 16, 80, Start::opening}, Rules{12, 8, 40, Start::any}}) {
        const Grid grid = rules.grid();
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            const BoardRequest request = any_board(grid);
            const BoardResult result = generate_board(rules, seed, request);
            CHECK(result.is_found);
            Field field({rules.width, rules.height, rules.mines, Start::any}, result.mines);
            field.reveal(request.first);
            if (rules.start == Start::opening) CHECK_EQUAL(field.clue(request.first), 0);
            CHECK(is_free_of_guesses(field));
            const BoardResult again = generate_board(rules, seed, request);
            CHECK(again.mines == result.mines && again.attempts == result.attempts);
        }
    }
}

TEST("ordinary boards come from rejection, dense boards from repair") {
    const Rules expert{30, 16, 99, Start::opening}, dense{30, 16, 150, Start::opening};
    BoardRequest request = any_board(expert.grid());
    request.max_rejections = 200;
    CHECK(generate_board(expert, 1, request).method == Method::rejection);
    const BoardResult result = generate_board(dense, 1, request);
    CHECK(result.is_found && result.method == Method::repair);
    CHECK(result.attempts > 200);
}

TEST("the search for an impossible board stops at the limits") {
    // The first cell touches all others: they look alike.
    const Rules full{2, 2, 1, Start::safe};
    BoardRequest request{full.grid().index(0, 0), std::nullopt, 0, INT32_MAX, 50, 5, 60.0};
    const BoardResult result = generate_board(full, 1, request);
    CHECK(!result.is_found && !result.has_timed_out);
    CHECK_EQUAL(result.attempts, 55);
    CHECK(result.mines.empty());
    // No time at all.
    request.seconds = 0.0;
    const BoardResult late = generate_board(full, 1, request);
    CHECK(!late.is_found && late.has_timed_out);
}

TEST("requested 3BV and difficulty are respected") {
    const Rules rules{16, 16, 40, Start::opening};
    for (int kind = 0; kind < 4; ++kind) {
        BoardRequest request = any_board(rules.grid());
        request.hardest = static_cast<ArgumentKind>(kind);
        request.min_three_bv = 40;
        request.max_three_bv = 70;
        const BoardResult result = generate_board(rules, 3, request);
        CHECK(result.is_found);
        CHECK(hardest_kind_needed(rules, result.mines, request.first, 60.0) == request.hardest);
    }
}

// That its clues force each cell is for the checker in Python to say.
TEST("a certificate clears the board and uses exactly the hardest kind") {
    const Rules rules{16, 16, 50, Start::opening};
    std::set<ArgumentKind> seen;
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        BoardRequest request = any_board(rules.grid());
        if (seed == 0) request.hardest = ArgumentKind::cases;  // rare otherwise
        const BoardResult result = generate_board(rules, seed, request);
        Field field({16, 16, 50, Start::any}, result.mines);
        field.reveal(field.grid().index(8, 8));
        const Certificate certificate = certify(field, kProofStates, ample_time());
        CHECK(certificate.is_complete);
        ArgumentKind hardest = ArgumentKind::clue;
        for (const CertificateStep& step : certificate.steps) {
            CHECK(!field.is_open(step.cell));
            for (const int clue : step.clues) CHECK(field.is_open(clue));
            CHECK_EQUAL(step.is_mine, field.is_mine(step.cell));
            const std::size_t premises = step.clues.size() + step.uses_mine_count;
            CHECK(premises > 0);
            if (step.kind == ArgumentKind::clue) CHECK_EQUAL(premises, std::size_t{1});
            if (step.kind == ArgumentKind::pair) CHECK_EQUAL(premises, std::size_t{2});
            if (!step.is_mine) field.reveal(step.cell);
            seen.insert(step.kind);
            hardest = std::max(hardest, step.kind);
        }
        CHECK_EQUAL(field.safe_left(), 0);
        CHECK(hardest_kind_needed(rules, result.mines, field.grid().index(8, 8), 60.0) == hardest);
    }
    CHECK_EQUAL(seen.size(), std::size_t{4});
}

TEST("clues entail a cell if and only if every consistent layout agrees") {
    Random random(5);
    int forced = 0, free = 0;
    for (int round = 0; round < 3'000; ++round) {
        const Drawing drawing = random_drawing(5, 3, random, 0);
        std::vector<std::uint32_t> layouts;
        for_each_layout(drawing, [&](std::uint32_t mask) { layouts.push_back(mask); });
        const Knowledge knowledge(drawing.position());
        std::vector<std::int32_t> clues;
        knowledge.append_active_clues(clues);
        drawing.grid.for_each_cell([&](int index) {
            if (!knowledge.is_hidden(index)) return;
            const auto bit = 1u << drawing.grid.ordinal(index);
            for (const bool is_mine : {false, true}) {
                const bool expected = std::ranges::all_of(
                    layouts, [&](std::uint32_t mask) { return ((mask & bit) != 0) == is_mine; });
                CHECK_EQUAL(entails(knowledge, {clues, true}, index, is_mine, kProofStates),
                            expected);
                if (entails(knowledge, {clues, false}, index, is_mine, kProofStates))
                    CHECK(expected);
                (expected ? forced : free) += 1;
            }
        });
    }
    CHECK(forced > 100 && free > 100);
}

TEST("deductions from chains and disjoint clues follow from their premises") {
    Random random(9);
    int compared = 0, packed = 0;
    for (int round = 0; round < 3'000; ++round) {
        const Drawing drawing = random_drawing(6, 3, random, 0);
        const Knowledge knowledge(drawing.position());
        std::vector<std::int32_t> clues;
        knowledge.append_active_clues(clues);
        const auto check = [&](const std::vector<ChainDeduction>& deductions) {
            for (const ChainDeduction& deduction : deductions) {
                std::vector<std::int32_t> named = deduction.clues;
                const bool counts = std::erase(named, kMineCount) > 0;
                CHECK(entails(knowledge, {named, counts}, deduction.cell, deduction.is_mine,
                              kProofStates));
            }
            return !deductions.empty();
        };
        compared += check(find_chains(knowledge, clues));
        packed += check(find_by_disjoint_clues(knowledge, clues));
    }
    CHECK(compared > 100);
    CHECK(packed > 100);
}
