"""Messages about moves, shared by the terminal app and plain mode."""

from typing import Final

from sapper.game.cell_names import cell_name
from sapper.game.rules import Cell
from sapper.game.view import View

_VERBS: Final = {"question": "mark"}


def no_effect_text(view: View, kind: str, cell: Cell, *, flag_command: str) -> str:
    r"""Explain why a move had no effect.

    `flag_command` is the instruction for removing a flag, such as "Press F".

    >>> from sapper import parse_view
    >>> view = parse_view("3x1/1\nF1#")
    >>> no_effect_text(view, "reveal", (0, 0), flag_command="Press F")
    'A1 is flagged. Press F to remove the flag.'
    >>> no_effect_text(view, "question", (0, 1), flag_command="Press F")
    'There is nothing to mark at A2.'
    """
    name = cell_name(cell)
    if kind == "reveal" and cell in view.flags | view.ai_flags:
        return f"{name} is flagged. {flag_command} to remove the flag."
    if kind == "chord" and view.clue(cell):
        return f"{name} needs as many adjacent flags as its number."
    return f"There is nothing to {_VERBS.get(kind, kind)} at {name}."
