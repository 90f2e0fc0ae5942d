// Conversion of a fact and its premises into numbered proof steps.
#pragma once

#include <cstdint>
#include <vector>

#include "logic/facts.hpp"

namespace sapper {

// A proof step, which states that `cells` contain between `low` and `high` mines. Steps are
// numbered from 0, and steps within a case continue the enclosing numbering.
struct ProofStep {
    Rule rule;
    Cells cells;
    int low, high;
    std::int32_t clue;  // The index of the clue, or kNoClue.
    std::vector<int> premises;
    std::vector<std::vector<ProofStep>> cases;
};

// Returns the steps of a proof that ends with the given fact. Premises precede conclusions. A step
// mentions only those decided cells that later steps need. The running time is proportional to the
// number of steps plus, for each case, the number of enclosing steps.
std::vector<ProofStep> proof_steps(const FactStore& facts, FactId last);

}
