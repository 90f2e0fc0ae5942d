// What two clues prove together, and what the number of mines adds to one.
//
// Of two clues A and B that are near each other: when A needs more mines than B by just as many as A has
// undecided cells outside B, then all of those are mines, and all cells of B outside A are safe. The
// number of mines is one more clue, about all undecided cells.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "inference/knowledge.hpp"

namespace sapper {

struct Deduction {
    std::int32_t cell;
    bool is_mine;
    std::int32_t first_clue;   // indices; kMineCount for the number of mines
    std::int32_t second_clue;  // the same as the first for an argument by one clue
};

// Stands for the number of mines where the index of a clue is expected.
inline constexpr std::int32_t kMineCount = -1;

// Remembers what it has looked at: only clues that changed since are compared again.
class PairRule {
   public:
    explicit PairRule(const Grid& grid);

    // All that pairs of the given clues (open cells, those without undecided cells do not matter) prove
    // of cells that are undecided. A cell may be found twice. Nothing of the board is changed.
    // Constant time for each clue that changed.
    const std::vector<Deduction>& find(const Knowledge& knowledge,
                                       std::span<const std::int32_t> clues);

   private:
    void compare(const Knowledge& knowledge, int clue);

    std::vector<std::uint8_t>
        mask_;  // by index: which neighbours were undecided when last looked at
    std::vector<std::int32_t> changed_;
    std::vector<Deduction> deductions_;
};

// The same with the number of mines as one of the two clues, or alone.
std::vector<Deduction> find_by_mine_count(const Knowledge& knowledge,
                                          std::span<const std::int32_t> clues);

}  // namespace sapper
