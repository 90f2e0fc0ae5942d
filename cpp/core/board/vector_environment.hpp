// A batch of games for reinforcement learning, without Python between the steps.
//
// Each environment plays the boards of consecutive seeds. A step reveals one cell in each
// environment. If an episode has ended, the next step starts a new episode instead (next-step
// autoreset). Steps update the observation arrays in place.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "board/field.hpp"
#include "board/random.hpp"

namespace sapper {

// The rewards of a step. Every step yields exactly one of these rewards.
struct Rewards {
    double win, lose, reveal, illegal;
};

class VectorEnvironment {
   public:
    // Episodes are truncated after `max_steps` steps. Throws std::invalid_argument if the rules are
    // invalid or if `count` or `max_steps` is below 1.
    VectorEnvironment(const Rules& rules, int count, const Rewards& rewards, int max_steps);

    const Grid& grid() const { return grid_; }
    int count() const { return static_cast<int>(fields_.size()); }

    // Starts an episode with one seed per environment.
    void reset(std::span<const std::uint64_t> seeds);

    // Reveals the cell with the given ordinal in each environment. The cost is linear in the number
    // of opened cells. Revealing an open cell is an illegal action and changes nothing. Throws
    // std::out_of_range, before any environment has changed, if an action is not a cell on the
    // board.
    void step(std::span<const std::int64_t> actions);

    // Writes a random legal action per environment. All environments share one generator, which
    // seed_actions() seeds.
    void sample_actions(std::int64_t* out);
    void seed_actions(std::uint64_t seed) { random_ = Random(seed); }

    // Observations are the clues by environment and row, or -1 for a hidden cell. Masks are 1 for
    // hidden cells. Mines remain hidden, including the mine that ended the episode.
    std::span<const std::int8_t> observations() const { return observations_; }
    std::span<const std::int8_t> masks() const { return masks_; }

    // The results of the last step, with one value per environment.
    std::span<const double> rewards() const { return rewards_; }
    std::span<const std::uint8_t> terminated() const { return terminated_; }
    std::span<const std::uint8_t> truncated() const { return truncated_; }
    std::span<const std::uint8_t> won() const { return won_; }
    // Returns the seed of each current board.
    std::span<const std::uint64_t> seeds() const { return seeds_; }

   private:
    void start_episode(std::size_t i, std::uint64_t seed);
    void reveal(std::size_t i, std::int64_t action);

    Grid grid_;
    Rewards reward_values_;
    std::int32_t max_steps_;
    Random random_{0};
    std::vector<Field> fields_;
    std::vector<std::int32_t> index_of_;    // Indexed by ordinal.
    std::vector<std::int32_t> ordinal_of_;  // Indexed by cell.
    std::vector<std::int32_t> steps_;       // Steps of each current episode.
    std::vector<std::uint64_t> seeds_;
    std::vector<std::int8_t> observations_, masks_;
    std::vector<double> rewards_;
    std::vector<std::uint8_t> terminated_, truncated_, won_;
};

}  // namespace sapper
