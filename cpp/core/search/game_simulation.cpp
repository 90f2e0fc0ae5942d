#include "search/game_simulation.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <span>
#include <vector>

#include "board/field.hpp"
#include "inference/posterior.hpp"
#include "search/move_selection.hpp"
#include "search/rollout_search.hpp"

namespace sapper {
namespace {

// Decisions of a few hundred bytes each.
constexpr std::size_t kMostRemembered = 50'000;

// One game. What single clues tell is kept up to date from reveal to reveal; only where that is not
// enough is the whole position counted.
class Player {
   public:
    // What other games from the same position have left behind.
    struct Memory {
        std::unordered_map<std::uint64_t, Choice>& decisions;
        std::vector<NativePlayer::Met>& met;
    };

    Player(Field& field, Knowledge& knowledge, Decider& decider, Thinker* thinker, Memory* memory = nullptr)
        : field_(field), knowledge_(knowledge), decider_(decider), thinker_(thinker), memory_(memory) {}

    Outcome play(int first) {
        const Rules& rules = field_.rules();
        const bool is_promised = rules.start != Start::any;
        guesses_ += !is_promised;
        reveal(first, is_promised ? 0.0
                                  : static_cast<double>(rules.mines) / field_.grid().cell_count());
        play_on();
        const bool won = field_.status() == Status::won;
        return {won, moves_, guesses_, won ? std::numeric_limits<double>::quiet_NaN() : last_risk_,
                std::move(decision_seconds_)};
    }

    // With a memory, up to where the rest is known.
    NativePlayer::Course play_on(int first, const Prospect& prospect) {
        const std::size_t first_met = memory_ ? memory_->met.size() : 0;
        guess(first, 0.0, prospect);
        play_on();
        if (field_.is_over()) value_ = field_.status() == Status::won ? 1.0 : 0.0;
        if (memory_)
            for (auto& met : std::span(memory_->met).subspan(first_met))
                met.rest = {value_, luck_ - met.rest.luck};
        return {value_, luck_};
    }

   private:
    void play_on() {
        while (!field_.is_over()) {
            reveal_what_is_safe();
            if (!field_.is_over() && !decide()) return;
        }
    }

    void reveal(int index, double risk) {
        const std::size_t before = field_.opened().size();
        field_.reveal(index);
        ++moves_;
        last_risk_ = risk;
        if (field_.is_over()) return;
        knowledge_.reveal_all(field_.opened().subspan(before),
                              [this](int cell) { return field_.clue(cell); });
    }

    void reveal_what_is_safe() {
        auto& safe = knowledge_.found_safe();
        while (!safe.empty() && !field_.is_over()) {
            const int cell = safe.back();
            safe.pop_back();
            if (!field_.is_open(cell)) reveal(cell, 0.0);
        }
    }

    const Choice& choose() {
        if (!memory_) return choice_ = decider_.choose(knowledge_);
        auto& decisions = memory_->decisions;
        if (const auto found = decisions.find(knowledge_.name()); found != decisions.end()) return found->second;
        if (decisions.size() >= kMostRemembered) return choice_ = decider_.choose(knowledge_);
        return decisions[knowledge_.name()] = decider_.choose(knowledge_);
    }

    // Whether another game was here; else this one is noted.
    bool is_met() {
        for (const auto& met : memory_->met)
            if (met.name == knowledge_.name()) {
                value_ = met.rest.value;
                luck_ += met.rest.luck;
                return true;
            }
        memory_->met.push_back({knowledge_.name(), {0.0, luck_}});
        return false;
    }

    // Nothing follows from single clues: counts the position, takes in what is certain, and guesses
    // when no cell is. False when the rest of the game is known well enough.
    bool decide() {
        const auto begin = std::chrono::steady_clock::now();
        if (memory_ && is_met()) return false;
        const Choice& choice = choose();
        if (memory_ && choice.is_solved) {
            value_ = choice.chance;
            return false;
        }
        int best = choice.best;
        double risk = choice.risk;
        if (thinker_ && choice.safe.empty() && !choice.is_solved) {
            const Thought thought = thinker_->think(knowledge_, false);
            best = thought.best;
            risk = thought.risk;
        }
        decision_seconds_.push_back(
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
        for (const int mine : choice.mines) knowledge_.learn(mine, Knowledge::mine);
        for (const int cell : choice.safe) knowledge_.learn(cell, Knowledge::safe);
        knowledge_.settle();
        auto& safe = knowledge_.found_safe();
        safe.insert(safe.end(), choice.safe.begin(), choice.safe.end());
        if (!choice.safe.empty()) return true;
        guess(best, risk, choice.prospect);
        return true;
    }

    void guess(int cell, double risk, const Prospect& prospect) {
        ++guesses_;
        reveal(cell, risk);
        luck_ -= prospect.mean;
        if (field_.status() != Status::lost)
            luck_ += prospect.by_clue[static_cast<std::size_t>(field_.clue(cell))];
    }

    Field& field_;
    Knowledge& knowledge_;
    Decider& decider_;
    Thinker* const thinker_;
    Memory* const memory_;
    Choice choice_;
    std::int32_t moves_ = 0, guesses_ = 0;
    double last_risk_ = 0.0;
    double value_ = 0.0, luck_ = 0.0;
    std::vector<double> decision_seconds_;
};

}  // namespace

NativePlayer::NativePlayer(const Rules& rules, const Policy& policy, const Effort& effort)
    : first_(first_cell(rules, policy)), decider_(rules.grid(), rules.mines, policy), field_(rules, 0),
      untouched_(field_.grid(), rules.mines), knowledge_(untouched_) {
    if (effort.seconds > 0.0) thinker_ = std::make_unique<Thinker>(rules, policy, effort);
}

NativePlayer::~NativePlayer() = default;

Outcome NativePlayer::play(std::uint64_t seed, int first) {
    field_.restart(seed);
    knowledge_ = untouched_;
    return Player(field_, knowledge_, decider_, thinker_.get()).play(first < 0 ? first_ : first);
}

bool NativePlayer::play_on(const Knowledge& position, std::span<const std::int32_t> mines, int first) {
    resume(position, mines);
    return Player(field_, knowledge_, decider_, nullptr).play_on(first, {}).value > 0.0;
}

NativePlayer::Course NativePlayer::course_on(const Knowledge& position, std::span<const std::int32_t> mines,
                                             int first, const Prospect& prospect) {
    resume(position, mines);
    if (!std::ranges::equal(layout_, mines)) {
        layout_.assign(mines.begin(), mines.end());
        met_.clear();
    }
    Player::Memory memory{decisions_, met_};
    return Player(field_, knowledge_, decider_, nullptr, &memory).play_on(first, prospect);
}

void NativePlayer::resume(const Knowledge& position, std::span<const std::int32_t> mines) {
    knowledge_ = position;
    auto& safe = knowledge_.found_safe();
    safe.clear();
    opened_.clear();
    field_.grid().for_each_cell([&](int index) {
        if (position.is_revealed(index)) opened_.push_back(index);
        if (position.state(index) == Knowledge::safe) safe.push_back(index);
    });
    field_.resume(mines, opened_);
}

}  // namespace sapper
