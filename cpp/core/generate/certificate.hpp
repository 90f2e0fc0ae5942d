// Certificates for no-guess boards: every deduction that clears the board, with its premises.
#pragma once

#include <cstdint>
#include <vector>

#include "board/field.hpp"
#include "generate/logic_solver.hpp"
#include "inference/budget.hpp"

namespace sapper {

// One deduction. It may use the conclusions of earlier steps: known mines are subtracted from their clues,
// and safe cells are revealed together with their openings.
struct CertificateStep {
    std::int32_t cell;
    bool is_mine;
    ArgumentKind kind;
    std::vector<std::int32_t> clues;  // indices, in the order of the argument
    bool uses_mine_count;
};

struct Certificate {
    std::vector<CertificateStep> steps;
    bool is_complete;  // false if logic alone does not clear the board
};

// Builds a certificate by repeating the simplest available deduction. Only the first cell of `field` is
// revealed. Each search is limited to `max_states` states and misses deductions beyond the limit. Throws
// LimitReached at the deadline.
Certificate certify(Field field, std::int64_t max_states, const Budget& deadline);

}  // namespace sapper
