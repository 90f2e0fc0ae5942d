#include "board/vector_environment.hpp"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "board/game.hpp"
#include "board/random.hpp"
#include "check.hpp"

using namespace sapper;

namespace {

constexpr Rewards kRewards{10.0, -5.0, 1.0, -0.5};

template <typename Error, typename Call>
bool throws(Call call) {
    try {
        call();
    } catch (const Error&) {
        return true;
    }
    return false;
}

}

TEST("a restarted game equals a new one") {
    const Rules rules{9, 7, 12, Start::safe};
    Game game(rules, 1);
    Random random(5);
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        game.restart(seed);
        Game fresh(rules, seed);
        std::vector<std::int8_t> seen(63), expected(63);
        while (!fresh.is_over()) {
            const int index = fresh.grid().index_of_ordinal(static_cast<int>(random.below(63)));
            if (random.below(4) == 0)
                CHECK_EQUAL(game.set_mark(index, Mark::flag), fresh.set_mark(index, Mark::flag));
            else
                CHECK_EQUAL(game.reveal(index), fresh.reveal(index));
            if (fresh.flag_count() + static_cast<int>(fresh.opened().size()) > 50) break;
            game.write_cells(seen.data());
            fresh.write_cells(expected.data());
            CHECK(seen == expected);
            CHECK(game.status() == fresh.status());
            CHECK(game.mine_indices() == fresh.mine_indices());
        }
    }
}

