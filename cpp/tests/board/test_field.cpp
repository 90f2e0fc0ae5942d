#include "board/field.hpp"

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
    Field field(Rules{9, 9, 10, Start::safe}, 42);
    CHECK(!field.has_placed_mines());
    CHECK(field.mine_indices().empty());
    CHECK(field.status() == Status::ready);
    field.set_mark(at(field, 0, 0), Mark::flag);
    CHECK(field.mine_indices().empty());
    field.reveal(at(field, 4, 4));
    CHECK(field.has_placed_mines());
    CHECK_EQUAL(field.mine_indices().size(), 10u);
}

TEST("the start rule holds at every first cell, even with the maximum number of mines") {
    for (const auto& [width, height] :
         {std::pair{1, 1}, {1, 8}, {8, 1}, {2, 2}, {3, 3}, {2, 5}, {5, 4}})
        for (const Start start : {Start::any, Start::safe, Start::opening}) {
            const Rules rules{width, height, Rules::max_mines(width, height, start), start};
            const Grid grid = rules.grid();
            for (std::uint64_t seed = 0; seed < 20; ++seed)
                grid.for_each_cell([&](int first) {
                    Field field(rules, seed);
                    field.reveal(first);
                    CHECK_EQUAL(static_cast<int>(field.mine_indices().size()), rules.mines);
                    if (start == Start::any) return;
                    CHECK(!field.is_mine(first));
                    if (start == Start::opening) CHECK_EQUAL(field.clue(first), 0);
                });
        }
}

