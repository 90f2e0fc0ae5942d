#include "inference/layout_sampler.hpp"

#include <algorithm>
#include <span>

namespace sapper {
namespace {

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

constexpr double kNoLimitSeconds = 1e6;
constexpr std::int64_t kNoLimitStates = std::int64_t{1} << 40;

// Returns a random index with probability proportional to its weight.
std::size_t sample_index(std::span<const double> weights, Random& random) {
    double total = 0.0;
    for (const double weight : weights) total += weight;
    double left = random.uniform() * total;
    std::size_t last_possible = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        if (!(weights[i] > 0.0)) continue;
        last_possible = i;
        left -= weights[i];
        if (left < 0.0) break;
    }
    return last_possible;
}

}

LayoutSampler::LayoutSampler(const Posterior& posterior) : posterior_(posterior) {
    for (const auto& part : posterior.parts_) {
        const ComponentCount<double>& count = part->count;
        BackwardEdges edges;
        edges.first.assign(count.states.size() + 1, 0);
        for (const auto child : count.children) ++edges.first[at(child) + 1];
        for (std::size_t s = 0; s < count.states.size(); ++s) edges.first[s + 1] += edges.first[s];
        edges.edges.resize(count.children.size());
        std::vector<std::int32_t> filled(edges.first.begin(), edges.first.end() - 1);
        for (std::size_t s = 0; s < count.states.size(); ++s)
            for (int i = 0; i < count.states[s].child_count; ++i) {
                const auto child = at(count.children[at(count.states[s].first_child + i)]);
                edges.edges[at(filled[child]++)] = {static_cast<std::int32_t>(s),
                                                    count.states[s].min_mines + i};
            }
        edges_.push_back(std::move(edges));
    }
    posterior.grid().for_each_cell([&](int index) {
        if (posterior.knowledge_.state(index) == Knowledge::mine) known_mines_.push_back(index);
        if (posterior.knowledge_.is_hidden(index) && posterior.part_of_[at(index)] < 0)
            off_frontier_.push_back(index);
    });
    // The sampler needs no limit, because the posterior has already done the same work within its
    // own budget.
    Budget budget(kNoLimitSeconds, kNoLimitStates);
    tree_ = build_product_tree(Posterior::polynomials(posterior.parts_), posterior.rest_,
                               posterior.tilt_, budget);
    const Polynomial<double>&all = tree_.nodes.back().weights, &remainder = tree_.remainder;
    totals_.assign(all.values.size(), 0.0);
    for (std::int32_t k = std::max(all.k_min, remainder.k_min);
         k <= std::min(all.k_max(), remainder.k_max()); ++k)
        totals_[at(k - all.k_min)] =
            all.values[at(k - all.k_min)] * remainder.values[at(k - remainder.k_min)];
}

// Draws the total number of mines in all components and splits the total at each node of the
// product tree. Returns the number of mines left for the cells off the frontier.
std::int64_t LayoutSampler::draw_mine_counts(Random& random) {
    const auto& nodes = tree_.nodes;
    node_mines_.resize(nodes.size());
    const auto total =
        nodes.back().weights.k_min + static_cast<std::int32_t>(sample_index(totals_, random));
    node_mines_.back() = total;
    for (std::size_t n = nodes.size(); n-- > posterior_.parts_.size();) {
        if (nodes[n].left < 0) continue;
        const Polynomial<double>&left = nodes[at(nodes[n].left)].weights,
              &right = nodes[at(nodes[n].right)].weights;
        const std::int32_t mines = node_mines_[n];
        const std::int32_t min = std::max(left.k_min, mines - right.k_max());
        const std::int32_t max = std::min(left.k_max(), mines - right.k_min);
        weights_.assign(at(max - min + 1), 0.0);
        for (std::int32_t k = min; k <= max; ++k)
            weights_[at(k - min)] =
                left.values[at(k - left.k_min)] * right.values[at(mines - k - right.k_min)];
        const auto own = min + static_cast<std::int32_t>(sample_index(weights_, random));
        node_mines_[at(nodes[n].left)] = own;
        node_mines_[at(nodes[n].right)] = mines - own;
    }
    return posterior_.rest_.mines - total;
}

void LayoutSampler::draw_part(std::size_t p, Random& random, std::vector<std::int32_t>& mines) {
    const Posterior::CountedComponent& part = *posterior_.parts_[p];
    const ComponentCount<double>& count = part.count;
    std::int32_t k = node_mines_[p];
    auto state = at(count.final_states[0].state);
    for (std::size_t b = part.component.boxes.size(); b-- > 0;) {
        const Box& box = part.component.boxes[b];
        const std::span<const Edge> edges(edges_[p].edges.data() + edges_[p].first[state],
                                          at(edges_[p].first[state + 1] - edges_[p].first[state]));
        weights_.assign(edges.size(), 0.0);
        for (std::size_t i = 0; i < edges.size(); ++i) {
            const auto& parent = count.states[at(edges[i].parent)];
            const std::int32_t before = k - edges[i].mines - parent.k_min;
            if (before >= 0 && before < parent.k_count)
                weights_[i] = posterior_.weights_[at(box.size)][at(edges[i].mines)] *
                              count.values[at(parent.first_value + before)];
        }
        const Edge& edge = edges[sample_index(weights_, random)];
        std::vector<std::int32_t> cells(box.cells.begin(), box.cells.begin() + box.size);
        draw_cells(cells, edge.mines, random, mines);
        k -= edge.mines;
        state = at(edge.parent);
    }
}

void LayoutSampler::draw_cells(std::vector<std::int32_t>& cells, std::int64_t count, Random& random,
                               std::vector<std::int32_t>& mines) {
    for (std::int64_t i = 0; i < count; ++i) {
        const auto left = static_cast<std::uint32_t>(static_cast<std::int64_t>(cells.size()) - i);
        std::swap(cells[at(i)], cells[at(i) + random.below(left)]);
        mines.push_back(cells[at(i)]);
    }
}

void LayoutSampler::draw(Random& random, std::vector<std::int32_t>& mines) {
    mines = known_mines_;
    const std::int64_t left = draw_mine_counts(random);
    for (std::size_t p = 0; p < edges_.size(); ++p) draw_part(p, random, mines);
    draw_cells(off_frontier_, left, random, mines);
}

}
