// One function per file of bindings; module.cpp calls them all. Bindings convert, document and
// release the GIL; they decide nothing.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

#include "board/rules.hpp"
#include "search/move_selection.hpp"

namespace sapper {

// The start rule of that name. Throws std::invalid_argument.
Start start_named(const std::string& name);
// The policy of that name: exact or expert. Throws std::invalid_argument.
const StrategyParameters& strategy_named(const std::string& name);

// Whether the search should end: Ctrl-C, which Python notes but acts on only when it is asked, or a Stop that this thread
// watches. What a signal's handler raises is kept for raise_interruption, which needs the GIL and throws if there was any.
bool is_interrupted();
void raise_interruption();

void bind_vector_environment(nanobind::module_& module);
void bind_field(nanobind::module_& module);
void bind_board_generator(nanobind::module_& module);
void bind_game_simulation(nanobind::module_& module);
void bind_posterior(nanobind::module_& module);
void bind_stop(nanobind::module_& module);

}  // namespace sapper
