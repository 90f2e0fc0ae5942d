// A plan for counting a component's solutions, with the key fields that each box updates.
//
// Building a plan takes time linear in the component's size. A constraint occupies a field of the
// state key from its first box to its last, and freed fields are reused. The number of fields
// equals the component's width.
#pragma once

#include <array>
#include <vector>

#include "inference/components.hpp"

namespace sapper {

// The step that eliminates one box.
struct EliminationStep {
    struct FieldUpdate {
        int slot;
        int cells_left;  // The number of cells left in the constraint after the step.
        // The number of mines that the constraint needs if the box is its first, or 0 otherwise.
        int initial_need;
    };
    int box_size;
    int field_count = 0;
    std::array<FieldUpdate, 10> fields;
};

class EliminationPlan {
   public:
    // Replaces the plan with one for the given component, reusing the allocated memory.
    void build(const Component& component);

    const std::vector<EliminationStep>& steps() const { return steps_; }
    // Returns the index of the constraint's key field.
    int slot(std::size_t constraint) const { return slot_of_[constraint]; }

   private:
    std::vector<EliminationStep> steps_;
    std::vector<int> slot_of_, cells_left_, free_slots_;
};

}
