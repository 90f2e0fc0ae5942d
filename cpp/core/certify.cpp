#include "certify.hpp"

#include <algorithm>

#include "budget.hpp"
#include "entail.hpp"
#include "posterior.hpp"
#include "suppose.hpp"

namespace sapper {
namespace {

constexpr double kNoTimeLimit = 3600.0;
// Of so many certain cells the one with the shortest proof by cases is taken.
constexpr std::size_t kCellsCompared = 6;

class Certifier {
   public:
    Certifier(Field field, std::int64_t states, const Budget& clock)
        : field_(std::move(field)), knowledge_(field_.grid(), field_.rules().mines),
          states_(states), clock_(clock) {}

    Certificate run() {
        while (take_in(), field_.safe_left() > 0 && find_step())
            if (clock_.is_late()) throw LimitReached("the time for the certificate is over");
        return {std::move(steps_), field_.safe_left() == 0};
    }

   private:
    // Knowledge never settles here: what single clues prove must be found with its reason.
    void take_in() {
        const auto opened = field_.opened();
        for (; taken_in_ < opened.size(); ++taken_in_) {
            const int cell = opened[taken_in_];
            knowledge_.open_cell(cell, field_.clue(cell));
            clues_.push_back(cell);
        }
        std::erase_if(clues_, [&](int clue) { return knowledge_.undecided(clue) == 0; });
    }

    bool find_step() { return by_clue() || by_pair() || by_chain() || by_cases(); }

    void add(int cell, bool is_mine, Kind kind, std::vector<std::int32_t> clues) {
        // A cell may have opened along with another one of the same argument.
        if (!knowledge_.is_hidden(cell) || field_.is_open(cell)) return;
        const auto count = std::erase(clues, kMineCount);
        steps_.push_back({cell, is_mine, kind, std::move(clues), count > 0});
        knowledge_.learn(cell, is_mine ? Knowledge::mine : Knowledge::safe);
        if (!is_mine) field_.reveal(cell);
    }

    bool by_clue() {
        for (const int clue : clues_) {
            const int need = knowledge_.need(clue), undecided = knowledge_.undecided(clue);
            if (undecided == 0 || (need != 0 && need != undecided)) continue;
            for (const int offset : field_.grid().neighbour_offsets())
                add(clue + offset, need != 0, Kind::clue, {clue});
            return true;
        }
        if (knowledge_.mines_left() != 0) return false;
        return add_all(find_by_mine_count(knowledge_, {}), Kind::clue);
    }

    bool by_pair() {
        PairRule pairs(field_.grid());
        std::vector<Finding> found = pairs.find(knowledge_, clues_);
        // One pair at a time: what follows from it may be simpler.
        std::erase_if(found, [first = found.empty() ? Finding{} : found.front()](const Finding& f) {
            return f.first_clue != first.first_clue || f.second_clue != first.second_clue;
        });
        return add_all(found, Kind::pair) ||
               add_all(find_by_mine_count(knowledge_, clues_), Kind::pair);
    }

    bool add_all(const std::vector<Finding>& findings, Kind kind) {
        for (const Finding& finding : findings) {
            std::vector<std::int32_t> clues{finding.first_clue};
            if (finding.second_clue != finding.first_clue) clues.push_back(finding.second_clue);
            add(finding.cell, finding.is_mine, kind, std::move(clues));
        }
        return !findings.empty();
    }

    // The shortest refutation of all. Only the opposite of the truth can be refuted.
    bool by_chain() {
        Supposition supposition(knowledge_);
        std::vector<std::int32_t> shortest;
        int best = -1;
        for (const int clue : clues_)
            knowledge_.for_each_neighbour(clue, Knowledge::hidden, [&](int cell) {
                if (!supposition.refutes(cell, !field_.is_mine(cell))) return;
                if (best >= 0 && supposition.clues().size() >= shortest.size()) return;
                best = cell;
                shortest = supposition.clues();
            });
        if (best < 0) return false;
        add(best, field_.is_mine(best), Kind::chain, std::move(shortest));
        return true;
    }

    bool by_cases() {
        try {
            Budget budget(kNoTimeLimit, states_);
            const Posterior posterior(knowledge_, budget);
            std::vector<std::int32_t> safe, certain;
            field_.grid().for_each_cell([&](int index) {
                if (!knowledge_.is_hidden(index)) return;
                if (posterior.certainty(index) == Certainty::safe) safe.push_back(index);
                if (posterior.certainty(index) != Certainty::none) certain.push_back(index);
            });
            if (certain.empty()) return false;
            if (!safe.empty()) certain = std::move(safe);
            if (certain.size() > kCellsCompared) certain.resize(kCellsCompared);
            int best = -1;
            Support shortest{};
            for (const int cell : certain) {
                Support support =
                    shortest_support(knowledge_, clues_, cell, field_.is_mine(cell), states_);
                if (best >= 0 && support.clues.size() + support.uses_mine_count >=
                                     shortest.clues.size() + shortest.uses_mine_count)
                    continue;
                best = cell;
                shortest = std::move(support);
            }
            if (shortest.uses_mine_count) shortest.clues.push_back(kMineCount);
            add(best, field_.is_mine(best), Kind::cases, std::move(shortest.clues));
            return true;
        } catch (const LimitReached&) {
            return false;
        }
    }

    Field field_;
    Knowledge knowledge_;
    std::int64_t states_;
    const Budget& clock_;
    std::size_t taken_in_ = 0;
    std::vector<std::int32_t> clues_;
    std::vector<Step> steps_;
};

}  // namespace

Certificate certify(Field field, std::int64_t states, const Budget& clock) {
    return Certifier(std::move(field), states, clock).run();
}

}  // namespace sapper
