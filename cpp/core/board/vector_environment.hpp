// Many games at once for agents that learn: one action each per step, and no Python in between.
//
// Environment i plays the boards of seeds s_i, s_i + 1, s_i + 2, ... A step reveals one cell of each.
// When an episode has ended, the next step begins a new one instead of taking an action ("next-step
// autoreset"). What agents see lies in arrays that are changed only where cells were opened.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "board/field.hpp"
#include "board/random.hpp"

namespace sapper {

// What a step is worth; each step has exactly one of these.
struct Rewards {
    double win, lose, reveal, illegal;
};

class VectorEnvironment {
   public:
    // An episode is truncated after `max_steps` steps. Throws std::invalid_argument for bad rules, no
    // environments at all, or max_steps under 1.
    VectorEnvironment(const Rules& rules, int count, const Rewards& rewards, int max_steps);

    const Grid& grid() const { return grid_; }
    int count() const { return static_cast<int>(fields_.size()); }

    // Begins the board of each seed. There is one seed per environment.
    void reset(std::span<const std::uint64_t> seeds);

    // Reveals a cell (its ordinal) in each environment. Throws std::out_of_range for an action off the
    // board, and then nothing has changed. A cell that is open already is an illegal action: the board
    // stays as it is and the episode goes on. Linear in the cells opened.
    void step(std::span<const std::int64_t> actions);

    // Writes a random legal action per environment: any cell that is hidden. The numbers come from a
    // generator of the whole, seeded by `seed_actions`.
    void sample_actions(std::int64_t* out);
    void seed_actions(std::uint64_t seed) { random_ = Random(seed); }

    // What agents see, environment by environment and row by row: -1 or the clue of each cell; and 1
    // for each cell that is hidden. A mine stays hidden, also the one that ended the episode.
    std::span<const std::int8_t> observations() const { return observations_; }
    std::span<const std::int8_t> masks() const { return masks_; }

    // Of the last step, one per environment; flags are 0 or 1.
    std::span<const double> rewards() const { return rewards_; }
    std::span<const std::uint8_t> terminated() const { return terminated_; }
    std::span<const std::uint8_t> truncated() const { return truncated_; }
    std::span<const std::uint8_t> won() const { return won_; }
    // The seed of the board that each environment plays.
    std::span<const std::uint64_t> seeds() const { return seeds_; }

   private:
    void start_episode(std::size_t i, std::uint64_t seed);
    void reveal(std::size_t i, std::int64_t action);

    Rules rules_;
    Grid grid_;
    Rewards reward_values_;
    std::int32_t max_steps_;
    Random random_{0};
    std::vector<Field> fields_;
    std::vector<std::int32_t> index_of_;    // of each ordinal
    std::vector<std::int32_t> ordinal_of_;  // of each index
    std::vector<std::int32_t> steps_;       // taken in the episode
    std::vector<std::uint64_t> seeds_;
    std::vector<std::int8_t> observations_, masks_;
    std::vector<double> rewards_;
    std::vector<std::uint8_t> terminated_, truncated_, won_;
};

}  // namespace sapper
