#include "search/transposition_table.hpp"

namespace sapper {

void TranspositionTable::clear() {
    count_ = 0;
    if (++generation_ != 0) return;
    entries_.assign(entries_.size(), {});
    generation_ = 1;
}

const TranspositionTable::Entry* TranspositionTable::find(std::uint64_t key) const {
    for (auto slot = static_cast<std::size_t>(key);; ++slot) {
        const Entry& entry = entries_[slot & (entries_.size() - 1)];
        if (entry.generation != generation_) return nullptr;
        if (entry.key == key) return &entry;
    }
}

void TranspositionTable::store(std::uint64_t key, std::int64_t value, bool is_upper_bound) {
    if (2 * count_ >= entries_.size()) {
        std::vector<Entry> old(2 * entries_.size());
        old.swap(entries_);
        count_ = 0;
        for (const Entry& entry : old)
            if (entry.generation == generation_)
                store(entry.key, entry.value, entry.is_upper_bound);
    }
    for (auto slot = static_cast<std::size_t>(key);; ++slot) {
        Entry& entry = entries_[slot & (entries_.size() - 1)];
        if (entry.generation == generation_ && entry.key != key) continue;
        count_ += entry.generation != generation_;
        entry = {key, generation_, is_upper_bound, static_cast<std::uint32_t>(value) & 0x7FFFFFFFu};
        return;
    }
}

}
