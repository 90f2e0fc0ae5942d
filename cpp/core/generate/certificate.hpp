// A certificate that a board can be cleared without a guess: every deduction, with the clues it rests on.
#pragma once

#include <cstdint>
#include <vector>

#include "board/field.hpp"
#include "generate/logic_solver.hpp"
#include "inference/budget.hpp"

namespace sapper {

// One deduction. Facts of earlier steps may be used: known mines are taken off their clues, safe cells
// are revealed with all that opens along with them.
struct CertificateStep {
    std::int32_t cell;
    bool is_mine;
    ArgumentKind kind;
    std::vector<std::int32_t> clues;  // indices, in the order of the argument
    bool uses_mine_count;
};

struct Certificate {
    std::vector<CertificateStep> steps;
    bool is_complete;  // whether the board is cleared; else the steps lead to where logic ends
};

// Always makes the simplest deduction there is. `field` has its first cell revealed and nothing else.
// `states` bounds each search; a deduction that takes more is not found. Throws LimitReached when the time
// of `clock` ends.
Certificate certify(Field field, std::int64_t max_states, const Budget& deadline);

}  // namespace sapper
