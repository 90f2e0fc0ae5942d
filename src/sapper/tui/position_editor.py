"""A position that is being edited: symbols in, views out."""

from collections.abc import Sequence
from typing import Final

from sapper.errors import InvalidRules
from sapper.game.rules import Cell, Rules
from sapper.game.view import View, parse_view

SYMBOLS: Final = "#.12345678F"
"""What a cell can be while it is edited, in the order in which clicks go through them."""


class Position:
    """A grid of symbols with a mine count."""

    def __init__(self, view: View) -> None:
        self._rules = view.rules
        self._rows = [list(row.replace("f", "F").replace("?", "#")) for row in view.rows]

    @property
    def rules(self) -> Rules:
        """Size and mines."""
        return self._rules

    def view(self) -> View:
        """Return the position as it stands. Raises NotationError."""
        return parse_view(self.text())

    def text(self) -> str:
        """Return the text of the position."""
        return "\n".join([str(self._rules), *map("".join, self._rows)])

    def symbol(self, cell: Cell) -> str:
        """Return what a cell is."""
        return self._rows[cell[0]][cell[1]]

    def put(self, cell: Cell, symbol: str) -> None:
        """Make a cell something else."""
        self._rows[cell[0]][cell[1]] = symbol

    def turn(self, cell: Cell, by: int, order: Sequence[str] = SYMBOLS) -> None:
        """Make a cell what comes next, or before."""
        symbol = self.symbol(cell)
        place = order.index(symbol) if symbol in order else 0
        self.put(cell, order[(place + by) % len(order)])

    def add_mines(self, number: int) -> None:
        """Change the mine count. Raises InvalidRules when it cannot be."""
        rules = self._rules
        self._rules = Rules(
            width=rules.width, height=rules.height, mines=rules.mines + number, start="any"
        )

    def resize(self, rules: Rules) -> None:
        """Take another size; what is there stays where it fits."""
        if rules.cell_count > 1_000_000:
            raise InvalidRules(f"{rules} is too large to edit")
        kept = [row[: rules.width] + ["#"] * (rules.width - len(row)) for row in self._rows]
        kept = kept[: rules.height]
        kept += [["#"] * rules.width for _ in range(rules.height - len(kept))]
        self._rules, self._rows = rules, kept

    def clear(self) -> None:
        """Hide all cells."""
        self._rows = [["#"] * self._rules.width for _ in range(self._rules.height)]
