// A portable unsigned 128-bit integer for exact layout counts.
//
// Arithmetic is modulo 2^128. The type supports only the operations that counting needs.
#pragma once

#include <concepts>
#include <cstdint>

namespace sapper {

class UInt128 {
   public:
    constexpr UInt128() = default;
    // Creates an integer from a non-negative value.
    constexpr explicit UInt128(std::integral auto value)
        : low_(static_cast<std::uint64_t>(value)) {}
    // Creates an integer from a whole number between 0 and 2^64 - 1.
    constexpr explicit UInt128(double value) : low_(static_cast<std::uint64_t>(value)) {}

    constexpr std::uint64_t high() const { return high_; }
    constexpr std::uint64_t low() const { return low_; }

    constexpr UInt128& operator+=(const UInt128& other) {
        low_ += other.low_;
        high_ += other.high_ + (low_ < other.low_);
        return *this;
    }

    friend constexpr UInt128 operator*(const UInt128& a, const UInt128& b) {
        UInt128 product = multiply(a.low_, b.low_);
        product.high_ += a.high_ * b.low_ + a.low_ * b.high_;
        return product;
    }

    constexpr bool operator==(const UInt128&) const = default;

   private:
    // Multiplies two 64-bit integers using schoolbook multiplication of their 32-bit halves.
    static constexpr UInt128 multiply(std::uint64_t a, std::uint64_t b) {
        constexpr std::uint64_t kLowHalf = 0xFFFFFFFFu;
        const std::uint64_t low = (a & kLowHalf) * (b & kLowHalf);
        const std::uint64_t middle_a = (a >> 32) * (b & kLowHalf) + (low >> 32);
        const std::uint64_t middle_b = (a & kLowHalf) * (b >> 32) + (middle_a & kLowHalf);
        UInt128 product;
        product.low_ = (middle_b << 32) | (low & kLowHalf);
        product.high_ = (a >> 32) * (b >> 32) + (middle_a >> 32) + (middle_b >> 32);
        return product;
    }

    std::uint64_t high_ = 0, low_ = 0;
};

}
