// Declarations shared by the files that bind the core to Python.
//
// Each binding file exposes one part of the core to Python through a bind function, which
// module.cpp calls. The bindings convert arguments, provide docstrings and release the GIL. All
// other logic belongs in the core.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <memory>
#include <string>
#include <type_traits>

#include "board/rules.hpp"
#include "inference/knowledge.hpp"
#include "search/expert_move_selection.hpp"

namespace sapper {

// Returns the start rule with the given name. Throws std::invalid_argument if the name is unknown.
Start parse_start(const std::string& name);

// Returns the parameters of the `exact` or `expert` strategy. Throws std::invalid_argument if the
// name is unknown.
const StrategyParameters& parse_strategy(const std::string& name);

// Returns true if a signal handler has raised an exception or the thread's CancellationToken has
// been cancelled. Acquires the GIL. An exception raised by a signal handler stays pending until
// raise_interruption() throws it.
bool is_interrupted();

// Throws the signal handler's exception, or std::runtime_error if the search was cancelled. Does
// nothing if the search was not interrupted. The caller must hold the GIL.
void raise_interruption();

// Returns a position that refers to the given bytes. Bytes objects are immutable and the caller
// keeps them alive, so the position remains valid while the GIL is released. Throws
// std::invalid_argument if a size or a value is invalid.
Position make_position(int width, int height, int mines, const nanobind::bytes& cells,
                       const nanobind::bytes& known_mines);

// Returns a NumPy array that owns `values`.
template <typename Element, typename... Sizes>
auto owned_array(std::unique_ptr<std::remove_const_t<Element>[]> values, Sizes... sizes) {
    using Value = std::remove_const_t<Element>;
    nanobind::capsule owner(values.get(),
                            [](void* data) noexcept { delete[] static_cast<Value*>(data); });
    return nanobind::ndarray<nanobind::numpy, Element, nanobind::ndim<sizeof...(Sizes)>>(
        values.release(), {static_cast<std::size_t>(sizes)...}, owner);
}

void bind_board_generator(nanobind::module_& module);
void bind_cancellation(nanobind::module_& module);
void bind_errors(nanobind::module_& module);
void bind_game(nanobind::module_& module);
void bind_game_simulation(nanobind::module_& module);
void bind_posterior(nanobind::module_& module);
void bind_proof_search(nanobind::module_& module);
void bind_vector_environment(nanobind::module_& module);

}
