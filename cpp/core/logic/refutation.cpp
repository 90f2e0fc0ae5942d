#include "logic/refutation.hpp"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "inference/budget.hpp"
#include "logic/disjoint_clues.hpp"

namespace sapper {
namespace {

constexpr int kMaxDepth = 40;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

// A set of cells that occur in exactly the same sentences.
struct CellBox {
    Cells cells;
    std::vector<int> sentences;
    int size() const { return static_cast<int>(cells.size()); }
};

// The bounds on the number of mines in each box, with the facts that justify them.
struct BoxBounds {
    std::vector<int> low, high;
    std::vector<FactId> low_reason, high_reason;
};

void append_unique(std::vector<FactId>& facts, FactId fact) {
    if (fact != kNoFact && std::ranges::find(facts, fact) == facts.end()) facts.push_back(fact);
}

class Refutation {
   public:
    Refutation(FactStore& facts, std::span<const FactId> sentences, bool has_mine_count,
               int max_cases)
        : facts_(facts), sentences_(sentences.begin(), sentences.end()),
          has_mine_count_(has_mine_count), cases_left_(max_cases) {}

    FactId prove(const Claim& claim) {
        partition_cells(claim.cell);
        BoxBounds bounds;
        for (const CellBox& box : boxes_) {
            bounds.low.push_back(0);
            bounds.high.push_back(box.size());
        }
        bounds.low_reason.assign(boxes_.size(), kNoFact);
        bounds.high_reason.assign(boxes_.size(), kNoFact);
        const FactId assumption = assume(bounds, target_box_, claim.is_mine ? 0 : 1, 0);
        // The direct consequences of the assumption come first, because they are the easiest to
        // follow.
        std::vector<int> all{target_box_};
        for (int box = 0; box < box_count(); ++box) all.push_back(box);
        const FactId contradiction = refute(bounds, all, 1);
        if (contradiction == kNoFact) return kNoFact;
        const int mines = claim.is_mine;
        return facts_.add(
            {Rule::cases, {claim.cell}, mines, mines, {}, kNoClue, {{assumption, contradiction}}});
    }

   private:
    int box_count() const { return static_cast<int>(boxes_.size()); }
    const Fact& sentence(int number) const { return facts_[sentences_[at(number)]]; }

    // Partitions the cells of the sentences into boxes. The target cell gets a box of its own.
    void partition_cells(int target) {
        std::map<int, std::vector<int>> sentences_of;
        sentences_of[target];
        for (std::size_t i = 0; i < sentences_.size(); ++i)
            for (const int cell : facts_[sentences_[i]].cells)
                sentences_of[cell].push_back(static_cast<int>(i));
        std::map<std::vector<int>, int> number_of;
        for (const auto& [cell, members] : sentences_of) {
            int number = box_count();
            if (cell == target)
                target_box_ = number;
            else
                number = number_of.try_emplace(members, number).first->second;
            if (number == box_count()) boxes_.push_back({{}, members});
            boxes_[at(number)].cells.push_back(cell);
        }
        boxes_of_.resize(sentences_.size());
        for (int box = 0; box < box_count(); ++box)
            for (const int number : boxes_[at(box)].sentences) boxes_of_[at(number)].push_back(box);
    }

    FactId assume(BoxBounds& bounds, int box, int mines, int depth) {
        if (--cases_left_ < 0 || depth >= kMaxDepth)
            throw LimitReached("case limit reached while refuting an assumption");
        Fact fact{Rule::assume, boxes_[at(box)].cells, mines, mines};
        fact.assumptions = std::uint64_t{1} << depth;
        const FactId assumption = facts_.add(std::move(fact));
        bounds.low[at(box)] = bounds.high[at(box)] = mines;
        bounds.low_reason[at(box)] = bounds.high_reason[at(box)] = assumption;
        return assumption;
    }

    // Returns a contradiction that follows from the bounds, or kNoFact if the bounds can be
    // satisfied.
    FactId refute(BoxBounds bounds, const std::vector<int>& changed, int depth) {
        FactId contradiction = propagate(bounds, changed);
        if (contradiction == kNoFact && has_mine_count_)
            contradiction = find_count_contradiction(bounds);
        if (contradiction != kNoFact) return contradiction;
        const std::optional<int> box = branching_box(bounds);
        if (!box) return kNoFact;
        Fact impossible{Rule::cases, boxes_[at(*box)].cells, 1, 0};
        for (int mines = bounds.low[at(*box)]; mines <= bounds.high[at(*box)]; ++mines) {
            BoxBounds inner = bounds;
            const FactId assumption = assume(inner, *box, mines, depth);
            contradiction = refute(std::move(inner), {*box}, depth + 1);
            if (contradiction == kNoFact) return kNoFact;
            // A contradiction that does not depend on the current case refutes all cases.
            if (!(facts_[contradiction].assumptions & facts_[assumption].assumptions))
                return contradiction;
            impossible.cases.push_back({assumption, contradiction});
        }
        append_unique(impossible.premises, bounds.low_reason[at(*box)]);
        append_unique(impossible.premises, bounds.high_reason[at(*box)]);
        return facts_.add(std::move(impossible));
    }

