// The plan of a component count, which lists the key fields that each box updates.
//
// Building a plan takes linear time. A constraint occupies a field of the state key from its first
// box to its last, and freed fields are reused. The number of fields equals the component's width.
#pragma once

#include <array>
#include <vector>

#include "inference/components.hpp"

namespace sapper {

// The elimination of one box.
struct EliminationStep {
    struct FieldUpdate {
        int slot;
        int cells_left;    // Undecided cells left after this step.
        int initial_need;  // Mines needed at the first box, else 0.
    };
    int box_size;
    int field_count = 0;
    std::array<FieldUpdate, 10> fields;
};

class EliminationPlan {
   public:
    // Replaces the plan and reuses its memory.
    void build(const Component& component);

    const std::vector<EliminationStep>& steps() const { return steps_; }
    // Returns the key field that the constraint occupies.
    int slot(std::size_t constraint) const { return slot_of_[constraint]; }

   private:
    std::vector<EliminationStep> steps_;
    std::vector<int> slot_of_, cells_left_, free_slots_;
};

}  // namespace sapper
