#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <cstdint>
#include <span>
#include <string>

#include "bindings.hpp"
#include "board/vector_environment.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace sapper {
namespace {

template <typename Value>
using InputArray = nb::ndarray<const Value, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// A read-only array over memory of the environments, which it keeps alive.
template <typename Value, typename... Sizes>
auto array_over(nb::handle self, std::span<const Value> values, Sizes... sizes) {
    return nb::ndarray<nb::numpy, const Value, nb::ndim<sizeof...(Sizes)>>(
        values.data(), {static_cast<std::size_t>(sizes)...}, self);
}

}  // namespace

void bind_vector_environment(nb::module_& module) {
    nb::class_<VectorEnvironment>(module, "Environments",
                                  "Many games at once, for agents that learn.")
        .def(
            "__init__",
            [](VectorEnvironment* self, int width, int height, int mines, const std::string& start,
               int count, double win, double lose, double reveal, double illegal, int max_steps) {
                new (self) VectorEnvironment(Rules{width, height, mines, start_named(start)}, count,
                                             {win, lose, reveal, illegal}, max_steps);
            },
            "width"_a, "height"_a, "mines"_a, "start"_a, "count"_a, nb::kw_only(), "win"_a,
            "lose"_a, "reveal"_a, "illegal"_a, "max_steps"_a)
        .def(
            "reset",
            [](VectorEnvironment& self, const InputArray<std::uint64_t>& seeds) {
                nb::gil_scoped_release release;
                self.reset({seeds.data(), seeds.size()});
            },
            "seeds"_a, "Begins the board of each seed.")
        .def(
            "step",
            [](VectorEnvironment& self, const InputArray<std::int64_t>& actions) {
                nb::gil_scoped_release release;
                self.step({actions.data(), actions.size()});
            },
            "actions"_a, "One reveal per environment; those that have ended begin anew.")
        .def(
            "sample_actions",
            [](VectorEnvironment& self) {
                auto* actions = new std::int64_t[static_cast<std::size_t>(self.count())];
                nb::capsule owner(actions,
                                  [](void* p) noexcept { delete[] static_cast<std::int64_t*>(p); });
                self.sample_actions(actions);
                return nb::ndarray<nb::numpy, std::int64_t, nb::ndim<1>>(
                    actions, {static_cast<std::size_t>(self.count())}, owner);
            },
            "A random legal action per environment.")
        .def("seed_actions", &VectorEnvironment::seed_actions, "seed"_a)
        .def_prop_ro(
            "observations",
            [](nb::handle_t<VectorEnvironment> self) {
                const auto& all = nb::cast<const VectorEnvironment&>(self);
                return array_over(self, all.observations(), all.count(), all.grid().height(),
                                  all.grid().width());
            },
            "int8 (count, height, width), changed by every step: -1 hidden, else the clue.")
        .def_prop_ro(
            "masks",
            [](nb::handle_t<VectorEnvironment> self) {
                const auto& all = nb::cast<const VectorEnvironment&>(self);
                return array_over(self, all.masks(), all.count(), all.grid().cell_count());
            },
            "int8 (count, cells), changed by every step: 1 for hidden cells.")
        .def_prop_ro("rewards",
                     [](nb::handle_t<VectorEnvironment> self) {
                         const auto& all = nb::cast<const VectorEnvironment&>(self);
                         return array_over(self, all.rewards(), all.count());
                     })
        .def_prop_ro("terminated",
                     [](nb::handle_t<VectorEnvironment> self) {
                         const auto& all = nb::cast<const VectorEnvironment&>(self);
                         return array_over(self, all.terminated(), all.count());
                     })
        .def_prop_ro("truncated",
                     [](nb::handle_t<VectorEnvironment> self) {
                         const auto& all = nb::cast<const VectorEnvironment&>(self);
                         return array_over(self, all.truncated(), all.count());
                     })
        .def_prop_ro("won",
                     [](nb::handle_t<VectorEnvironment> self) {
                         const auto& all = nb::cast<const VectorEnvironment&>(self);
                         return array_over(self, all.won(), all.count());
                     })
        .def_prop_ro(
            "seeds",
            [](nb::handle_t<VectorEnvironment> self) {
                const auto& all = nb::cast<const VectorEnvironment&>(self);
                return array_over(self, all.seeds(), all.count());
            },
            "The seed of the board that each environment plays.");
}

}  // namespace sapper
