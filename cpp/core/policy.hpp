// Which cell to reveal next.
#pragma once

#include "posterior.hpp"
#include "rules.hpp"

namespace sapper {

// The best first reveal: for an opening the cell two steps from a corner both ways, where an opening is
// likely and large; otherwise the corner, where a cell without neighbouring mines is most likely.
int first_cell(const Grid& grid, Start start);

// The cell with the lowest chance of a mine; -1 when all are revealed or certain mines. Ties go to the
// cell with the most revealed neighbours, then to the one with the fewest neighbours, then to the first.
int safest_cell(const Posterior& posterior);

}  // namespace sapper