    // Returns the undecided box with the fewest cases, or nullopt if all boxes are decided. Ties go
    // to the box that occurs in the most sentences, then to the smallest box.
    std::optional<int> branching_box(const BoxBounds& bounds) const {
        std::optional<int> best;
        const auto key = [&](int box) {
            return std::tuple(bounds.high[at(box)] - bounds.low[at(box)],
                              -static_cast<int>(boxes_[at(box)].sentences.size()),
                              boxes_[at(box)].size());
        };
        for (int box = 0; box < box_count(); ++box)
            if (bounds.low[at(box)] < bounds.high[at(box)] && (!best || key(box) < key(*best)))
                best = box;
        return best;
    }

    // Tightens the bounds until they no longer change. Returns a contradiction, or kNoFact if there
    // is none.
    FactId propagate(BoxBounds& bounds, const std::vector<int>& changed) {
        std::deque<int> queue;
        std::vector<std::uint8_t> is_queued(sentences_.size(), 0);
        const auto enqueue_sentences_of = [&](int box) {
            for (const int number : boxes_[at(box)].sentences)
                if (!std::exchange(is_queued[at(number)], std::uint8_t{1})) queue.push_back(number);
        };
        for (const int box : changed) enqueue_sentences_of(box);
        while (!queue.empty()) {
            const int number = queue.front();
            queue.pop_front();
            is_queued[at(number)] = 0;
            int min = 0, max = 0;
            for (const int box : boxes_of_[at(number)]) {
                min += bounds.low[at(box)];
                max += bounds.high[at(box)];
            }
            const int mines = sentence(number).low;
            if (min > mines || max < mines) return contradict(bounds, number, min > mines);
            for (const int box : tighten(bounds, number, mines - min, max - mines))
                enqueue_sentences_of(box);
        }
        return kNoFact;
    }

    // Tightens the bounds on a sentence's boxes, and returns the boxes that changed. `slack` is the
    // sentence's count minus the sum of the lower bounds, and `surplus` is the sum of the upper
    // bounds minus the count.
    std::vector<int> tighten(BoxBounds& bounds, int number, int slack, int surplus) {
        std::vector<int> changed;
        for (const int box : boxes_of_[at(number)]) {
            const int width = bounds.high[at(box)] - bounds.low[at(box)];
            if (width > std::min(slack, surplus)) changed.push_back(box);
        }
        if (changed.empty()) return changed;
        if (slack == 0)
            decide_boxes(bounds, number, changed, false);
        else if (surplus == 0)
            decide_boxes(bounds, number, changed, true);
        for (const int box : changed) {
            int &low = bounds.low[at(box)], &high = bounds.high[at(box)];
            const int new_low = high - surplus, new_high = low + slack;
            const Cells& cells = boxes_[at(box)].cells;
            if (new_high < high) {
                bounds.high_reason[at(box)] = derive(bounds, number, {box}, cells, 0, new_high);
                high = new_high;
            }
            if (new_low > low) {
                const int size = boxes_[at(box)].size();
                bounds.low_reason[at(box)] = derive(bounds, number, {box}, cells, new_low, size);
                low = new_low;
            }
        }
        return changed;
    }

    // Decides all changed boxes that must be empty, or all that must be full, with a single fact.
    void decide_boxes(BoxBounds& bounds, int number, const std::vector<int>& changed,
                      bool are_mines) {
        std::vector<int> decided;
        Cells cells;
        for (const int box : changed) {
            if (are_mines ? bounds.high[at(box)] < boxes_[at(box)].size() : bounds.low[at(box)] > 0)
                continue;
            decided.push_back(box);
            cells.insert(cells.end(), boxes_[at(box)].cells.begin(), boxes_[at(box)].cells.end());
        }
        if (decided.empty()) return;
        std::ranges::sort(cells);
        const int mines = are_mines ? static_cast<int>(cells.size()) : 0;
        const FactId reason = derive(bounds, number, decided, cells, mines, mines);
        for (const int box : decided) {
            bounds.low[at(box)] = bounds.high[at(box)] = are_mines ? boxes_[at(box)].size() : 0;
            bounds.low_reason[at(box)] = bounds.high_reason[at(box)] = reason;
        }
    }

    // Returns the fact that bounds the mine count in some of a sentence's boxes.
    FactId derive(const BoxBounds& bounds, int number, const std::vector<int>& boxes,
                  const Cells& cells, int low, int high) {
        if (cells == sentence(number).cells || sentence(number).is_conclusive())
            return sentences_[at(number)];
        // A lower bound follows from the upper bounds on the other boxes, and vice versa.
        const auto& reasons = low > 0 ? bounds.high_reason : bounds.low_reason;
        Fact fact{Rule::subtract, cells, low, high, {sentences_[at(number)]}};
        for (const int other : boxes_of_[at(number)])
            if (std::ranges::find(boxes, other) == boxes.end())
                append_unique(fact.premises, reasons[at(other)]);
        return facts_.add(std::move(fact));
    }

