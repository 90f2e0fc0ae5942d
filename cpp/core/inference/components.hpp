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

#include "inference/budget.hpp"
#include "inference/knowledge.hpp"

namespace sapper {

struct Box {
    std::array<std::int32_t, 8> cells;         // indices of the grid
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
    std::int32_t tracked_set = -1;

    bool is_tracked_set() const { return tracked_set >= 0; }
};

struct Component {
    std::vector<Box> boxes;  // in the order in which counting goes through them
    std::vector<Constraint> constraints;
    std::int32_t cell_count = 0;
    std::int32_t width = 0;  // the most constraints that are open at once in that order

    void clear() {
        boxes.clear();
        constraints.clear();
        cell_count = width = 0;
    }
};

// What to cut into components: clues with undecided cells, and with each of them all clues that share
// an undecided cell with it.
struct ConstraintSystem {
    std::span<const std::int32_t> clues;
    // Each is a set of at most nine undecided cells whose mines are to be told apart; at most two.
    std::span<const std::vector<std::int32_t>> tracked_sets;
    int safe_cell = -1;  // an undecided cell that is taken to be safe
};

// Cuts problems into components, one after the other, without new memory for each.
class ComponentBuilder {
   public:
    // The components, until the next call. Throws Contradiction when two clues about the same cells
    // disagree, LimitReached when the time of the budget ends. About linear in the number of clues,
    // times the width for the ordering.
    std::span<Component> build(const Knowledge& knowledge, const ConstraintSystem& system,
                               const Budget& budget);

   private:
    void check_deadline() const;
    void build_constraints();
    void assign_to_box(int cell, std::size_t first_box);
    void remove_duplicate_constraints();
    [[noreturn]] void throw_contradiction(const Constraint& a, const Constraint& b) const;
    void extract_component(int seed, Component& component);
    void order_boxes(int start, std::int32_t& width);
    int next_box() const;

    const Knowledge* knowledge_ = nullptr;
    const Budget* budget_ = nullptr;
    ConstraintSystem system_;
    std::vector<std::int32_t> constraint_of_;  // by cell of a clue; -1 but while building
    std::vector<std::uint8_t> is_boxed_;       // by cell; 0 but while building
    std::int32_t first_tracked_set_ = 0;
    std::vector<Box> boxes_;
    std::vector<Constraint> constraints_;
    std::vector<std::int32_t> box_number_, constraint_number_;
    // Of the component being taken.
    std::vector<std::int32_t> queue_, component_constraints_, order_, open_constraints_,
        boxes_left_;
    std::vector<std::uint8_t> is_ordered_;
    std::vector<Component> components_;
};

// The same for one problem.
std::vector<Component> build_components(
    const Knowledge& knowledge, std::span<const std::int32_t> clues, const Budget& budget,
    std::span<const std::vector<std::int32_t>> tracked_sets = {});

}  // namespace sapper
