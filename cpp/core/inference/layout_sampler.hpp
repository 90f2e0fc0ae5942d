// A uniform sampler of consistent layouts.
//
// The number of mines in each component is drawn first, from the root of the product tree down.
// Each component is then sampled by walking backwards through its count. A draw takes about linear
// time in the number of boxes and mines.
#pragma once

#include <cstdint>
#include <vector>

#include "board/random.hpp"
#include "inference/posterior.hpp"

namespace sapper {

class LayoutSampler {
   public:
    // The posterior must outlive the sampler.
    explicit LayoutSampler(const Posterior& posterior);

    // Draws a layout as the indices of all its mines.
    void draw(Random& random, std::vector<std::int32_t>& mines);

   private:
    struct Edge {
        std::int32_t parent;
        std::int32_t mines;  // Mines in the box between the two states.
    };
    // The incoming edges of each state.
    struct BackwardEdges {
        std::vector<std::int32_t> first;  // The first edge of each state, with a sentinel.
        std::vector<Edge> edges;
    };

    std::int64_t draw_mine_counts(Random& random);
    void draw_part(std::size_t part, Random& random, std::vector<std::int32_t>& mines);
    static void draw_cells(std::vector<std::int32_t>& cells, std::int64_t count, Random& random,
                           std::vector<std::int32_t>& mines);

    const Posterior& posterior_;
    std::vector<BackwardEdges> edges_;
    ProductTree tree_;
    std::vector<double> totals_;            // Indexed by mines in all components.
    std::vector<std::int32_t> node_mines_;  // Indexed by node of the product tree.
    std::vector<std::int32_t> known_mines_, off_frontier_;
    std::vector<double> weights_;
};

}  // namespace sapper
