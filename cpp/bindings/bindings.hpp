// One function per file of bindings; module.cpp calls them all. Bindings convert, document and
// release the GIL; they decide nothing.
#pragma once

#include <nanobind/nanobind.h>

namespace sapper {

void bind_field(nanobind::module_& module);

}  // namespace sapper
