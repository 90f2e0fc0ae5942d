"""Conversion of mouse events into moves, as in the programs that record RAWVF files.

- Releasing the left button reveals the cell under the pointer.
- Pressing the right button toggles a flag or, if question marks are enabled, cycles through flag,
  question mark and no mark.
- Releasing the middle button performs a chord. If the left and right buttons are both down,
  releasing one of them performs a chord, and releasing the other one then has no effect.
"""

from typing import Final

from sapper.game.game import Game
from sapper.game.rules import Cell

EVENTS: Final = frozenset({"mv", "lc", "lr", "rc", "rr", "mc", "mr"})
"""Mouse moves (mv), and presses (c) and releases (r) of the left, right and middle buttons."""
_NEXT_MARK: Final = {"": "flag", "flag": "question", "question": ""}


class Mouse:
    """A simulated mouse that applies its events to a game."""

    def __init__(self, game: Game, *, has_question_marks: bool) -> None:
        self._game = game
        self._has_question_marks = has_question_marks
        self._left = self._right = self._middle = False
        self._marks: dict[Cell, str] = {}
        self._is_chord = False
        self._is_left_ignored = False
        """True if the left button was part of a completed chord, so its release is ignored."""

    def handle(self, event: str, cell: Cell) -> None:
        """Apply a mouse event, ignoring clicks outside the board or after the end of the game."""
        match event:
            case "lc":
                self._left, self._is_left_ignored = True, False
                self._is_chord = self._is_chord or self._right
            case "rc":
                self._right = True
                if self._left:
                    self._is_chord = True
                elif self._can_play(cell):
                    self._flag(cell)
            case "mc":
                self._middle = True
            case "mr" if self._middle:
                self._middle = False
                self._chord(cell)
            case "lr" if self._left:
                self._left = False
                if self._is_chord:
                    self._chord(cell)
                elif not self._is_left_ignored and self._can_play(cell):
                    self._game.reveal(cell)
            case "rr" if self._right:
                self._right = False
                if self._is_chord:
                    self._chord(cell)
                    self._is_left_ignored = True

    def _can_play(self, cell: Cell) -> bool:
        return not self._game.is_over and self._game.rules.contains(cell)

    def _chord(self, cell: Cell) -> None:
        self._is_chord = False
        if self._can_play(cell):
            self._game.chord(cell)

    def _flag(self, cell: Cell) -> None:
        """Advance the mark of a hidden cell to the next mark in the cycle."""
        # The marks are tracked here because creating the view of a large board is slow.
        old = self._marks.get(cell, "")
        new = _NEXT_MARK[old] if self._has_question_marks else "" if old else "flag"
        move = self._game.question if self._has_question_marks and old else self._game.flag
        if move(cell):
            self._marks[cell] = new
