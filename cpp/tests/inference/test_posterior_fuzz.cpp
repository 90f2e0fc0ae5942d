// A short deterministic run of the posterior fuzz target.
#include <vector>

#include "board/random.hpp"
#include "check.hpp"
#include "fuzz/posterior_target.hpp"

using namespace sapper;

TEST("arbitrary positions are counted, estimated or rejected") {
    Random random(20);
    std::vector<std::uint8_t> bytes;
    for (int run = 0; run < 3'000; ++run) {
        bytes.resize(5 + random.below(60));
        // Limit the input to a few revealed cells with small clues, because most other inputs
        // produce contradictory positions.
        const std::uint32_t revealed = 1 + random.below(4);
        for (auto& byte : bytes)
            byte = static_cast<std::uint8_t>(random.below(8) < revealed
                                                 ? 16 * random.below(8) + random.below(4)
                                                 : 128 + random.below(128));
        test::fuzz_posterior(bytes);
    }
    CHECK_EQUAL(bytes.empty(), false);
}
