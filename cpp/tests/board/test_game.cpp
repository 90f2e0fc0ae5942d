#include "board/game.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <vector>

#include "board/random.hpp"
#include "boards.hpp"
#include "check.hpp"

using namespace sapper;
using namespace sapper::test;

// Tests for start rules and mine placement.

TEST("a seeded game has no mines before the first reveal") {
    Game game(Rules{9, 9, 10, Start::safe}, 42);
    CHECK(!game.has_placed_mines());
    CHECK(game.mine_indices().empty());
    CHECK(game.status() == Status::ready);
    game.set_mark(at(game, 0, 0), Mark::flag);
    CHECK(game.mine_indices().empty());
    game.reveal(at(game, 4, 4));
    CHECK(game.has_placed_mines());
    CHECK_EQUAL(game.mine_indices().size(), 10u);
}

TEST("the start rule holds at every first cell, even with the maximum number of mines") {
    for (const auto& [width, height] :
         {std::pair{1, 1}, {1, 8}, {8, 1}, {2, 2}, {3, 3}, {2, 5}, {5, 4}})
        for (const Start start : {Start::any, Start::safe, Start::opening}) {
            const Rules rules{width, height, Rules::max_mines(width, height, start), start};
            const Grid grid = rules.grid();
            for (std::uint64_t seed = 0; seed < 20; ++seed)
                grid.for_each_cell([&](int first) {
                    Game game(rules, seed);
                    game.reveal(first);
                    CHECK_EQUAL(static_cast<int>(game.mine_indices().size()), rules.mines);
                    if (start == Start::any) return;
                    CHECK(!game.is_mine(first));
                    if (start == Start::opening) CHECK_EQUAL(game.clue(first), 0);
                });
        }
}

TEST("more mines than the start rule allows are rejected") {
    for (const Start start : {Start::any, Start::safe, Start::opening}) {
        const int limit = Rules::max_mines(5, 4, start);
        CHECK_THROWS((Game{Rules{5, 4, limit + 1, start}, 1}), std::invalid_argument);
        CHECK_THROWS((Game{Rules{5, 4, -1, start}, 1}), std::invalid_argument);
        CHECK_EQUAL(Game(Rules{5, 4, limit, start}, 1).rules().mines, limit);
    }
    CHECK_EQUAL(Rules::max_mines(5, 4, Start::any), 20);
    CHECK_EQUAL(Rules::max_mines(5, 4, Start::safe), 19);
    CHECK_EQUAL(Rules::max_mines(5, 4, Start::opening), 11);
    CHECK_EQUAL(Rules::max_mines(1, 4, Start::opening), 1);
}

TEST("a layout with duplicate mines or the wrong number of mines is rejected") {
    const Rules rules{3, 3, 2, Start::any};
    const Grid grid = rules.grid();
    const std::vector<std::int32_t> twice{grid.index(0, 0), grid.index(0, 0)},
        one{grid.index(0, 0)};
    CHECK_THROWS((Game{rules, twice}), std::invalid_argument);
    CHECK_THROWS((Game{rules, one}), std::invalid_argument);
}

// Tests for reveals and floods.

TEST("revealing a clue opens one cell") {
    Game game = draw({"*...", "....", "...."});
    CHECK_EQUAL(game.reveal(at(game, 0, 1)), 1);
    CHECK_EQUAL(show(game), (Rows{"#1##", "####", "####"}));
    CHECK(game.status() == Status::playing);
}

TEST("revealing an empty cell floods its region") {
    Game game = draw({"..*..", "..*..", "..*.."});
    CHECK_EQUAL(game.reveal(at(game, 2, 0)), 6);
    CHECK_EQUAL(show(game), (Rows{".2###", ".3###", ".2###"}));
    CHECK(game.status() == Status::playing);
    CHECK_EQUAL(game.reveal(at(game, 0, 1)), 0);
}

TEST("a flood stops at flags but not at question marks") {
    Game game = draw({"......*"});
    game.set_mark(at(game, 0, 2), Mark::question);
    game.set_mark(at(game, 0, 4), Mark::ai_flag);
    CHECK_EQUAL(game.reveal(at(game, 0, 0)), 4);
    CHECK_EQUAL(show(game), (Rows{"....f##"}));
    CHECK_EQUAL(game.reveal(at(game, 0, 4)), 0);
    game.set_mark(at(game, 0, 4), Mark::none);
    CHECK_EQUAL(game.reveal(at(game, 0, 4)), 2);
    CHECK_EQUAL(show(game), (Rows{".....1F"}));
}

