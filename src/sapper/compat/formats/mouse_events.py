"""From presses and releases of mouse buttons to moves, as recorders of RAWVF understand them.

- Left released: reveal the cell under the pointer.
- Right pressed: set a flag or take it away; with question marks, go from nothing to a flag, to a
  question mark, to nothing.
- Both held, one released; or the middle one released: chord. The other button's release then does
  nothing.
"""

from typing import Final

from sapper.game.game import Game
from sapper.game.rules import Cell

EVENTS: Final = frozenset({"mv", "lc", "lr", "rc", "rr", "mc", "mr"})
"""Moves of the mouse, and for the left, right and middle button: pressed (c) and released (r)."""
_NEXT_WITH_MARKS: Final = {"": "flag", "flag": "question", "question": ""}


class Mouse:
    """The buttons of a mouse that plays a game."""

    def __init__(self, game: Game, *, marks: bool) -> None:
        """Play on this game; `marks` tells whether question marks are used."""
        self._game = game
        self._marks = marks
        self._left = self._right = self._middle = False
        self._shown: dict[Cell, str] = {}
        self._is_chord = False
        self._is_spent = False
        """Whether the left button took part in a chord that is over: its release does nothing."""

    def handle(self, event: str, cell: Cell) -> None:
        """Do what an event does. Off the board, and after the end, buttons do nothing."""
        match event:
            case "lc":
                self._left, self._is_spent = True, False
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
                elif not self._is_spent and self._can_play(cell):
                    self._game.reveal(cell)
            case "rr" if self._right:
                self._right = False
                if self._is_chord:
                    self._chord(cell)
                    self._is_spent = True

    def _can_play(self, cell: Cell) -> bool:
        return not self._game.is_over and self._game.rules.contains(cell)

    def _chord(self, cell: Cell) -> None:
        self._is_chord = False
        if self._can_play(cell):
            self._game.chord(cell)

    def _flag(self, cell: Cell) -> None:
        """Put the next mark on a hidden cell."""
        # Known here rather than asked of the view: a large board has a large view.
        old = self._shown.get(cell, "")
        new = _NEXT_WITH_MARKS[old] if self._marks else "" if old else "flag"
        move = self._game.question if self._marks and old else self._game.flag
        if move(cell):
            self._shown[cell] = new
