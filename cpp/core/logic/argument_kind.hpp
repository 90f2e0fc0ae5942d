// The argument kinds in ascending order of difficulty. Hints, reviews, puzzles and generated boards
// all use this definition of difficulty.
//
// An argument starts from clues and decided cells, and it decides further cells:
//
//   clue   one clue, or the mine count if all mines or all safe cells are known
//   pair   one comparison of two clues, one of which may be the mine count
//   chain  two to four comparisons, or several disjoint clues and the mine count
//   cases  a case analysis
//
// The difficulty of a proof, a certificate or a board is that of its hardest argument.
// `src/sapper/game/difficulty.py` defines the same names in Python.
#pragma once

#include <array>
#include <cstdint>

namespace sapper {

enum class ArgumentKind : std::uint8_t { clue, pair, chain, cases };

inline constexpr std::array<const char*, 4> kArgumentKindNames{"clue", "pair", "chain", "cases"};

}
