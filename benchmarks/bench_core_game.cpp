// A benchmark of placing and fully revealing boards in the core, with one reveal per unit of 3BV.
#include <cstdio>
#include <ctime>
#include <vector>

#include "board/game.hpp"

namespace {

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// Reveals every safe cell, openings first, and returns the number of reveals.
int clear(sapper::Game& game) {
    int reveals = 0;
    for (const bool openings : {true, false})
        game.grid().for_each_cell([&](int index) {
            if (game.is_mine(index) || game.is_open(index)) return;
            if ((game.clue(index) == 0) == openings) reveals += game.reveal(index) > 0;
        });
    return reveals;
}

}  // namespace

int main() {
    using namespace sapper;
    struct Case {
        const char* name;
        Rules rules;
        int boards;
    };
    for (const Case& test : {Case{"9x9/10", {9, 9, 10, Start::safe}, 200'000},
                             Case{"16x16/40", {16, 16, 40, Start::safe}, 100'000},
                             Case{"30x16/99", {30, 16, 99, Start::safe}, 100'000}}) {
        long reveals = 0;
        int won = 0;
        const double begin = cpu_seconds();
        for (int seed = 0; seed < test.boards; ++seed) {
            Game game(test.rules, static_cast<std::uint64_t>(seed));
            game.reveal(game.grid().index(0, 0));
            reveals += 1 + clear(game);
            won += game.status() == Status::won;
        }
        const double each = (cpu_seconds() - begin) / test.boards * 1e6;
        std::printf(
            "core  place mines and clear %-10s %7.2f us/board  (%d boards, seeds 0..%d, %.1f "
            "reveals "
            "each, %d won)\n",
            test.name, each, test.boards, test.boards - 1,
            static_cast<double>(reveals) / test.boards, won);
    }
    return 0;
}
