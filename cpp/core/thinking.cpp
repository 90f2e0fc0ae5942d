#include "thinking.hpp"

#include <algorithm>
#include <cmath>

namespace sapper {
namespace {

// Layouts between two looks at who has lost.
constexpr int kRound = 16;
// So many standard errors behind another, a cell is out.
constexpr double kBeyondDoubt = 3.0;
// How far the policy's idea of a cell is off, as a share of the chance to win; see docs/research.
constexpr double kPriorError = 0.03;
// Rivals may be so much less safe than the safest cell.
constexpr double kCutoff = 0.8;
// The share of the effort that is kept for the estimate.
constexpr double kFresh = 0.2;
// What a position may take to be counted once more, for drawing layouts.
constexpr std::int64_t kCountedStates = 4'000'000;

Policy with_all_scores(Policy policy) {
    policy.cutoff = std::min(policy.cutoff, kCutoff);
    policy.scores_all = true;
    return policy;
}

}  // namespace

Thinker::Thinker(const Rules& rules, const Policy& policy, const Effort& effort)
    : effort_(effort), decider_(rules.grid(), rules.mines, with_all_scores(policy)),
      player_({rules.width, rules.height, rules.mines, Start::any}, policy) {}

Thought Thinker::think(const Knowledge& knowledge, bool with_chance) {
    const Choice choice = decider_.choose(knowledge);
    Thought thought;
    thought.best = choice.best;
    thought.risk = choice.risk;
    if (choice.is_solved || choice.best < 0) {
        thought.is_solved = true;
        thought.chance = choice.best < 0 ? 1.0 : choice.chance;
        return thought;
    }
    try {
        play_it_out(knowledge, choice, with_chance, thought);
    } catch (const LimitReached&) {
    }
    return thought;
}

void Thinker::play_it_out(const Knowledge& knowledge, const Choice& choice, bool with_chance,
                          Thought& thought) {
    const double share = with_chance ? 1.0 - kFresh : 1.0;
    const Budget all(effort_.seconds, 0), before_estimate(effort_.seconds * share, 0);
    Budget counting(effort_.seconds, kCountedStates);
    const Posterior posterior(knowledge, counting);
    LayoutSampler sampler(posterior);
    random_ = Random(static_cast<std::uint64_t>(std::llround(posterior.log_layouts() * 1e6)));
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
    const auto scored = decider_.scored();
    for (const Decider::Scored& one : scored.first(std::min(scored.size(), kMostCompared)))
        rivals_.push_back({one.cell, one.score / scored[0].score});
    if (rivals_.empty()) rivals_.push_back({choice.best, 1.0});
}

void Thinker::compare(const Knowledge& knowledge, LayoutSampler& sampler, std::int64_t most,
                      const Budget& budget) {
    std::int64_t games = 0;
    while (games < most && !budget.is_late()) {
        play_round(knowledge, sampler);
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

void Thinker::play_round(const Knowledge& knowledge, LayoutSampler& sampler) {
    std::array<bool, kMostCompared> won{};
    for (int i = 0; i < kRound; ++i) {
        sampler.draw(random_, mines_);
        for (std::size_t r = 0; r < rivals_.size(); ++r) {
            Rival& rival = rivals_[r];
            if (rival.is_out) continue;
            won[r] = player_.play_on(knowledge, mines_, rival.cell);
            ++rival.games;
            rival.wins += won[r];
        }
        for (std::size_t a = 0; a < rivals_.size(); ++a)
            for (std::size_t b = 0; b < rivals_.size(); ++b)
                if (!rivals_[a].is_out && !rivals_[b].is_out)
                    rivals_[a].won_against[b] += won[a] && !won[b];
    }
}

void Thinker::drop_losers() {
    const std::size_t best = leader();
    for (std::size_t r = 0; r < rivals_.size(); ++r) {
        if (r == best || rivals_[r].is_out) continue;
        const double ahead = rivals_[best].won_against[r], behind = rivals_[r].won_against[best];
        if (ahead - behind > kBeyondDoubt * std::sqrt(ahead + behind + 1.0)) rivals_[r].is_out = true;
    }
}

// The most likely best: differences between paired games and what the policy thought, each weighed by how
// sure it is. All are measured against the policy's choice.
std::size_t Thinker::leader() const {
    std::size_t reference = 0;
    while (rivals_[reference].is_out) ++reference;
    const Rival& base = rivals_[reference];
    if (base.games == 0) return reference;
    const auto games = static_cast<double>(base.games);
    const double chance = (static_cast<double>(base.wins) + 1.0) / (games + 2.0);
    std::size_t best = reference;
    double best_gain = 0.0;
    for (std::size_t r = 0; r < rivals_.size(); ++r) {
        if (r == reference || rivals_[r].is_out) continue;
        const double more = rivals_[r].won_against[reference], less = base.won_against[r];
        const double difference = (more - less) / games;
        const double variance = (more + less + 1.0) / (games * games);
        const double prior = (rivals_[r].hope / base.hope - 1.0) * chance;
        const double prior_variance = kPriorError * chance * kPriorError * chance;
        const double gain = (difference * prior_variance + prior * variance) / (variance + prior_variance);
        if (gain > best_gain) {
            best = r;
            best_gain = gain;
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
    } while (games < most && !budget.is_late());
    thought.games = games;
    thought.wins = wins;
    thought.chance = static_cast<double>(wins) / static_cast<double>(games);
}

}  // namespace sapper
