// Declarations shared by the binding files.
//
// Each file binds one part of the core, and module.cpp calls them all. Bindings convert arguments,
// document and release the GIL. Decisions belong to the core.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <memory>
#include <string>
#include <type_traits>

#include "board/rules.hpp"
#include "search/move_selection.hpp"

namespace sapper {

// Returns the start rule of that name. Throws std::invalid_argument for an unknown name.
Start parse_start(const std::string& name);

// Returns the parameters of the strategy `exact` or `expert`. Throws std::invalid_argument.
const StrategyParameters& parse_strategy(const std::string& name);

// Returns true if a signal is pending or the thread's CancellationToken is cancelled. Acquires the
// GIL. An exception raised by a signal handler stays pending for raise_interruption().
bool is_interrupted();

// Throws the pending exception of a signal handler, or an error after a cancellation. Needs the GIL.
void raise_interruption();

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
void bind_field(nanobind::module_& module);
void bind_game_simulation(nanobind::module_& module);
void bind_posterior(nanobind::module_& module);
void bind_vector_environment(nanobind::module_& module);

}  // namespace sapper
