// Whole games by the core itself, for benchmarks: no Python between two reveals.
#pragma once

#include <cstdint>
#include <vector>

#include "rules.hpp"

namespace sapper {

struct Outcome {
    bool won;
    std::int32_t moves;    // reveals, the losing one included
    std::int32_t guesses;  // reveals that were not certain; a protected first one is none
    double risk;           // of the reveal that lost; NaN in a game that was won
    std::vector<double> decision_seconds;  // of the positions that had to be counted
};

// The states that one decision may take; beyond, it goes by what single clues tell. A limit of states,
// not of time: games must not depend on how busy the machine is.
inline constexpr std::int64_t kDecisionStates = 1'000'000;

// Plays the board of the seed by lowest exact risk. `first` is the index of the first reveal; -1 leaves
// it to the policy.
Outcome play_exact(const Rules& rules, std::uint64_t seed, int first);

}  // namespace sapper
