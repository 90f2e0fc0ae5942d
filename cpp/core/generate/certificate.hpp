// A certificate that a board can be cleared without guessing, as a list of deductions with their
// clues.
#pragma once

#include <cstdint>
#include <vector>

#include "board/field.hpp"
#include "generate/logic_solver.hpp"
#include "inference/budget.hpp"

namespace sapper {

// One deduction. A step may rely on earlier steps, whose mines are known and whose safe cells are
// revealed.
struct CertificateStep {
    std::int32_t cell;
    bool is_mine;
    ArgumentKind kind;
    std::vector<std::int32_t> clues;  // Indices in the order of the argument.
    bool uses_mine_count;
};

struct Certificate {
    std::vector<CertificateStep> steps;
    bool is_complete;  // True if the board is cleared.
};

// Builds a certificate by applying the simplest available deduction at each step. Only the first
// cell of `field` may be revealed. A deduction that needs more than `max_states` states is not
// found. Throws LimitReached if the deadline passes.
Certificate certify(Field field, std::int64_t max_states, const Budget& deadline);

}  // namespace sapper
