// A sampler that draws consistent layouts uniformly.
//
// The sampler first descends the product tree to draw the number of mines in each component. To
// place those mines, the sampler then walks backwards through the layers of the component's count.
// A draw takes time roughly linear in the number of boxes and mines.
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

    // Draws a layout and stores its mine indices in `mines`.
    void draw(Random& random, std::vector<std::int32_t>& mines);

   private:
    struct Edge {
        std::int32_t parent;
        // The number of mines in the box that was eliminated between the parent and the state.
        std::int32_t mines;
    };
    // The incoming edges of each state in a layer.
    struct BackwardEdges {
        // The index of each state's first incoming edge, followed by a sentinel.
        std::vector<std::int32_t> first;
        std::vector<Edge> edges;
    };

    std::int64_t draw_mine_counts(Random& random);
    void draw_part(std::size_t part, Random& random, std::vector<std::int32_t>& mines);
    static void draw_cells(std::vector<std::int32_t>& cells, std::int64_t count, Random& random,
                           std::vector<std::int32_t>& mines);

    const Posterior& posterior_;
    std::vector<BackwardEdges> edges_;
    ProductTree tree_;
    // The weight of each possible number of mines in all components together.
    std::vector<double> totals_;
    // The number of mines drawn for each node of the product tree.
    std::vector<std::int32_t> node_mines_;
    std::vector<std::int32_t> known_mines_, off_frontier_;
    std::vector<double> weights_;
};

}
