// A certificate: a proof that a board can be cleared without guessing. The certificate lists every
// deduction with its clues.
#pragma once

#include <cstdint>
#include <vector>

#include "board/game.hpp"
#include "generate/logic_solver.hpp"
#include "inference/budget.hpp"

namespace sapper {

// One deduction in a certificate. A step may rely on the mines and safe cells determined by earlier
// steps.
struct CertificateStep {
    std::int32_t cell;
    bool is_mine;
    ArgumentKind kind;
    // The indices of the clues, in the order in which the argument uses them.
    std::vector<std::int32_t> clues;
    bool uses_mine_count;
};

struct Certificate {
    std::vector<CertificateStep> steps;
    bool is_complete;  // True if the steps clear the board.
};

// Builds a certificate by applying the simplest available deduction at each step. `game` must be
// in the state that follows the first reveal. The search misses deductions that require more than
// `max_states` states. Throws LimitReached if the deadline passes.
Certificate certify(Game game, std::int64_t max_states, const Budget& deadline);

}
