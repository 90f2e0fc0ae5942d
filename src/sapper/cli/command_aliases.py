"""Command aliases such as `sapper`, `sapper medium` and `sapper medium benchmark 200`."""

import re
from collections.abc import Collection, Sequence
from typing import Final

from sapper.game.levels import LEVELS

_TEXT_LEVELS: Final = ("small", "medium", "large")
_TEXT_GAME: Final = ["play", "--plain", "--start", "opening"]
_BENCHMARK: Final = ["bench", "--start", "opening"]
_BENCHMARK_STRATEGY: Final = "layered"
_BENCHMARK_GAMES: Final = "100"
_SIZE: Final = re.compile(r"\d+x\d+[/x]\d+", re.IGNORECASE)
_NEGATIVE: Final = re.compile(r"-\d+")


def expand_aliases(
    words: Sequence[str], commands: Collection[str | None], *, is_interactive: bool = True
) -> list[str]:
    """Expand a command alias into the regular command that it represents.

    >>> expand_aliases([], ["bench", "play"])
    ['play', '--plain', '--start', 'opening', 'small']
    >>> expand_aliases([], ["bench", "play"], is_interactive=False)
    ['--help']
    >>> expand_aliases(["large", "--seed", "1"], ["bench", "play"])
    ['play', '--plain', '--start', 'opening', 'large', '--seed', '1']
    >>> expand_aliases(["expert", "--start", "any"], ["bench", "play"])
    ['play', 'expert', '--start', 'any']
    >>> expand_aliases(["medium", "benchmark", "200"], ["bench", "play"])
    ['bench', '--start', 'opening', '--strategy', 'layered', 'medium', '200']
    >>> expand_aliases(["benchmark", "--strategy", "exact"], ["bench", "play"])
    ['bench', '--start', 'opening', 'small', '100', '--strategy', 'exact']
    >>> expand_aliases(["bench", "large", "-5", "--seed", "1"], ["bench", "play"])
    ['bench', '--seed', '1', '--', 'large', '-5']
    """
    words = list(words) or ([_TEXT_LEVELS[0]] if is_interactive else ["--help"])
    if words[0] == "bench" and len(words) > 2 and _NEGATIVE.fullmatch(words[2]):
        return _join(words[:1], words[1:3], words[3:])
    if words[0] in commands or words[0].startswith("-"):
        return words
    if words[0] == "benchmark":
        # A word that starts with a letter counts as a level, even if no level has that name.
        has_level = len(words) > 1 and (words[1][:1].isalpha() or _SIZE.fullmatch(words[1]))
        level = words.pop(1) if has_level else _TEXT_LEVELS[0]
        return _benchmark(level, words[1:])
    if words[1:2] == ["benchmark"]:
        return _benchmark(words[0], words[2:])
    if words[0].lower() in _TEXT_LEVELS:
        return [*_TEXT_GAME, *words]
    is_level = words[0].lower() in LEVELS or _SIZE.fullmatch(words[0])
    return ["play", *words] if is_level else words


def _benchmark(level: str, rest: list[str]) -> list[str]:
    games = _BENCHMARK_GAMES
    if rest and (not rest[0].startswith("-") or _NEGATIVE.fullmatch(rest[0])):
        games, *rest = rest
    command = list(_BENCHMARK)
    if not any(word == "--strategy" or word.startswith("--strategy=") for word in rest):
        command += ["--strategy", _BENCHMARK_STRATEGY]
    return _join(command, [level, games], rest)


def _join(command: list[str], arguments: list[str], rest: list[str]) -> list[str]:
    if not any(_NEGATIVE.fullmatch(argument) for argument in arguments):
        return [*command, *arguments, *rest]
    # After "--", a negative number is not parsed as an option. Extra arguments come last so that
    # the parser quotes them in its error message.
    first = next((i for i, word in enumerate(rest) if word.startswith("-")), len(rest))
    return [*command, *rest[first:], "--", *arguments, *rest[:first]]
