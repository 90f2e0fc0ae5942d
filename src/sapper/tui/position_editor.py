"""An editable position that can be converted to a `View`."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from sapper.errors import InvalidRules
from sapper.game.rules import Cell, Rules
from sapper.game.view import View, parse_view

SYMBOLS: Final = "#.12345678F"
"""All symbols for an editable cell, in the order in which clicks cycle through them."""
_MAX_CELLS: Final = 1_000_000


class PositionEditor:
    """An editable grid of cell symbols with a mine count."""

    def __init__(self, view: View) -> None:
        self.rules = view.rules
        """The board size and the mine count."""
        self._rows = [list(row.replace("f", "F").replace("?", "#")) for row in view.rows]

    def view(self) -> View:
        """Return the current position as a view.

        Raises NotationError if the position is invalid.
        """
        return parse_view(self.text())

    def text(self) -> str:
        """Return the current position in text notation."""
        return "\n".join([str(self.rules), *map("".join, self._rows)])

    def symbol(self, cell: Cell) -> str:
        """Return a cell's symbol."""
        return self._rows[cell[0]][cell[1]]

    def set_symbol(self, cell: Cell, symbol: str) -> None:
        """Set a cell's symbol."""
        self._rows[cell[0]][cell[1]] = symbol

    def cycle_symbol(self, cell: Cell, order: Sequence[str] = SYMBOLS) -> None:
        """Replace a cell's symbol with the next symbol in `order`."""
        symbol = self.symbol(cell)
        index = order.index(symbol) if symbol in order else 0
        self.set_symbol(cell, order[(index + 1) % len(order)])

    def add_mines(self, count: int) -> None:
        """Add `count`, which may be negative, to the mine count.

        Raises InvalidRules if the new mine count is out of range.
        """
        self.rules = replace(self.rules, mines=self.rules.mines + count, start="any")

    def resize(self, rules: Rules) -> None:
        """Resize the board, keeping all symbols that still fit.

        Raises InvalidRules if the board is too large to edit.
        """
        if rules.cell_count > _MAX_CELLS:
            raise InvalidRules(f"{rules} is too large to edit: the limit is {_MAX_CELLS:,} cells")
        rows = [row[: rules.width] + ["#"] * (rules.width - len(row)) for row in self._rows]
        rows = rows[: rules.height]
        rows += [["#"] * rules.width for _ in range(rules.height - len(rows))]
        self.rules, self._rows = rules, rows

    def clear(self) -> None:
        """Hide all cells."""
        self._rows = [["#"] * self.rules.width for _ in range(self.rules.height)]
