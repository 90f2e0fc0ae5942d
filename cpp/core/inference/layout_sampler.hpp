// Whole layouts drawn from what remains possible, each equally likely.
#pragma once

#include <cstdint>
#include <vector>

#include "board/random.hpp"
#include "inference/posterior.hpp"

namespace sapper {

class LayoutSampler {
   public:
    // Keeps a reference to the posterior.
    explicit LayoutSampler(const Posterior& posterior);

    // One layout: the indices of all its mines. First the number of mines in each component is drawn,
    // then each component is walked backwards through its count, choosing every step in proportion to
    // its weight. About linear in the boxes and the mines.
    void draw(Random& random, std::vector<std::int32_t>& mines);

   private:
    struct Edge {
        std::int32_t parent;
        std::int32_t mines;  // in the box between the two states
    };
    // For each state of a count, the states that lead to it.
    struct BackwardEdges {
        std::vector<std::int32_t> first;  // in `steps`, by state; one more at the end
        std::vector<Edge> edges;
    };

    std::int64_t draw_mine_counts(Random& random);
    void draw_part(std::size_t part, Random& random, std::vector<std::int32_t>& mines);
    static void draw_cells(std::vector<std::int32_t>& cells, std::int64_t count, Random& random,
                           std::vector<std::int32_t>& mines);

    const Posterior& posterior_;
    std::vector<BackwardEdges> edges_;
    ProductTree tree_;
    std::vector<double> totals_;            // by mines in all components together
    std::vector<std::int32_t> node_mines_;  // by node of the mixture
    std::vector<std::int32_t> known_mines_, off_frontier_;
    std::vector<double> weights_;
};

}  // namespace sapper
