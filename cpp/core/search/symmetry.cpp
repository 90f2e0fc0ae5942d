#include "search/symmetry.hpp"

namespace sapper {
namespace {

bool is_same_after(const Knowledge& knowledge, int turn) {
    const Grid& grid = knowledge.grid();
    for (int ordinal = 0; ordinal < grid.cell_count(); ++ordinal) {
        const int index = grid.index_of_ordinal(ordinal), other = image_of(grid, index, turn);
        if (knowledge.state(index) != knowledge.state(other) ||
            (knowledge.is_revealed(index) && knowledge.need(index) != knowledge.need(other)))
            return false;
    }
    return true;
}

}  // namespace

std::vector<int> symmetries(const Knowledge& knowledge) {
    const Grid& grid = knowledge.grid();
    std::vector<int> turns{0};
    for (int turn = 1; turn < (grid.height() == grid.width() ? 8 : 4); ++turn)
        if (is_same_after(knowledge, turn)) turns.push_back(turn);
    return turns;
}

}  // namespace sapper
