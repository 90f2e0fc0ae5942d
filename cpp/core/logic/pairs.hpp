// Deductions from two clues, one of which may be the mine count.
//
// Let A and B be clues with overlapping neighbourhoods. Suppose that A needs n more mines than B
// and has exactly n undecided neighbours that do not touch B. Then those n cells are mines, and the
// undecided neighbours of B that do not touch A are safe. The mine count acts as a clue that
// touches all undecided cells.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "inference/knowledge.hpp"
#include "logic/sentence.hpp"

namespace sapper {

struct Deduction {
    std::int32_t cell;
    bool is_mine;
    std::int32_t first_clue;  // The index of the first clue, or kMineCount.
    // The index of the second clue, or the index of the first clue if one clue suffices.
    std::int32_t second_clue;
};

enum class Comparison : std::uint8_t { undecided, first_has_mines, second_has_mines };

// Compares two overlapping clues. `difference` is the number of mines the first clue needs minus
// the number the second needs. Each mask contains the undecided cells that touch only the
// corresponding clue. If the cells in one mask are mines, those in the other are safe.
inline Comparison compare_clues(int difference, unsigned first_only, unsigned second_only) {
    if ((first_only | second_only) == 0) return Comparison::undecided;
    if (difference == std::popcount(first_only)) return Comparison::first_has_mines;
    if (-difference == std::popcount(second_only)) return Comparison::second_has_mines;
    return Comparison::undecided;
}

// An incremental rule that compares pairs of clues. Each call compares only the clues that have
// changed since the last call.
class PairRule {
   public:
    explicit PairRule(const Grid& grid);

    // Returns the new deductions from pairs of the given clues. A cell may occur in two deductions.
    // The call takes constant time per changed clue.
    const std::vector<Deduction>& find(const Knowledge& knowledge,
                                       std::span<const std::int32_t> clues);

   private:
    void compare(const Knowledge& knowledge, int clue);

    // The bit mask of each clue's undecided neighbours at the previous call.
    std::vector<std::uint8_t> mask_;
    std::vector<std::int32_t> changed_;
    std::vector<Deduction> deductions_;
};

// A clue that, together with the mine count, decides all undecided cells it does not touch.
struct CountComparison {
    std::int32_t clue;  // The index of the clue, or kMineCount if the mine count alone suffices.
    // True if the cells that the clue does not touch are mines, and false if they are safe.
    bool are_mines;
};

// Compares the mine count with each clue. The position has `mines` unknown mines in `cells`
// undecided cells. need(clue) and undecided(clue) return a clue's remaining mines and undecided
// neighbours. The comparison takes constant time per clue.
template <typename Need, typename Undecided>
std::optional<CountComparison> compare_with_mine_count(int mines, int cells,
                                                       std::span<const std::int32_t> clues,
                                                       Need need, Undecided undecided) {
    if (mines == 0 || mines == cells) return CountComparison{kMineCount, mines != 0};
    // A clue accounts for at most eight mines and at most eight safe cells.
    if (mines > 8 && cells - mines > 8) return std::nullopt;
    for (const int clue : clues) {
        if (undecided(clue) == 0 || undecided(clue) == cells) continue;
        if (need(clue) == mines || mines - need(clue) == cells - undecided(clue))
            return CountComparison{clue, need(clue) != mines};
    }
    return std::nullopt;
}

// Returns the deductions from the mine count, either alone or combined with one clue.
std::vector<Deduction> find_by_mine_count(const Knowledge& knowledge,
                                          std::span<const std::int32_t> clues);

}
