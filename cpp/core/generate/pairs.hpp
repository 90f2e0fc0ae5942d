// Deductions from two clues, one of which may be the mine count.
//
// Let A and B be clues with overlapping neighbourhoods. Suppose that A needs n more mines than B
// and has exactly n undecided cells outside B. Then these cells are mines, and the undecided cells
// of B outside A are safe. The mine count acts as a clue on all undecided cells.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "inference/knowledge.hpp"

namespace sapper {

struct Deduction {
    std::int32_t cell;
    bool is_mine;
    std::int32_t first_clue;   // An index, or kMineCount.
    std::int32_t second_clue;  // Equal to first_clue if one clue suffices.
};

// Represents the mine count in place of the index of a clue.
inline constexpr std::int32_t kMineCount = -1;

// An incremental comparison of pairs of clues. Only clues that changed since the last call are
// compared.
class PairRule {
   public:
    explicit PairRule(const Grid& grid);

    // Returns the deductions from all pairs of the given clues. A cell may occur twice. Takes
    // constant time per changed clue.
    const std::vector<Deduction>& find(const Knowledge& knowledge,
                                       std::span<const std::int32_t> clues);

   private:
    void compare(const Knowledge& knowledge, int clue);

    // The undecided neighbours of each clue at the last call.
    std::vector<std::uint8_t> mask_;
    std::vector<std::int32_t> changed_;
    std::vector<Deduction> deductions_;
};

// Returns the deductions from the mine count, alone or with one of the clues.
std::vector<Deduction> find_by_mine_count(const Knowledge& knowledge,
                                          std::span<const std::int32_t> clues);

}  // namespace sapper
