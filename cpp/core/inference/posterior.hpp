// The exact odds of a position: what remains possible of the layout, given all that is seen.
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
    // Counts all layouts that agree with the position. Throws Contradiction when there is none and
    // LimitReached when the budget ends before the answer is known.
    Posterior(const Position& position, Budget& budget);
    Posterior(Knowledge knowledge, Budget& budget);

    const Grid& grid() const { return knowledge_.grid(); }
    int mines() const { return knowledge_.mines(); }
    const Knowledge& knowledge() const { return knowledge_; }

    // By index: the chance of a mine (0 for revealed cells), and what is certain.
    double mine_probability(int index) const;
    Certainty certainty(int index) const;

    double log_layouts() const { return log_layouts_; }
    // The number of layouts by mines in each component, exact; nothing when a component has too many
    // cells (over 127) for the numbers to fit. The remaining cells are `rest`.
    std::optional<std::vector<Polynomial<UInt128>>> exact_counts(Budget& budget) const;
    const Remainder& rest() const { return rest_; }

    // The position after revealing `index` (hidden) with the given clue. Components that the cell and
    // its neighbours do not touch are kept as they are. Throws as the constructor does.
    Posterior after_reveal(int index, int clue, Budget& budget) const;

    // The chances that revealing `index` shows clue 0 to 8, and last that it is a mine. One count over
    // the components around the cell, with its neighbours' mines counted along.
    std::array<double, 10> clue_distribution(int index, Budget& budget) const;

    // How many cells the components have, the width of the widest, and the states of all counts: what
    // the work was like.
    int frontier_cells() const;
    int width() const;
    std::int64_t state_count() const;

   private:
    friend class LayoutSampler;
    friend class Estimator;

    // A component with its count. Shared between a position and what follows from it.
    struct CountedComponent {
        Component component;
        ComponentCount<double> count;
    };
    using Parts = std::vector<std::shared_ptr<const CountedComponent>>;

    explicit Posterior(Knowledge knowledge);  // nothing is counted yet
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
    std::vector<std::int32_t> part_of_;  // by index; -1 for cells off the frontier
    std::vector<double> probability_;    // by index
    std::vector<Certainty> certainty_;   // by index
    double log_layouts_ = 0.0;
};

}  // namespace sapper
