#include "search/transposition_table.hpp"

namespace sapper {

void KnownSets::clear() {
    count_ = 0;
    if (++round_ != 0) return;
    entries_.assign(entries_.size(), {});
    round_ = 1;
}

const KnownSets::Entry* KnownSets::find(std::uint64_t name) const {
    for (std::size_t slot = name;; ++slot) {
        const Entry& entry = entries_[slot & (entries_.size() - 1)];
        if (entry.round != round_) return nullptr;
        if (entry.name == name) return &entry;
    }
}

void KnownSets::put(std::uint64_t name, std::int64_t value, bool is_bound) {
    if (2 * count_ >= entries_.size()) {
        std::vector<Entry> old(2 * entries_.size());
        old.swap(entries_);
        count_ = 0;
        for (const Entry& entry : old)
            if (entry.round == round_) put(entry.name, entry.value, entry.is_bound);
    }
    for (std::size_t slot = name;; ++slot) {
        Entry& entry = entries_[slot & (entries_.size() - 1)];
        if (entry.round == round_ && entry.name != name) continue;
        count_ += entry.round != round_;
        entry = {name, round_, is_bound, static_cast<std::uint32_t>(value) & 0x7FFFFFFFu};
        return;
    }
}

}  // namespace sapper
