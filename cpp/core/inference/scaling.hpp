// How counts keep their numbers within reach of a double.
#pragma once

#include <cmath>
#include <span>

namespace sapper {

// Within this range of sizes numbers need no attention; outside it they are scaled by a power of two.
inline constexpr double kHuge = 0x1p+200, kTiny = 0x1p-200;
// A possible way never gets a weight of zero, however unlikely it is. What is raised to this must not
// matter: see kSound. (The greatest weights may shrink by 2^-200 until all are scaled again.)
inline constexpr double kFloor = 0x1p-600;

// Divides by a power of two so that the greatest is about 1. Tells whether something was raised.
inline bool scale_down(std::span<double> values, int exponent) {
    bool has_clamped_weights = false;
    for (double& value : values)
        if (value > 0) {
            value = std::ldexp(value, -exponent);
            if (value < kFloor) {
                value = kFloor;
                has_clamped_weights = true;
            }
        }
    return has_clamped_weights;
}

}  // namespace sapper
