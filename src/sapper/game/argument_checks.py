"""Validation of the arguments that callers pass to a game, with descriptive errors."""

from collections.abc import Iterable
from typing import Any

from sapper.errors import IllegalMove, InvalidLayout, InvalidRules, short_repr
from sapper.game.cell_names import cell_name
from sapper.game.moves import ACTORS
from sapper.game.rules import Cell, Rules, to_cell


def check_actor(by: Any) -> None:
    """Raise IllegalMove if `by` is neither the player nor the AI."""
    if not isinstance(by, str) or by not in ACTORS:
        raise IllegalMove(f"by must be {' or '.join(ACTORS)}, not {short_repr(by)}")


def check_rules(rules: Any) -> None:
    """Raise InvalidRules if the value is not a Rules object."""
    if not isinstance(rules, Rules):
        raise InvalidRules(
            f"rules must be a Rules object, not {short_repr(rules)}",
            hint='use Rules.level("expert")',
        )


def check_cell(rules: Rules, verb: str, cell: Any) -> Cell:
    """Validate the cell of a move and return the cell as a pair of ints.

    Raises IllegalMove if the cell is not on the board.
    """
    checked = to_cell(cell)
    if checked is None:
        raise IllegalMove(
            f"cannot {verb} {short_repr(cell)}: a cell must be a pair of integers (row, column)"
        )
    sizes = {"rows": rules.height, "columns": rules.width}
    for number, (name, size) in zip(checked, sizes.items(), strict=True):
        if not 0 <= number < size:
            raise IllegalMove(
                f"cannot {verb} {short_repr(checked)}: the board has {size} {name} (0-{size - 1})",
                cell=checked,
            )
    return checked


def check_layout(rules: Rules, mines: Iterable[Any]) -> list[Cell]:
    """Validate a layout and return its mines.

    Raises InvalidLayout if a mine is off the board or listed twice, or if the number of mines does
    not match the rules.
    """
    layout: dict[Cell, None] = {}  # The dict serves as an ordered set.
    try:
        listed = iter(mines)
    except TypeError:
        # An array without dimensions is an instance of Iterable but cannot be iterated over.
        raise InvalidLayout(
            f"mines must be an iterable of cells, not {short_repr(mines)}"
        ) from None
    for mine in listed:
        cell = to_cell(mine)
        if cell is None:
            raise InvalidLayout(
                f"a mine must be a pair of integers (row, column), not {short_repr(mine)}"
            )
        if not rules.contains(cell):
            raise InvalidLayout(
                f"mine {short_repr(cell)} is off the board, which has "
                f"{rules.height} rows and {rules.width} columns",
                cell=cell,
            )
        if cell in layout:
            raise InvalidLayout(f"duplicate mine at {cell_name(cell)}", cell=cell)
        layout[cell] = None
    if len(layout) != rules.mines:
        raise InvalidLayout(f"wrong number of mines: expected {rules.mines}, found {len(layout)}")
    return list(layout)
