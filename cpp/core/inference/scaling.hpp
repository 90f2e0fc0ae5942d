// Scaling factors that keep weights within the range of a double.
#pragma once

#include <cmath>
#include <span>

namespace sapper {

// Weights between kTiny and kHuge are not scaled.
inline constexpr double kHuge = 0x1p+200, kTiny = 0x1p-200;
// The minimum weight of a possible solution after scaling. Smaller weights are clamped to the
// minimum, and kMinReliableTotal ensures that clamped weights are negligible. Between rescalings,
// the maximum weight may shrink by a factor of 2^200.
inline constexpr double kFloor = 0x1p-600;

// Divides the values by 2^exponent and returns true if a value was clamped.
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

}
