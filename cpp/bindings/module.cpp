#include "bindings.hpp"
#include "board/grid.hpp"

namespace nb = nanobind;

NB_MODULE(_core, module) {
    module.doc() = "The native core of Sapper. Private: use the public names of `sapper` instead.";
    module.attr("VERSION") = SAPPER_VERSION;
    module.attr("MAX_SIDE") = sapper::kMaxSide;
    sapper::bind_errors(module);
    sapper::bind_board_generator(module);
    sapper::bind_cancellation(module);
    sapper::bind_game(module);
    sapper::bind_game_simulation(module);
    sapper::bind_posterior(module);
    sapper::bind_proof_search(module);
    sapper::bind_vector_environment(module);
}
