// A batch of games for reinforcement learning, advanced together by a single call from Python.
//
// Each environment plays boards with consecutive seeds. A step reveals one cell in each
// environment. If an episode has ended, the next step starts a new episode instead (next-step
// autoreset). Steps update the observation arrays in place.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "board/game.hpp"
#include "board/random.hpp"

namespace sapper {

// The reward for each step outcome.
struct Rewards {
    double win, lose, reveal, illegal;
};

// A snapshot of a VectorEnvironment that an environment with the same configuration can restore.
struct VectorEnvironmentState {
    std::vector<std::uint64_t> seeds;
    std::vector<std::int32_t> steps;
    std::vector<double> rewards;
    // The number of open cells on each board.
    std::vector<std::int32_t> opened_counts;
    // The ordinals of all open cells, board by board, in the order in which they were opened.
    std::vector<std::int32_t> opened;
    // The state of the random number generator that sample_actions() uses.
    std::array<std::uint64_t, 4> random;
};

class VectorEnvironment {
   public:
    // Creates `count` environments whose episodes are truncated after `max_steps` steps. Throws
    // std::invalid_argument if the rules are invalid or if `count` or `max_steps` is below 1.
    VectorEnvironment(const Rules& rules, int count, const Rewards& rewards, int max_steps);

    const Grid& grid() const { return grid_; }
    int count() const { return static_cast<int>(games_.size()); }

    // Starts a new episode in each environment with the corresponding seed.
    void reset(std::span<const std::uint64_t> seeds);

    // Reveals the cell with the given ordinal in each environment. The running time is linear in
    // the number of cells opened. Revealing an open cell is an illegal action that changes nothing.
    // If any action is off the board, throws std::out_of_range and leaves all environments
    // unchanged.
    void step(std::span<const std::int64_t> actions);

    // Writes one random legal action per environment. All environments share one random number
    // generator, seeded by seed_actions().
    void sample_actions(std::int64_t* out);
    void seed_actions(std::uint64_t seed) { random_ = Random(seed); }

    // These functions save and restore the state of all episodes. A state can be restored only in a
    // VectorEnvironment with the same rules, number of games and rewards. The running time is
    // linear in the number of open cells. restore() throws std::invalid_argument if the state does
    // not match the environment.
    VectorEnvironmentState save() const;
    void restore(const VectorEnvironmentState& state);

    // Observations contain each environment's clues in row-major order, with -1 for hidden cells.
    // An action mask is 1 for hidden cells and 0 for revealed cells. Mines remain hidden, including
    // the mine that ended the episode.
    std::span<const std::int8_t> observations() const { return observations_; }
    std::span<const std::int8_t> masks() const { return masks_; }

    // These functions return the results of the last step, with one value per environment.
    std::span<const double> rewards() const { return rewards_; }
    std::span<const std::uint8_t> terminated() const { return terminated_; }
    std::span<const std::uint8_t> truncated() const { return truncated_; }
    std::span<const std::uint8_t> won() const { return won_; }
    // Returns the seed of each environment's current board.
    std::span<const std::uint64_t> seeds() const { return seeds_; }

   private:
    void start_episode(std::size_t i, std::uint64_t seed);
    void reveal(std::size_t i, std::int64_t action);

    Grid grid_;
    Rewards reward_values_;
    std::int32_t max_steps_;
    Random random_{0};
    std::vector<Game> games_;
    std::vector<std::int32_t> index_of_;    // The cell index of each ordinal.
    std::vector<std::int32_t> ordinal_of_;  // The ordinal of each cell index.
    std::vector<std::int32_t> steps_;  // The number of steps in each environment's current episode.
    std::vector<std::uint64_t> seeds_;
    std::vector<std::int8_t> observations_, masks_;
    std::vector<double> rewards_;
    std::vector<std::uint8_t> terminated_, truncated_, won_;
};

}