    FactId contradict(const BoxBounds& bounds, int number, bool has_too_many) {
        const auto& reasons = has_too_many ? bounds.low_reason : bounds.high_reason;
        std::vector<FactId> premises{sentences_[at(number)]};
        for (const int box : boxes_of_[at(number)]) append_unique(premises, reasons[at(box)]);
        return add_contradiction(std::move(premises));
    }

    FactId add_contradiction(std::vector<FactId> premises) {
        Cells rest = facts_[premises[0]].cells;
        for (std::size_t i = 1; i < premises.size(); ++i)
            rest = cells_outside(rest, facts_[premises[i]].cells);
        return facts_.add({Rule::subtract, std::move(rest), 1, 0, std::move(premises)});
    }

    // Returns a contradiction between the mine count and disjoint sentences, or kNoFact if there is
    // none.
    FactId find_count_contradiction(const BoxBounds& bounds) {
        const int count = static_cast<int>(sentences_.size()) - 1;
        const int mines = sentence(count).low;
        for (const bool has_too_many : {true, false}) {
            int total = 0;
            for (int box = 0; box < box_count(); ++box)
                total += has_too_many ? bounds.low[at(box)] : bounds.high[at(box)];
            std::vector<WeightedSet> sets;
            sets.reserve(at(count));
            for (int number = 0; number < count; ++number)
                sets.push_back(open_part(bounds, number, has_too_many));
            const Packing packing = pack_disjoint(sets);
            total += has_too_many ? packing.weight : -packing.weight;
            if (has_too_many ? total > mines : total < mines)
                return contradict_count(bounds, packing.sets, has_too_many);
        }
        return kNoFact;
    }

    static bool is_open(const BoxBounds& bounds, int box) {
        return bounds.low[at(box)] < bounds.high[at(box)];
    }

    // Returns the undecided cells of a sentence, weighted by the gap between its count and the
    // bounds.
    WeightedSet open_part(const BoxBounds& bounds, int number, bool has_too_many) const {
        WeightedSet part{{}, 0};
        for (const int box : boxes_of_[at(number)]) {
            part.weight += has_too_many ? bounds.low[at(box)] : bounds.high[at(box)];
            if (!is_open(bounds, box)) continue;
            const Cells& cells = boxes_[at(box)].cells;
            part.cells.insert(part.cells.end(), cells.begin(), cells.end());
        }
        std::ranges::sort(part.cells);
        const int mines = sentence(number).low;
        part.weight = has_too_many ? mines - part.weight : part.weight - mines;
        return part;
    }

    FactId contradict_count(const BoxBounds& bounds, const std::vector<int>& chosen,
                            bool has_too_many) {
        // A lower bound on some cells implies an upper bound on the others, and vice versa.
        const auto& inner = has_too_many ? bounds.high_reason : bounds.low_reason;
        const auto& outer = has_too_many ? bounds.low_reason : bounds.high_reason;
        std::vector<FactId> premises{sentences_.back()};
        std::vector<std::uint8_t> is_covered(boxes_.size(), 0);
        for (const int number : chosen) {
            Fact part{Rule::subtract,
                      open_part(bounds, number, has_too_many).cells,
                      0,
                      0,
                      {sentences_[at(number)]}};
            part.low = part.high = sentence(number).low;
            bool is_whole = true;
            for (const int box : boxes_of_[at(number)]) {
                if (is_open(bounds, box)) {
                    is_covered[at(box)] = 1;
                    continue;
                }
                is_whole = false;
                part.low -= bounds.high[at(box)];
                part.high -= bounds.low[at(box)];
                append_unique(part.premises, inner[at(box)]);
            }
            if (is_whole) {
                append_unique(premises, sentences_[at(number)]);
                continue;
            }
            part.low = has_too_many ? std::max(part.low, 0) : 0;
            if (has_too_many) part.high = static_cast<int>(part.cells.size());
            append_unique(premises, facts_.add(std::move(part)));
        }
        for (int box = 0; box < box_count(); ++box)
            if (!is_covered[at(box)]) append_unique(premises, outer[at(box)]);
        return add_contradiction(std::move(premises));
    }

    FactStore& facts_;
    std::vector<FactId> sentences_;
    bool has_mine_count_;
    int cases_left_;
    std::vector<CellBox> boxes_;
    std::vector<std::vector<int>> boxes_of_;  // Indexed by sentence.
    int target_box_ = 0;
};

}

RefutationResult refute_opposite(FactStore& facts, std::span<const FactId> sentences,
                                 bool has_mine_count, const Claim& claim, int max_cases) {
    const FactId size = facts.size();
    try {
        const FactId fact = Refutation(facts, sentences, has_mine_count, max_cases).prove(claim);
        if (fact == kNoFact) facts.shrink(size);
        return {fact, false};
    } catch (const LimitReached&) {
        facts.shrink(size);
        return {kNoFact, true};
    }
}

}
