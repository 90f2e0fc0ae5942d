// Deductions from two clues, or from one clue and the mine count.
//
// Let A and B be overlapping clues. If A needs exactly as many more mines than B as A has undecided cells
// outside B, then those cells are mines, and the cells of B outside A are safe. The mine count acts as a
// clue that covers all undecided cells.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "inference/knowledge.hpp"

namespace sapper {

struct Deduction {
    std::int32_t cell;
    bool is_mine;
    std::int32_t first_clue;   // index, or kMineCount
    std::int32_t second_clue;  // equal to the first for an argument from one clue
};

// Represents the mine count in place of a clue's index.
inline constexpr std::int32_t kMineCount = -1;

// An incremental comparison of clue pairs: only changed clues are compared again.
class PairRule {
   public:
    explicit PairRule(const Grid& grid);

    // Returns all deductions from pairs of the given clues. A cell may occur twice. Takes constant time
    // per changed clue.
    const std::vector<Deduction>& find(const Knowledge& knowledge,
                                       std::span<const std::int32_t> clues);

   private:
    void compare(const Knowledge& knowledge, int clue);

    std::vector<std::uint8_t> mask_;  // undecided neighbours at the last comparison
    std::vector<std::int32_t> changed_;
    std::vector<Deduction> deductions_;
};

// Returns the deductions from the mine count alone or together with one clue.
std::vector<Deduction> find_by_mine_count(const Knowledge& knowledge,
                                          std::span<const std::int32_t> clues);

}  // namespace sapper
