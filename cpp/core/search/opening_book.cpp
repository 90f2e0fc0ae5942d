#include "search/opening_book.hpp"

#include <array>

namespace sapper {
namespace {

constexpr int kSide = 5;

struct Cell {
    int row = -1, column = -1;
};
struct Line {
    int from_mines;  // up to those of the next line
    Cell first;
    std::array<Cell, 9> second{};  // by the clue that it shows; none where the rest is solved in play
};

// Found by perfect play (`sapper optimal`): the first cells, and the second ones after the likely clues for 5 to 12
// and 14 mines. Those of 14 do well with 13, 15 and 16. See docs/research/expert.md.
constexpr std::array kBook{
    Line{1, {0, 0}, {}},
    Line{5, {0, 0}, {{{}, {4, 4}, {4, 4}, {4, 4}}}},
    Line{6, {0, 1}, {{{}, {0, 0}, {4, 0}, {4, 0}}}},
    Line{7, {0, 1}, {{{}, {0, 0}, {4, 3}, {4, 0}, {0, 4}}}},
    Line{8, {0, 1}, {{{}, {0, 0}, {3, 0}, {4, 0}, {0, 4}, {0, 3}}}},
    Line{9, {0, 2}, {{{}, {0, 1}, {0, 0}, {4, 1}, {4, 1}, {4, 0}}}},
    Line{10, {0, 2}, {{{}, {1, 1}, {}, {4, 1}, {4, 1}}}},
    Line{11, {1, 2}, {{{}, {0, 1}, {1, 1}, {0, 1}, {4, 1}, {4, 2}, {4, 2}, {4, 2}}}},
    Line{12, {1, 2}, {{{}, {0, 1}, {0, 1}, {0, 1}, {2, 0}, {4, 2}, {2, 0}, {4, 2}, {3, 2}}}},
    Line{13, {1, 2}, {{{}, {0, 1}, {0, 1}, {2, 1}, {1, 1}, {4, 2}, {4, 2}, {4, 2}, {4, 2}}}},
};

const Line* line_of(const Grid& grid, int mines) {
    if (grid.width() != kSide || grid.height() != kSide) return nullptr;
    const Line* found = nullptr;
    for (const Line& line : kBook)
        if (line.from_mines <= mines) found = &line;
    return found;
}

}  // namespace

int first_cell_of_book(const Grid& grid, int mines) {
    const Line* line = line_of(grid, mines);
    return line ? grid.index(line->first.row, line->first.column) : -1;
}

int second_cell_of_book(const Knowledge& knowledge) {
    const Grid& grid = knowledge.grid();
    const Line* line = line_of(grid, knowledge.mines());
    if (!line || knowledge.hidden_left() != grid.cell_count() - 1) return -1;
    const int first = grid.index(line->first.row, line->first.column);
    if (!knowledge.is_revealed(first)) return -1;
    const auto clue = static_cast<std::size_t>(knowledge.clue(first));
    if (line->second[clue].row < 0) return -1;
    return grid.index(line->second[clue].row, line->second[clue].column);
}

}  // namespace sapper
