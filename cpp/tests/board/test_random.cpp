#include "board/random.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <set>
#include <string>
#include <vector>

#include "board/seeded_layout.hpp"
#include "check.hpp"
#include "data.hpp"

using namespace sapper;
using sapper::test::read_golden;

namespace {

constexpr Rules kExpert{30, 16, 99, Start::any};

std::vector<bool> layout(const Rules& rules, std::uint64_t seed, int first_row = 0,
                         int first_column = 0) {
    const Grid grid = rules.grid();
    std::vector<std::int32_t> scratch;
    std::vector<bool> mines(static_cast<std::size_t>(grid.cell_count()));
    place_mines(rules, grid, seed, grid.index(first_row, first_column), scratch,
                [&](int index) { mines[static_cast<std::size_t>(grid.ordinal(index))] = true; });
    return mines;
}

int overlap(const std::vector<bool>& a, const std::vector<bool>& b) {
    int common = 0;
    for (std::size_t i = 0; i < a.size(); ++i) common += a[i] && b[i];
    return common;
}

// Compares the overlaps' mean and variance with those of the hypergeometric distribution, which
// overlaps between independent layouts follow. With a tolerance of five standard errors, about one
// check in a million fails by chance.
void check_independent(const std::vector<int>& overlaps) {
    const double n = 30 * 16, m = 99, pairs = static_cast<double>(overlaps.size());
    const double mean = m * m / n;
    const double variance = m * (m / n) * (1 - m / n) * (n - m) / (n - 1);
    double sum = 0, squares = 0;
    for (const int value : overlaps) {
        sum += value;
        squares += (value - mean) * (value - mean);
    }
    CHECK(std::abs(sum / pairs - mean) < 5 * std::sqrt(variance / pairs));
    CHECK(std::abs(squares / pairs / variance - 1) < 5 * std::sqrt(2 / pairs));
}

}

TEST("the generator produces the golden numbers") {
    const auto all = read_golden("random.txt");
    CHECK(all.size() >= 9);
    for (const auto& golden : all) {
        Random random(std::stoull(golden.key[0]));
        for (const auto& value : golden.values) CHECK_EQUAL(random.next(), std::stoull(value));
    }
}

TEST("bounded numbers match the golden file, including rejections") {
    const auto all = read_golden("bounded.txt");
    CHECK(all.size() >= 8);
    for (const auto& golden : all) {
        Random random(std::stoull(golden.key[0]));
        const auto bound = static_cast<std::uint32_t>(std::stoul(golden.key[1]));
        for (const auto& value : golden.values) CHECK_EQUAL(random.below(bound), std::stoul(value));
    }
}

TEST("seeds produce the golden layouts") {
    const auto all = read_golden("layouts.txt");
    CHECK(all.size() >= 20);
    for (const auto& golden : all) {
        int width = 0, height = 0, mines = 0, row = 0, column = 0;
        CHECK_EQUAL(std::sscanf(golden.key[0].c_str(), "%dx%d/%d", &width, &height, &mines), 3);
        CHECK_EQUAL(std::sscanf(golden.key[3].c_str(), "%d,%d", &row, &column), 2);
        const std::string& start = golden.key[1];
        const Rules rules{width, height, mines,
                          start == "any"    ? Start::any
                          : start == "safe" ? Start::safe
                                            : Start::opening};
        const auto laid = layout(rules, std::stoull(golden.key[2]), row, column);
        std::vector<std::string> found;
        for (std::size_t i = 0; i < laid.size(); ++i)
            if (laid[i])
                found.push_back(std::to_string(static_cast<int>(i) / width) + "," +
                                std::to_string(static_cast<int>(i) % width));
        CHECK_EQUAL(found, golden.values);
    }
}

