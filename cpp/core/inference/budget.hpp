// Search budgets, and the exceptions thrown for exhausted budgets and contradictory positions.
#pragma once

#include <chrono>
#include <cstdint>
#include <stdexcept>

namespace sapper {

// A deadline and a limit on the number of stored states. Counting layouts is #P-hard, so some
// positions exceed any practical budget. Searches charge each stored state to the budget and check
// the deadline periodically.
class Budget {
   public:
    using Clock = std::chrono::steady_clock;

    Budget(double seconds, std::int64_t states)
        : deadline_(Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                       std::chrono::duration<double>(seconds))),
          states_left_(states) {}

    // Charges `states` to the budget and returns false if the budget is exhausted.
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

// A callback that long searches poll. A return value of true stops the search.
using InterruptCheck = bool (*)();
inline bool never_interrupted() { return false; }

class LimitReached : public std::runtime_error {
   public:
    using std::runtime_error::runtime_error;
};

// An exception thrown if no layout is consistent with the position. `cell` is the index of a clue
// that cannot be satisfied, and the message gives the reason. If the mine count cannot be
// satisfied, `cell` is -1.
class Contradiction : public std::domain_error {
   public:
    Contradiction(int cell, const std::string& reason) : std::domain_error(reason), cell_(cell) {}
    int cell() const { return cell_; }

   private:
    int cell_;
};

}
