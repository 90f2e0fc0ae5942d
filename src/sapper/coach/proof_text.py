"""The English text of proofs, with one explanation per step."""

from collections.abc import Iterator, Sequence
from typing import Final

from sapper.coach.proof_steps import Step
from sapper.game.cell_names import cell_name
from sapper.game.rules import Cell
from sapper.game.view import View

_MAX_NAMED: Final = 8


def join_words(words: Sequence[str]) -> str:
    """Join words with commas and a final "and".

    >>> join_words(["A1"]), join_words(["A1", "A2", "C3"])
    ('A1', 'A1, A2 and C3')
    """
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def name_cells(cells: Sequence[Cell]) -> str:
    """Return the names of the cells, or only their number if there are too many to list.

    >>> name_cells([(0, 0), (0, 1), (2, 2)])
    'A1, A2 and C3'
    """
    if not cells:
        return "no cell"
    if len(cells) > _MAX_NAMED:
        return f"{len(cells)} cells"
    return join_words([cell_name(cell) for cell in cells])


def mines_text(number: int) -> str:
    """Return a number of mines as a phrase.

    >>> [mines_text(number) for number in (0, 1, 2)]
    ['no mines', '1 mine', '2 mines']
    """
    return "no mines" if number == 0 else "1 mine" if number == 1 else f"{number} mines"


def claim_text(cells: Sequence[Cell], low: int, high: int) -> str:
    """Return the claim that the cells contain `low` to `high` mines as an English clause.

    >>> claim_text([(0, 0)], 1, 1), claim_text([(0, 0), (0, 1)], 0, 0)
    ('A1 is a mine', 'A1 and A2 are safe')
    >>> claim_text([(0, 0), (0, 1)], 1, 1), claim_text([(0, 0), (0, 1), (0, 2)], 2, 3)
    ('A1 and A2 contain exactly 1 mine', 'A1, A2 and A3 contain at least 2 mines')
    """
    names, is_one = name_cells(cells), len(cells) == 1
    if high == 0:
        return f"{names} {'is' if is_one else 'are'} safe"
    if low == len(cells):
        return f"{names} {'is a mine' if is_one else 'are mines'}"
    return f"{names} {'contains' if is_one else 'contain'} {_range_text(low, high, len(cells))}"


def _range_text(low: int, high: int, size: int) -> str:
    if low == high:
        return f"exactly {mines_text(low)}"
    if low <= 0:
        return f"at most {mines_text(high)}"
    if high >= size:
        return f"at least {mines_text(low)}"
    return f"{low} to {high} mines"


def source_name(view: View, step: Step) -> str:
    """Return a noun phrase for the clue or the mine count that a step states."""
    if step.rule == "count":
        return "the mine count"
    return f"the {view.clue(step.clue)} at {cell_name(step.clue)}" if step.clue else "the sentence"


def axiom_text(view: View, step: Step) -> str:
    """Explain a step without premises: a clue, the mine count or mines shown by the position."""
    if step.rule == "shown":
        mines = "a mine" if len(step.cells) == 1 else "mines"
        return f"The position shows {mines} at {name_cells(step.cells)}."
    size = len(step.cells)
    if step.rule == "count":
        return f"{_there_are(step.low)} in the {size} hidden cells."
    neighbours = "1 hidden neighbour" if size == 1 else f"{size} hidden neighbours"
    sentence = f"{_capitalise(source_name(view, step))} has {neighbours}"
    if step.is_conclusive:
        return f"{sentence}, so {claim_text(step.cells, step.low, step.high)}."
    return f"{sentence}: {name_cells(step.cells)}."


def assumption_text(step: Step) -> str:
    """Explain the first step of a case."""
    return f"Suppose that {claim_text(step.cells, step.low, step.high)}."


def subtraction_text(view: View, step: Step, base: Step, others: Sequence[Step]) -> str:
    """Explain a step that subtracts the sentences `others` from the sentence `base`."""
    if step.is_contradiction:
        return _contradiction_text(view, base, others)
    conclusive = [other for other in others if other.is_conclusive]
    compared = [other for other in others if not other.is_conclusive]
    mines = _shared_cells(base, [other for other in conclusive if other.high])
    safe = _shared_cells(base, [other for other in conclusive if not other.high])
    conclusion = f"so {claim_text(step.cells, step.low, step.high)}."
    if base.rule == "count":
        clauses = [_count_text(base, len(mines), len(safe))]
    elif base.rule != "clue":
        clauses = [_capitalise(claim_text(base.cells, base.low, base.high))]
        clauses += _known_cells_text(mines, safe)
    elif compared:
        clauses = [f"{_capitalise(source_name(view, base))} needs {mines_text(base.high)}"]
        clauses += _known_cells_text(mines, safe)
    else:
        return f"{_clue_state_text(view, base, mines, safe)}, {conclusion}"
    clauses += [_shared_bound_text(view, base, other) for other in compared]
    separator = ", and " if len(clauses) == 2 else "; "
    return f"{separator.join(clauses)}, {conclusion}"


def _clue_state_text(view: View, base: Step, mines: Sequence[Cell], safe: Sequence[Cell]) -> str:
    """Describe the known mines and safe cells around a clue."""
    subject = _capitalise(source_name(view, base))
    if mines and len(mines) == base.high:
        noun = "mine" if len(mines) == 1 else "mines"
        return f"{subject} already has its {noun} at {name_cells(mines)}"
    parts = []
    if mines:
        parts.append(f"has {'a mine' if len(mines) == 1 else 'mines'} at {name_cells(mines)}")
    if safe:
        parts.append(f"has {'no mine' if len(safe) == 1 else 'no mines'} at {name_cells(safe)}")
    return f"{subject} {' and '.join(parts) or 'needs ' + mines_text(base.high)}"


