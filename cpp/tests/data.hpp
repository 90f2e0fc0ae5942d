// A reader for the golden files in tests/data, which the Python tests also use.
#pragma once

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace sapper::test {

struct Golden {
    // The words before and after the colon in a line.
    std::vector<std::string> key, values;
};

inline std::vector<Golden> read_golden(const std::string& name) {
    std::ifstream file(std::string(SAPPER_TEST_DATA) + "/" + name);
    if (!file) throw std::runtime_error("cannot read " + name);
    std::vector<Golden> all;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line[0] == '#') continue;
        Golden golden;
        std::istringstream words(line);
        auto* part = &golden.key;
        for (std::string word; words >> word;) {
            if (word == ":")
                part = &golden.values;
            else
                part->push_back(word);
        }
        all.push_back(golden);
    }
    return all;
}

}
