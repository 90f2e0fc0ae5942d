#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "board/vector_environment.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace sapper {
namespace {

template <typename Value>
using InputArray = nb::ndarray<const Value, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Returns a read-only array that views the environment's memory and keeps the environment alive.
template <typename Value, typename... Sizes>
auto array_over(nb::handle self, std::span<const Value> values, Sizes... sizes) {
    return nb::ndarray<nb::numpy, const Value, nb::ndim<sizeof...(Sizes)>>(
        values.data(), {static_cast<std::size_t>(sizes)...}, self);
}

using SavedState = std::tuple<nb::bytes, nb::bytes, nb::bytes, nb::bytes, nb::bytes, nb::bytes>;

template <typename Values>
nb::bytes bytes_of(const Values& values) {
    return nb::bytes(values.data(), values.size() * sizeof(values[0]));
}

template <typename Value>
std::vector<Value> values_of(const nb::bytes& data) {
    std::vector<Value> values(data.size() / sizeof(Value));
    // The data pointer of an empty vector may be null, which memcpy does not accept.
    if (!values.empty()) std::memcpy(values.data(), data.data(), values.size() * sizeof(Value));
    return values;
}

}

void bind_vector_environment(nb::module_& module) {
    nb::class_<VectorEnvironment>(module, "VectorEnvironment",
                                  "A batch of games for reinforcement learning.")
        .def(
            "__init__",
            [](VectorEnvironment* self, int width, int height, int mines, const std::string& start,
               int count, double win, double lose, double reveal, double illegal, int max_steps) {
                new (self) VectorEnvironment(Rules{width, height, mines, parse_start(start)}, count,
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
            "seeds"_a, "Start one episode per seed.")
        .def(
            "step",
            [](VectorEnvironment& self, const InputArray<std::int64_t>& actions) {
                nb::gil_scoped_release release;
                self.step({actions.data(), actions.size()});
            },
            "actions"_a,
            "Reveal one cell per environment, or start a new episode if the last one has ended.")
        .def(
            "sample_actions",
            [](VectorEnvironment& self) {
                auto actions =
                    std::make_unique<std::int64_t[]>(static_cast<std::size_t>(self.count()));
                self.sample_actions(actions.get());
                return owned_array<std::int64_t>(std::move(actions), self.count());
            },
            "Return a random legal action per environment.")
        .def("seed_actions", &VectorEnvironment::seed_actions, "seed"_a,
             "Seed the generator of sample_actions().")
        .def(
            "save",
            [](const VectorEnvironment& self) {
                const VectorEnvironmentState state = self.save();
                return std::make_tuple(bytes_of(state.seeds), bytes_of(state.steps),
                                       bytes_of(state.rewards), bytes_of(state.opened_counts),
                                       bytes_of(state.opened), bytes_of(state.random));
            },
            "Return the state of all episodes.")
        .def(
            "restore",
            [](VectorEnvironment& self, const SavedState& saved) {
                VectorEnvironmentState state{values_of<std::uint64_t>(std::get<0>(saved)),
                                             values_of<std::int32_t>(std::get<1>(saved)),
                                             values_of<double>(std::get<2>(saved)),
                                             values_of<std::int32_t>(std::get<3>(saved)),
                                             values_of<std::int32_t>(std::get<4>(saved)),
                                             {}};
                const auto random = values_of<std::uint64_t>(std::get<5>(saved));
                if (random.size() != state.random.size())
                    throw std::invalid_argument("the state contains no random number generator");
                std::copy(random.begin(), random.end(), state.random.begin());
                self.restore(state);
            },
            "state"_a, "Restore a state of an environment with the same rules and rewards.")
        .def_prop_ro(
            "observations",
            [](nb::handle_t<VectorEnvironment> self) {
                const auto& environment = nb::cast<const VectorEnvironment&>(self);
                return array_over(self, environment.observations(), environment.count(),
                                  environment.grid().height(), environment.grid().width());
            },
            "The clues as int8 (count, height, width), or -1 for a hidden cell. Each step updates "
            "the array.")
        .def_prop_ro(
            "masks",
            [](nb::handle_t<VectorEnvironment> self) {
                const auto& environment = nb::cast<const VectorEnvironment&>(self);
                return array_over(self, environment.masks(), environment.count(),
                                  environment.grid().cell_count());
            },
            "The legal actions as int8 (count, cells): 1 for a hidden cell. Each step updates the "
            "array.")
        .def_prop_ro("rewards",
                     [](nb::handle_t<VectorEnvironment> self) {
                         const auto& environment = nb::cast<const VectorEnvironment&>(self);
                         return array_over(self, environment.rewards(), environment.count());
                     })
        .def_prop_ro("terminated",
                     [](nb::handle_t<VectorEnvironment> self) {
                         const auto& environment = nb::cast<const VectorEnvironment&>(self);
                         return array_over(self, environment.terminated(), environment.count());
                     })
        .def_prop_ro("truncated",
                     [](nb::handle_t<VectorEnvironment> self) {
                         const auto& environment = nb::cast<const VectorEnvironment&>(self);
                         return array_over(self, environment.truncated(), environment.count());
                     })
        .def_prop_ro("won",
                     [](nb::handle_t<VectorEnvironment> self) {
                         const auto& environment = nb::cast<const VectorEnvironment&>(self);
                         return array_over(self, environment.won(), environment.count());
                     })
        .def_prop_ro(
            "seeds",
            [](nb::handle_t<VectorEnvironment> self) {
                const auto& environment = nb::cast<const VectorEnvironment&>(self);
                return array_over(self, environment.seeds(), environment.count());
            },
            "The seed of each current board.");
}

}