TEST("revealing an open or flagged cell has no effect and is not recorded") {
    Game game = draw({"*..", "...", "..*"});
    game.reveal(at(game, 0, 1));
    game.set_mark(at(game, 0, 0), Mark::flag);
    const auto before = state_of(game);
    CHECK_EQUAL(game.reveal(at(game, 0, 1)), 0);
    CHECK_EQUAL(game.reveal(at(game, 0, 0)), 0);
    CHECK(state_of(game) == before);
}

TEST("an empty board of 2000 x 2000 opens in one reveal without recursion") {
    Game game(Rules{2000, 2000, 0, Start::safe}, 1);
    CHECK_EQUAL(game.reveal(at(game, 1999, 0)), 4'000'000);
    CHECK(game.status() == Status::won);
    CHECK(game.undo());
    CHECK(game.status() == Status::ready);
    CHECK_EQUAL(game.safe_left(), 4'000'000);
}

TEST("a flood reaches the end of a 2000 x 2000 maze") {
    // Mine walls with gaps at alternating ends produce the longest flood path.
    Rows rows(2000, std::string(2000, '.'));
    for (std::size_t row = 4; row < 2000; row += 5) {
        std::fill(rows[row].begin(), rows[row].end(), '*');
        const std::size_t gap = row / 5 % 2 ? 0 : 1996;
        std::fill_n(rows[row].begin() + static_cast<std::ptrdiff_t>(gap), 4, '.');
    }
    Game game = draw(rows);
    game.reveal(at(game, 0, 0));
    CHECK(game.status() == Status::won);
}

// Tests for wins and losses.

TEST("revealing a mine loses and shows the other mines") {
    Game game = draw({"*.*", ".*.", "..."});
    game.set_mark(at(game, 0, 2), Mark::flag);
    game.set_mark(at(game, 1, 1), Mark::question);
    game.set_mark(at(game, 2, 2), Mark::flag);
    CHECK_EQUAL(game.reveal(at(game, 0, 0)), 1);
    CHECK(game.status() == Status::lost);
    CHECK(game.is_over());
    CHECK_EQUAL(show(game), (Rows{"!#F", "#*#", "##F"}));
}

TEST("revealing the last safe cell wins regardless of flags") {
    Game game = draw({"*.", "*."});
    game.reveal(at(game, 0, 1));
    CHECK(game.status() == Status::playing);
    game.reveal(at(game, 1, 1));
    CHECK(game.status() == Status::won);
    CHECK_EQUAL(show(game), (Rows{"F2", "F2"}));
}

TEST("a board full of mines is lost at the first reveal") {
    for (const auto& [width, height] : {std::pair{1, 1}, {4, 1}, {3, 3}}) {
        Game game(Rules{width, height, width * height, Start::any}, 9);
        CHECK(game.status() == Status::ready);
        CHECK(!game.is_over());
        CHECK_EQUAL(game.reveal(at(game, height - 1, 0)), 1);
        CHECK(game.status() == Status::lost);
        CHECK(game.undo());
        CHECK(game.status() == Status::ready);
    }
}

TEST("a board with one safe cell is won at the first reveal under the safe start rule") {
    Game game(Rules{4, 3, 11, Start::safe}, 5);
    CHECK_EQUAL(game.reveal(at(game, 1, 1)), 1);
    CHECK(game.status() == Status::won);
    CHECK_EQUAL(show(game), (Rows{"FFFF", "F8FF", "FFFF"}));
}

TEST("boards of width or height one can be won") {
    Game row = draw({".*..*"}), column = draw({".", "*", ".", ".", "*"});
    for (Game* game : {&row, &column}) {
        game->grid().for_each_cell([&](int index) {
            if (!game->is_mine(index)) game->reveal(index);
        });
        CHECK(game->status() == Status::won);
    }
    CHECK_EQUAL(show(row), (Rows{"1F11F"}));
    CHECK_EQUAL(show(column), (Rows{"1", "F", "1", "1", "F"}));
}

// Tests for flags and chords.

