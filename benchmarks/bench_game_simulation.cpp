// A benchmark of complete games in the core: CPU time and win rate.
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "search/game_simulation.hpp"

namespace {

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

}  // namespace

// Plays each native strategy on each standard board and start rule, in one thread.
int main(int argument_count, char** arguments) {
    using namespace sapper;
    const int games = argument_count > 1 ? std::atoi(arguments[1]) : 20'000;
    if (games < 1) {
        std::fputs("usage: bench_game_simulation [GAMES [FIRST_SEED]]\n", stderr);
        return 2;
    }
    const std::uint64_t seed =
        argument_count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 1'000'000;
    struct Case {
        const char* name;
        Rules rules;
    };
    struct Named {
        const char* name;
        const StrategyParameters& parameters;
    };
    for (const auto& [name, parameters] : {Named{"exact", kExact}, Named{"expert", kExpert}})
        for (const Case& test : {Case{"9x9/10 safe", {9, 9, 10, Start::safe}},
                                 Case{"9x9/10 opening", {9, 9, 10, Start::opening}},
                                 Case{"16x16/40 safe", {16, 16, 40, Start::safe}},
                                 Case{"16x16/40 opening", {16, 16, 40, Start::opening}},
                                 Case{"30x16/99 safe", {30, 16, 99, Start::safe}},
                                 Case{"30x16/99 opening", {30, 16, 99, Start::opening}}}) {
            int won = 0;
            long guesses = 0;
            GameSimulator simulator(test.rules, parameters);
            const double begin = cpu_seconds();
            for (int i = 0; i < games; ++i) {
                const GameResult result = simulator.play(seed + static_cast<std::uint64_t>(i), -1);
                won += result.won;
                guesses += result.guesses;
            }
            const double seconds = cpu_seconds() - begin;
            std::printf(
                "%-6s %-18s %6.2f %% of %d games won, %8.0f games per CPU second, %.2f guesses "
                "each\n",
                name, test.name, 100.0 * won / games, games, games / seconds,
                static_cast<double>(guesses) / games);
        }
    return 0;
}
