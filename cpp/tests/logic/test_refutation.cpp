#include "logic/refutation.hpp"

#include <vector>

#include "check.hpp"

using namespace sapper;

namespace {

// Adds three pairwise overlapping sentences. Only a case analysis proves that their common cell is
// safe.
std::vector<FactId> add_sentences(FactStore& facts) {
    return {facts.add({Rule::clue, {1, 2, 3}, 1, 1, {}, 10}),
            facts.add({Rule::clue, {1, 4, 5}, 1, 1, {}, 11}),
            facts.add({Rule::clue, {2, 3, 4, 5}, 2, 2, {}, 12})};
}

}

TEST("an assumption is refuted with a case for each remaining number of mines") {
    FactStore facts({10, 11, 12}, 13);
    const std::vector<FactId> sentences = add_sentences(facts);
    const auto [fact, has_hit_limit] = refute_opposite(facts, sentences, false, {1, false}, 100);
    CHECK(!has_hit_limit);
    CHECK(facts[fact].rule == Rule::cases);
    CHECK_EQUAL(facts[fact].cells, Cells{1});
    CHECK_EQUAL(facts[fact].high, 0);
    CHECK_EQUAL(facts[fact].assumptions, 0u);
    CHECK_EQUAL(facts.cost({&fact, 1}).clues, 3);
}

TEST("a satisfiable assumption is not refuted and leaves no facts behind") {
    FactStore facts({10, 11, 12}, 13);
    const std::vector<FactId> sentences = add_sentences(facts);
    const auto [fact, has_hit_limit] = refute_opposite(facts, sentences, false, {2, false}, 100);
    CHECK_EQUAL(fact, kNoFact);
    CHECK(!has_hit_limit);
    CHECK_EQUAL(facts.size(), 3);
}

TEST("a refutation stops at its case limit and leaves no facts behind") {
    FactStore facts({10, 11, 12}, 13);
    const std::vector<FactId> sentences = add_sentences(facts);
    const auto [fact, has_hit_limit] = refute_opposite(facts, sentences, false, {1, false}, 0);
    CHECK_EQUAL(fact, kNoFact);
    CHECK(has_hit_limit);
    CHECK_EQUAL(facts.size(), 3);
}
