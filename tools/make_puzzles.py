"""Rebuild the puzzle file of the package.

    python tools/make_puzzles.py [FILE]

The tool visits seeded boards in order and collects the puzzles of each theme up to its share. The
rarer a theme is, the more boards are searched for it. The same version of Sapper always writes
the same file.
"""

import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from sapper.coach.puzzle_builder import themes
from sapper.generate.puzzle_supply import FILE, SIZES, sources_of_board, symmetry_key

PROCESSES = 2
BATCH = 200
COMMON_BOARDS = {"clue": 2_000, "guess": 5_000, "pair": 5_000, "chain": 24_000, "cases": 24_000}
"""The number of boards that are searched for all themes, by kind of argument."""
RARE_BOARDS = 59_400
"""The number of boards that are searched for rare themes."""
RARE_THEMES = ("1-2-2-1", "2-2-2-corner", "triangle", "cases")
RAREST_BOARDS = 130_000
"""The number of boards that are searched for the rarest themes.

From RARE_BOARDS on, the largest boards are skipped, because they take the most time per puzzle."""
RAREST_THEMES = ("1-2-2-1", "triangle")
SHARES = {
    "single-clue": 4400, "corner": 800, "1-2-2-1": 500, "1-2-1": 1000, "1-3-1-corner": 500,
    "2-2-2-corner": 500, "1-1": 1900, "1-2": 1900, "1-1-plus": 1900, "1-2-plus": 1900,
    "triangle": 800, "hole": 990, "mine-count": 1400, "chain": 2000, "cases": 1500,
    "counting": 1900, "guess-or-not": 1250, "fifty-fifty": 740, "best-guess": 2000,
}  # fmt: skip
"""The maximum number of puzzles in each group."""


def puzzles_of_board(seed: int) -> list[tuple[tuple[str, bool], int, str, bytes]]:
    """Return the group, rating, line and symmetry key of each puzzle of a board.

    A group is a theme. The `certain` puzzles of a theme form two groups of the same size, one with
    a safe cell and one without.
    """
    size = SIZES[seed % len(SIZES)]
    wanted = [kind for kind, boards in COMMON_BOARDS.items() if seed < boards]
    only_themes = None
    if seed >= RARE_BOARDS:
        if size == SIZES[-1]:
            return []
        wanted, only_themes = ["pair"], RAREST_THEMES
    elif not wanted:
        wanted, only_themes = ["pair", "chain", "cases"], RARE_THEMES
    found = sources_of_board(size, seed, wanted=wanted, only_themes=only_themes)
    return [
        (
            (source.theme, puzzle.kind == "certain" and not puzzle.answers),
            source.rating,
            source.to_line(),
            symmetry_key(puzzle),
        )
        for source, puzzle in found
    ]


def collect() -> list[str]:
    """Return the lines of the puzzle file, sorted by rating."""
    if set(SHARES) != set(themes()):
        sys.exit(f"the shares do not match the themes: {set(SHARES) ^ set(themes())}")
    counts: Counter[tuple[str, bool]] = Counter()
    seen: set[bytes] = set()
    found: list[tuple[int, str]] = []
    with ProcessPoolExecutor(PROCESSES) as pool:
        boards = pool.map(puzzles_of_board, range(RAREST_BOARDS), chunksize=BATCH)
        for seed, puzzles in enumerate(boards):
            for group, rating, line, key in puzzles:
                if counts[group] < SHARES[group[0]] and key not in seen:
                    seen.add(key)
                    counts[group] += 1
                    found.append((rating, line))
            if seed % BATCH == 0:
                print(f"{seed} boards, {len(found)} puzzles", file=sys.stderr, flush=True)
    for (name, is_guess), count in counts.most_common():
        print(f"{name}{' without a safe cell' * is_guess:36}{count:6}", file=sys.stderr)
    return [line for _, line in sorted(found)]


def main() -> None:
    """Write the puzzle file."""
    default = Path(__file__).parents[1] / "src" / "sapper" / "generate" / FILE
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else default
    target.write_text("".join(f"{line}\n" for line in collect()), encoding="ascii")


if __name__ == "__main__":
    main()
