// The exact posterior distribution of the layout, given a position.
//
// All consistent layouts are equally likely. The cost is that of counting every component, which is
// exponential in the width of the widest one. Positions of any size are supported.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "inference/combine.hpp"
#include "inference/component_count.hpp"
#include "inference/components.hpp"
#include "inference/knowledge.hpp"

namespace sapper {

enum class Certainty : std::uint8_t { none, safe, mine, revealed };

class Posterior {
   public:
    // Counts the consistent layouts. Throws Contradiction if there are none, and LimitReached if
    // the budget is exhausted.
    Posterior(const Position& position, Budget& budget);
    Posterior(Knowledge knowledge, Budget& budget);

    const Grid& grid() const { return knowledge_.grid(); }
    int mines() const { return knowledge_.mines(); }
    const Knowledge& knowledge() const { return knowledge_; }

    // The mine probability of a cell, which is 0 for revealed cells, and its certainty.
    double mine_probability(int index) const;
    Certainty certainty(int index) const;

    double log_layouts() const { return log_layouts_; }
    // Returns the exact number of solutions of each component by number of mines, or nothing if a
    // component has more than 127 cells. `rest` describes the other cells.
    std::optional<std::vector<Polynomial<UInt128>>> exact_counts(Budget& budget) const;
    const Remainder& rest() const { return rest_; }

    // Returns the posterior after revealing a hidden cell with the given clue. Components not
    // adjacent to the cell are shared. Throws like the constructor.
    Posterior after_reveal(int index, int clue, Budget& budget) const;

    // Returns the probabilities of clues 0 to 8 and of a mine at a hidden cell. Counts the
    // components around the cell once, with the mines among its neighbours as a tracked set.
    std::array<double, 10> clue_distribution(int index, Budget& budget) const;

    // Statistics of the count: cells in components, maximum width and stored states.
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

    explicit Posterior(Knowledge knowledge);  // Does not count the layouts yet.
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
    [[noreturn]] void throw_contradiction(const Component& component, int constraint) const;

    Knowledge knowledge_;
    double tilt_ = 1.0;
    BoxWeights weights_{};
    Parts parts_;
    Remainder rest_{};
    std::vector<std::int32_t> part_of_;  // Indexed by cell, or -1 off the frontier.
    std::vector<double> probability_;    // Indexed by cell.
    std::vector<Certainty> certainty_;   // Indexed by cell.
    double log_layouts_ = 0.0;
};

}  // namespace sapper
