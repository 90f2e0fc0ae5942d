#include "board/vector_environment.hpp"

#include <algorithm>
#include <stdexcept>

namespace sapper {

VectorEnvironment::VectorEnvironment(const Rules& rules, int count, const Rewards& rewards,
                                     int max_steps)
    : grid_(rules.grid()), reward_values_(rewards), max_steps_(max_steps) {
    if (count < 1) throw std::invalid_argument("the number of environments must be at least 1");
    if (max_steps < 1) throw std::invalid_argument("max_steps must be at least 1");
    const auto environments = static_cast<std::size_t>(count);
    const auto cells = static_cast<std::size_t>(grid_.cell_count());
    for (int ordinal = 0; ordinal < grid_.cell_count(); ++ordinal)
        index_of_.push_back(grid_.index_of_ordinal(ordinal));
    ordinal_of_.resize(static_cast<std::size_t>(grid_.padded_size()));
    grid_.for_each_cell(
        [&](int index) { ordinal_of_[static_cast<std::size_t>(index)] = grid_.ordinal(index); });
    games_.assign(environments, Game(rules, 0));
    steps_.resize(environments);
    seeds_.resize(environments);
    observations_.assign(environments * cells, kHidden);
    masks_.assign(environments * cells, 1);
    rewards_.resize(environments);
    terminated_.resize(environments);
    truncated_.resize(environments);
    won_.resize(environments);
}

void VectorEnvironment::start_episode(std::size_t i, std::uint64_t seed) {
    games_[i].restart(seed);
    seeds_[i] = seed;
    steps_[i] = 0;
    const auto cells = static_cast<std::ptrdiff_t>(index_of_.size());
    const auto from = static_cast<std::ptrdiff_t>(i) * cells;
    std::fill_n(observations_.begin() + from, cells, kHidden);
    std::fill_n(masks_.begin() + from, cells, std::int8_t{1});
    rewards_[i] = 0.0;
    terminated_[i] = truncated_[i] = won_[i] = 0;
}

void VectorEnvironment::reset(std::span<const std::uint64_t> seeds) {
    if (seeds.size() != games_.size())
        throw std::invalid_argument("the number of seeds must equal the number of environments");
    for (std::size_t i = 0; i < games_.size(); ++i) start_episode(i, seeds[i]);
}

void VectorEnvironment::step(std::span<const std::int64_t> actions) {
    if (actions.size() != games_.size())
        throw std::invalid_argument("the number of actions must equal the number of environments");
    const auto cells = static_cast<std::uint64_t>(index_of_.size());
    for (const std::int64_t action : actions)
        if (static_cast<std::uint64_t>(action) >= cells)
            throw std::out_of_range("actions must be cells on the board");
    for (std::size_t i = 0; i < games_.size(); ++i) {
        if (terminated_[i] || truncated_[i])
            start_episode(i, seeds_[i] + 1);
        else
            reveal(i, actions[i]);
    }
}

void VectorEnvironment::reveal(std::size_t i, std::int64_t action) {
    Game& game = games_[i];
    const std::size_t before = game.opened().size();
    const int opened = game.reveal(index_of_[static_cast<std::size_t>(action)]);
    const std::size_t from = i * index_of_.size();
    for (const std::int32_t index : game.opened().subspan(before)) {
        if (game.is_mine(index)) continue;
        const std::size_t place =
            from + static_cast<std::size_t>(ordinal_of_[static_cast<std::size_t>(index)]);
        observations_[place] = static_cast<std::int8_t>(game.clue(index));
        masks_[place] = 0;
    }
    const bool is_over = game.is_over();
    won_[i] = is_over && game.status() == Status::won;
    terminated_[i] = is_over;
    truncated_[i] = ++steps_[i] >= max_steps_ && !is_over;
    rewards_[i] = !opened    ? reward_values_.illegal
                  : !is_over ? reward_values_.reveal
                  : won_[i]  ? reward_values_.win
                             : reward_values_.lose;
}

VectorEnvironmentState VectorEnvironment::save() const {
    VectorEnvironmentState state{seeds_, steps_, rewards_, {}, {}, random_.state()};
    for (const Game& game : games_) {
        state.opened_counts.push_back(static_cast<std::int32_t>(game.opened().size()));
        for (const std::int32_t index : game.opened())
            state.opened.push_back(ordinal_of_[static_cast<std::size_t>(index)]);
    }
    return state;
}

void VectorEnvironment::restore(const VectorEnvironmentState& state) {
    const std::size_t count = games_.size();
    const auto fits = [&](const auto& values) { return values.size() == count; };
    if (!fits(state.seeds) || !fits(state.steps) || !fits(state.rewards) ||
        !fits(state.opened_counts))
        throw std::invalid_argument("the state belongs to another number of environments");
    const auto cells = static_cast<std::int32_t>(index_of_.size());
    auto next = state.opened.begin();
    for (std::size_t i = 0; i < count; ++i) {
        start_episode(i, state.seeds[i]);
        const std::int32_t opened = state.opened_counts[i];
        if (opened < 0 || opened > state.opened.end() - next)
            throw std::invalid_argument("the state contains too few open cells");
        for (const auto end = next + opened; next != end; ++next) {
            if (*next < 0 || *next >= cells)
                throw std::invalid_argument("the state contains a cell that is off the board");
            // An earlier reveal may already have opened the next cell in the shuffled list.
            const bool is_open = games_[i].is_open(index_of_[static_cast<std::size_t>(*next)]);
            if (!is_open && !games_[i].is_over()) reveal(i, *next);
        }
        steps_[i] = state.steps[i];
        truncated_[i] = steps_[i] >= max_steps_ && !terminated_[i];
        rewards_[i] = state.rewards[i];
    }
    random_ = Random(state.random);
}

void VectorEnvironment::sample_actions(std::int64_t* out) {
    const std::size_t cells = index_of_.size();
    for (std::size_t i = 0; i < games_.size(); ++i) {
        const std::int8_t* mask = masks_.data() + i * cells;
        // Rejection sampling usually succeeds within a few attempts. If every attempt fails, the
        // code below chooses uniformly among the legal actions.
        std::uint32_t action = 0;
        for (int attempt = 0; attempt < 8; ++attempt) {
            action = random_.below(static_cast<std::uint32_t>(cells));
            if (mask[action]) break;
        }
        if (!mask[action]) {
            const auto left =
                static_cast<std::uint32_t>(std::count(mask, mask + cells, std::int8_t{1}));
            std::uint32_t skip = left ? random_.below(left) : 0;
            for (action = 0; left && (!mask[action] || skip > 0); ++action)
                skip -= mask[action] != 0;
        }
        out[i] = action;
    }
}

}
