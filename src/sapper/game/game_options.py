"""Game options and assistance counts, which determine whether a game counts as assisted."""

import re
from dataclasses import dataclass
from typing import Any, Final, Self

from sapper.errors import ReplayError
from sapper.game.difficulty import DIFFICULTIES
from sapper.game.rules import Cell

_SWITCHES: Final = {
    "practice": "practice",
    "known-board": "known_board",
    "no-guess": "no_guess",
    "imported": "imported",
}
"""The Boolean options, as a map from words in replay files to field names."""
_FIRST = re.compile(r"first=(\d{1,4}),(\d{1,4})", re.ASCII)
_ASSISTS = re.compile(r"assists hints=(\d{1,9}) odds=(\d{1,9})", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOptions:
    """A game's options, which are fixed before the first move.

    >>> GameOptions(practice=True, first=(4, 4)).to_line()
    'terms practice first=4,4'
    """

    practice: bool = False
    """True if moves can be undone."""
    known_board: bool = False
    """True if the player may already know the board from an earlier game or a chosen seed."""
    no_guess: bool = False
    """True if the board can be solved without guessing."""
    imported: bool = False
    """True if the game was imported from a file, so the server does not know how it was played."""
    difficulty: str | None = None
    """The requested difficulty of a no-guess board, or None if any difficulty is allowed."""
    first: Cell | None = None
    """The cell that must be revealed first, or None if the player may choose any cell."""

    def to_line(self) -> str | None:
        """Return the options as a replay line, or None if no option is set."""
        words = [word for word, name in _SWITCHES.items() if getattr(self, name)]
        if self.difficulty is not None:
            words.append(f"difficulty={self.difficulty}")
        if self.first is not None:
            words.append(f"first={self.first[0]},{self.first[1]}")
        return " ".join(["terms", *words]) if words else None

    @classmethod
    def from_line(cls, line: str) -> Self:
        """Parse a line written by `to_line`. Raises ReplayError if an option is unknown."""
        values: dict[str, Any] = {}
        for word in line.split()[1:]:
            if word in _SWITCHES:
                values[_SWITCHES[word]] = True
            elif word.removeprefix("difficulty=") in DIFFICULTIES:
                values["difficulty"] = word.removeprefix("difficulty=")
            elif match := _FIRST.fullmatch(word):
                values["first"] = int(match[1]), int(match[2])
            else:
                raise ReplayError(f"unknown game option {word[:40]!r}")
        return cls(**values)


@dataclass(frozen=True, slots=True)
class AssistanceUsed:
    """The number of times that the player has requested hints and odds in a game.

    >>> AssistanceUsed(hints=2).to_line()
    'assists hints=2 odds=0'
    """

    hints: int = 0
    odds: int = 0

    def to_line(self) -> str | None:
        """Return the request counts as a replay line, or None if both counts are zero."""
        return f"assists hints={self.hints} odds={self.odds}" if self.hints or self.odds else None

    @classmethod
    def from_line(cls, line: str) -> Self:
        """Parse a line written by `to_line`. Raises ReplayError if the line is malformed."""
        match = _ASSISTS.fullmatch(line)
        if not match:
            raise ReplayError("expected 'assists hints=NUMBER odds=NUMBER'")
        return cls(int(match[1]), int(match[2]))


def is_assisted(options: GameOptions, used: AssistanceUsed, *, assisted_moves: int) -> bool:
    """Return whether a game counts as assisted.

    A game counts as assisted if the player used hints, odds, AI moves or undo, played in practice
    mode or may have known the board, or if the game was imported. `assisted_moves` is the number of
    AI moves and undos.
    """
    is_assisted_from_start = options.practice or options.known_board or options.imported
    return is_assisted_from_start or used.hints + used.odds + assisted_moves > 0
