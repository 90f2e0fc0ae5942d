#include "check.hpp"

int main() { return check::run_all() == 0 ? 0 : 1; }
