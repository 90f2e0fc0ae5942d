"""
The native core of Sapper. Private: use the names of the package `sapper`.
"""

from collections.abc import Sequence
import enum


VERSION: str = '0.1.0'

MAX_SIDE: int = 2000

def most_mines(width: int, height: int, start: str) -> int:
    """The most mines that keep the promise of the start rule."""

class Mark(enum.IntEnum):
    """What is written on a hidden cell."""

    NONE = 0

    FLAG = 1

    AI_FLAG = 2

    QUESTION = 3

class Field:
    """The rules of the game: reveal, flood, flags, chord, undo."""

    @staticmethod
    def seeded(width: int, height: int, mines: int, start: str, seed: int) -> Field:
        """A board whose mines are laid by the seed at the first reveal."""

    @staticmethod
    def with_mines(width: int, height: int, start: str, mines: Sequence[tuple[int, int]]) -> Field:
        """A board with the given mines."""

    def reveal(self, row: int, column: int) -> int:
        """How many cells were opened."""

    def chord(self, row: int, column: int) -> int:
        """How many cells were opened."""

    def set_mark(self, row: int, column: int, mark: Mark) -> int:
        """1 if the mark changed, else 0."""

    def mark(self, row: int, column: int) -> Mark: ...

    def undo(self) -> bool:
        """Takes back the last move; False when there is none."""

    @property
    def status(self) -> str: ...

    @property
    def is_over(self) -> bool: ...

    @property
    def is_playing(self) -> bool: ...

    @property
    def flag_count(self) -> int: ...

    def cells(self) -> bytes:
        """int8 per cell, row by row: -1 hidden, else the clue."""

    def shown(self) -> bytes:
        """What is seen on hidden cells: 0-3 as Mark, 4 mine, 5 exploded."""

    def solution(self) -> bytes:
        """int8 per cell, row by row: -1 a mine, else the clue."""

    def mines(self) -> list[tuple[int, int]]:
        """The cells of the mines; empty before they are laid."""

    def metrics(self) -> tuple[int, int, int, int]:
        """(openings, islands, 3BV, solved 3BV) of the layout."""
