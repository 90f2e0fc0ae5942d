// libFuzzer entry point for exact counting in the core, without Python.
//
// The first bytes encode the size, the mines and the known mines, followed by one byte per cell. Results are
// checked against invariants, and a failed check aborts.
#include "posterior_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    sapper::test::fuzz_posterior({data, size});
    return 0;
}
