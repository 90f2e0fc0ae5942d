// Time and state limits of a search, and the exceptions for an exhausted limit or a contradiction.
#pragma once

#include <chrono>
#include <cstdint>
#include <stdexcept>

namespace sapper {

// A deadline and a limit on the number of stored states. Counting layouts is #P-hard, so some
// positions exceed any budget. Searches charge the states that they store and check the deadline at
// intervals.
class Budget {
   public:
    using Clock = std::chrono::steady_clock;

    Budget(double seconds, std::int64_t states)
        : deadline_(Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                       std::chrono::duration<double>(seconds))),
          states_left_(states) {}

    // Charges `states` and returns false if the budget is exhausted.
    bool spend(std::int64_t states) {
        states_left_ -= states;
        return states_left_ >= 0;
    }
    void refund(std::int64_t states) { states_left_ += states; }
    std::int64_t states_left() const { return states_left_; }

    bool is_past_deadline() const { return Clock::now() > deadline_; }
    double seconds_left() const {
        return std::chrono::duration<double>(deadline_ - Clock::now()).count();
    }

   private:
    Clock::time_point deadline_;
    std::int64_t states_left_;
};

// A function that long searches poll. A search stops when the function returns true.
using InterruptCheck = bool (*)();
inline bool never_interrupted() { return false; }

class LimitReached : public std::runtime_error {
   public:
    using std::runtime_error::runtime_error;
};

// Thrown if no layout is consistent with the position. `cell` is the index of an impossible clue,
// or -1 if the mine count is impossible.
class Contradiction : public std::domain_error {
   public:
    Contradiction(int cell, const std::string& reason) : std::domain_error(reason), cell_(cell) {}
    int cell() const { return cell_; }

   private:
    int cell_;
};

}  // namespace sapper
