// A measurement of the wins that the rollout search gains over the expert strategy.
//
// Two strategies on the same boards differ mostly by luck, so win counts would need hundreds of
// thousands of games. Instead, every decision that the rollout search changes is evaluated on its
// own. The expert plays both cells to the end on the same fresh layouts, with luck as a control
// variate. By the performance difference lemma of policy iteration, the sum of these differences
// over a game is an unbiased estimate of the gain.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "board/game.hpp"
#include "inference/layout_sampler.hpp"
#include "inference/posterior.hpp"
#include "search/game_simulation.hpp"
#include "search/rollout_search.hpp"

namespace {

using namespace sapper;

constexpr double kNoTimeLimit = 3600.0;
constexpr std::int64_t kMaxCountStates = 4'000'000;

// The approximate regression coefficient of luck. Luck has expectation 0, so the value affects only
// the variance.
constexpr double kLuckCoefficient = 0.55;

class Comparison {
   public:
    Comparison(const Rules& rules, double seconds, int layouts)
        : rules_(rules), layouts_(layouts), baseline_(rules, kExpert),
          evaluator_({rules.width, rules.height, rules.mines, Start::any}, kExpert),
          selector_(rules.grid(), rules.mines, kExpert),
          search_(rules, kExpert, {seconds, std::int64_t{1} << 50}), game_(rules, 0) {}

    void play(std::uint64_t seed) {
        baseline_wins += baseline_.play(seed, -1).won;
        Random random(~seed);
        game_.restart(seed);
        Knowledge knowledge(game_.grid(), rules_.mines);
        double gain = 0.0;
        reveal(first_cell(rules_, kExpert), knowledge);
        while (!game_.is_over()) {
            auto& safe = knowledge.proved_safe();
            if (!safe.empty()) {
                const int cell = safe.back();
                safe.pop_back();
                if (!game_.is_open(cell)) reveal(cell, knowledge);
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
        wins += game_.status() == Status::won;
        sum_ += gain;
        squares_ += gain * gain;
    }

    void report() const {
        const double mean = sum_ / games, variance = squares_ / games - mean * mean;
        std::printf(
            "%d games: %d wins with rollouts, %d without; %.2f changed decisions per game gain "
            "%+.3f +- %.3f points; slowest search %.2f s\n",
            games, wins, baseline_wins, static_cast<double>(changed_decisions) / games,
            100.0 * mean, 196.0 * std::sqrt(variance / games), slowest_search);
        std::fflush(stdout);
    }

    int games = 0, wins = 0, baseline_wins = 0, changed_decisions = 0;
    double slowest_search = 0.0;

   private:
    void reveal(int cell, Knowledge& knowledge) {
        const std::size_t before = game_.opened().size();
        game_.reveal(cell);
        if (!game_.is_over())
            knowledge.reveal_all(game_.opened().subspan(before),
                                 [this](int opened) { return game_.clue(opened); });
    }

    static double adjusted_value(const GameSimulator::Rollout& rollout) {
        return rollout.value - kLuckCoefficient * rollout.luck;
    }

    int search(const Knowledge& knowledge) {
        const auto begin = std::chrono::steady_clock::now();
        const int best = search_.search(knowledge, false).best;
        slowest_search = std::max(
            slowest_search,
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
        return best;
    }

    double compare(const Knowledge& knowledge, int cell, int other, Random& random) {
        ++changed_decisions;
        const WinEstimate win_estimate = selector_.win_estimate(cell),
                          other_estimate = selector_.win_estimate(other);
        Budget budget(kNoTimeLimit, kMaxCountStates);
        const Posterior posterior(knowledge, budget);
        LayoutSampler sampler(posterior);
        evaluator_.clear_cache();
        double difference = 0.0;
        for (int i = 0; i < layouts_; ++i) {
            sampler.draw(random, mines_);
            difference += adjusted_value(evaluator_.rollout(posterior.knowledge(), mines_, cell,
                                                            win_estimate)) -
                          adjusted_value(evaluator_.rollout(posterior.knowledge(), mines_, other,
                                                            other_estimate));
        }
        return difference / layouts_;
    }

    const Rules rules_;
    const int layouts_;
    GameSimulator baseline_, evaluator_;
    MoveSelector selector_;
    RolloutSearch search_;
    Game game_;
    std::vector<std::int32_t> mines_;
    double sum_ = 0.0, squares_ = 0.0;
};

}  // namespace

// Compares the strategies in one thread and reports ten times.
int main(int argument_count, char** arguments) {
    int width = 0, height = 0, mines = 0;
    const std::string start = argument_count > 2 ? arguments[2] : "";
    const double seconds = argument_count > 3 ? std::atof(arguments[3]) : 0.0;
    const int games = argument_count > 4 ? std::atoi(arguments[4]) : 0,
              layouts = argument_count > 6 ? std::atoi(arguments[6]) : 400;
    if (argument_count < 6 || std::sscanf(arguments[1], "%dx%d/%d", &width, &height, &mines) != 3 ||
        width < 1 || height < 1 || mines < 0 || mines + 9 > width * height ||
        (start != "safe" && start != "opening" && start != "any") || !(seconds > 0.0) ||
        games < 1 || layouts < 1) {
        std::fputs(
            "usage: bench_rollout_search SIZE safe|opening|any SECONDS GAMES FIRST_SEED "
            "[LAYOUTS]\n",
            stderr);
        return 2;
    }
    const Rules rules{width, height, mines,
                      start == "opening" ? Start::opening
                      : start == "safe"  ? Start::safe
                                         : Start::any};
    Comparison comparison(rules, seconds, layouts);
    const std::uint64_t seed = std::strtoull(arguments[5], nullptr, 10);
    while (comparison.games < games) {
        comparison.play(seed + static_cast<std::uint64_t>(comparison.games));
        if (comparison.games % std::max(games / 10, 1) == 0 || comparison.games == games)
            comparison.report();
    }
    return 0;
}
