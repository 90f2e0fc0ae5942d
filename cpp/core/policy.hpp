// Which cell to reveal next.
#pragma once

#include <cstdint>
#include <vector>

#include "posterior.hpp"
#include "rules.hpp"

namespace sapper {

// The best first reveal: for an opening the cell three steps from a corner both ways, which opens much
// and leaves no strip between itself and the border; otherwise the corner, where a cell without
// neighbouring mines is most likely. Measured with this policy on 30x16/99: see docs/research.
int first_cell(const Grid& grid, Start start);

// The cell with the lowest chance of a mine; -1 when all are revealed or certain mines. Of equal ones,
// first those that can tell something (with undecided neighbours), then the one with the most revealed
// neighbours, then the one with the fewest undecided neighbours, then the first.
int safest_cell(const Posterior& posterior);

struct Choice {
    std::vector<std::int32_t> safe, mines;  // all that is certain and was not known before
    int best = -1;                          // -1 when only certain mines are left
    double risk = 1.0;                      // of `best`
};

// The least risky cell as far as single clues tell: a cell is as risky as its most demanding clue says.
Choice choose_by_single_clues(const Knowledge& knowledge);

// What to do in a position: all certain cells, and the one to reveal next. When counting takes more than
// `states`, single clues decide.
Choice choose(const Knowledge& knowledge, std::int64_t states);

}  // namespace sapper
