// Proofs by contradiction, with explicit steps for each case.
//
// To prove that a cell is safe, the search assumes that the cell is a mine, and vice versa. Cells
// that occur in exactly the same sentences form a box. The search propagates bounds on the number
// of mines in each box and, when propagation stalls, branches on the number of mines in one box.
#pragma once

#include <span>
#include <vector>

#include "logic/entailment.hpp"
#include "logic/facts.hpp"

namespace sapper {

struct RefutationResult {
    FactId fact;         // The fact that states the proved claim, or kNoFact.
    bool has_hit_limit;  // True if a proof with more cases may exist.
};

// Proves a claim by refuting its negation. `sentences` are facts with exact mine counts that entail
// the claim. If `has_mine_count` is true, the last sentence states the mine count of the undecided
// cells. The search is depth-first, and its cost is exponential in the number of boxes. The search
// stops after `max_cases` cases or at a nesting depth of 40. Propagation adds at most a few facts
// per box to each case. A failed search discards its facts.
RefutationResult refute_opposite(FactStore& facts, std::span<const FactId> sentences,
                                 bool has_mine_count, const Claim& claim, int max_cases);

}
