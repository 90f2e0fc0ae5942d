#include "bindings.hpp"
#include "board/grid.hpp"

namespace nb = nanobind;

NB_MODULE(_core, module) {
    module.doc() = "The native core of Sapper. Private: use the names of the package `sapper`.";
    module.attr("VERSION") = SAPPER_VERSION;
    module.attr("MAX_SIDE") = sapper::kMaxSide;
    sapper::bind_environments(module);
    sapper::bind_field(module);
    sapper::bind_generate(module);
    sapper::bind_play(module);
    sapper::bind_posterior(module);
    sapper::bind_stop(module);
}
