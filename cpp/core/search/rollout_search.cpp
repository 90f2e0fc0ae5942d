#include "search/rollout_search.hpp"

#include <algorithm>
#include <cmath>

namespace sapper {
namespace {

// Layouts between two looks at who is left.
constexpr int kRound = 16;
// A cell is dropped when going on with it promises less than this share of the chance to win.
constexpr double kHardlyMore = 0.0001;
// What the policy's score says about the chance to win, measured: a cell whose score is less by some share wins
// less often by kPriorSlope of that share. How far off that is, as a share of the chance to win: kPriorError at the
// beginning, kLatePriorError more at the end, and kPriorSpread of that share more. See docs/research.
constexpr double kPriorSlope = 0.72, kPriorError = 0.016, kLatePriorError = 0.014, kPriorSpread = 0.2;
// The squared differences that are taken to be there before any game: without them, the first few layouts,
// on which two cells often do alike, would look like certainty.
constexpr double kPriorSquares = 0.05;
// How much of a chance to win one unit of luck is, before any game, and how much luck makes the games tell as much.
constexpr double kWorthOfLuck = 0.5, kPriorLuck = 3.0;
// Rivals may be so much less safe than the safest cell.
constexpr double kCutoff = 0.8;
// The share of the effort that is kept for the estimate.
constexpr double kFresh = 0.2;
// What a position may take to be counted once more, for drawing layouts.
constexpr std::int64_t kCountedStates = 4'000'000;
// Thinking has time for longer endgames; but if one is not solved, time to play on must be left.
constexpr double kEndgameShare = 0.3, kLateShare = 0.4;
constexpr std::int64_t kEndgameLayouts = 4'000, kEndgameWork = 200'000'000;
constexpr std::int64_t kLateLayouts = 1'000'000, kLateWork = 4'000'000'000;
constexpr std::size_t kLateGuesses = 4;
// Rare traps take more time to find than they are worth in a game that is only played on.
constexpr double kLeastTrapPlayingOn = 0.1;

Policy for_thinking(Policy policy, const Effort& effort) {
    policy.cutoff = std::min(policy.cutoff, kCutoff);
    policy.scores_all = true;
    if (policy.endgame.layouts > 0) {
        policy.endgame.layouts = std::max(policy.endgame.layouts, kEndgameLayouts);
        policy.endgame.work = std::max(policy.endgame.work, kEndgameWork);
        policy.endgame.seconds = kEndgameShare * effort.seconds;
        policy.endgame.is_interrupted = effort.is_interrupted;
    }
    if (policy.late.layouts > 0) {
        policy.late.layouts = std::max(policy.late.layouts, kLateLayouts);
        policy.late.work = std::max(policy.late.work, kLateWork);
        policy.late.guesses = std::max(policy.late.guesses, kLateGuesses);
        policy.late.seconds = kLateShare * effort.seconds;
        policy.late.is_interrupted = effort.is_interrupted;
    }
    return policy;
}

// Thousands of games are played on: none may take long.
Policy for_playing_on(Policy policy) {
    policy.solves_small_boards = false;
    policy.late.layouts = 0;
    policy.least_trap = std::max(policy.least_trap, kLeastTrapPlayingOn);
    return policy;
}

// What single clues have proved is no choice any more, but is still to be revealed.
void find_safe_cell(const Knowledge& knowledge, Thought& thought) {
    knowledge.grid().for_each_cell([&](int index) {
        if (thought.best >= 0 || knowledge.state(index) != Knowledge::safe) return;
        thought.best = index;
        thought.risk = 0.0;
    });
}

double revealed_share(const Knowledge& knowledge) {
    const Grid& grid = knowledge.grid();
    int revealed = 0;
    grid.for_each_cell([&](int index) { revealed += knowledge.is_revealed(index); });
    const int left = knowledge.hidden_left() - knowledge.mines_left();
    return static_cast<double>(revealed) / static_cast<double>(std::max(revealed + left, 1));
}

// What is expected of a normal distribution where it is above 0.
double expected_above_zero(double mean, double error) {
    const double z = mean / error;
    constexpr double kDensityAtZero = 0.3989422804014327;
    return error * kDensityAtZero * std::exp(-0.5 * z * z) + mean * 0.5 * std::erfc(-z / std::sqrt(2.0));
}

}  // namespace

Thinker::Thinker(const Rules& rules, const Policy& policy, const Effort& effort)
    : effort_(effort), decider_(rules.grid(), rules.mines, for_thinking(policy, effort)),
      player_({rules.width, rules.height, rules.mines, Start::any}, for_playing_on(policy)) {}

Thought Thinker::think(const Knowledge& knowledge, bool with_chance) {
    const Budget all(effort_.seconds, 0);
    const Choice choice = decider_.choose(knowledge);
    Thought thought;
    thought.best = choice.best;
    thought.risk = choice.risk;
    if (static_cast<int>(choice.safe.size() + choice.mines.size()) == knowledge.hidden_left()) {
        thought.is_solved = true;
        thought.chance = 1.0;
        if (choice.best < 0) find_safe_cell(knowledge, thought);
        return thought;
    }
    if (choice.is_solved) {
        thought.is_solved = true;
        thought.chance = choice.chance;
        return thought;
    }
    try {
        play_it_out(knowledge, choice, with_chance, all, thought);
    } catch (const LimitReached&) {
    }
    return thought;
}

void Thinker::play_it_out(const Knowledge& knowledge, const Choice& choice, bool with_chance,
                          const Budget& all, Thought& thought) {
    const double share = with_chance ? 1.0 - kFresh : 1.0;
    const Budget before_estimate(std::max(all.seconds_left(), 0.0) * share, 0);
    Budget counting(effort_.seconds, kCountedStates);
    const Posterior posterior(knowledge, counting);
    LayoutSampler sampler(posterior);
    random_ = Random(static_cast<std::uint64_t>(std::llround(posterior.log_layouts() * 1e6)));
    prior_error_ = kPriorError + kLatePriorError * revealed_share(knowledge);
    list_rivals(choice);
    if (rivals_.size() > 1) {
        const auto most = static_cast<std::int64_t>(static_cast<double>(effort_.games) * share);
        compare(posterior.knowledge(), sampler, most, before_estimate);
        thought.best = rivals_[leader()].cell;
        thought.risk = posterior.mine_probability(thought.best);
    }
    for (const Rival& rival : rivals_) thought.cells.push_back({rival.cell, rival.games, rival.wins});
    if (with_chance) estimate(posterior.knowledge(), sampler, all, thought);
}

void Thinker::list_rivals(const Choice& choice) {
    rivals_.clear();
    if (choice.is_nearly_solved) {
        rivals_.push_back({choice.best, 1.0, choice.prospect});
        return;
    }
    const auto scored = decider_.scored();
    for (const Decider::Scored& one : scored.first(std::min(scored.size(), kMostCompared)))
        rivals_.push_back({one.cell, one.score / scored[0].score, one.prospect});
    if (rivals_.empty()) rivals_.push_back({choice.best, 1.0, choice.prospect});
}

void Thinker::compare(const Knowledge& knowledge, LayoutSampler& sampler, std::int64_t most,
                      const Budget& budget) {
    player_.forget();
    std::int64_t games = 0;
    while (games < most && !budget.is_late() && !effort_.is_interrupted()) {
        play_round(knowledge, sampler, budget);
        drop_losers();
        games = 0;
        std::size_t left = 0;
        for (const Rival& rival : rivals_) {
            games += rival.games;
            left += !rival.is_out;
        }
        if (left == 1) return;
    }
}

void Thinker::play_round(const Knowledge& knowledge, LayoutSampler& sampler, const Budget& budget) {
    std::array<NativePlayer::Course, kMostCompared> courses{};
    for (int i = 0; i < kRound && !budget.is_late(); ++i) {
        sampler.draw(random_, mines_);
        for (std::size_t r = 0; r < rivals_.size(); ++r) {
            Rival& rival = rivals_[r];
            if (rival.is_out) continue;
            courses[r] = player_.course_on(knowledge, mines_, rival.cell, rival.prospect);
            ++rival.games;
            rival.wins += courses[r].value;
        }
        for (std::size_t a = 0; a < rivals_.size(); ++a)
            for (std::size_t b = 0; b < rivals_.size(); ++b) {
                if (rivals_[a].is_out || rivals_[b].is_out) continue;
                const double wins = courses[a].value - courses[b].value;
                const double luck = courses[a].luck - courses[b].luck;
                Lead& lead = rivals_[a].leads[b];
                lead.wins += wins;
                lead.luck += luck;
                lead.wins_squared += wins * wins;
                lead.luck_squared += luck * luck;
                lead.product += wins * luck;
            }
    }
}

// The games that both played, without their luck, and what the policy thought, each weighed by how sure it is.
Thinker::Gain Thinker::gain(std::size_t of, std::size_t over) const {
    const Rival &one = rivals_[of], &other = rivals_[over];
    const auto games = static_cast<double>(std::min(one.games, other.games));
    const double chance = (other.wins + 1.0) / (static_cast<double>(other.games) + 2.0);
    const double less = one.hope / other.hope - 1.0;
    const double prior = kPriorSlope * less * chance;
    const double prior_error = (prior_error_ + kPriorSpread * std::abs(less)) * chance;
    const double prior_variance = prior_error * prior_error;
    if (games == 0.0) return {prior, std::sqrt(prior_variance)};
    const Lead& lead = one.leads[over];
    const double worth = (lead.product + kWorthOfLuck * kPriorLuck) / (lead.luck_squared + kPriorLuck);
    const double difference = (lead.wins - worth * lead.luck) / games;
    const double squares =
        lead.wins_squared - 2.0 * worth * lead.product + worth * worth * lead.luck_squared;
    const double variance = (squares + kPriorSquares) / (games * games);
    const double sum = variance + prior_variance;
    return {(difference * prior_variance + prior * variance) / sum,
            std::sqrt(variance * prior_variance / sum)};
}

void Thinker::drop_losers() {
    const std::size_t best = leader();
    const Rival& leading = rivals_[best];
    const double chance = (leading.wins + 1.0) / (static_cast<double>(leading.games) + 2.0);
    for (std::size_t r = 0; r < rivals_.size(); ++r) {
        if (r == best || rivals_[r].is_out) continue;
        const Gain hope = gain(r, best);
        if (expected_above_zero(hope.mean, hope.error) < kHardlyMore * chance) rivals_[r].is_out = true;
    }
}

// All are measured against the policy's choice, or the next that is left.
std::size_t Thinker::leader() const {
    std::size_t reference = 0;
    while (rivals_[reference].is_out) ++reference;
    std::size_t best = reference;
    double best_gain = 0.0;
    for (std::size_t r = 0; r < rivals_.size(); ++r) {
        if (r == reference || rivals_[r].is_out) continue;
        const double mean = gain(r, reference).mean;
        if (mean > best_gain) {
            best = r;
            best_gain = mean;
        }
    }
    return best;
}

void Thinker::estimate(const Knowledge& knowledge, LayoutSampler& sampler, const Budget& budget,
                       Thought& thought) {
    std::int64_t games = 0, wins = 0, most = effort_.games;
    for (const Rival& rival : rivals_) most -= rival.games;
    do {
        sampler.draw(random_, mines_);
        wins += player_.play_on(knowledge, mines_, thought.best);
        ++games;
    } while (games < most && !budget.is_late() && (games % kRound != 0 || !effort_.is_interrupted()));
    thought.games = games;
    thought.wins = wins;
    thought.chance = static_cast<double>(wins) / static_cast<double>(games);
}

}  // namespace sapper
