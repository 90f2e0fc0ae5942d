// A repair algorithm for layouts that cannot be cleared by logic alone. The idea comes from Simon
// Tatham's Mines.
//
// When the solver gets stuck, the undecided neighbours of one clue are either cleared of mines or
// filled with mines. The mines move to or from other cells, preferably undecided cells off the
// frontier. The solver then continues. A change may invalidate earlier deductions, so the board is
// solved again from the first cell until no change is needed. Boards generated this way are not
// uniformly distributed.
#pragma once

#include <cstdint>
#include <vector>

#include "board/random.hpp"
#include "board/rules.hpp"
#include "generate/logic_solver.hpp"

namespace sapper {

// Returns the maximum number of changes in one repair.
constexpr int max_repair_changes(int cell_count) { return 500 + 2 * cell_count; }

// Moves mines until the board can be cleared from `first` with arguments no harder than `max_kind`.
// The number of mines does not change. Returns false if no repair is found within `max_changes`
// changes and before the deadline. If the function returns false, the contents of `mines` are
// unspecified.
bool repair(const Rules& rules, int first, std::vector<std::int32_t>& mines, Random& random,
            ArgumentKind max_kind, int max_changes, SolverWorkspace& workspace);

}
