"""The words of a proof: what each step says, as a person would say it."""

from collections.abc import Sequence
from typing import Final

from sapper.coach.steps import Step
from sapper.game.coordinates import cell_name
from sapper.game.rules import Cell
from sapper.game.view import View

_MOST_NAMED: Final = 8


def name_cells(cells: Sequence[Cell]) -> str:
    """Return the names of cells, or how many there are when there are too many to read.

    >>> name_cells([(0, 0), (0, 1), (2, 2)])
    'A1, A2 and C3'
    """
    names = [cell_name(cell) for cell in cells]
    if len(names) > _MOST_NAMED:
        return f"{len(names)} cells"
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]])) if names else "no cell"


def mines_text(number: int) -> str:
    """Return a number of mines in words.

    >>> [mines_text(number) for number in (0, 1, 2)]
    ['no mine', '1 mine', '2 mines']
    """
    return "no mine" if number == 0 else "1 mine" if number == 1 else f"{number} mines"


def verdict(cells: Sequence[Cell], low: int, high: int) -> str:
    """Say what a sentence says of its cells.

    >>> verdict([(0, 0)], 1, 1), verdict([(0, 0), (0, 1)], 0, 0)
    ('A1 is a mine', 'A1 and A2 are safe')
    >>> verdict([(0, 0), (0, 1)], 1, 1), verdict([(0, 0), (0, 1), (0, 2)], 2, 3)
    ('A1 and A2 hold exactly 1 mine', 'A1, A2 and A3 hold at least 2 mines')
    """
    names, one = name_cells(cells), len(cells) == 1
    if high == 0:
        return f"{names} {'is' if one else 'are'} safe"
    if low == len(cells):
        return f"{names} {'is a mine' if one else 'are mines'}"
    if low == high:
        return f"{names} hold exactly {mines_text(low)}"
    if low <= 0:
        return f"{names} hold at most {mines_text(high)}"
    if high >= len(cells):
        return f"{names} hold at least {mines_text(low)}"
    return f"{names} hold {low} to {high} mines"


def source_name(view: View, step: Step) -> str:
    """Return what a step of the rule clue or count is called."""
    if step.rule == "count":
        return "the mine count"
    return f"the {view.clue(step.clue)} at {cell_name(step.clue)}" if step.clue else "the sentence"


def reading_text(view: View, step: Step) -> str:
    """Say what a clue or the mine count says."""
    if step.rule == "shown":
        return f"{verdict(step.cells, step.low, step.high)}, as the position shows."
    size, name = len(step.cells), source_name(view, step)
    if step.rule == "count":
        return f"There are {mines_text(step.low)} in the {size} hidden cells."
    where = f"{_capital(name)} has {size} hidden neighbour{'s' if size > 1 else ''}"
    if step.is_settled:
        what = "a mine" if size == 1 else "mines"
        said = what if step.high else "safe"
        return f"{where}, so {name_cells(step.cells)} {'is' if size == 1 else 'are'} {said}."
    return f"{where}: {name_cells(step.cells)}."


def minus_text(view: View, step: Step, base: Step, known: Sequence[Step]) -> str:
    """Say what follows from a sentence and others about parts of it."""
    settled = [other for other in known if other.is_settled]
    open_ones = [other for other in known if not other.is_settled]
    mines = _among(base, [other for other in settled if other.high])
    safe = _among(base, [other for other in settled if not other.high])
    subject = _capital(source_name(view, base)) if base.clue or base.rule == "count" else None
    if subject is None:
        subject = f"That {verdict(base.cells, base.low, base.high)}"
        start = [subject]
        if mines:
            start.append(f"{name_cells(mines)} {'is a mine' if len(mines) == 1 else 'are mines'}")
        if safe:
            start.append(f"{name_cells(safe)} {'is' if len(safe) == 1 else 'are'} safe")
        first = " and ".join(start)
    elif open_ones or not (mines or safe):
        first = subject
        details = []
        if mines:
            details.append(
                f"of which {name_cells(mines)} {'is' if len(mines) == 1 else 'are'} known"
            )
        if safe:
            details.append(f"not in {name_cells(safe)}")
        needs = mines_text(base.high)
        first = f"{subject} needs {needs}" + "".join(f", {detail}" for detail in details)
    elif step.high == 0:
        first = (
            f"{subject} has its {mines_text(len(mines)).removeprefix('1 ')} at {name_cells(mines)}"
        )
    elif safe:
        first = f"{subject} needs {mines_text(base.low)}, not in {name_cells(safe)}"
    else:
        first = f"{subject} has {name_cells(mines)}"
    for other in open_ones:
        shared = [cell for cell in other.cells if cell in set(base.cells)]
        low = max(0, other.low - (len(other.cells) - len(shared)))
        high = min(other.high, len(shared))
        first += f"; {verdict(shared, low, high)}" if low > 0 or high < len(shared) else ""
        if other.rule == "clue":
            first += f" by {source_name(view, other)}"
    if step.is_contradiction:
        return _impossible(view, base, mines)
    return f"{first}, so {verdict(step.cells, step.low, step.high)}."


def _impossible(view: View, base: Step, mines: Sequence[Cell]) -> str:
    subject = source_name(view, base) if base.clue or base.rule == "count" else "that"
    if len(mines) > base.high:
        return (
            f"But then {subject} has {mines_text(len(mines))} at {name_cells(mines)}: impossible."
        )
    return f"But then {subject} cannot hold: impossible."


def _among(base: Step, steps: Sequence[Step]) -> list[Cell]:
    """Return the cells of the steps that are cells of the base too, row by row."""
    cells = {cell for step in steps for cell in step.cells}
    return sorted(cells & set(base.cells))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def cases_text(step: Step) -> str:
    """Say what is left after cases were struck out."""
    if step.is_contradiction:
        return f"So no number of mines in {name_cells(step.cells)} is possible."
    return f"So {verdict(step.cells, step.low, step.high)}."