TEST("more mines than the start rule allows are rejected") {
    for (const Start start : {Start::any, Start::safe, Start::opening}) {
        const int limit = Rules::max_mines(5, 4, start);
        CHECK_THROWS((Field{Rules{5, 4, limit + 1, start}, 1}), std::invalid_argument);
        CHECK_THROWS((Field{Rules{5, 4, -1, start}, 1}), std::invalid_argument);
        CHECK_EQUAL(Field(Rules{5, 4, limit, start}, 1).rules().mines, limit);
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
    CHECK_THROWS((Field{rules, twice}), std::invalid_argument);
    CHECK_THROWS((Field{rules, one}), std::invalid_argument);
}

// Tests for reveals and floods.

TEST("revealing a clue opens one cell") {
    Field field = draw({"*...", "....", "...."});
    CHECK_EQUAL(field.reveal(at(field, 0, 1)), 1);
    CHECK_EQUAL(show(field), (Rows{"#1##", "####", "####"}));
    CHECK(field.status() == Status::playing);
}

TEST("revealing an empty cell floods its region") {
    Field field = draw({"..*..", "..*..", "..*.."});
    CHECK_EQUAL(field.reveal(at(field, 2, 0)), 6);
    CHECK_EQUAL(show(field), (Rows{".2###", ".3###", ".2###"}));
    CHECK(field.status() == Status::playing);
    CHECK_EQUAL(field.reveal(at(field, 0, 1)), 0);
}

TEST("a flood stops at flags but not at question marks") {
    Field field = draw({"......*"});
    field.set_mark(at(field, 0, 2), Mark::question);
    field.set_mark(at(field, 0, 4), Mark::ai_flag);
    CHECK_EQUAL(field.reveal(at(field, 0, 0)), 4);
    CHECK_EQUAL(show(field), (Rows{"....f##"}));
    CHECK_EQUAL(field.reveal(at(field, 0, 4)), 0);
    field.set_mark(at(field, 0, 4), Mark::none);
    CHECK_EQUAL(field.reveal(at(field, 0, 4)), 2);
    CHECK_EQUAL(show(field), (Rows{".....1F"}));
}

TEST("revealing an open or flagged cell has no effect and is not recorded") {
    Field field = draw({"*..", "...", "..*"});
    field.reveal(at(field, 0, 1));
    field.set_mark(at(field, 0, 0), Mark::flag);
    const auto before = state_of(field);
    CHECK_EQUAL(field.reveal(at(field, 0, 1)), 0);
    CHECK_EQUAL(field.reveal(at(field, 0, 0)), 0);
    CHECK(state_of(field) == before);
}

TEST("an empty board of 2000 x 2000 opens in one reveal without recursion") {
    Field field(Rules{2000, 2000, 0, Start::safe}, 1);
    CHECK_EQUAL(field.reveal(at(field, 1999, 0)), 4'000'000);
    CHECK(field.status() == Status::won);
    CHECK(field.undo());
    CHECK(field.status() == Status::ready);
    CHECK_EQUAL(field.safe_left(), 4'000'000);
}

TEST("a flood reaches the end of a 2000 x 2000 maze") {
    // Mine walls with gaps at alternating ends produce the longest flood path.
    Rows rows(2000, std::string(2000, '.'));
    for (std::size_t row = 4; row < 2000; row += 5) {
        std::fill(rows[row].begin(), rows[row].end(), '*');
        const std::size_t gap = row / 5 % 2 ? 0 : 1996;
        std::fill_n(rows[row].begin() + static_cast<std::ptrdiff_t>(gap), 4, '.');
    }
    Field field = draw(rows);
    field.reveal(at(field, 0, 0));
    CHECK(field.status() == Status::won);
}

// Tests for wins and losses.

TEST("revealing a mine loses and shows the other mines") {
    Field field = draw({"*.*", ".*.", "..."});
    field.set_mark(at(field, 0, 2), Mark::flag);
    field.set_mark(at(field, 1, 1), Mark::question);
    field.set_mark(at(field, 2, 2), Mark::flag);
    CHECK_EQUAL(field.reveal(at(field, 0, 0)), 1);
    CHECK(field.status() == Status::lost);
    CHECK(field.is_over());
    CHECK_EQUAL(show(field), (Rows{"!#F", "#*#", "##F"}));
}

TEST("revealing the last safe cell wins regardless of flags") {
    Field field = draw({"*.", "*."});
    field.reveal(at(field, 0, 1));
    CHECK(field.status() == Status::playing);
    field.reveal(at(field, 1, 1));
    CHECK(field.status() == Status::won);
    CHECK_EQUAL(show(field), (Rows{"F2", "F2"}));
}

TEST("a board full of mines is lost at the first reveal") {
    for (const auto& [width, height] : {std::pair{1, 1}, {4, 1}, {3, 3}}) {
        Field field(Rules{width, height, width * height, Start::any}, 9);
        CHECK(field.status() == Status::ready);
        CHECK(!field.is_over());
        CHECK_EQUAL(field.reveal(at(field, height - 1, 0)), 1);
        CHECK(field.status() == Status::lost);
        CHECK(field.undo());
        CHECK(field.status() == Status::ready);
    }
}

TEST("a board with one safe cell is won at the first reveal under the safe start rule") {
    Field field(Rules{4, 3, 11, Start::safe}, 5);
    CHECK_EQUAL(field.reveal(at(field, 1, 1)), 1);
    CHECK(field.status() == Status::won);
    CHECK_EQUAL(show(field), (Rows{"FFFF", "F8FF", "FFFF"}));
}

TEST("boards of width or height one can be won") {
    Field row = draw({".*..*"}), column = draw({".", "*", ".", ".", "*"});
    for (Field* field : {&row, &column}) {
        field->grid().for_each_cell([&](int index) {
            if (!field->is_mine(index)) field->reveal(index);
        });
        CHECK(field->status() == Status::won);
    }
    CHECK_EQUAL(show(row), (Rows{"1F11F"}));
    CHECK_EQUAL(show(column), (Rows{"1", "F", "1", "1", "F"}));
}

// Tests for flags and chords.

TEST("flags count as flags, but question marks do not") {
    Field field = draw({"*...", "...."});
    CHECK_EQUAL(field.set_mark(at(field, 0, 0), Mark::flag), 1);
    CHECK_EQUAL(field.set_mark(at(field, 0, 1), Mark::ai_flag), 1);
    CHECK_EQUAL(field.set_mark(at(field, 0, 2), Mark::question), 1);
    CHECK_EQUAL(field.flag_count(), 2);
    CHECK_EQUAL(show(field), (Rows{"Ff?#", "####"}));
    CHECK_EQUAL(field.set_mark(at(field, 0, 0), Mark::question), 1);
    CHECK_EQUAL(field.flag_count(), 1);
    CHECK_EQUAL(field.set_mark(at(field, 0, 0), Mark::question), 0);
    CHECK_EQUAL(field.move_count(), 4);
}

TEST("an open cell cannot be marked") {
    Field field = draw({"*..", "..."});
    field.reveal(at(field, 0, 1));
    CHECK_EQUAL(field.set_mark(at(field, 0, 1), Mark::flag), 0);
    CHECK_EQUAL(field.flag_count(), 0);
}

TEST("a chord has no effect unless the adjacent flags equal the clue") {
    Field field = draw({"*.*", "...", "..."});
    field.reveal(at(field, 1, 1));
    const auto initial_state = state_of(field);
    CHECK_EQUAL(field.chord(at(field, 1, 1)), 0);
    CHECK_EQUAL(field.chord(at(field, 0, 0)), 0);
    CHECK(state_of(field) == initial_state);
    field.set_mark(at(field, 0, 0), Mark::flag);
    CHECK_EQUAL(field.chord(at(field, 1, 1)), 0);
    field.set_mark(at(field, 0, 1), Mark::flag);
    field.set_mark(at(field, 0, 2), Mark::flag);
    CHECK_EQUAL(field.chord(at(field, 1, 1)), 0);
    field.set_mark(at(field, 0, 1), Mark::question);
    CHECK_EQUAL(field.chord(at(field, 1, 1)), 6);
    CHECK(field.status() == Status::won);
}

TEST("a chord counts the player's flags and the AI's flags") {
    Field field = draw({"*.*", "...", "..."});
    field.reveal(at(field, 0, 1));
    field.set_mark(at(field, 0, 0), Mark::flag);
    field.set_mark(at(field, 0, 2), Mark::ai_flag);
    CHECK_EQUAL(field.chord(at(field, 0, 1)), 3);
    CHECK_EQUAL(show(field), (Rows{"F2f", "121", "###"}));
}

TEST("a chord with a wrong flag loses and shows every exploded mine") {
    Field field = draw({"*..", "*..", "..."});
    field.reveal(at(field, 1, 1));
    field.set_mark(at(field, 0, 2), Mark::flag);
    field.set_mark(at(field, 2, 2), Mark::flag);
    CHECK_EQUAL(field.chord(at(field, 1, 1)), 6);
    CHECK(field.status() == Status::lost);
    CHECK_EQUAL(show(field), (Rows{"!2F", "!2.", "11F"}));
    CHECK(field.undo());
    CHECK(field.status() == Status::playing);
}

TEST("a chord floods from the empty cells that it opens") {
    Field field = draw({"*.....", "......"});
    field.reveal(at(field, 0, 1));
    field.set_mark(at(field, 0, 0), Mark::flag);
    CHECK_EQUAL(field.chord(at(field, 0, 1)), 10);
    CHECK_EQUAL(show(field), (Rows{"F1....", "11...."}));
    CHECK(field.status() == Status::won);
}

TEST("a chord on an empty cell opens neighbours whose flag was removed") {
    Field field = draw({"....*"});
    field.set_mark(at(field, 0, 1), Mark::flag);
    field.reveal(at(field, 0, 0));
    CHECK_EQUAL(field.chord(at(field, 0, 0)), 0);
    field.set_mark(at(field, 0, 1), Mark::none);
    CHECK_EQUAL(field.chord(at(field, 0, 0)), 3);
    CHECK_EQUAL(show(field), (Rows{"...1F"}));
}

TEST("a chord that opens no cell is not recorded") {
    Field field = draw({"*..", "..."});
    for (const auto& [row, column] : {std::pair{0, 1}, {1, 0}, {1, 1}})
        field.reveal(at(field, row, column));
    field.set_mark(at(field, 0, 0), Mark::flag);
    const auto before = state_of(field);
    CHECK_EQUAL(field.chord(at(field, 1, 0)), 0);
    CHECK(state_of(field) == before);
}

// Tests for undo.

TEST("undo without a move has no effect") {
    Field field = draw({"*."});
    CHECK(!field.undo());
    CHECK(field.status() == Status::ready);
}

TEST("undoing the first reveal removes the mines of a seeded game but not of a given layout") {
    Field seeded(Rules{9, 9, 10, Start::safe}, 3);
    const auto initial_state = state_of(seeded);
    seeded.reveal(at(seeded, 4, 4));
    CHECK(seeded.undo());
    CHECK(state_of(seeded) == initial_state);
    CHECK(!seeded.has_placed_mines());
    Field given = draw({"*..", "..."});
    given.reveal(at(given, 0, 1));
    CHECK(given.undo());
    CHECK_EQUAL(given.mine_indices().size(), 1u);
}

TEST("after undoing the first reveal, the start rule applies to the new first cell") {
    const Rules rules{5, 5, 24, Start::safe};
    Field field(rules, 8);
    field.grid().for_each_cell([&](int first) {
        field.reveal(first);
        CHECK(field.status() == Status::won);
        CHECK(field.undo());
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
        Field field(rules, seed);
        std::vector<std::vector<int>> states;
        for (int step = 0; step < 60; ++step) {
            if (field.is_over() && random.below(3) > 0) {
                CHECK(field.undo());
                CHECK(state_of(field) == states.back());
                states.pop_back();
            }
            if (field.is_over()) break;
            const int index = field.grid().index_of_ordinal(static_cast<int>(
                random.below(static_cast<std::uint32_t>(field.grid().cell_count()))));
            const auto before = state_of(field);
            const auto what = random.below(8);
            const int changed = what < 3 ? field.reveal(index)
                                : what < 5
                                    ? field.chord(index)
                                    : field.set_mark(index, static_cast<Mark>(random.below(4)));
            if (changed > 0)
                states.push_back(before);
            else
                CHECK(state_of(field) == before);
        }
        CHECK_EQUAL(static_cast<int>(states.size()), field.move_count());
        while (!states.empty()) {
            CHECK(field.undo());
            CHECK(state_of(field) == states.back());
            states.pop_back();
        }
        CHECK(!field.undo());
    }
}

TEST("placing mines repeatedly does not overflow the counters of border cells") {
    // The border cells also store mine counts, which must be reset when the mines are removed.
    Field field(Rules{3, 3, 8, Start::safe}, 1);
    for (int round = 0; round < 500; ++round) {
        CHECK_EQUAL(field.reveal(at(field, 1, 1)), 1);
        CHECK_EQUAL(show(field), (Rows{"FFF", "F8F", "FFF"}));
        CHECK(field.undo());
    }
    Field sparse(Rules{4, 4, 3, Start::opening}, 1);
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
    Field left(rules, 5), resumed(rules, 77);
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
