"""Command aliases such as `sapper medium` and `sapper medium benchmark 200`."""

import re
from collections.abc import Collection, Sequence

from sapper.game.levels import LEVELS

_SIZE = re.compile(r"\d+x\d+[/x]\d+", re.IGNORECASE)
_NUMBER = re.compile(r"-?\d+")
_NEGATIVE = re.compile(r"-\d+")
_BENCHMARK_LEVEL = "small"
_BENCHMARK_GAMES = "100"


def expand_aliases(words: Sequence[str], commands: Collection[str | None]) -> list[str]:
    """Expand command aliases into regular commands.

    >>> expand_aliases(["medium", "benchmark", "200"], ["bench", "play"])
    ['bench', '--', 'medium', '200']
    >>> expand_aliases(["benchmark"], ["bench", "play"])
    ['bench', '--', 'small', '100']
    >>> expand_aliases(["bench", "large", "-5", "--seed", "1"], ["bench", "play"])
    ['bench', '--seed', '1', '--', 'large', '-5']
    >>> expand_aliases(["large", "--start", "any"], ["bench", "play"])
    ['play', 'large', '--start', 'any']
    >>> expand_aliases(["benchmark", "medium", "20"], ["bench", "play"])
    ['bench', '--', 'medium', '20']
    """
    words = list(words)
    if words[:1] == ["bench"] and len(words) > 2 and _NEGATIVE.fullmatch(words[2]):
        return _bench(words[1], words[2:])
    if not words or words[0] in commands or words[0].startswith("-"):
        return words
    if words[0] == "benchmark":
        level, rest = _BENCHMARK_LEVEL, words[1:]
        # A word that is not a number is treated as the level, even if no level has that name.
        if rest and not _NUMBER.fullmatch(rest[0]) and not rest[0].startswith("-"):
            level, *rest = rest
        return _bench(level, rest)
    if words[1:2] == ["benchmark"]:
        return _bench(words[0], words[2:])
    if words[0].lower() in LEVELS or _SIZE.fullmatch(words[0]):
        return ["play", *words]
    return words


def _bench(level: str, rest: list[str]) -> list[str]:
    games = _BENCHMARK_GAMES
    if rest and _NUMBER.fullmatch(rest[0]):
        games, *rest = rest
    # Extra arguments come last so that the parser quotes them in its error message.
    first = next((i for i, word in enumerate(rest) if word.startswith("-")), len(rest))
    # After "--", a negative number is not parsed as an option.
    return ["bench", *rest[first:], "--", level, games, *rest[:first]]
