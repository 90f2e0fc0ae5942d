// What libFuzzer calls with any bytes: a position for the core, without Python in between.
//
// The first bytes are the size, the mines and the known mines; then comes a byte per cell. Answers are
// checked by what must hold: a failed check aborts.
#include "posterior_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    sapper::test::fuzz_posterior({data, size});
    return 0;
}
