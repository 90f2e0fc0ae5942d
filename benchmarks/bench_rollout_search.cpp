// How much more often the expert wins when it thinks.
//
// Two players on the same boards differ in most games by luck alone: hundreds of thousands would be needed
// to see a gain of a quarter point. So each guess at which thinking changes the quick player's mind is judged
// by itself: both cells are played on by the quick player, on fresh layouts that are the same for both, and the
// luck of their guesses is taken out. The sum of these differences over a game played by thinking is what it
// wins more often than the quick player; that the quick player goes on is no approximation (the performance
// difference lemma of policy iteration).
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "board/field.hpp"
#include "inference/layout_sampler.hpp"
#include "inference/posterior.hpp"
#include "search/game_simulation.hpp"
#include "search/rollout_search.hpp"

namespace {

using namespace sapper;

constexpr double kNoTimeLimit = 3600.0;
constexpr std::int64_t kCountedStates = 4'000'000;

// What one unit of luck is worth, about. Luck is 0 on average: the better this number, the less the noise.
constexpr double kWorthOfLuck = 0.55;

class Judge {
   public:
    Judge(const Rules& rules, double seconds, int checks)
        : rules_(rules), checks_(checks), quick_(rules, kExpert),
          judging_({rules.width, rules.height, rules.mines, Start::any}, kExpert),
          decider_(rules.grid(), rules.mines, kExpert),
          thinker_(rules, kExpert, {seconds, std::int64_t{1} << 50}), field_(rules, 0) {}

    void play(std::uint64_t seed) {
        quick_wins += quick_.play(seed, -1).won;
        Random random(~seed);
        field_.restart(seed);
        Knowledge knowledge(field_.grid(), rules_.mines);
        double gain = 0.0;
        reveal(first_cell(rules_, kExpert), knowledge);
        while (!field_.is_over()) {
            auto& safe = knowledge.found_safe();
            if (!safe.empty()) {
                const int cell = safe.back();
                safe.pop_back();
                if (!field_.is_open(cell)) reveal(cell, knowledge);
                continue;
            }
            const Choice choice = decider_.choose(knowledge);
            for (const int mine : choice.mines) knowledge.learn(mine, Knowledge::mine);
            for (const int cell : choice.safe) knowledge.learn(cell, Knowledge::safe);
            knowledge.settle();
            safe.insert(safe.end(), choice.safe.begin(), choice.safe.end());
            if (!choice.safe.empty()) continue;
            const int best = choice.is_solved ? choice.best : think(knowledge);
            if (best != choice.best) gain += compare(knowledge, best, choice.best, random);
            reveal(best, knowledge);
        }
        ++games;
        wins += field_.status() == Status::won;
        sum_ += gain;
        squares_ += gain * gain;
    }

    void report() const {
        const double mean = sum_ / games, variance = squares_ / games - mean * mean;
        std::printf("%d games: %d won by thinking, %d by the quick player; %.2f changes of mind a game, "
                    "which win %+.3f +- %.3f points; longest thought %.2f s\n",
                    games, wins, quick_wins, static_cast<double>(changes) / games, 100.0 * mean,
                    196.0 * std::sqrt(variance / games), longest);
        std::fflush(stdout);
    }

    int games = 0, wins = 0, quick_wins = 0, changes = 0;
    double longest = 0.0;

   private:
    void reveal(int cell, Knowledge& knowledge) {
        const std::size_t before = field_.opened().size();
        field_.reveal(cell);
        if (!field_.is_over())
            knowledge.reveal_all(field_.opened().subspan(before),
                                 [this](int opened) { return field_.clue(opened); });
    }

    static double without_luck(const NativePlayer::Course& course) {
        return course.value - kWorthOfLuck * course.luck;
    }

    int think(const Knowledge& knowledge) {
        const auto begin = std::chrono::steady_clock::now();
        const int best = thinker_.think(knowledge, false).best;
        longest = std::max(
            longest, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
        return best;
    }

    double compare(const Knowledge& knowledge, int one, int other, Random& random) {
        ++changes;
        const Prospect prospect = decider_.prospect(one), other_prospect = decider_.prospect(other);
        Budget budget(kNoTimeLimit, kCountedStates);
        const Posterior posterior(knowledge, budget);
        LayoutSampler sampler(posterior);
        judging_.forget();
        double more = 0.0;
        for (int i = 0; i < checks_; ++i) {
            sampler.draw(random, mines_);
            more += without_luck(judging_.course_on(posterior.knowledge(), mines_, one, prospect)) -
                    without_luck(judging_.course_on(posterior.knowledge(), mines_, other, other_prospect));
        }
        return more / checks_;
    }

    const Rules rules_;
    const int checks_;
    NativePlayer quick_, judging_;
    Decider decider_;
    Thinker thinker_;
    Field field_;
    std::vector<std::int32_t> mines_;
    double sum_ = 0.0, squares_ = 0.0;
};

}  // namespace

// bench_think SIZE START SECONDS GAMES FIRST_SEED [CHECKS]: one thread, ten lines.
int main(int count, char** words) {
    int width = 0, height = 0, mines = 0;
    const std::string start = count > 2 ? words[2] : "";
    const double seconds = count > 3 ? std::atof(words[3]) : 0.0;
    const int games = count > 4 ? std::atoi(words[4]) : 0, checks = count > 6 ? std::atoi(words[6]) : 400;
    if (count < 6 || std::sscanf(words[1], "%dx%d/%d", &width, &height, &mines) != 3 || width < 1 || height < 1 ||
        mines < 0 || mines + 9 > width * height || (start != "safe" && start != "opening" && start != "any") ||
        !(seconds > 0.0) || games < 1 || checks < 1) {
        std::fputs("bench_think SIZE safe|opening|any SECONDS GAMES FIRST_SEED [CHECKS]\n", stderr);
        return 2;
    }
    const Rules rules{width, height, mines,
                      start == "opening" ? Start::opening : start == "safe" ? Start::safe : Start::any};
    Judge judge(rules, seconds, checks);
    const std::uint64_t seed = std::strtoull(words[5], nullptr, 10);
    while (judge.games < games) {
        judge.play(seed + static_cast<std::uint64_t>(judge.games));
        if (judge.games % std::max(games / 10, 1) == 0 || judge.games == games) judge.report();
    }
    return 0;
}
