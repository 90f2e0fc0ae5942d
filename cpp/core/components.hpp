// The counting problem of a position, cut into parts that share nothing but the number of mines.
//
// Hidden cells that touch the same clues are interchangeable: together they are one *box*, of which
// only the number of mines matters. A clue with undecided cells is a *constraint*: the mines of its
// boxes add up to what it still needs. Boxes joined by constraints form a *component*.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "budget.hpp"
#include "deduce.hpp"

namespace sapper {

struct Box {
    std::array<std::int32_t, 8> cells;        // indices of the grid
    std::array<std::int32_t, 10> constraints;  // numbers within the component
    std::int32_t size = 0;
    std::int32_t constraint_count = 0;
};

struct Constraint {
    std::array<std::int32_t, 9> boxes;  // numbers within the component
    std::int32_t box_count = 0;
    std::int32_t cell_count = 0;
    std::int32_t clue = -1;  // index of the clue; -1 for a counter
    std::int32_t need = 0;
    // Which counter it is, or -1. A counter demands nothing: counting tells its values apart.
    std::int32_t counter = -1;

    bool is_counter() const { return counter >= 0; }
};

struct Component {
    std::vector<Box> boxes;  // in the order in which counting goes through them
    std::vector<Constraint> constraints;
    std::int32_t cell_count = 0;
    std::int32_t width = 0;  // the most constraints that are open at once in that order
};

// The components of the given clues (each with undecided cells). All clues that share an undecided
// cell with one of them must be among them. Each of `counters` is a set of at most nine undecided
// cells whose mines are to be told apart; at most two. Throws Contradiction when two clues about the
// same cells disagree, LimitReached when the time of the budget ends. About linear in the number of
// clues, times the width for the ordering.
std::vector<Component> build_components(const Knowledge& knowledge,
                                        std::span<const std::int32_t> clues, const Budget& budget,
                                        std::span<const std::vector<std::int32_t>> counters = {});

}  // namespace sapper
