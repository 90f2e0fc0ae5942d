// A search for the simplest proof that a cell is safe or a mine.
//
// The search tries arguments in ArgumentKind order, with the same rules as the board generator.
// Harder arguments are tried only if easier ones decide no further cells. A generated board
// therefore never requires a proof harder than its difficulty. Among proofs of the same kind, the
// search prefers those with fewer comparisons, then those with fewer clues.
//
// The search is complete up to its limits: if the position decides a goal cell, the search either
// finds a proof or hits a limit. Each argument kind has its own limits. For example, case analysis
// is limited to six goal cells, 20,000 states per entailment test and 2,000 cases per proof. Memory
// use is limited to the facts of a single proof, which take about 100 bytes per cell and case.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "inference/knowledge.hpp"
#include "logic/argument_kind.hpp"
#include "logic/proof_steps.hpp"

namespace sapper {

// A set of goal cells, at least one of which must be proved safe or a mine.
struct ProofGoal {
    // The marks on the position's cells, with one byte per cell in row-major order.
    std::span<const std::uint8_t> marks;
    std::uint8_t mark;  // The byte that marks the goal cells.
    // True to prove that a goal cell is a mine, and false to prove that it is safe.
    bool is_mine;
};

struct ProofResult {
    // The steps of the proof, or an empty list if no proof was found. The last step decides a goal
    // cell. Indices refer to the position's grid.
    std::vector<ProofStep> steps;
    std::int32_t cell;   // The goal cell that the proof decides, or -1 if no proof was found.
    ArgumentKind kind;   // The hardest argument in the proof.
    bool has_hit_limit;  // True if no proof was found and a search hit its limit.
};

ProofResult find_proof(const Position& position, const ProofGoal& goal);

}
