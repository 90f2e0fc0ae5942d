// The exact posterior distribution over a position's layouts.
//
// All consistent layouts are equally likely. Counting the components dominates the running time,
// which is exponential in the width of the widest component. Positions of any size are supported.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "inference/component_count.hpp"
#include "inference/component_product.hpp"
#include "inference/components.hpp"
#include "inference/knowledge.hpp"

namespace sapper {

enum class Certainty : std::uint8_t { none, safe, mine, revealed };

class Posterior {
   public:
    // Counts the consistent layouts. Throws Contradiction if there is no consistent layout, or
    // LimitReached if the budget is exhausted.
    Posterior(const Position& position, Budget& budget);
    Posterior(Knowledge knowledge, Budget& budget);

    const Grid& grid() const { return knowledge_.grid(); }
    int mines() const { return knowledge_.mines(); }
    const Knowledge& knowledge() const { return knowledge_; }

    // These functions return a cell's mine probability and certainty. The mine probability of a
    // revealed cell is 0.
    double mine_probability(int index) const;
    Certainty certainty(int index) const;

    double log_layouts() const { return log_layouts_; }
    // Returns each component's exact solution count for each number of mines, or std::nullopt if a
    // component has more than 127 cells. rest() describes the cells off the frontier.
    std::optional<std::vector<Polynomial<UInt128>>> exact_counts(Budget& budget) const;
    const Remainder& rest() const { return rest_; }

    // Returns the posterior after a hidden cell is revealed and shows the given clue. The two
    // posteriors share all components not adjacent to the cell. Throws the same exceptions as the
    // constructor.
    Posterior after_reveal(int index, int clue, Budget& budget) const;

    // Returns a hidden cell's probability of showing each clue from 0 to 8, followed by its mine
    // probability. The components around the cell are counted only once, with the cell and its
    // neighbours as a tracked set.
    std::array<double, 10> clue_distribution(int index, Budget& budget) const;

    // These functions return statistics about the count: the number of frontier cells, the maximum
    // component width and the number of stored weights.
    int frontier_cells() const;
    int width() const;
    std::int64_t state_count() const;

   private:
    friend class LayoutSampler;
    friend class Estimator;

    // A component and its count, shared between a position and its successors.
    struct CountedComponent {
        Component component;
        ComponentCount<double> count;
    };
    using Parts = std::vector<std::shared_ptr<const CountedComponent>>;

    // This constructor does not count the consistent layouts.
    explicit Posterior(Knowledge knowledge);
    std::vector<std::int32_t> active_clues() const;
    void count_components(std::vector<Component> components, Budget& budget);
    void set_tilt(double tilt);
    void compute_probabilities(Budget& budget);
    void try_compute_probabilities(Budget& budget);
    bool retilt(Budget& budget);
    Parts parts_without(const std::vector<std::int32_t>& touched) const;
    std::vector<std::int32_t> touched_parts(int index) const;
    std::vector<std::int32_t> clues_of(const std::vector<std::int32_t>& parts) const;
    void index_parts();
    static std::vector<Polynomial<double>> polynomials(const Parts& parts);
    [[noreturn]] static void throw_contradiction(const Component& component, int constraint);

    Knowledge knowledge_;
    double tilt_ = 1.0;
    BoxWeights weights_{};
    Parts parts_;
    Remainder rest_{};
    // The component of each cell, or -1 for cells off the frontier.
    std::vector<std::int32_t> part_of_;
    std::vector<double> probability_;   // Indexed by cell.
    std::vector<Certainty> certainty_;  // Indexed by cell.
    double log_layouts_ = 0.0;
};

}