TEST("flags count as flags, but question marks do not") {
    Game game = draw({"*...", "...."});
    CHECK_EQUAL(game.set_mark(at(game, 0, 0), Mark::flag), 1);
    CHECK_EQUAL(game.set_mark(at(game, 0, 1), Mark::ai_flag), 1);
    CHECK_EQUAL(game.set_mark(at(game, 0, 2), Mark::question), 1);
    CHECK_EQUAL(game.flag_count(), 2);
    CHECK_EQUAL(show(game), (Rows{"Ff?#", "####"}));
    CHECK_EQUAL(game.set_mark(at(game, 0, 0), Mark::question), 1);
    CHECK_EQUAL(game.flag_count(), 1);
    CHECK_EQUAL(game.set_mark(at(game, 0, 0), Mark::question), 0);
    CHECK_EQUAL(game.move_count(), 4);
}

TEST("an open cell cannot be marked") {
    Game game = draw({"*..", "..."});
    game.reveal(at(game, 0, 1));
    CHECK_EQUAL(game.set_mark(at(game, 0, 1), Mark::flag), 0);
    CHECK_EQUAL(game.flag_count(), 0);
}

TEST("a chord has no effect unless the adjacent flags equal the clue") {
    Game game = draw({"*.*", "...", "..."});
    game.reveal(at(game, 1, 1));
    const auto initial_state = state_of(game);
    CHECK_EQUAL(game.chord(at(game, 1, 1)), 0);
    CHECK_EQUAL(game.chord(at(game, 0, 0)), 0);
    CHECK(state_of(game) == initial_state);
    game.set_mark(at(game, 0, 0), Mark::flag);
    CHECK_EQUAL(game.chord(at(game, 1, 1)), 0);
    game.set_mark(at(game, 0, 1), Mark::flag);
    game.set_mark(at(game, 0, 2), Mark::flag);
    CHECK_EQUAL(game.chord(at(game, 1, 1)), 0);
    game.set_mark(at(game, 0, 1), Mark::question);
    CHECK_EQUAL(game.chord(at(game, 1, 1)), 6);
    CHECK(game.status() == Status::won);
}

TEST("a chord counts the player's flags and the AI's flags") {
    Game game = draw({"*.*", "...", "..."});
    game.reveal(at(game, 0, 1));
    game.set_mark(at(game, 0, 0), Mark::flag);
    game.set_mark(at(game, 0, 2), Mark::ai_flag);
    CHECK_EQUAL(game.chord(at(game, 0, 1)), 3);
    CHECK_EQUAL(show(game), (Rows{"F2f", "121", "###"}));
}

TEST("a chord with a wrong flag loses and shows every exploded mine") {
    Game game = draw({"*..", "*..", "..."});
    game.reveal(at(game, 1, 1));
    game.set_mark(at(game, 0, 2), Mark::flag);
    game.set_mark(at(game, 2, 2), Mark::flag);
    CHECK_EQUAL(game.chord(at(game, 1, 1)), 6);
    CHECK(game.status() == Status::lost);
    CHECK_EQUAL(show(game), (Rows{"!2F", "!2.", "11F"}));
    CHECK(game.undo());
    CHECK(game.status() == Status::playing);
}

TEST("a chord floods from the empty cells that it opens") {
    Game game = draw({"*.....", "......"});
    game.reveal(at(game, 0, 1));
    game.set_mark(at(game, 0, 0), Mark::flag);
    CHECK_EQUAL(game.chord(at(game, 0, 1)), 10);
    CHECK_EQUAL(show(game), (Rows{"F1....", "11...."}));
    CHECK(game.status() == Status::won);
}

TEST("a chord on an empty cell opens neighbours whose flag was removed") {
    Game game = draw({"....*"});
    game.set_mark(at(game, 0, 1), Mark::flag);
    game.reveal(at(game, 0, 0));
    CHECK_EQUAL(game.chord(at(game, 0, 0)), 0);
    game.set_mark(at(game, 0, 1), Mark::none);
    CHECK_EQUAL(game.chord(at(game, 0, 0)), 3);
    CHECK_EQUAL(show(game), (Rows{"...1F"}));
}

TEST("a chord that opens no cell is not recorded") {
    Game game = draw({"*..", "..."});
    for (const auto& [row, column] : {std::pair{0, 1}, {1, 0}, {1, 1}})
        game.reveal(at(game, row, column));
    game.set_mark(at(game, 0, 0), Mark::flag);
    const auto before = state_of(game);
    CHECK_EQUAL(game.chord(at(game, 1, 0)), 0);
    CHECK(state_of(game) == before);
}

