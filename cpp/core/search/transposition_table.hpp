// The endgame solver's transposition table, which stores layout set values or upper bounds on them.
//
// The table uses open addressing with linear probing. A lookup takes constant expected time. The
// table doubles in size when it is half full and never evicts an entry.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sapper {

// A hash table that can be cleared in constant time.
class TranspositionTable {
   public:
    struct Entry {
        std::uint64_t key;
        // The generation of the entry. Entries from other generations count as empty.
        std::uint32_t generation;
        std::uint32_t is_upper_bound : 1;
        std::uint32_t value : 31;
    };
    void clear();
    const Entry* find(std::uint64_t key) const;
    void store(std::uint64_t key, std::int64_t value, bool is_upper_bound);
    std::size_t size() const { return count_; }

   private:
    std::vector<Entry> entries_ = std::vector<Entry>(1024);
    std::size_t count_ = 0;
    std::uint32_t generation_ = 1;
};

}
