// A hash table of the frontier states in a component count.
//
// A lookup takes constant expected time. The table grows when it is half full.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sapper {

// A constraint needs at most nine mines, so its need fits in four bits.
inline constexpr int kFieldBits = 4;
inline constexpr int kFieldsPerWord = 16;

// The key of a frontier state. Each open constraint has a four-bit field for the number of mines
// that it still needs. Subtraction never borrows from the next field, because a box never contains
// more mines than any of its constraints needs.
template <int Words>
struct StateKey {
    std::array<std::uint64_t, Words> words{};

    bool operator==(const StateKey&) const = default;
    int field(int slot) const {
        return static_cast<int>(words[static_cast<std::size_t>(slot / kFieldsPerWord)] >>
                                (slot % kFieldsPerWord * kFieldBits)) &
               15;
    }
    void add(int slot, int amount) {
        words[static_cast<std::size_t>(slot / kFieldsPerWord)] +=
            static_cast<std::uint64_t>(amount) << (slot % kFieldsPerWord * kFieldBits);
    }
    void operator+=(const StateKey& other) {
        for (std::size_t w = 0; w < words.size(); ++w) words[w] += other.words[w];
    }
    void operator-=(const StateKey& other) {
        for (std::size_t w = 0; w < words.size(); ++w) words[w] -= other.words[w];
    }
    std::size_t hash() const {
        std::uint64_t h = 0;
        for (const std::uint64_t word : words) h = (h ^ word) * 0x9E3779B97F4A7C15u;
        return static_cast<std::size_t>(h ^ (h >> 32));
    }
};

// An open-addressing hash table that maps keys to state numbers. The caller owns the list of keys.
template <int Words>
class StateTable {
   public:
    void clear(std::size_t expected) {
        std::size_t size = 16;
        while (size < 2 * expected) size *= 2;
        slots_.assign(size, -1);
    }
    // Returns the key's state number, appending the key to `keys` if it is new.
    std::int32_t find_or_add(const StateKey<Words>& key, std::vector<StateKey<Words>>& keys) {
        if (2 * keys.size() >= slots_.size()) grow(keys);
        for (std::size_t slot = key.hash();; ++slot) {
            std::int32_t& number = slots_[slot & (slots_.size() - 1)];
            if (number < 0) {
                number = static_cast<std::int32_t>(keys.size());
                keys.push_back(key);
                return number;
            }
            if (keys[static_cast<std::size_t>(number)] == key) return number;
        }
    }

   private:
    void grow(const std::vector<StateKey<Words>>& keys) {
        slots_.assign(2 * slots_.size(), -1);
        for (std::size_t i = 0; i < keys.size(); ++i) {
            std::size_t slot = keys[i].hash();
            while (slots_[slot & (slots_.size() - 1)] >= 0) ++slot;
            slots_[slot & (slots_.size() - 1)] = static_cast<std::int32_t>(i);
        }
    }
    std::vector<std::int32_t> slots_;
};

}
