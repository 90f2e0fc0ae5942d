// The gain in win rate of `expert` with rollout search over its default setting.
//
// Outcomes of two strategies on the same boards differ mostly by luck, and a gain of a quarter point would
// take hundreds of thousands of games to measure. Instead, each changed decision is evaluated on its own: both
// cells are played on by the default setting on the same fresh layouts, with control variates for the luck of
// guesses. By the performance difference lemma, the sum of these differences over a game played with rollout
// search is an unbiased estimate of its gain.
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
constexpr std::int64_t kMaxCountStates = 4'000'000;

// Approximate coefficient of the control variate. Luck has mean zero, so the value affects only the noise.
constexpr double kLuckCoefficient = 0.55;

class Comparison {
   public:
    Comparison(const Rules& rules, double seconds, int checks)
        : rules_(rules), checks_(checks), baseline_(rules, kExpert),
          evaluator_({rules.width, rules.height, rules.mines, Start::any}, kExpert),
          selector_(rules.grid(), rules.mines, kExpert),
          search_(rules, kExpert, {seconds, std::int64_t{1} << 50}), field_(rules, 0) {}

    void play(std::uint64_t seed) {
        baseline_wins += baseline_.play(seed, -1).won;
        Random random(~seed);
        field_.restart(seed);
        Knowledge knowledge(field_.grid(), rules_.mines);
        double gain = 0.0;
        reveal(first_cell(rules_, kExpert), knowledge);
        while (!field_.is_over()) {
            auto& safe = knowledge.proved_safe();
            if (!safe.empty()) {
                const int cell = safe.back();
                safe.pop_back();
                if (!field_.is_open(cell)) reveal(cell, knowledge);
                continue;
            }
            const Decision decision = selector_.select(knowledge);
            for (const int mine : decision.mines) knowledge.record(mine, Knowledge::mine);
            for (const int cell : decision.safe) knowledge.record(cell, Knowledge::safe);
            knowledge.propagate();
            safe.insert(safe.end(), decision.safe.begin(), decision.safe.end());
            if (!decision.safe.empty()) continue;
            const int best = decision.is_solved ? decision.best : search(knowledge);
            if (best != decision.best) gain += compare(knowledge, best, decision.best, random);
            reveal(best, knowledge);
        }
        ++games;
        wins += field_.status() == Status::won;
        sum_ += gain;
        squares_ += gain * gain;
    }

    void report() const {
        const double mean = sum_ / games, variance = squares_ / games - mean * mean;
        std::printf(
            "%d games: %d won with rollouts, %d by the default setting; %.2f changed decisions per "
            "game gain %+.3f +- %.3f points; longest search %.2f s\n",
            games, wins, baseline_wins, static_cast<double>(changes) / games, 100.0 * mean,
            196.0 * std::sqrt(variance / games), longest);
        std::fflush(stdout);
    }

    int games = 0, wins = 0, baseline_wins = 0, changes = 0;
    double longest = 0.0;

   private:
    void reveal(int cell, Knowledge& knowledge) {
        const std::size_t before = field_.opened().size();
        field_.reveal(cell);
        if (!field_.is_over())
            knowledge.reveal_all(field_.opened().subspan(before),
                                 [this](int opened) { return field_.clue(opened); });
    }

    static double adjusted_value(const GameSimulator::Rollout& rollout) {
        return rollout.value - kLuckCoefficient * rollout.luck;
    }

    int search(const Knowledge& knowledge) {
        const auto begin = std::chrono::steady_clock::now();
        const int best = search_.search(knowledge, false).best;
        longest = std::max(
            longest,
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
        return best;
    }

    double compare(const Knowledge& knowledge, int one, int other, Random& random) {
        ++changes;
        const WinEstimate win_estimate = selector_.win_estimate(one),
                          other_prospect = selector_.win_estimate(other);
        Budget budget(kNoTimeLimit, kMaxCountStates);
        const Posterior posterior(knowledge, budget);
        LayoutSampler sampler(posterior);
        evaluator_.clear_cache();
        double more = 0.0;
        for (int i = 0; i < checks_; ++i) {
            sampler.draw(random, mines_);
            more += adjusted_value(
                        evaluator_.rollout(posterior.knowledge(), mines_, one, win_estimate)) -
                    adjusted_value(
                        evaluator_.rollout(posterior.knowledge(), mines_, other, other_prospect));
        }
        return more / checks_;
    }

    const Rules rules_;
    const int checks_;
    GameSimulator baseline_, evaluator_;
    MoveSelector selector_;
    RolloutSearch search_;
    Field field_;
    std::vector<std::int32_t> mines_;
    double sum_ = 0.0, squares_ = 0.0;
};

}  // namespace

// Usage: bench_rollout_search SIZE START SECONDS GAMES FIRST_SEED [CHECKS]. Runs on one thread and prints ten
// lines.
int main(int argument_count, char** arguments) {
    int width = 0, height = 0, mines = 0;
    const std::string start = argument_count > 2 ? arguments[2] : "";
    const double seconds = argument_count > 3 ? std::atof(arguments[3]) : 0.0;
    const int games = argument_count > 4 ? std::atoi(arguments[4]) : 0,
              checks = argument_count > 6 ? std::atoi(arguments[6]) : 400;
    if (argument_count < 6 || std::sscanf(arguments[1], "%dx%d/%d", &width, &height, &mines) != 3 ||
        width < 1 || height < 1 || mines < 0 || mines + 9 > width * height ||
        (start != "safe" && start != "opening" && start != "any") || !(seconds > 0.0) ||
        games < 1 || checks < 1) {
        std::fputs(
            "usage: bench_rollout_search SIZE safe|opening|any SECONDS GAMES FIRST_SEED [CHECKS]\n",
            stderr);
        return 2;
    }
    const Rules rules{width, height, mines,
                      start == "opening" ? Start::opening
                      : start == "safe"  ? Start::safe
                                         : Start::any};
    Comparison judge(rules, seconds, checks);
    const std::uint64_t seed = std::strtoull(arguments[5], nullptr, 10);
    while (judge.games < games) {
        judge.play(seed + static_cast<std::uint64_t>(judge.games));
        if (judge.games % std::max(games / 10, 1) == 0 || judge.games == games) judge.report();
    }
    return 0;
}
