#include "inference/uint128.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

#include "check.hpp"

using sapper::UInt128;

namespace {

constexpr std::uint64_t kMax = ~std::uint64_t{0};

}

TEST("addition carries into the high word") {
    UInt128 sum{kMax};
    sum += UInt128{1};
    CHECK_EQUAL(sum.high(), 1u);
    CHECK_EQUAL(sum.low(), 0u);
}

TEST("the square of the largest 64-bit number fits into 128 bits") {
    const UInt128 square = UInt128{kMax} * UInt128{kMax};
    CHECK_EQUAL(square.high(), kMax - 1);
    CHECK_EQUAL(square.low(), 1u);
}

TEST("Pascal's triangle yields 127 choose 63") {
    std::array<UInt128, 128> row{};
    row[0] = UInt128{1};
    for (std::size_t n = 1; n <= 127; ++n)
        for (std::size_t k = n; k > 0; --k) row[k] += row[k - 1];
    CHECK_EQUAL(row[63].high(), 649'197'114'304'400'452u);
    CHECK_EQUAL(row[63].low(), 15'761'048'835'562'545'443u);
}

TEST("factorials agree with repeated addition") {
    UInt128 product{std::uint64_t{1}}, sum{std::uint64_t{1}};
    for (std::uint64_t factor = 2; factor <= 33; ++factor) {
        product = product * UInt128{factor};
        UInt128 next;
        for (std::uint64_t i = 0; i < factor; ++i) next += sum;
        sum = next;
        CHECK(product == sum);
    }
    CHECK(product.high() > 0);
}
