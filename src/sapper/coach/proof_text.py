"""The words of a proof: what each step says, as a person would say it."""

from collections.abc import Iterator, Sequence
from typing import Final

from sapper.coach.proof_steps import Step
from sapper.game.cell_names import cell_name
from sapper.game.rules import Cell
from sapper.game.view import View

_MAX_NAMED: Final = 8


def name_cells(cells: Sequence[Cell]) -> str:
    """Return the names of cells, or how many there are when there are too many to read.

    >>> name_cells([(0, 0), (0, 1), (2, 2)])
    'A1, A2 and C3'
    """
    names = [cell_name(cell) for cell in cells]
    if len(names) > _MAX_NAMED:
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
        return f"{_there_are(step.low)} in the {size} hidden cells."
    where = f"{_capital(name)} has {size} hidden neighbour{'s' if size > 1 else ''}"
    if step.is_settled:
        what = "a mine" if size == 1 else "mines"
        said = what if step.high else "safe"
        return f"{where}, so {name_cells(step.cells)} {'is' if size == 1 else 'are'} {said}."
    return f"{where}: {name_cells(step.cells)}."


def minus_text(view: View, step: Step, base: Step, known: Sequence[Step]) -> str:
    """Say what follows from a sentence and others about parts of it."""
    if step.is_contradiction:
        return _contradiction_text(view, base, known)
    settled = [other for other in known if other.is_settled]
    compared = [other for other in known if not other.is_settled]
    mines = _among(base, [other for other in settled if other.high])
    safe = _among(base, [other for other in settled if not other.high])
    then = f"so {verdict(step.cells, step.low, step.high)}."
    if base.rule == "count":
        parts = [_count_text(base, len(mines), len(safe))]
    elif base.rule != "clue":
        parts = [_capital(verdict(base.cells, base.low, base.high)), *_known_text(mines, safe)]
    elif compared:
        parts = [f"{_capital(source_name(view, base))} needs {mines_text(base.high)}"]
        parts += _known_text(mines, safe)
    else:
        return f"{_reading_with(view, base, mines, safe)}, {then}"
    parts += [_shared_text(view, base, other) for other in compared]
    return f"{'; '.join(parts)}, {then}" if len(parts) > 2 else f"{' and '.join(parts)}, {then}"


def _reading_with(view: View, base: Step, mines: Sequence[Cell], safe: Sequence[Cell]) -> str:
    """Say what of a clue is known already."""
    subject = _capital(source_name(view, base))
    if mines and len(mines) == base.high:
        return f"{subject} has its {'mine' if len(mines) == 1 else 'mines'} at {name_cells(mines)}"
    said = []
    if mines:
        said.append(f"has {'a mine' if len(mines) == 1 else 'mines'} at {name_cells(mines)}")
    if safe:
        said.append(f"has no mine at {name_cells(safe)}")
    return f"{subject} {' and '.join(said) or 'needs ' + mines_text(base.high)}"


def _known_text(mines: Sequence[Cell], safe: Sequence[Cell]) -> list[str]:
    said = []
    if mines:
        said.append(verdict(mines, len(mines), len(mines)))
    if safe:
        said.append(verdict(safe, 0, 0))
    return said


def _count_text(base: Step, mines: int, safe: int) -> str:
    said = f"{_there_are(base.high)} in all"
    if mines:
        said += f", {mines} of them known"
    if safe:
        said += f", and {safe} hidden cell{'s are' if safe > 1 else ' is'} known to be safe"
    return said


def _shared_text(view: View, base: Step, other: Step) -> str:
    """Say what a sentence says of the cells that it shares with the base."""
    cells = set(base.cells)
    shared = [cell for cell in other.cells if cell in cells]
    low = max(0, other.low - (len(other.cells) - len(shared)))
    high = min(other.high, len(shared))
    if other.rule != "clue":
        return verdict(shared, low, high)
    number = f"at most {mines_text(high)}" if low == 0 else f"at least {mines_text(low)}"
    number = f"exactly {mines_text(low)}" if low == high else number
    return f"{source_name(view, other)} puts {number} into {name_cells(shared)}"


def _contradiction_text(view: View, base: Step, known: Sequence[Step]) -> str:
    """Say why a sentence cannot hold any more."""
    fewest = most = 0
    left = set(base.cells)
    for other in known:
        shared = left & set(other.cells)
        fewest += max(0, other.low - (len(other.cells) - len(shared)))
        most += min(other.high, len(shared))
        left -= shared
    most += len(left)
    found = f"at least {mines_text(fewest)}" if fewest > base.high else f"only {mines_text(most)}"
    if base.rule == "count":
        said = [_shared_text(view, base, other) for other in known if not other.is_settled]
        sums = f"{'; '.join(said)}: that makes" if said else "that makes"
        return f"But then {sums} {found} in all, not {base.high}: impossible."
    if base.rule == "clue":
        where = _among(base, [other for other in known if other.is_settled and other.high])
        if fewest > base.high and len(where) == fewest:
            found = f"{mines_text(fewest)} ({name_cells(where)})"
        return f"But then {source_name(view, base)} touches {found}: impossible."
    return f"But {verdict(base.cells, base.low, base.high)}, and now it is {found}: impossible."


def cases_text(step: Step) -> str:
    """Say what is left after cases were struck out."""
    if step.is_contradiction:
        return "All of these are impossible."
    return f"So {verdict(step.cells, step.low, step.high)}."


def argument_text(steps: Sequence[Step], around: Sequence[Step] = ()) -> str:
    """Join the words of the steps that a reader needs.

    Clues that leave their cells open are named where they are used. What the mine count takes as
    known may rest on dozens of clues: it is only counted.
    """
    scope = [*around, *steps]
    needed: set[int] = set()

    def visit(number: int) -> None:
        if number in needed or number < len(around):
            return
        needed.add(number)
        for use in _told_uses([scope[number]], scope, len(around)):
            visit(use)

    visit(len(scope) - 1)
    told = []
    for number in range(len(around), len(scope)):
        step = scope[number]
        is_last = number == len(scope) - 1
        if step.rule == "assume":
            told.append(step.text)
        elif number in needed and (
            step.rule not in ("clue", "count") or step.is_settled or is_last
        ):
            told += _case_texts(step, scope[:number])
            told.append(step.text)
    return " ".join(told)


def _told_uses(steps: Sequence[Step], scope: Sequence[Step], inside: int) -> Iterator[int]:
    """Iterate over the steps of the scope that these use, also in cases, and a reader needs.

    What is settled outside of all cases, before number `inside`, is only counted by the mine count.
    """
    for step in steps:
        counts = (
            step.rule == "minus"
            and step.uses[0] < len(scope)
            and scope[step.uses[0]].rule == "count"
        )
        for use in step.uses:
            if use < len(scope) and not (counts and not inside and scope[use].is_settled):
                yield use
        for case in step.cases:
            yield from _told_uses(case, scope, inside)


def _case_texts(step: Step, scope: Sequence[Step]) -> list[str]:
    """Return the words of each case, with letters when there are several."""
    texts = [argument_text(case, scope) for case in step.cases]
    if len(texts) == 1:
        return texts
    return [f"({chr(ord('a') + number)}) {text}" for number, text in enumerate(texts)]


def _among(base: Step, steps: Sequence[Step]) -> list[Cell]:
    """Return the cells of the steps that are cells of the base too, row by row."""
    cells = {cell for step in steps for cell in step.cells}
    return sorted(cells & set(base.cells))


def _there_are(mines: int) -> str:
    return f"There {'are' if mines > 1 else 'is'} {mines_text(mines)}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
