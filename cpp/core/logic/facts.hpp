// The facts derived in a proof search, each with its premises.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "logic/sentence.hpp"

namespace sapper {

// The inference rules, which are described in `src/sapper/coach/proof_steps.py`.
enum class Rule : std::uint8_t { clue, count, shown, subtract, assume, cases };

using FactId = std::int32_t;
inline constexpr FactId kNoFact = -1;
inline constexpr std::int32_t kNoClue = -1;

// An assumption and the contradiction it leads to.
struct RefutedCase {
    FactId assumption, contradiction;
};

// The statement that `cells` contain between `low` and `high` mines. If `low` is greater than
// `high`, the statement is a contradiction.
struct Fact {
    Rule rule;
    Cells cells;
    int low, high;
    // The premises of the fact. A subtraction lists its minuend first.
    std::vector<FactId> premises = {};
    std::int32_t clue = kNoClue;  // The index of the fact's clue if the rule is `clue`.
    std::vector<RefutedCase> cases = {};
    // Bit i is set if the fact depends on the open assumption at nesting depth i.
    std::uint64_t assumptions = 0;
    bool is_comparison = false;

    bool is_conclusive() const { return high == 0 || low == static_cast<int>(cells.size()); }
};

// The length of a proof, ordered by comparisons and then by clues.
struct ProofCost {
    int comparisons, clues;
    auto operator<=>(const ProofCost&) const = default;
};

// All facts derived in a search, with the clues and comparisons they depend on. Facts are
// immutable. Adding a fact takes O(n / 64 + c) time, where n is the number of clues in the position
// and c is the number of comparisons in the proof.
class FactStore {
   public:
    // `clues` holds the indices of the position's clues, all less than `index_count`.
    FactStore(const Cells& clues, int index_count);

    const Fact& operator[](FactId id) const { return facts_[static_cast<std::size_t>(id)]; }
    FactId size() const { return static_cast<FactId>(facts_.size()); }

    FactId add(Fact fact);
    // Discards all but the oldest `size` facts.
    void shrink(FactId size);

    // Returns the cost of a proof that uses the given facts and clues. Any clue may be kNoClue.
    ProofCost cost(std::span<const FactId> premises, std::int32_t first_clue = kNoClue,
                   std::int32_t second_clue = kNoClue);
    // Returns true if the fact's proof uses the clue with the given index.
    bool uses_clue(FactId id, std::int32_t clue) const;

   private:
    const std::uint64_t* words(FactId id) const {
        return clue_sets_.data() + static_cast<std::size_t>(id) * word_count_;
    }
    void add_to_scratch(std::int32_t clue);
    void merge_into_scratch(std::span<const FactId> premises);

    std::vector<std::int32_t> number_of_clue_;  // Each clue's number, indexed by the clue's cell.
    std::size_t clue_count_;
    // The number of 64-bit words in a bit set with one bit per clue and one for the mine count.
    std::size_t word_count_;
    std::vector<Fact> facts_;
    std::vector<std::uint64_t> clue_sets_;
    std::vector<std::vector<FactId>> comparisons_;  // The comparisons in each fact's proof.
    std::vector<std::uint64_t> scratch_clues_;
    std::vector<FactId> scratch_comparisons_;
};

}
