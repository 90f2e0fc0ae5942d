// A faster implementation of the posterior for simulated games.
//
// Unlike Posterior, FastPosterior reuses its buffers, keeps the tilt fixed and can evaluate
// hypothetical reveals. FastPosterior throws WeightsOutOfRange for positions whose weights need
// more careful scaling.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "inference/box_probabilities.hpp"
#include "inference/component_product.hpp"
#include "inference/components.hpp"
#include "inference/fast_component_product.hpp"

namespace sapper {

class FastPosterior {
   public:
    // The consequences of revealing a cell that shows a particular clue.
    struct RevealOutcome {
        // The number of mines among the cell's undecided neighbours, or -1 if it has none.
        std::int32_t mines = -1;
        double probability = 0.0;  // The probability that the revealed cell shows the given clue.
        std::int32_t safe = 0;     // The number of cells proved safe by the clue.
        // The number of newly safe cells that have undecided neighbours.
        std::int32_t informative = 0;
        double survival = 0.0;  // The survival probability of the safest next guess.
    };

    FastPosterior(const Grid& grid, int mines);

    // Counts the consistent layouts of the position. Throws LimitReached if the budget is
    // exhausted.
    void compute(const Knowledge& knowledge, Budget& budget);

    // These functions return the undecided cells that are provably safe, and those that are
    // provably mines.
    std::span<const std::int32_t> safe() const { return safe_; }
    std::span<const std::int32_t> mines() const { return mines_; }
    // Returns the mine probability of an undecided cell.
    double mine_probability(int index) const;
    bool is_on_frontier(int index) const { return part_of_[at(index)] >= 0; }
    // Returns the undecided cells next to a clue, in arbitrary order.
    std::span<const std::int32_t> frontier() const { return frontier_; }
    // Returns the active clues.
    std::span<const std::int32_t> clues() const { return clues_; }
    std::int64_t rest_cells() const { return rest_.cells; }
    double rest_probability() const { return rest_probability_; }

    // Returns the log of the number of consistent layouts.
    double log_layouts() const { return log_layouts_; }

    // Returns one outcome for each clue that an undecided cell could show. The outcome
    // probabilities add up to the probability that the cell is safe. Components not adjacent to the
    // cell are not recounted. Throws the same exceptions as compute().
    std::span<const RevealOutcome> reveal_outcomes(int index, Budget& budget);
    // Returns the probability that exactly one of the undecided cells `a` and `b` is a mine and
    // that all `witnesses` are mines. `witnesses` may contain up to nine cells, all of them
    // undecided.
    double trap_probability(int a, int b, std::span<const std::int32_t> witnesses, Budget& budget);
    // Returns the probability that revealing the cell proves another cell safe.
    double progress_probability(int index, Budget& budget);

   private:
    struct Part {
        ComponentCount<double> count;
        std::vector<BoxProbability> probabilities;
        // The maximum survival probability among the component's uncertain cells.
        double survival = 0.0;
    };
    static std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }
    void compute_box_probabilities(Budget& budget);
    void classify_cells();
    // Counts the components around a cell, with its undecided neighbours as a tracked set.
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
    FastComponentProduct product_, local_product_;
    std::vector<std::int32_t> clues_;
    std::span<Component> components_;
    std::vector<Part> parts_;
    // Each frontier cell's component and box. In part_of_, all cells off the frontier have the
    // entry -1.
    std::vector<std::int32_t> part_of_, box_of_;
    std::vector<std::int32_t> frontier_, safe_, mines_;
    Remainder rest_{};
    double rest_probability_ = 0.0, log_layouts_ = 0.0;

    // The state of the hypothetical reveal being evaluated.
    std::vector<std::int32_t> touched_, local_clues_;
    std::vector<std::vector<std::int32_t>> tracked_sets_;
    std::span<Component> local_;
    std::vector<ComponentCount<double>> local_counts_;
    std::vector<BoxProbability> local_probabilities_;
    std::vector<double> summed_weights_, final_state_outside_;
    // The minimum number of mines in the first of the components recounted for the reveal.
    std::int32_t local_k_min_ = 0;
    std::vector<RevealOutcome> outcomes_;
    // For each cell, the ID of the last outcome that proves the cell safe or a mine.
    std::vector<std::int64_t> certain_;
    std::int64_t outcome_id_ = 0, shared_outcome_id_ = 0;
};

}
