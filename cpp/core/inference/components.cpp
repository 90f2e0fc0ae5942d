#include "inference/components.hpp"

#include <algorithm>
#include <string>

#include "inference/budget.hpp"

namespace sapper {
namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

void clear_cache(Box& box, std::int32_t constraint) {
    const auto end = box.constraints.begin() + box.constraint_count;
    const auto found = std::find(box.constraints.begin(), end, constraint);
    std::copy(found + 1, end, found);
    --box.constraint_count;
}

}

std::span<Component> ComponentBuilder::build(const Knowledge& knowledge,
                                             const ConstraintSystem& system, const Budget& budget) {
    knowledge_ = &knowledge;
    budget_ = &budget;
    system_ = system;
    const std::size_t size = at(knowledge.grid().padded_size());
    if (is_boxed_.size() != size) {
        constraint_of_.assign(size, -1);
        is_boxed_.assign(size, 0);
    }
    // Resets the lookup tables when the scope ends, even if an exception is thrown.
    struct Cleaner {
        ComponentBuilder& builder;
        ~Cleaner() {
            for (const int clue : builder.system_.clues) builder.constraint_of_[at(clue)] = -1;
            for (const Box& box : builder.boxes_)
                for (int i = 0; i < box.size; ++i) builder.is_boxed_[at(box.cells[at(i)])] = 0;
        }
    };
    boxes_.clear();
    constraints_.clear();
    {
        const Cleaner cleaner{*this};
        build_constraints();
    }
    remove_duplicate_constraints();
    box_number_.assign(boxes_.size(), -1);
    constraint_number_.assign(constraints_.size(), -1);
    std::size_t count = 0;
    const auto extract = [&](int seed) {
        if (box_number_[at(seed)] >= 0) return;
        if (count % 64 == 63) check_deadline();
        if (count == components_.size()) components_.emplace_back();
        extract_component(seed, components_[count++]);
    };
    // Elimination runs from a component's far end towards the seed, which is the box at which the
    // extraction starts. Tracked sets remain open until the end of the count, so their boxes serve
    // as seeds.
    for (std::size_t c = at(first_tracked_set_); c < constraints_.size(); ++c)
        if (constraints_[c].box_count > 0) extract(constraints_[c].boxes[0]);
    for (std::size_t b = 0; b < boxes_.size(); ++b) extract(static_cast<int>(b));
    return std::span(components_).first(count);
}

void ComponentBuilder::check_deadline() const {
    if (budget_->is_past_deadline())
        throw LimitReached("time limit reached while partitioning the clues");
}

// Builds the boxes and constraints of all components.
void ComponentBuilder::build_constraints() {
    const auto& offsets = knowledge_->grid().neighbour_offsets();
    for (const int clue : system_.clues) {
        constraint_of_[at(clue)] = static_cast<std::int32_t>(constraints_.size());
        Constraint& constraint = constraints_.emplace_back();
        constraint.clue = clue;
        constraint.need = knowledge_->need(clue);
    }
    first_tracked_set_ = static_cast<std::int32_t>(constraints_.size());
    for (std::size_t i = 0; i < system_.tracked_sets.size(); ++i) {
        Constraint& tracked_set = constraints_.emplace_back();
        tracked_set.tracked_set = static_cast<std::int32_t>(i);
        tracked_set.need = static_cast<std::int32_t>(system_.tracked_sets[i].size());
    }
    for (const int clue : system_.clues) {
        const std::size_t first_box = boxes_.size();
        for (const int offset : offsets)
            if (knowledge_->is_hidden(clue + offset)) assign_to_box(clue + offset, first_box);
    }
    for (const auto& cells : system_.tracked_sets) {
        const std::size_t first_box = boxes_.size();
        for (const int cell : cells) assign_to_box(cell, first_box);
    }
    for (std::size_t b = 0; b < boxes_.size(); ++b)
        for (int i = 0; i < boxes_[b].constraint_count; ++i) {
            Constraint& constraint = constraints_[at(boxes_[b].constraints[at(i)])];
            constraint.boxes[at(constraint.box_count++)] = static_cast<std::int32_t>(b);
            constraint.cell_count += boxes_[b].size;
        }
}

// Adds the cell to a matching box or to a new box. All cells in a box are first reached from the
// same clue, so only the boxes from `first_box` onwards can match.
void ComponentBuilder::assign_to_box(int cell, std::size_t first_box) {
    if (is_boxed_[at(cell)] || cell == system_.safe_cell) return;
    is_boxed_[at(cell)] = 1;
    // A cell touches at most eight clues and belongs to at most two tracked sets.
    std::array<std::int32_t, 10> constraints{};
    int count = 0;
    for (const int offset : knowledge_->grid().neighbour_offsets())
        if (const auto constraint = constraint_of_[at(cell + offset)]; constraint >= 0)
            constraints[at(count++)] = constraint;
    for (std::size_t i = 0; i < system_.tracked_sets.size(); ++i)
        if (std::ranges::find(system_.tracked_sets[i], cell) != system_.tracked_sets[i].end())
            constraints[at(count++)] = first_tracked_set_ + static_cast<std::int32_t>(i);
    for (std::size_t b = first_box; b < boxes_.size(); ++b) {
        Box& box = boxes_[b];
        if (box.constraint_count == count &&
            std::equal(constraints.begin(), constraints.begin() + count, box.constraints.begin())) {
            box.cells[at(box.size++)] = cell;
            return;
        }
    }
    Box& box = boxes_.emplace_back();
    box.constraint_count = count;
    std::copy(constraints.begin(), constraints.begin() + count, box.constraints.begin());
    box.cells[at(box.size++)] = cell;
}

