// The pseudo-random number generator xoshiro256** by Blackman and Vigna, seeded with SplitMix64.
//
// The generator is part of the seed format and never changes. SplitMix64 hashes the seed, so
// neighbouring seeds produce unrelated boards. `below(n)` uses Lemire's multiply-and-shift method
// with rejection to produce uniform results. The seed format is specified in
// docs/reference/seeds.md and tested against golden values.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace sapper {

// Returns the SplitMix64 output for the state `number`.
inline std::uint64_t splitmix64(std::uint64_t number) {
    std::uint64_t z = number + 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

class Random {
   public:
    explicit Random(std::uint64_t seed) {
        for (auto& word : state_) {
            word = splitmix64(seed);
            seed += 0x9E3779B97F4A7C15u;
        }
    }

    // Creates a generator that continues the sequence from a state returned by state().
    explicit Random(const std::array<std::uint64_t, 4>& state) : state_(state) {}
    const std::array<std::uint64_t, 4>& state() const { return state_; }

    std::uint64_t next() {
        const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
        const std::uint64_t shifted = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }

    // Returns a uniformly distributed integer from 0 to bound - 1. The bound must be positive.
    std::uint32_t below(std::uint32_t bound) {
        std::uint64_t product = (next() >> 32) * bound;
        if (static_cast<std::uint32_t>(product) < bound) {
            const std::uint32_t threshold = (0u - bound) % bound;
            while (static_cast<std::uint32_t>(product) < threshold)
                product = (next() >> 32) * bound;
        }
        return static_cast<std::uint32_t>(product >> 32);
    }

    // Returns a uniformly distributed number in [0, 1) with 53 random bits.
    double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

   private:
    std::array<std::uint64_t, 4> state_;
};

}
