// Limits of a search, and what is thrown when one is reached or when a position cannot be.
#pragma once

#include <chrono>
#include <cstdint>
#include <stdexcept>

namespace sapper {

// Counting layouts is #P-hard: some positions are too wide for any exact method. So every search
// counts the states it stores and looks at the clock now and then.
class Budget {
   public:
    using Clock = std::chrono::steady_clock;

    Budget(double seconds, std::int64_t states)
        : deadline_(Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                       std::chrono::duration<double>(seconds))),
          states_left_(states) {}

    // Takes `states` from the budget; false when there are not so many left.
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

// Asked now and then by long searches: whether to stop, for somebody does not want to wait any longer.
using InterruptCheck = bool (*)();
inline bool never_interrupted() { return false; }

class LimitReached : public std::runtime_error {
   public:
    using std::runtime_error::runtime_error;
};

// No layout agrees with the position. `cell` is the index of a clue that cannot hold; -1 when it is
// the number of mines.
class Contradiction : public std::domain_error {
   public:
    Contradiction(int cell, const std::string& reason) : std::domain_error(reason), cell_(cell) {}
    int cell() const { return cell_; }

   private:
    int cell_;
};

}  // namespace sapper
