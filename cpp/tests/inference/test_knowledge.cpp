#include "inference/knowledge.hpp"

#include <cstdint>
#include <initializer_list>
#include <utility>

#include "check.hpp"
#include "positions.hpp"

using namespace sapper;
using namespace sapper::test;

TEST("the key of a position depends on the knowledge, not on the order of reveals") {
    const Grid grid(4, 3);
    const auto revealed = [&](std::initializer_list<std::pair<int, int>> columns_and_clues) {
        Knowledge knowledge(grid, 3);
        for (const auto& [column, clue] : columns_and_clues)
            knowledge.reveal(grid.index(0, column), clue);
        return knowledge.key();
    };
    const std::uint64_t key = revealed({{0, 1}, {2, 2}});
    CHECK_EQUAL(key, revealed({{2, 2}, {0, 1}}));
    CHECK_EQUAL(key, Knowledge(Drawing(3, {"1#2#", "####", "####"}).position()).key());
    CHECK(key != revealed({{0, 1}, {2, 1}}));
    CHECK(key != revealed({{0, 1}, {3, 2}}));
    CHECK(key != revealed({{0, 1}}));
    CHECK(key != Knowledge(Drawing(3, {"1#2#", "####", "*###"}).position()).key());
}
