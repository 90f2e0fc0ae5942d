#include "logic/pairs.hpp"

#include "board/neighbourhood.hpp"

namespace sapper {
namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

std::uint8_t undecided_mask(const Knowledge& knowledge, int clue) {
    unsigned mask = 0;
    const auto& offsets = knowledge.grid().neighbour_offsets();
    for (std::size_t i = 0; i < 8; ++i)
        mask |= static_cast<unsigned>(knowledge.is_hidden(clue + offsets[i])) << i;
    return static_cast<std::uint8_t>(mask);
}

}

PairRule::PairRule(const Grid& grid) : mask_(at(grid.padded_size()), 0) {}

const std::vector<Deduction>& PairRule::find(const Knowledge& knowledge,
                                             std::span<const std::int32_t> clues) {
    deductions_.clear();
    changed_.clear();
    // The number of mines that a clue needs changes only if its undecided neighbours change.
    for (const int clue : clues) {
        const std::uint8_t mask =
            knowledge.undecided(clue) == 0 ? std::uint8_t{0} : undecided_mask(knowledge, clue);
        if (mask == mask_[at(clue)]) continue;
        mask_[at(clue)] = mask;
        if (mask != 0) changed_.push_back(clue);
    }
    for (const int clue : changed_) compare(knowledge, clue);
    return deductions_;
}

void PairRule::compare(const Knowledge& knowledge, int clue) {
    const Grid& grid = knowledge.grid();
    const int need = knowledge.need(clue);
    const unsigned mask = mask_[at(clue)];
    const int row = grid.row(clue), column = grid.column(clue);
    const auto add = [&](int from, unsigned cells, bool is_mine, int first, int second) {
        for (; cells != 0; cells &= cells - 1)
            deductions_.push_back({from + grid.neighbour_offsets()[at(std::countr_zero(cells))],
                                   is_mine, first, second});
    };
    for (const NeighbourOverlap& overlap : kNeighbourOverlaps) {
        // Skips clues whose neighbourhoods share no undecided cell.
        if ((mask & overlap.first_common) == 0) continue;
        if (!grid.contains(row + overlap.row_offset, column + overlap.column_offset)) continue;
        const int other = clue + overlap.row_offset * grid.stride() + overlap.column_offset;
        const unsigned other_mask = mask_[at(other)];
        if ((other_mask & overlap.second_common) == 0) continue;
        const unsigned first_only = mask & ~unsigned{overlap.first_common};
        const unsigned other_only = other_mask & ~unsigned{overlap.second_common};
        const int difference = need - knowledge.need(other);
        switch (compare_clues(difference, first_only, other_only)) {
            case Comparison::first_has_mines:
                add(clue, first_only, true, clue, other);
                add(other, other_only, false, clue, other);
                break;
            case Comparison::second_has_mines:
                add(other, other_only, true, other, clue);
                add(clue, first_only, false, other, clue);
                break;
            case Comparison::undecided: break;
        }
    }
}

std::vector<Deduction> find_by_mine_count(const Knowledge& knowledge,
                                          std::span<const std::int32_t> clues) {
    const auto found = compare_with_mine_count(
        knowledge.mines_left(), knowledge.hidden_left(), clues,
        [&](int clue) { return knowledge.need(clue); },
        [&](int clue) { return knowledge.undecided(clue); });
    std::vector<Deduction> deductions;
    if (!found) return deductions;
    const Grid& grid = knowledge.grid();
    grid.for_each_cell([&](int index) {
        if (knowledge.is_hidden(index) &&
            (found->clue == kMineCount || !grid.touches(index, found->clue)))
            deductions.push_back({index, found->are_mines, found->clue, kMineCount});
    });
    return deductions;
}

}
