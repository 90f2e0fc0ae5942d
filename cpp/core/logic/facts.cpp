#include "logic/facts.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace sapper {
namespace {

// The initial capacity of the fact list, which suffices for most hints.
constexpr std::size_t kUsualFacts = 64;

}

FactStore::FactStore(const Cells& clues, int index_count)
    : number_of_clue_(static_cast<std::size_t>(index_count), 0), clue_count_(clues.size()),
      word_count_(clue_count_ / 64 + 1), scratch_clues_(word_count_) {
    for (std::size_t i = 0; i < clue_count_; ++i)
        number_of_clue_[static_cast<std::size_t>(clues[i])] = static_cast<std::int32_t>(i);
    facts_.reserve(kUsualFacts);
    comparisons_.reserve(kUsualFacts);
    clue_sets_.reserve(kUsualFacts * word_count_);
}

void FactStore::add_to_scratch(std::int32_t clue) {
    if (clue == kNoClue) return;
    const auto bit = static_cast<std::size_t>(number_of_clue_[static_cast<std::size_t>(clue)]);
    scratch_clues_[bit / 64] |= std::uint64_t{1} << bit % 64;
}

void FactStore::merge_into_scratch(std::span<const FactId> premises) {
    std::ranges::fill(scratch_clues_, 0);
    scratch_comparisons_.clear();
    for (const FactId id : premises) {
        const std::uint64_t* set = words(id);
        for (std::size_t i = 0; i < word_count_; ++i) scratch_clues_[i] |= set[i];
        const auto& comparisons = comparisons_[static_cast<std::size_t>(id)];
        scratch_comparisons_.insert(scratch_comparisons_.end(), comparisons.begin(),
                                    comparisons.end());
    }
    if (scratch_comparisons_.size() > 1) {
        std::ranges::sort(scratch_comparisons_);
        const auto repeated = std::ranges::unique(scratch_comparisons_);
        scratch_comparisons_.erase(repeated.begin(), repeated.end());
    }
}

FactId FactStore::add(Fact fact) {
    const FactId id = size();
    std::vector<FactId> premises = fact.premises;
    std::uint64_t discharged = 0;
    for (const RefutedCase& refuted : fact.cases) {
        premises.push_back(refuted.contradiction);
        discharged |= (*this)[refuted.assumption].assumptions;
    }
    for (const FactId premise : premises) fact.assumptions |= (*this)[premise].assumptions;
    fact.assumptions &= ~discharged;
    merge_into_scratch(premises);
    add_to_scratch(fact.clue);
    if (fact.rule == Rule::count)
        scratch_clues_[clue_count_ / 64] |= std::uint64_t{1} << clue_count_ % 64;
    if (fact.is_comparison) scratch_comparisons_.push_back(id);
    clue_sets_.insert(clue_sets_.end(), scratch_clues_.begin(), scratch_clues_.end());
    comparisons_.push_back(scratch_comparisons_);
    facts_.push_back(std::move(fact));
    return id;
}

void FactStore::shrink(FactId size) {
    const auto count = static_cast<std::size_t>(size);
    facts_.erase(facts_.begin() + size, facts_.end());
    comparisons_.resize(count);
    clue_sets_.resize(count * word_count_);
}

ProofCost FactStore::cost(std::span<const FactId> premises, std::int32_t first_clue,
                          std::int32_t second_clue) {
    merge_into_scratch(premises);
    add_to_scratch(first_clue);
    add_to_scratch(second_clue);
    int clues = 0;
    for (const std::uint64_t word : scratch_clues_) clues += std::popcount(word);
    return {static_cast<int>(scratch_comparisons_.size()), clues};
}

bool FactStore::uses_clue(FactId id, std::int32_t clue) const {
    const auto bit = static_cast<std::size_t>(number_of_clue_[static_cast<std::size_t>(clue)]);
    return words(id)[bit / 64] >> bit % 64 & 1;
}

}
