"""What is agreed about a game beside its rules, and what help its player took.

Both decide whether a result may stand beside those of players who had no help.
"""

import re
from dataclasses import dataclass
from typing import Final, Self

from sapper.errors import ReplayError
from sapper.game.rules import Cell

DIFFICULTIES: Final = ("easy", "medium", "hard", "extreme")
_FIRST = re.compile(r"first=(\d{1,4}),(\d{1,4})", re.ASCII)
_ASSISTS = re.compile(r"assists hints=(\d{1,9}) odds=(\d{1,9})", re.ASCII)


@dataclass(frozen=True, slots=True)
class GameOptions:
    """How a game is played; fixed before the first move.

    >>> GameOptions(practice=True, first=(4, 4)).to_line()
    'terms practice first=4,4'
    """

    practice: bool = False
    """Whether moves may be taken back."""
    known_board: bool = False
    """Whether the player could know the board: a seed of his own, or a board played before."""
    no_guess: bool = False
    """Whether the board was made so that no guess is needed."""
    difficulty: str | None = None
    """How hard the proofs of a no-guess board may be; None when nobody asked."""
    first: Cell | None = None
    """Where the game must begin; None when it may begin anywhere."""

    def to_line(self) -> str | None:
        """Return the line of a record, None when there is nothing to say."""
        words = [
            word
            for word, holds in [
                ("practice", self.practice),
                ("known-board", self.known_board),
                ("no-guess", self.no_guess),
            ]
            if holds
        ]
        if self.difficulty is not None:
            words.append(f"difficulty={self.difficulty}")
        if self.first is not None:
            words.append(f"first={self.first[0]},{self.first[1]}")
        return " ".join(["terms", *words]) if words else None

    @classmethod
    def from_line(cls, line: str) -> Self:
        """Read what `to_line` wrote. Raises ReplayError."""
        practice = known_board = no_guess = False
        difficulty: str | None = None
        first: Cell | None = None
        for word in line.split()[1:]:
            if word == "practice":
                practice = True
            elif word == "known-board":
                known_board = True
            elif word == "no-guess":
                no_guess = True
            elif word.removeprefix("difficulty=") in DIFFICULTIES:
                difficulty = word.removeprefix("difficulty=")
            elif match := _FIRST.fullmatch(word):
                first = int(match[1]), int(match[2])
            else:
                raise ReplayError(f"unknown term {word[:40]!r}")
        return cls(practice, known_board, no_guess, difficulty, first)


@dataclass(frozen=True, slots=True)
class AssistanceUsed:
    """How often a player asked for help that leaves no move behind.

    >>> AssistanceUsed(hints=2).to_line()
    'assists hints=2 odds=0'
    """

    hints: int = 0
    odds: int = 0

    def to_line(self) -> str | None:
        """Return the line of a record, None when there was no help."""
        return f"assists hints={self.hints} odds={self.odds}" if self.hints or self.odds else None

    @classmethod
    def from_line(cls, line: str) -> Self:
        """Read what `to_line` wrote. Raises ReplayError."""
        match = _ASSISTS.fullmatch(line)
        if not match:
            raise ReplayError("expected: assists hints=NUMBER odds=NUMBER")
        return cls(int(match[1]), int(match[2]))
