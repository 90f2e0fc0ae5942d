#include "search/symmetry.hpp"

namespace sapper {
namespace {

bool is_invariant(const Knowledge& knowledge, int symmetry) {
    const Grid& grid = knowledge.grid();
    for (int ordinal = 0; ordinal < grid.cell_count(); ++ordinal) {
        const int index = grid.index_of_ordinal(ordinal), other = image_of(grid, index, symmetry);
        if (knowledge.state(index) != knowledge.state(other) ||
            (knowledge.is_revealed(index) && knowledge.need(index) != knowledge.need(other)))
            return false;
    }
    return true;
}

}

std::vector<int> symmetries(const Knowledge& knowledge) {
    const Grid& grid = knowledge.grid();
    std::vector<int> found{0};
    for (int symmetry = 1; symmetry < (grid.height() == grid.width() ? 8 : 4); ++symmetry)
        if (is_invariant(knowledge, symmetry)) found.push_back(symmetry);
    return found;
}

}
