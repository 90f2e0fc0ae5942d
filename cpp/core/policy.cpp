#include "policy.hpp"

#include <algorithm>
#include <tuple>

namespace sapper {
namespace {

// Chances that differ by less are the same: they come from the same counts in another order.
constexpr double kSameChance = 1e-11;

}  // namespace

int first_cell(const Grid& grid, Start start) {
    if (start != Start::opening) return grid.index(0, 0);
    return grid.index(std::min(2, (grid.height() - 1) / 2), std::min(2, (grid.width() - 1) / 2));
}

int safest_cell(const Posterior& posterior) {
    const Grid& grid = posterior.grid();
    int best = -1;
    double lowest = 1.0;
    std::tuple<int, int> best_rank;
    grid.for_each_cell([&](int index) {
        const Certainty certainty = posterior.certainty(index);
        if (certainty == Certainty::revealed || certainty == Certainty::mine) return;
        const double risk = posterior.mine_probability(index);
        if (best >= 0 && risk > lowest + kSameChance) return;
        int revealed = 0, neighbours = 0;
        for (const int offset : grid.neighbour_offsets()) {
            const int row = grid.row(index + offset), column = grid.column(index + offset);
            if (!grid.contains(row, column)) continue;
            ++neighbours;
            revealed += posterior.certainty(index + offset) == Certainty::revealed;
        }
        const std::tuple rank{-revealed, neighbours};
        if (best < 0 || risk < lowest - kSameChance || rank < best_rank) {
            best = index;
            lowest = risk;
            best_rank = rank;
        }
    });
    return best;
}

}  // namespace sapper
