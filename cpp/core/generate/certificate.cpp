#include "generate/certificate.hpp"

#include <algorithm>

#include "inference/budget.hpp"
#include "inference/posterior.hpp"
#include "logic/disjoint_clues.hpp"
#include "logic/entailment.hpp"

namespace sapper {
namespace {

constexpr double kNoTimeLimit = 3600.0;
// The maximum number of cells whose proofs by cases are compared to find the shortest proof.
constexpr std::size_t kMaxCellsCompared = 6;

class Certifier {
   public:
    Certifier(Game game, std::int64_t max_states, const Budget& deadline)
        : game_(std::move(game)), knowledge_(game_.grid(), game_.rules().mines),
          max_states_(max_states), deadline_(deadline),
          is_proved_(static_cast<std::size_t>(game_.grid().padded_size()), 0) {}

    Certificate run() {
        while (update_knowledge(), game_.safe_left() > 0 && find_step())
            if (deadline_.is_past_deadline())
                throw LimitReached("time limit reached while building the certificate");
        return {std::move(steps_), game_.safe_left() == 0};
    }

   private:
    // `knowledge_` propagates single clues immediately, and by_clue() replays those deductions one
    // by one. When by_clue() finds nothing more, `steps_` and `knowledge_` contain the same
    // information.
    void update_knowledge() {
        knowledge_.reveal_all(game_.opened().subspan(known_opened_),
                              [&](int cell) { return game_.clue(cell); });
        for (; known_opened_ < game_.opened().size(); ++known_opened_)
            clues_.push_back(game_.opened()[known_opened_]);
    }

    // Returns true if no step has determined the cell yet.
    bool is_unproved(int cell) const {
        return !is_proved_[static_cast<std::size_t>(cell)] && !game_.is_open(cell);
    }

    bool find_step() { return by_clue() || by_pair() || by_chain() || by_cases(); }

    void add(int cell, bool is_mine, ArgumentKind kind, std::vector<std::int32_t> clues) {
        // Another reveal in the same step may have opened this cell.
        if (!is_unproved(cell)) return;
        const auto count = std::erase(clues, kMineCount);
        steps_.push_back({cell, is_mine, kind, std::move(clues), count > 0});
        is_proved_[static_cast<std::size_t>(cell)] = 1;
        mines_proved_ += is_mine;
        knowledge_.record(cell, is_mine ? Knowledge::mine : Knowledge::safe);
        if (!is_mine) game_.reveal(cell);
    }

    bool by_clue() {
        bool has_found = false;
        std::erase_if(clues_, [&](int clue) {
            if (has_found) return false;
            int unproved = 0, need = game_.clue(clue);
            for (const int offset : game_.grid().neighbour_offsets()) {
                // Cells in the border of the padded grid count as revealed.
                if (is_unproved(clue + offset))
                    ++unproved;
                else
                    need -= !game_.is_open(clue + offset);
            }
            if (unproved == 0) return true;
            if (need != 0 && need != unproved) return false;
            for (const int offset : game_.grid().neighbour_offsets())
                add(clue + offset, need != 0, ArgumentKind::clue, {clue});
            has_found = true;
            return true;
        });
        if (has_found) return true;
        if (mines_proved_ != game_.rules().mines) return false;
        return add_all(find_by_mine_count(knowledge_, {}), ArgumentKind::clue);
    }

    bool by_pair() {
        PairRule pairs(game_.grid());
        std::vector<Deduction> found = pairs.find(knowledge_, clues_);
        // The solver applies one pair of clues at a time, because simpler arguments may then become
        // available.
        std::erase_if(
            found, [first = found.empty() ? Deduction{} : found.front()](const Deduction& f) {
                return f.first_clue != first.first_clue || f.second_clue != first.second_clue;
            });
        return add_all(found, ArgumentKind::pair) ||
               add_all(find_by_mine_count(knowledge_, clues_), ArgumentKind::pair);
    }

    bool add_all(const std::vector<Deduction>& findings, ArgumentKind kind) {
        for (const Deduction& finding : findings) {
            std::vector<std::int32_t> clues{finding.first_clue};
            if (finding.second_clue != finding.first_clue) clues.push_back(finding.second_clue);
            add(finding.cell, finding.is_mine, kind, std::move(clues));
        }
        return !findings.empty();
    }

    // Applies the chain deduction with the fewest clues.
    bool by_chain() {
        std::vector<std::int32_t> open_clues;
        knowledge_.append_active_clues(open_clues);
        std::vector<ChainDeduction> found =
            find_chain_deductions(sentences_of(knowledge_, open_clues));
        if (found.empty()) return false;
        ChainDeduction& shortest = *std::ranges::min_element(
            found, {}, [](const ChainDeduction& deduction) { return deduction.clues.size(); });
        add(shortest.cells.front(), shortest.is_mine, ArgumentKind::chain,
            std::move(shortest.clues));
        return true;
    }

    bool by_cases() {
        try {
            Budget budget(kNoTimeLimit, max_states_);
            const Posterior posterior(knowledge_, budget);
            std::vector<std::int32_t> safe, certain;
            game_.grid().for_each_cell([&](int index) {
                if (!knowledge_.is_hidden(index)) return;
                if (posterior.certainty(index) == Certainty::safe) safe.push_back(index);
                if (posterior.certainty(index) != Certainty::none) certain.push_back(index);
            });
            if (certain.empty()) return false;
            if (!safe.empty()) certain = std::move(safe);
            if (certain.size() > kMaxCellsCompared) certain.resize(kMaxCellsCompared);
            const SentenceSet sentences = sentences_of(knowledge_, clues_);
            int best = -1;
            Support shortest{};
            for (const int cell : certain) {
                Support support = minimal_support(game_.grid(), sentences,
                                                  {cell, game_.is_mine(cell)}, max_states_)
                                      .value();
                if (best >= 0 && support.clues.size() + support.uses_mine_count >=
                                     shortest.clues.size() + shortest.uses_mine_count)
                    continue;
                best = cell;
                shortest = std::move(support);
            }
            std::vector<std::int32_t> clues;
            clues.reserve(shortest.clues.size() + 1);
            for (const Sentence* sentence : shortest.clues) clues.push_back(sentence->clue);
            if (shortest.uses_mine_count) clues.push_back(kMineCount);
            add(best, game_.is_mine(best), ArgumentKind::cases, std::move(clues));
            return true;
        } catch (const LimitReached&) {
            return false;
        }
    }

    Game game_;
    Knowledge knowledge_;
    std::int64_t max_states_;
    const Budget& deadline_;
    std::size_t known_opened_ = 0;
    std::vector<std::uint8_t> is_proved_;  // Indexed by cell.
    int mines_proved_ = 0;
    std::vector<std::int32_t> clues_;
    std::vector<CertificateStep> steps_;
};

}

Certificate certify(Game game, std::int64_t max_states, const Budget& deadline) {
    return Certifier(std::move(game), max_states, deadline).run();
}

}
