#include "search/small_board_book.hpp"

#include <array>

namespace sapper {
namespace {

constexpr int kSide = 5;

struct Cell {
    int row = -1, column = -1;
};
struct BookEntry {
    int min_mines;  // The smallest mine count to which the book entry applies.
    Cell first;
    // The replies, indexed by clue. If the endgame search can solve the resulting position, the
    // reply is empty.
    std::array<Cell, 9> replies{};
};

// The book entries were computed with `sapper optimal`. The book contains the first cell for every
// mine count and, for 5 to 12 mines and 14 mines, replies to the likely clues. The 14-mine replies
// also apply to 13, 15 and 16 mines (see docs/research/expert.md).
constexpr std::array kEntries{
    BookEntry{1, {0, 0}, {}},
    BookEntry{5, {0, 0}, {{{}, {4, 4}, {4, 4}, {4, 4}}}},
    BookEntry{6, {0, 1}, {{{}, {0, 0}, {4, 0}, {4, 0}}}},
    BookEntry{7, {0, 1}, {{{}, {0, 0}, {4, 3}, {4, 0}, {0, 4}}}},
    BookEntry{8, {0, 1}, {{{}, {0, 0}, {3, 0}, {4, 0}, {0, 4}, {0, 3}}}},
    BookEntry{9, {0, 2}, {{{}, {0, 1}, {0, 0}, {4, 1}, {4, 1}, {4, 0}}}},
    BookEntry{10, {0, 2}, {{{}, {1, 1}, {}, {4, 1}, {4, 1}}}},
    BookEntry{11, {1, 2}, {{{}, {0, 1}, {1, 1}, {0, 1}, {4, 1}, {4, 2}, {4, 2}, {4, 2}}}},
    BookEntry{12, {1, 2}, {{{}, {0, 1}, {0, 1}, {0, 1}, {2, 0}, {4, 2}, {2, 0}, {4, 2}, {3, 2}}}},
    BookEntry{13, {1, 2}, {{{}, {0, 1}, {0, 1}, {2, 1}, {1, 1}, {4, 2}, {4, 2}, {4, 2}, {4, 2}}}},
};

const BookEntry* find_entry(const Grid& grid, int mines) {
    if (grid.width() != kSide || grid.height() != kSide) return nullptr;
    const BookEntry* found = nullptr;
    for (const BookEntry& entry : kEntries)
        if (entry.min_mines <= mines) found = &entry;
    return found;
}

}

int book_first_cell(const Grid& grid, int mines) {
    const BookEntry* entry = find_entry(grid, mines);
    return entry ? grid.index(entry->first.row, entry->first.column) : -1;
}

int book_second_cell(const Knowledge& knowledge) {
    const Grid& grid = knowledge.grid();
    const BookEntry* entry = find_entry(grid, knowledge.mines());
    if (!entry || knowledge.hidden_left() != grid.cell_count() - 1) return -1;
    const int first = grid.index(entry->first.row, entry->first.column);
    if (!knowledge.is_revealed(first)) return -1;
    const auto clue = static_cast<std::size_t>(knowledge.clue(first));
    if (entry->replies[clue].row < 0) return -1;
    return grid.index(entry->replies[clue].row, entry->replies[clue].column);
}

}