// Removes each constraint that covers the same boxes as an earlier one, because duplicates only
// enlarge the state.
void ComponentBuilder::remove_duplicate_constraints() {
    for (std::size_t c = 0; c < constraints_.size(); ++c) {
        const Constraint& original = constraints_[c];
        if (original.box_count == 0 || original.is_tracked_set()) continue;
        const Box first = boxes_[at(original.boxes[0])];
        for (int i = 0; i < first.constraint_count; ++i) {
            const auto other = at(first.constraints[at(i)]);
            Constraint& duplicate = constraints_[other];
            if (other <= c || duplicate.is_tracked_set() ||
                duplicate.box_count != original.box_count ||
                !std::equal(original.boxes.begin(), original.boxes.begin() + original.box_count,
                            duplicate.boxes.begin()))
                continue;
            if (duplicate.need != original.need)
                throw Contradiction(duplicate.clue, "it contradicts nearby clues");
            for (int b = 0; b < original.box_count; ++b)
                clear_cache(boxes_[at(original.boxes[at(b)])], static_cast<std::int32_t>(other));
            duplicate.box_count = 0;
        }
    }
}

// Extracts the seed box's component by breadth-first search. The last box reached lies at the
// component's far end. Elimination starts at that box, so the open constraints sweep across the
// component once.
void ComponentBuilder::extract_component(int seed, Component& component) {
    queue_.assign(1, seed);
    box_number_[at(seed)] = 0;
    component_constraints_.clear();
    for (std::size_t next = 0; next < queue_.size(); ++next) {
        const Box& box = boxes_[at(queue_[next])];
        for (int i = 0; i < box.constraint_count; ++i) {
            const int c = box.constraints[at(i)];
            if (constraint_number_[at(c)] >= 0) continue;
            constraint_number_[at(c)] = static_cast<std::int32_t>(component_constraints_.size());
            component_constraints_.push_back(c);
            for (int j = 0; j < constraints_[at(c)].box_count; ++j) {
                const int b = constraints_[at(c)].boxes[at(j)];
                if (box_number_[at(b)] >= 0) continue;
                box_number_[at(b)] = 0;
                queue_.push_back(b);
            }
        }
    }
    component.clear();
    order_boxes(queue_.back(), component.width);
    component.boxes.reserve(order_.size());
    for (std::size_t i = 0; i < order_.size(); ++i) {
        box_number_[at(order_[i])] = static_cast<std::int32_t>(i);
        Box& box = component.boxes.emplace_back(boxes_[at(order_[i])]);
        for (int c = 0; c < box.constraint_count; ++c)
            box.constraints[at(c)] = constraint_number_[at(box.constraints[at(c)])];
        component.cell_count += box.size;
    }
    component.constraints.reserve(component_constraints_.size());
    for (const int c : component_constraints_) {
        Constraint& constraint = component.constraints.emplace_back(constraints_[at(c)]);
        for (int b = 0; b < constraint.box_count; ++b)
            constraint.boxes[at(b)] = box_number_[at(constraint.boxes[at(b)])];
    }
}

// Orders the boxes greedily. The next box is the one in an open constraint that minimises the
// number of constraints opened minus the number closed. Ties go to the constraint opened first.
void ComponentBuilder::order_boxes(int start, std::int32_t& width) {
    order_.clear();
    open_constraints_.clear();
    boxes_left_.resize(constraints_.size());
    is_ordered_.resize(boxes_.size());
    for (const int c : component_constraints_) boxes_left_[at(c)] = constraints_[at(c)].box_count;
    for (const int b : queue_) is_ordered_[at(b)] = 0;
    for (int box = start; box >= 0; box = next_box()) {
        if (order_.size() % 64 == 63) check_deadline();
        order_.push_back(box);
        is_ordered_[at(box)] = 1;
        const Box& chosen = boxes_[at(box)];
        for (int i = 0; i < chosen.constraint_count; ++i) {
            const int c = chosen.constraints[at(i)];
            if (boxes_left_[at(c)]-- == constraints_[at(c)].box_count)
                open_constraints_.push_back(c);
        }
        width = std::max(width, static_cast<std::int32_t>(open_constraints_.size()));
        std::erase_if(open_constraints_, [this](int c) {
            return boxes_left_[at(c)] == 0 && !constraints_[at(c)].is_tracked_set();
        });
    }
}

int ComponentBuilder::next_box() const {
    int best = -1, best_cost = 0;
    for (const int c : open_constraints_) {
        const Constraint& constraint = constraints_[at(c)];
        for (int i = 0; i < constraint.box_count; ++i) {
            const int b = constraint.boxes[at(i)];
            if (is_ordered_[at(b)]) continue;
            int cost = 0;
            const Box& box = boxes_[at(b)];
            for (int j = 0; j < box.constraint_count; ++j) {
                const int d = box.constraints[at(j)];
                cost += boxes_left_[at(d)] == constraints_[at(d)].box_count;
                cost -= boxes_left_[at(d)] == 1;
            }
            if (best < 0 || cost < best_cost) {
                best = b;
                best_cost = cost;
            }
        }
    }
    return best;
}

std::vector<Component> build_components(const Knowledge& knowledge,
                                        std::span<const std::int32_t> clues, const Budget& budget,
                                        std::span<const std::vector<std::int32_t>> tracked_sets) {
    ComponentBuilder builder;
    const auto components = builder.build(knowledge, {clues, tracked_sets}, budget);
    return {std::move_iterator(components.begin()), std::move_iterator(components.end())};
}

}
