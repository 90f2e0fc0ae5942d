// The libFuzzer entry point for the posterior, without Python.
//
// The first bytes encode the size, the mines and the known mines, followed by one byte per cell. A
// violated property aborts the process.
#include "posterior_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    sapper::test::fuzz_posterior({data, size});
    return 0;
}
