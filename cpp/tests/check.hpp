// A small test harness for the C++ tests.
//
// `TEST("a sentence") { CHECK(...); }` registers a test. A failed check reports its location and
// values, and the test continues.
#pragma once

#include <cstdio>
#include <exception>
#include <sstream>
#include <string>
#include <vector>

namespace check {

struct Test {
    const char* name;
    void (*run)();
};

inline std::vector<Test>& tests() {
    static std::vector<Test> all;
    return all;
}

inline int& failed_checks() {
    static int count = 0;
    return count;
}

struct Registration {
    Registration(const char* name, void (*run)()) { tests().push_back({name, run}); }
};

inline void fail(const char* file, int line, const std::string& what) {
    ++failed_checks();
    std::printf("%s:%d: %s\n", file, line, what.c_str());
}

template <typename Value>
std::string shown(const Value& value) {
    std::ostringstream text;
    if constexpr (requires { text << value; })
        text << value;
    else if constexpr (requires { value.begin(); })
        for (const auto& part : value) text << "\n  " << shown(part);
    else
        text << static_cast<long long>(value);
    return text.str();
}

template <typename Left, typename Right>
void equal(const Left& left, const Right& right, const char* text, const char* file, int line) {
    if (!(left == right))
        fail(file, line, std::string(text) + ": " + shown(left) + " is not " + shown(right));
}

// Runs every test and returns the number of failed tests.
inline int run_all() {
    int passed = 0, failed = 0;
    for (const Test& test : tests()) {
        const int before = failed_checks();
        try {
            test.run();
        } catch (const std::exception& error) {
            fail(test.name, 0, std::string("unexpected exception: ") + error.what());
        }
        if (failed_checks() == before) {
            ++passed;
        } else {
            ++failed;
            std::printf("FAILED: %s\n", test.name);
        }
    }
    std::printf("%d passed, %d failed\n", passed, failed);
    return failed;
}

}

#define CHECK_JOIN_(a, b) a##b
#define CHECK_JOIN(a, b) CHECK_JOIN_(a, b)
#define TEST(sentence)                                                    \
    static void CHECK_JOIN(test_at_, __LINE__)();                         \
    static const ::check::Registration CHECK_JOIN(registered_, __LINE__){ \
        sentence, CHECK_JOIN(test_at_, __LINE__)};                        \
    static void CHECK_JOIN(test_at_, __LINE__)()

#define CHECK(condition)                                                           \
    do {                                                                           \
        if (!(condition)) ::check::fail(__FILE__, __LINE__, "false: " #condition); \
    } while (false)

#define CHECK_EQUAL(left, right) \
    ::check::equal(left, right, #left " == " #right, __FILE__, __LINE__)

#define CHECK_THROWS(expression, exception)                                                       \
    do {                                                                                          \
        bool thrown = false;                                                                      \
        try {                                                                                     \
            (void)(expression);                                                                   \
        } catch (const exception&) {                                                              \
            thrown = true;                                                                        \
        }                                                                                         \
        if (!thrown) ::check::fail(__FILE__, __LINE__, #expression " did not throw " #exception); \
    } while (false)
