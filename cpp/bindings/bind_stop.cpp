#include <nanobind/nanobind.h>

#include <atomic>
#include <memory>
#include <stdexcept>

#include "bindings.hpp"

namespace nb = nanobind;

namespace sapper {
namespace {

using Flag = std::shared_ptr<std::atomic<bool>>;

thread_local Flag watched;

// Python's signals reach the main thread only. It ends what other threads do by a flag that they watch.
class Stop {
   public:
    void watch() const { watched = flag_; }
    void set() const { *flag_ = true; }

   private:
    const Flag flag_ = std::make_shared<std::atomic<bool>>(false);
};

}  // namespace

bool is_interrupted() {
    if (watched) return *watched;
    nb::gil_scoped_acquire acquire;
    return PyErr_Occurred() || PyErr_CheckSignals() != 0;
}

void raise_interruption() {
    if (PyErr_Occurred()) throw nb::python_error();
    if (watched && *watched) throw std::runtime_error("stopped");
}

void bind_stop(nb::module_& module) {
    nb::class_<Stop>(module, "Stop", "Ends what threads do that nobody waits for any more.")
        .def(nb::init<>())
        .def("watch", &Stop::watch, "Let this thread end its searches when it is set.")
        .def("set", &Stop::set);
}

}  // namespace sapper
