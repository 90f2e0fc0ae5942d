// Following single clues, with the reason of every step: what is proved of a position, and what would
// follow if a cell were a mine, or were none.
//
// The number of mines is one more clue, about all undecided cells. Deduce does the same as far as clues
// on the board go, faster and without reasons.
#pragma once

#include <cstdint>
#include <vector>

#include "deduce.hpp"
#include "pairs.hpp"

namespace sapper {

class Supposition {
   public:
    // All that is known; nothing is supposed yet.
    explicit Supposition(const Knowledge& knowledge);

    // Supposes that an undecided cell is a mine, or is safe, and follows single clues. True when that
    // ends in a clue that cannot hold: then the opposite is proved, and `clues()` tells how. In either
    // case all is as before afterwards. Linear in the cells that follow.
    bool refutes(int cell, bool is_mine);

    // The clues of the last refutation in the order of the argument, each once; the last cannot hold.
    // kMineCount stands for the number of mines.
    const std::vector<std::int32_t>& clues() const { return clues_; }

   private:
    static constexpr std::int32_t kSupposed = -2, kNone = -3;

    bool decide(int cell, bool is_mine, std::int32_t reason);
    bool follow();
    bool follow_mine_count();
    void explain(std::int32_t broken);
    void take_back();

    Grid grid_;
    int mines_left_, hidden_left_;
    std::vector<std::uint8_t> state_;             // by index, a Knowledge::State
    std::vector<std::int8_t> need_, undecided_;   // by index
    std::vector<std::int32_t> reason_;            // by index: of cells decided here
    std::vector<std::int32_t> trail_, waiting_, clues_;
    std::vector<std::uint8_t> is_used_;           // by index, for explain()
    std::int32_t broken_ = kNone;
};

}  // namespace sapper