def _known_cells_text(mines: Sequence[Cell], safe: Sequence[Cell]) -> list[str]:
    clauses = []
    if mines:
        clauses.append(claim_text(mines, len(mines), len(mines)))
    if safe:
        clauses.append(claim_text(safe, 0, 0))
    return clauses


def _count_text(base: Step, mines: int, safe: int) -> str:
    text = f"{_there_are(base.high)} in total"
    if mines:
        text += f", {mines} of which {'is' if mines == 1 else 'are'} known"
    if safe:
        text += f", and {safe} hidden {'cell is' if safe == 1 else 'cells are'} known to be safe"
    return text


def _shared_bound_text(view: View, base: Step, other: Step) -> str:
    """Describe the bound that a sentence implies for the cells that it shares with `base`."""
    cells = set(base.cells)
    shared = [cell for cell in other.cells if cell in cells]
    low = max(0, other.low - (len(other.cells) - len(shared)))
    high = min(other.high, len(shared))
    if other.rule != "clue":
        return claim_text(shared, low, high)
    bound = f"at most {mines_text(high)}" if low == 0 else f"at least {mines_text(low)}"
    bound = f"exactly {mines_text(low)}" if low == high else bound
    verb = "contains" if len(shared) == 1 else "contain"
    return f"{source_name(view, other)} means that {name_cells(shared)} {verb} {bound}"


def _contradiction_text(view: View, base: Step, others: Sequence[Step]) -> str:
    """Explain why a sentence cannot be satisfied."""
    min_mines = max_mines = 0
    left = set(base.cells)
    for other in others:
        shared = left & set(other.cells)
        min_mines += max(0, other.low - (len(other.cells) - len(shared)))
        max_mines += min(other.high, len(shared))
        left -= shared
    max_mines += len(left)
    too_many = min_mines > base.high
    found = f"at least {mines_text(min_mines)}" if too_many else f"only {mines_text(max_mines)}"
    if max_mines == 0 and not too_many:
        found = "no mines"
    if base.rule == "count":
        bounds = [
            _shared_bound_text(view, base, other) for other in others if not other.is_conclusive
        ]
        reasons = f"{'; '.join(bounds)}, so " if bounds else ""
        return (
            f"But then {reasons}there would be {found} in total instead of {base.high}, "
            "which is impossible."
        )
    if base.rule == "clue":
        mines = [other for other in others if other.is_conclusive and other.high]
        where = _shared_cells(base, mines)
        if too_many and len(where) == min_mines:
            found = f"{mines_text(min_mines)} ({name_cells(where)})"
        return f"But then {source_name(view, base)} would touch {found}, which is impossible."
    claim = claim_text(base.cells, base.low, base.high)
    return f"But {claim}, and now there would be {found} there, which is impossible."


def cases_text(step: Step) -> str:
    """Explain the result of excluding all refuted cases."""
    if step.is_contradiction:
        return "All of these cases are impossible."
    return f"So {claim_text(step.cells, step.low, step.high)}."


def argument_text(steps: Sequence[Step], enclosing: Sequence[Step] = ()) -> str:
    """Join the explanations of the steps that a reader needs.

    Inconclusive clues are mentioned only in the steps that use them. The known cells subtracted
    from the mine count may depend on dozens of clues, so the text gives only their number.
    """
    scope = [*enclosing, *steps]
    needed: set[int] = set()

    def visit(number: int) -> None:
        if number in needed or number < len(enclosing):
            return
        needed.add(number)
        for premise in _explained_premises([scope[number]], scope, len(enclosing)):
            visit(premise)

    visit(len(scope) - 1)
    sentences = []
    for number in range(len(enclosing), len(scope)):
        step = scope[number]
        is_last = number == len(scope) - 1
        if step.rule == "assume":
            sentences.append(step.text)
        elif number in needed and (
            step.rule not in ("clue", "count") or step.is_conclusive or is_last
        ):
            sentences += _case_texts(step, scope[:number])
            sentences.append(step.text)
    return " ".join(sentences)


def _explained_premises(
    steps: Sequence[Step], scope: Sequence[Step], enclosing_count: int
) -> Iterator[int]:
    """Iterate over the premises that the text must explain, including those inside cases.

    Outside cases, the text counts the known cells subtracted from the mine count but does not
    explain them.
    """
    for step in steps:
        is_mine_count = (
            step.rule == "subtract"
            and step.premises[0] < len(scope)
            and scope[step.premises[0]].rule == "count"
        )
        for premise in step.premises:
            if premise < len(scope) and not (
                is_mine_count and not enclosing_count and scope[premise].is_conclusive
            ):
                yield premise
        for case in step.cases:
            yield from _explained_premises(case, scope, enclosing_count)


def _case_texts(step: Step, scope: Sequence[Step]) -> list[str]:
    """Return the text of each case, labelled with letters if there are several."""
    texts = [argument_text(case, scope) for case in step.cases]
    if len(texts) == 1:
        return texts
    return [f"({chr(ord('a') + number)}) {text}" for number, text in enumerate(texts)]


def _shared_cells(base: Step, steps: Sequence[Step]) -> list[Cell]:
    """Return the cells of `base` that occur in any of the steps, in row-major order."""
    cells = {cell for step in steps for cell in step.cells}
    return sorted(cells & set(base.cells))


def _there_are(mines: int) -> str:
    return f"There {'is' if mines == 1 else 'are'} {mines_text(mines)}"


def _capitalise(text: str) -> str:
    return text[:1].upper() + text[1:]
