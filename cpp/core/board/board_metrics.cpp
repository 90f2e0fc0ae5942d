#include "board/board_metrics.hpp"

#include <vector>

namespace sapper {

BoardMetrics compute_metrics(const Game& game) {
    BoardMetrics metrics{};
    if (!game.has_placed_mines()) return metrics;
    const Grid& grid = game.grid();
    // Marking the border cells as visited keeps the breadth-first search on the board.
    std::vector<std::uint8_t> visited(static_cast<std::size_t>(grid.padded_size()), 1);
    grid.for_each_cell(
        [&](int index) { visited[static_cast<std::size_t>(index)] = game.is_mine(index); });
    std::vector<std::int32_t> queue;

    // Fills `queue` with the unvisited cells that a breadth-first search reaches from `start`. The
    // search expands only cells for which `spreads` returns true.
    const auto visit_region = [&](int start, auto spreads) {
        queue.assign(1, start);
        visited[static_cast<std::size_t>(start)] = 1;
        for (std::size_t next = 0; next < queue.size(); ++next) {
            const int index = queue[next];
            if (!spreads(index)) continue;
            for (const int offset : grid.neighbour_offsets()) {
                auto& seen = visited[static_cast<std::size_t>(index + offset)];
                if (seen) continue;
                seen = 1;
                queue.push_back(index + offset);
            }
        }
    };

    grid.for_each_cell([&](int index) {
        if (visited[static_cast<std::size_t>(index)] || game.clue(index) != 0) return;
        visit_region(index, [&](int at) { return game.clue(at) == 0; });
        ++metrics.openings;
        for (const int at : queue) {
            if (game.clue(at) == 0 && game.is_open(at)) {
                ++metrics.solved_three_bv;
                break;
            }
        }
    });
    // An opening includes its bordering clues, so every clue not yet visited belongs to an island.
    metrics.three_bv = metrics.openings;
    grid.for_each_cell([&](int index) {
        if (visited[static_cast<std::size_t>(index)]) return;
        visit_region(index, [](int) { return true; });
        ++metrics.islands;
        metrics.three_bv += static_cast<int>(queue.size());
        for (const int at : queue) metrics.solved_three_bv += game.is_open(at);
    });
    return metrics;
}

}
