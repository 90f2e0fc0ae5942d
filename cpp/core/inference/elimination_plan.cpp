#include "inference/elimination_plan.hpp"

namespace sapper {
namespace {

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

// The `cells_left` value for a tracked set, which may contain any number of mines.
constexpr int kUnlimited = 1 << 20;

}

void EliminationPlan::build(const Component& component) {
    steps_.resize(component.boxes.size());
    slot_of_.assign(component.constraints.size(), -1);
    cells_left_.resize(component.constraints.size());
    free_slots_.clear();
    for (std::size_t c = 0; c < cells_left_.size(); ++c)
        cells_left_[c] = component.constraints[c].cell_count;
    for (int slot = component.width - 1; slot >= 0; --slot) free_slots_.push_back(slot);
    for (std::size_t b = 0; b < steps_.size(); ++b) {
        const Box& box = component.boxes[b];
        EliminationStep& step = steps_[b];
        step.box_size = box.size;
        step.field_count = 0;
        for (int i = 0; i < box.constraint_count; ++i) {
            const auto c = at(box.constraints[at(i)]);
            const Constraint& constraint = component.constraints[c];
            const bool is_first = slot_of_[c] < 0;
            if (is_first) {
                slot_of_[c] = free_slots_.back();
                free_slots_.pop_back();
            }
            cells_left_[c] -= box.size;
            step.fields[at(step.field_count++)] = {
                slot_of_[c], constraint.is_tracked_set() ? kUnlimited : cells_left_[c],
                is_first ? constraint.need : 0};
        }
        for (int i = 0; i < box.constraint_count; ++i) {
            const auto c = at(box.constraints[at(i)]);
            if (cells_left_[c] == 0 && !component.constraints[c].is_tracked_set())
                free_slots_.push_back(slot_of_[c]);
        }
    }
}

}
