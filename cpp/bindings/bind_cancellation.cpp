#include <nanobind/nanobind.h>

#include <atomic>
#include <memory>
#include <stdexcept>

#include "bindings.hpp"

namespace nb = nanobind;

namespace sapper {
namespace {

using Flag = std::shared_ptr<std::atomic<bool>>;

// The current thread's cancellation flag, or null if signals interrupt its searches instead.
thread_local Flag thread_flag;

// A flag that cancels searches in worker threads. Python delivers signals only to the main thread,
// so worker threads poll a flag instead.
class CancellationToken {
   public:
    void attach_to_thread() const { thread_flag = flag_; }
    void cancel() const { *flag_ = true; }

   private:
    const Flag flag_ = std::make_shared<std::atomic<bool>>(false);
};

}

bool is_interrupted() {
    if (thread_flag) return *thread_flag;
    nb::gil_scoped_acquire acquire;
    return PyErr_Occurred() || PyErr_CheckSignals() != 0;
}

void raise_interruption() {
    if (PyErr_Occurred()) throw nb::python_error();
    if (thread_flag && *thread_flag) throw std::runtime_error("the search was cancelled");
}

void bind_cancellation(nb::module_& module) {
    nb::class_<CancellationToken>(module, "CancellationToken",
                                  "A flag that cancels the searches of worker threads.")
        .def(nb::init<>())
        .def("attach_to_thread", &CancellationToken::attach_to_thread,
             "Make the searches of the current thread stop once the token is cancelled.")
        .def("cancel", &CancellationToken::cancel, "Cancel the searches of all attached threads.");
}

}
