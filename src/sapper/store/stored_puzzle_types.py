"""Data types for the puzzle cards, attempts and rush runs that the store returns.

This module does not import the database packages.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StoredCard:
    """A player's review card for one puzzle, with its repetition schedule."""

    puzzle: str
    """The id of the puzzle."""
    kind: str
    theme: str
    position: str
    marked: str
    """The names of the marked cells of a `count` puzzle, separated by commas."""
    schedule: str = ""
    """The state of the scheduler, or "" if the puzzle has not been answered."""
    due: float = 0.0
    """The time of the next repetition, in seconds since 1970."""
    shown_at: float = 0.0


@dataclass(frozen=True, slots=True)
class StoredAttempt:
    """A puzzle that was shown to a player, and the result once it has been answered."""

    id: str
    mode: str
    """The mode in which the puzzle was shown: rated, theme, mistakes or rush."""
    run: str | None
    """The rush run to which the attempt belongs, or None."""
    puzzle: str
    """The id of the puzzle."""
    source: str
    """The key of the puzzle's source, or "" if the puzzle is one of the player's cards."""
    theme: str
    rating: int
    """The initial rating of the puzzle."""
    shown_at: float
    is_correct: bool | None = None
    """True if the answer was correct, or None if there is no answer yet."""


@dataclass(frozen=True, slots=True)
class StoredRun:
    """A stored rush run."""

    id: str
    started_at: float
    lives: int
    score: int
    is_over: bool


@dataclass(frozen=True, slots=True)
class ThemeProgress:
    """A player's progress on one theme: the number of puzzles attempted and solved."""

    tried: int
    solved: int
