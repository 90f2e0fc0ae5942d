#include <nanobind/nanobind.h>

#include <exception>

#include "bindings.hpp"
#include "inference/budget.hpp"

namespace nb = nanobind;

namespace sapper {
namespace {

// Creates an exception class that lives as long as the module and returns a borrowed reference to
// it.
PyObject* add_exception(nb::module_& module, const char* name, const char* qualified_name,
                        PyObject* base) {
    const nb::object exception = nb::steal(PyErr_NewException(qualified_name, base, nullptr));
    module.attr(name) = exception;
    return exception.ptr();
}

}

// Creates the exception classes. The constructor of the Python class Contradiction takes a reason
// and the index of an impossible clue, or -1 if the mine count is impossible.
void bind_errors(nb::module_& module) {
    PyObject* const contradiction =
        add_exception(module, "Contradiction", "sapper._core.Contradiction", PyExc_ValueError);
    PyObject* const limit_reached =
        add_exception(module, "LimitReached", "sapper._core.LimitReached", PyExc_RuntimeError);
    nb::register_exception_translator(
        [](const std::exception_ptr& error, void* type) {
            try {
                std::rethrow_exception(error);
            } catch (const Contradiction& e) {
                PyErr_SetObject(static_cast<PyObject*>(type),
                                nb::make_tuple(e.what(), e.cell()).ptr());
            }
        },
        contradiction);
    nb::register_exception_translator(
        [](const std::exception_ptr& error, void* type) {
            try {
                std::rethrow_exception(error);
            } catch (const LimitReached& e) {
                PyErr_SetString(static_cast<PyObject*>(type), e.what());
            }
        },
        limit_reached);
}

}