// Tests for undo.

TEST("undo without a move has no effect") {
    Game game = draw({"*."});
    CHECK(!game.undo());
    CHECK(game.status() == Status::ready);
}

TEST("undoing the first reveal removes the mines of a seeded game but not of a given layout") {
    Game seeded(Rules{9, 9, 10, Start::safe}, 3);
    const auto initial_state = state_of(seeded);
    seeded.reveal(at(seeded, 4, 4));
    CHECK(seeded.undo());
    CHECK(state_of(seeded) == initial_state);
    CHECK(!seeded.has_placed_mines());
    Game given = draw({"*..", "..."});
    given.reveal(at(given, 0, 1));
    CHECK(given.undo());
    CHECK_EQUAL(given.mine_indices().size(), 1u);
}

TEST("after undoing the first reveal, the start rule applies to the new first cell") {
    const Rules rules{5, 5, 24, Start::safe};
    Game game(rules, 8);
    game.grid().for_each_cell([&](int first) {
        game.reveal(first);
        CHECK(game.status() == Status::won);
        CHECK(game.undo());
    });
}

TEST("undoing all moves of random games restores every intermediate state") {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Random random(seed);
        const auto width = static_cast<int>(1 + random.below(9)),
                   height = static_cast<int>(1 + random.below(9));
        const auto start = static_cast<Start>(random.below(3));
        const auto limit = static_cast<std::uint32_t>(Rules::max_mines(width, height, start));
        const Rules rules{width, height,
                          static_cast<int>(random.below(limit / (1 + random.below(6)) + 1)), start};
        Game game(rules, seed);
        std::vector<std::vector<int>> states;
        for (int step = 0; step < 60; ++step) {
            if (game.is_over() && random.below(3) > 0) {
                CHECK(game.undo());
                CHECK(state_of(game) == states.back());
                states.pop_back();
            }
            if (game.is_over()) break;
            const int index = game.grid().index_of_ordinal(static_cast<int>(
                random.below(static_cast<std::uint32_t>(game.grid().cell_count()))));
            const auto before = state_of(game);
            const auto what = random.below(8);
            const int changed = what < 3 ? game.reveal(index)
                                : what < 5
                                    ? game.chord(index)
                                    : game.set_mark(index, static_cast<Mark>(random.below(4)));
            if (changed > 0)
                states.push_back(before);
            else
                CHECK(state_of(game) == before);
        }
        CHECK_EQUAL(static_cast<int>(states.size()), game.move_count());
        while (!states.empty()) {
            CHECK(game.undo());
            CHECK(state_of(game) == states.back());
            states.pop_back();
        }
        CHECK(!game.undo());
    }
}

TEST("placing mines repeatedly does not overflow the counters of border cells") {
    // The border cells also store mine counts, which must be reset when the mines are removed.
    Game game(Rules{3, 3, 8, Start::safe}, 1);
    for (int round = 0; round < 500; ++round) {
        CHECK_EQUAL(game.reveal(at(game, 1, 1)), 1);
        CHECK_EQUAL(show(game), (Rows{"FFF", "F8F", "FFF"}));
        CHECK(game.undo());
    }
    Game sparse(Rules{4, 4, 3, Start::opening}, 1);
    sparse.reveal(at(sparse, 0, 0));
    const auto once = state_of(sparse);
    for (int round = 0; round < 500; ++round) {
        CHECK(sparse.undo());
        sparse.reveal(at(sparse, 0, 0));
        CHECK(state_of(sparse) == once);
    }
}

TEST("a resumed game continues like the original") {
    const Rules rules{9, 9, 10, Start::safe};
    Game left(rules, 5), resumed(rules, 77);
    resumed.reveal(at(resumed, 4, 4));
    left.reveal(at(left, 0, 0));
    resumed.resume(left.mine_indices(), left.opened());
    CHECK_EQUAL(resumed.safe_left(), left.safe_left());
    CHECK_EQUAL(show(resumed), show(left));
    for (const int index : left.mine_indices()) CHECK(resumed.is_mine(index));
    left.grid().for_each_cell([&](int index) {
        if (left.is_mine(index)) return;
        left.reveal(index);
        resumed.reveal(index);
        CHECK_EQUAL(show(resumed), show(left));
    });
    CHECK(resumed.status() == Status::won);
}