TEST("a vector environment matches single games over many episodes") {
    const Rules rules{6, 5, 4, Start::safe};
    const std::vector<std::uint64_t> seeds{3, 100, 7'000'000'000};
    VectorEnvironment environment(rules, 3, kRewards, 1000);
    environment.reset(seeds);
    environment.seed_actions(1);
    std::vector<Game> games;
    games.reserve(seeds.size());
    for (const auto seed : seeds) games.emplace_back(rules, seed);
    std::vector<std::uint64_t> playing = seeds;
    std::vector<bool> ended(3, false);
    std::vector<std::int64_t> actions(3);
    int wins = 0, losses = 0;
    for (int step = 0; step < 3000; ++step) {
        environment.sample_actions(actions.data());
        if (step % 5 == 0) actions[1] = 0;
        environment.step(actions);
        for (std::size_t i = 0; i < 3; ++i) {
            double expected = 0.0;
            if (ended[i]) {
                games[i] = Game(rules, ++playing[i]);
                ended[i] = false;
            } else {
                const int opened =
                    games[i].reveal(games[i].grid().index_of_ordinal(static_cast<int>(actions[i])));
                ended[i] = games[i].is_over();
                const bool won = games[i].status() == Status::won;
                wins += won;
                losses += ended[i] && !won;
                expected = !opened ? -0.5 : won ? 10.0 : ended[i] ? -5.0 : 1.0;
                CHECK_EQUAL(static_cast<bool>(environment.won()[i]), won);
            }
            CHECK_EQUAL(environment.rewards()[i], expected);
            CHECK_EQUAL(static_cast<bool>(environment.terminated()[i]), ended[i]);
            CHECK_EQUAL(environment.seeds()[i], playing[i]);
            std::vector<std::int8_t> cells(30);
            games[i].write_cells(cells.data());
            for (std::size_t cell = 0; cell < 30; ++cell) {
                CHECK_EQUAL(environment.observations()[i * 30 + cell], cells[cell]);
                CHECK_EQUAL(static_cast<bool>(environment.masks()[i * 30 + cell]),
                            cells[cell] == kHidden);
            }
        }
    }
    CHECK(wins > 10);
    CHECK(losses > 100);
}

TEST("sampled actions cover exactly the legal actions") {
    VectorEnvironment environment(Rules{3, 2, 1, Start::any}, 1, kRewards, 1000);
    environment.reset(std::vector<std::uint64_t>{9});
    environment.seed_actions(4);
    for (const std::int64_t first : {0, 2, 4}) {
        if (!environment.terminated()[0]) environment.step(std::vector<std::int64_t>{first});
        std::vector<bool> drawn(6, false);
        for (int i = 0; i < 500; ++i) {
            std::int64_t action = -1;
            environment.sample_actions(&action);
            drawn[static_cast<std::size_t>(action)] = true;
        }
        for (std::size_t cell = 0; cell < 6; ++cell)
            CHECK_EQUAL(static_cast<bool>(drawn[cell]),
                        static_cast<bool>(environment.masks()[cell]));
    }
}

TEST("an episode is truncated after max_steps, and the next step starts another") {
    VectorEnvironment environment(Rules{4, 4, 8, Start::safe}, 1, kRewards, 3);
    environment.reset(std::vector<std::uint64_t>{0});
    const std::vector<std::int64_t> corner{0};
    environment.step(corner);
    environment.step(corner);
    CHECK(!environment.truncated()[0]);
    environment.step(corner);
    CHECK(environment.truncated()[0]);
    CHECK(!environment.terminated()[0]);
    environment.step(corner);
    CHECK(!environment.truncated()[0]);
    CHECK_EQUAL(environment.seeds()[0], 1u);
    CHECK_EQUAL(environment.masks()[0], 1);
}

TEST("a restored environment continues like the original") {
    const Rules rules{6, 5, 4, Start::safe};
    VectorEnvironment original(rules, 4, kRewards, 9);
    original.reset(std::vector<std::uint64_t>{1, 2, 3, 4});
    original.seed_actions(7);
    std::vector<std::int64_t> actions(4), copied(4);
    for (int step = 0; step < 300; ++step) {
        VectorEnvironment copy(rules, 4, kRewards, 9);
        copy.restore(original.save());
        CHECK(std::ranges::equal(copy.observations(), original.observations()));
        CHECK(std::ranges::equal(copy.masks(), original.masks()));
        CHECK(std::ranges::equal(copy.rewards(), original.rewards()));
        CHECK(std::ranges::equal(copy.terminated(), original.terminated()));
        CHECK(std::ranges::equal(copy.truncated(), original.truncated()));
        CHECK(std::ranges::equal(copy.won(), original.won()));
        CHECK(std::ranges::equal(copy.seeds(), original.seeds()));
        original.sample_actions(actions.data());
        copy.sample_actions(copied.data());
        CHECK(actions == copied);
        if (step % 3 == 0) actions[2] = 0;
        original.step(actions);
        copy.step(actions);
        CHECK(std::ranges::equal(copy.observations(), original.observations()));
        CHECK(std::ranges::equal(copy.rewards(), original.rewards()));
        CHECK(std::ranges::equal(copy.truncated(), original.truncated()));
    }
}

TEST("a state that does not match the environment is rejected") {
    const Rules rules{3, 3, 2, Start::safe};
    VectorEnvironment environment(rules, 1, kRewards, 10);
    VectorEnvironment other(rules, 2, kRewards, 10);
    CHECK(throws<std::invalid_argument>([&] { environment.restore(other.save()); }));
    VectorEnvironmentState state = environment.save();
    state.opened_counts = {1};
    CHECK(throws<std::invalid_argument>([&] { environment.restore(state); }));
    state.opened = {9};
    CHECK(throws<std::invalid_argument>([&] { environment.restore(state); }));
    state.opened = {8};
    environment.restore(state);
    CHECK_EQUAL(environment.masks()[8], 0);
}

TEST("invalid actions, seeds and sizes are rejected without any change") {
    const Rules rules{3, 3, 2, Start::safe};
    VectorEnvironment environment(rules, 2, kRewards, 10);
    environment.reset(std::vector<std::uint64_t>{1, 2});
    for (const std::int64_t wrong : {std::int64_t{-1}, std::int64_t{9}, INT64_MIN, INT64_MAX})
        CHECK(throws<std::out_of_range>(
            [&] { environment.step(std::vector<std::int64_t>{0, wrong}); }));
    CHECK(throws<std::invalid_argument>([&] { environment.step(std::vector<std::int64_t>{0}); }));
    CHECK(throws<std::invalid_argument>([&] { environment.reset(std::vector<std::uint64_t>{0}); }));
    for (const std::int8_t mask : environment.masks()) CHECK_EQUAL(mask, 1);
    CHECK(throws<std::invalid_argument>([&] { VectorEnvironment(rules, 0, kRewards, 10); }));
    CHECK(throws<std::invalid_argument>([&] { VectorEnvironment(rules, 1, kRewards, 0); }));
    CHECK(throws<std::invalid_argument>(
        [&] { VectorEnvironment(Rules{3, 3, 9, Start::safe}, 1, kRewards, 10); }));
}
