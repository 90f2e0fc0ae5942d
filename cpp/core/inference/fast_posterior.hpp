// The odds of ordinary positions, one after the other without new memory: what a player asks for dozens
// of times a game. Posterior answers more questions, about boards of any size; both count by the same
// means.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "inference/box_probabilities.hpp"
#include "inference/combine.hpp"
#include "inference/components.hpp"

namespace sapper {

// Weights of everything outside, for some components out of several that are put together.
class Convolution {
   public:
    void clear() {
        size_ = 0;
        log_weight_ = 0.0;
    }
    // Adds a component by its weights, which may have zeros.
    void add(std::int32_t k_min, std::span<const double> weights);
    std::size_t size() const { return size_; }

    // Puts the components together with the rest. Throws OutOfRange when the weights differ too much
    // for simple sums; Contradiction when nothing fits.
    void finish(const Remainder& rest, double tilt);
    // The log of the sum of all weights; one layout weighs 1, with the tilt of its components taken out.
    double log_weight() const { return log_weight_; }
    // Expected mines in the remaining cells, and what is possible there.
    double mines_off_frontier() const { return mines_off_frontier_; }
    bool can_rest_be_safe() const { return can_rest_be_safe_; }
    bool can_rest_be_mine() const { return can_rest_be_mine_; }
    // For a component, over its numbers of mines, the weight of all else; 1 at its greatest.
    std::span<const double> outside(std::size_t component);

   private:
    Polynomial<double>& element(std::vector<Polynomial<double>>& list, std::size_t number);

    std::size_t size_ = 0;
    std::vector<Polynomial<double>> parts_;
    std::vector<Polynomial<double>> prefix_;  // products of the parts before each, and of all
    std::vector<Polynomial<double>>
        suffix_;  // by mines so far: weight of the parts from each on, and rest
    std::vector<double> outside_;
    double mines_off_frontier_ = 0.0, log_weight_ = 0.0;
    bool can_rest_be_safe_ = false, can_rest_be_mine_ = false;
    std::size_t suffix_begin_ = 0;  // behind_ is there from here on
};

class FastPosterior {
   public:
    // How a game may go on from a reveal.
    struct RevealOutcome {
        std::int32_t mines = -1;  // among the cell's undecided neighbours; -1 stands for any number
        double probability = 0.0;  // that the cell is safe and shows this
        std::int32_t safe = 0;     // undecided cells that are then certainly safe
        std::int32_t informative =
            0;  // those of them that may tell something: they have an undecided neighbour
        double survival = 0.0;  // the best chance to survive the next guess
    };

    FastPosterior(const Grid& grid, int mines);

    // Counts the position. Throws LimitReached, also where the weights are out of range for this class.
    void compute(const Knowledge& knowledge, Budget& budget);

    // The undecided cells that are certain after all.
    std::span<const std::int32_t> safe() const { return safe_; }
    std::span<const std::int32_t> mines() const { return mines_; }
    // For undecided cells.
    double mine_probability(int index) const;
    bool is_on_frontier(int index) const { return part_of_[at(index)] >= 0; }
    // Undecided cells next to a clue, in no special order, and the number of those that are not.
    std::span<const std::int32_t> frontier() const { return frontier_; }
    // The clues with undecided cells.
    std::span<const std::int32_t> clues() const { return clues_; }
    std::int64_t rest_cells() const { return rest_.cells; }
    double rest_probability() const { return rest_probability_; }

    // The log of the number of layouts that agree with the position.
    double log_layouts() const { return log_layouts_; }

    // What can follow when an undecided cell is revealed and is safe: one entry per clue. The odds of
    // cells that share no component with it count as they are now. Throws like read.
    std::span<const RevealOutcome> reveal_outcomes(int index, Budget& budget);
    // The chance that just one of two undecided cells is a mine while all of `witnesses`, undecided too
    // and at most nine, are mines.
    double trap_probability(int a, int b, std::span<const std::int32_t> witnesses, Budget& budget);
    // The chance that the reveal of the cell leaves a certainly safe one.
    double progress_probability(int index, Budget& budget);

   private:
    struct Part {
        ComponentCount<double> count;
        std::vector<BoxProbability> probabilities;
        double survival = 0.0;  // of its safest cell that is not certain
    };
    static std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }
    void compute_box_probabilities(Budget& budget);
    void classify_cells();
    // Counts everything around the cell; what_if_ then holds the ends.
    void count_around(int index, Budget& budget);
    std::span<const RevealOutcome> compute_outcomes(int index, bool existence_only, Budget& budget);
    void add_certain_cells(const Component& component, std::int32_t revealed,
                           RevealOutcome& outcome);
    void count_locally(int safe_cell, std::int64_t off_frontier, Budget& budget);
    void mark_touched(int cell);
    double untouched_survival() const;

    const Grid grid_;
    const double tilt_;
    const BoxWeights weights_;
    const Knowledge* knowledge_ = nullptr;
    ComponentBuilder builder_, local_builder_;
    ComponentCounter counter_;
    BackwardPass backward_pass_;
    Convolution convolution_, local_convolution_;
    std::vector<std::int32_t> clues_;
    std::span<Component> components_;
    std::vector<Part> parts_;
    std::vector<std::int32_t> part_of_, box_of_;  // by cell; -1 off the frontier
    std::vector<std::int32_t> frontier_, safe_, mines_;
    Remainder rest_{};
    double rest_probability_ = 0.0, log_layouts_ = 0.0;

    // Of the what-if at hand.
    std::vector<std::int32_t> touched_, local_clues_;
    std::vector<std::vector<std::int32_t>> tracked_sets_;
    std::span<Component> local_;
    std::vector<ComponentCount<double>> local_counts_;
    std::vector<BoxProbability> local_probabilities_;
    std::vector<double> summed_weights_, final_state_outside_;
    std::int32_t local_k_min_ = 0;  // of the sum over all ends
    std::vector<RevealOutcome> outcomes_;
    std::vector<std::int64_t> certain_;  // by cell: the last follow in which it is certain
    std::int64_t outcome_id_ = 0, shared_outcome_id_ = 0;
};

}  // namespace sapper
