// A partition of the counting problem into components that are coupled only by the mine count.
//
// Undecided cells that touch the same clues are interchangeable and form a box. Only the number of
// mines in a box matters. An active clue is a constraint on the total number of mines in its boxes.
// Boxes connected by constraints form a component.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "inference/budget.hpp"
#include "inference/knowledge.hpp"

namespace sapper {

struct Box {
    std::array<std::int32_t, 8> cells;  // The indices of the cells in the box.
    // The indices in Component::constraints of the constraints on the box.
    std::array<std::int32_t, 10> constraints;
    std::int32_t size = 0;
    std::int32_t constraint_count = 0;
};

struct Constraint {
    std::array<std::int32_t, 9> boxes;  // The indices in Component::boxes of the constrained boxes.
    std::int32_t box_count = 0;
    std::int32_t cell_count = 0;
    std::int32_t clue = -1;  // The index of the constraint's clue, or -1 for a tracked set.
    std::int32_t need = 0;
    // The index of the tracked set in ConstraintSystem::tracked_sets, or -1 for a clue. A tracked
    // set rules out no solutions, but solutions are counted separately for each number of mines in
    // the set.
    std::int32_t tracked_set = -1;

    bool is_tracked_set() const { return tracked_set >= 0; }
};

struct Component {
    std::vector<Box> boxes;  // The boxes in elimination order.
    std::vector<Constraint> constraints;
    std::int32_t cell_count = 0;
    std::int32_t width = 0;  // The maximum number of simultaneously open constraints.

    void clear() {
        boxes.clear();
        constraints.clear();
        cell_count = width = 0;
    }
};

// The active clues to partition. If two clues share an undecided cell, an exact count requires
// `clues` to contain both or neither.
struct ConstraintSystem {
    std::span<const std::int32_t> clues;
    // Up to two tracked sets of up to nine undecided cells each. Solutions are counted separately
    // for each number of mines in each set.
    std::span<const std::vector<std::int32_t>> tracked_sets;
    int safe_cell = -1;  // An undecided cell assumed to be safe, or -1 if there is none.
};

// A builder that partitions constraint systems and reuses its buffers between calls.
class ComponentBuilder {
   public:
    // Returns the components of the system, which remain valid until the next call. The running
    // time is roughly proportional to the number of clues times the width. Throws Contradiction if
    // two clues on the same cells disagree, or LimitReached if the deadline passes.
    std::span<Component> build(const Knowledge& knowledge, const ConstraintSystem& system,
                               const Budget& budget);

   private:
    void check_deadline() const;
    void build_constraints();
    void assign_to_box(int cell, std::size_t first_box);
    void remove_duplicate_constraints();
    void extract_component(int seed, Component& component);
    void order_boxes(int start, std::int32_t& width);
    int next_box() const;

    const Knowledge* knowledge_ = nullptr;
    const Budget* budget_ = nullptr;
    ConstraintSystem system_;
    // Each clue's constraint, indexed by the clue's cell. All entries are -1 between calls to
    // build().
    std::vector<std::int32_t> constraint_of_;
    // True for each cell already in a box. All entries are 0 between calls to build().
    std::vector<std::uint8_t> is_boxed_;
    std::int32_t first_tracked_set_ = 0;
    std::vector<Box> boxes_;
    std::vector<Constraint> constraints_;
    std::vector<std::int32_t> box_number_, constraint_number_;
    // Scratch memory for the component being extracted.
    std::vector<std::int32_t> queue_, component_constraints_, order_, open_constraints_,
        boxes_left_;
    std::vector<std::uint8_t> is_ordered_;
    std::vector<Component> components_;
};

// Partitions a single constraint system into components.
std::vector<Component> build_components(
    const Knowledge& knowledge, std::span<const std::int32_t> clues, const Budget& budget,
    std::span<const std::vector<std::int32_t>> tracked_sets = {});

}