TEST("bounded numbers are uniform") {
    // Without rejection, every third value would occur twice as often as each of the others.
    Random random(1);
    const std::uint32_t bound = 3u << 30;
    std::array<int, 3> thirds{};
    for (int i = 0; i < 30'000; ++i) ++thirds[random.below(bound) >> 30];
    for (const int count : thirds) CHECK(std::abs(count - 10'000) < 5 * 82);
}

TEST("uniform() returns numbers in [0, 1) with the mean 0.5") {
    Random random(2);
    double sum = 0;
    for (int i = 0; i < 100'000; ++i) {
        const double value = random.uniform();
        CHECK(value >= 0 && value < 1);
        sum += value;
    }
    CHECK(std::abs(sum / 100'000 - 0.5) < 5 * 0.2887 / std::sqrt(100'000.0));
}

TEST("layouts of neighbouring seeds are independent") {
    constexpr int kSeeds = 6000;
    std::vector<std::vector<bool>> boards;
    boards.reserve(kSeeds + 3);
    for (std::uint64_t seed = 0; seed < kSeeds + 3; ++seed) boards.push_back(layout(kExpert, seed));
    for (const std::size_t lag : {1u, 2u, 3u}) {
        std::vector<int> overlaps;
        overlaps.reserve(kSeeds);
        for (std::size_t seed = 0; seed < kSeeds; ++seed)
            overlaps.push_back(overlap(boards[seed], boards[seed + lag]));
        check_independent(overlaps);
    }
}

TEST("layouts of seeds that differ in one bit or by the SplitMix64 increment are independent") {
    std::vector<std::uint64_t> differences{0x9E3779B97F4A7C15u};
    for (const int bit : {0, 31, 32, 63}) differences.push_back(std::uint64_t{1} << bit);
    for (const std::uint64_t difference : differences) {
        std::vector<int> overlaps;
        overlaps.reserve(3000);
        for (std::uint64_t seed = 0; seed < 3000; ++seed)
            overlaps.push_back(
                overlap(layout(kExpert, seed * 2), layout(kExpert, seed * 2 + difference)));
        check_independent(overlaps);
    }
}

TEST("the layout of the next seed is not a shifted copy") {
    // Shifts one layout by a few cells before comparing the two.
    for (const std::size_t shift : {1u, 29u, 30u, 31u}) {
        std::vector<int> overlaps;
        for (std::uint64_t seed = 0; seed < 3000; ++seed) {
            const auto a = layout(kExpert, seed), b = layout(kExpert, seed + 1);
            std::vector<bool> moved(b.size());
            for (std::size_t i = 0; i < b.size(); ++i) moved[(i + shift) % b.size()] = b[i];
            overlaps.push_back(overlap(a, moved));
        }
        check_independent(overlaps);
    }
}

TEST("streams of neighbouring seeds are uncorrelated at every lag") {
    constexpr int kLength = 64, kLag = 8, kSeeds = 3000;
    for (const std::uint64_t step :
         {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{0x9E3779B97F4A7C15u}}) {
        std::array<double, 2 * kLag + 1> sums{};
        for (int seed = 0; seed < kSeeds; ++seed) {
            Random first(static_cast<std::uint64_t>(seed)),
                second(static_cast<std::uint64_t>(seed) + step);
            std::array<double, kLength> a{}, b{};
            for (int i = 0; i < kLength; ++i) {
                a[static_cast<std::size_t>(i)] = first.uniform() - 0.5;
                b[static_cast<std::size_t>(i)] = second.uniform() - 0.5;
            }
            for (int lag = -kLag; lag <= kLag; ++lag)
                for (int i = kLag; i < kLength - kLag; ++i)
                    sums[static_cast<std::size_t>(lag + kLag)] +=
                        a[static_cast<std::size_t>(i)] * b[static_cast<std::size_t>(i + lag)];
        }
        // The product of two independent variables, each uniform on [-0.5, 0.5), has a variance of
        // 1/144.
        const double error = std::sqrt(kSeeds * (kLength - 2.0 * kLag) / 144);
        for (const double sum : sums) CHECK(std::abs(sum) < 5 * error);
    }
}

TEST("every cell is equally likely to be a mine") {
    constexpr int kBoards = 20'000;
    std::vector<int> counts(480);
    for (std::uint64_t seed = 0; seed < kBoards; ++seed) {
        const auto mines = layout(kExpert, seed);
        for (std::size_t i = 0; i < mines.size(); ++i) counts[i] += mines[i];
    }
    const double share = 99.0 / 480, expected = kBoards * share;
    double chi_square = 0;
    for (const int count : counts)
        chi_square += (count - expected) * (count - expected) / expected / (1 - share);
    // The chi-square statistic has a mean of 480 and a standard deviation of about 31.
    CHECK(chi_square > 480 - 5 * 31 && chi_square < 480 + 5 * 31);
}

TEST("the first reveal moves only mines on protected cells") {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const auto any = layout(kExpert, seed);
        Rules rules = kExpert;
        for (const auto& [start, max_moved] : {std::pair{Start::safe, 1}, {Start::opening, 9}}) {
            rules.start = start;
            for (const auto& [row, column] : {std::pair{0, 0}, {8, 15}, {15, 29}}) {
                const auto protected_layout = layout(rules, seed, row, column);
                int moved = 0;
                for (int r = 0; r < 16; ++r)
                    for (int c = 0; c < 30; ++c) {
                        const bool near = std::abs(r - row) <= 1 && std::abs(c - column) <= 1;
                        const bool is_protected =
                            start == Start::safe ? r == row && c == column : near;
                        const auto cell = static_cast<std::size_t>(r * 30 + c);
                        if (!is_protected) continue;
                        CHECK(!protected_layout[cell]);
                        moved += any[cell];
                    }
                CHECK(moved <= max_moved);
                CHECK_EQUAL(overlap(any, protected_layout), 99 - moved);
            }
        }
    }
}
