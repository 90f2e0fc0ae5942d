"""English explanations of proofs and their steps."""

from collections.abc import Iterator, Sequence
from typing import Final

from sapper.coach.proof_steps import ProofStep, Rule
from sapper.game.cell_names import cell_name
from sapper.game.rules import Cell

_MAX_NAMED: Final = 8
_NO_CASE_LEFT: Final = "All of these cases are impossible."


def join_words(words: Sequence[str]) -> str:
    """Join words with commas and a final "and".

    >>> join_words(["A1"]), join_words(["A1", "A2", "C3"])
    ('A1', 'A1, A2 and C3')
    """
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else words[0]


def name_cells(cells: Sequence[Cell]) -> str:
    """Return a list of cell names in English, or only the number of cells if there are too many.

    >>> name_cells([(0, 0), (0, 1), (2, 2)])
    'A1, A2 and C3'
    """
    if not cells:
        return "no cell"
    if len(cells) > _MAX_NAMED:
        return f"{len(cells)} cells"
    return join_words([cell_name(cell) for cell in cells])


def mines_text(number: int) -> str:
    """Return an English phrase for a number of mines.

    >>> [mines_text(number) for number in (0, 1, 2)]
    ['no mines', '1 mine', '2 mines']
    """
    return "no mines" if number == 0 else "1 mine" if number == 1 else f"{number} mines"


def claim_text(cells: Sequence[Cell], low: int, high: int) -> str:
    """Return an English clause stating that the cells contain between `low` and `high` mines.

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


def source_name(step: ProofStep) -> str:
    """Return a noun phrase that names the source of a step, such as a clue or the mine count."""
    if step.rule == "count":
        return "the mine count"
    return clue_name(step.clue, step.low) if step.clue else "the sentence"


def clue_name(cell: Cell, clue: int) -> str:
    """Return a noun phrase that names a clue.

    >>> clue_name((1, 1), 2)
    'the 2 at B2'
    """
    return f"the {clue} at {cell_name(cell)}"


def step_text(
    rule: Rule,
    cells: Sequence[Cell],
    low: int,
    high: int,
    clue: Cell | None,
    premises: Sequence[ProofStep],
) -> str:
    """Explain a step that follows from the given premises."""
    if clue is not None:
        return _clue_text(clue, cells, low)
    if low > high:
        return _contradiction_text(*premises) if rule == "subtract" else _NO_CASE_LEFT
    if rule == "count":
        return f"{_there_are(low)} in the {len(cells)} hidden cells."
    if rule == "shown":
        mines = "a mine" if len(cells) == 1 else "mines"
        return f"The position shows {mines} at {name_cells(cells)}."
    claim = claim_text(cells, low, high)
    if rule == "subtract":
        return _subtraction_text(claim, *premises)
    return f"Suppose that {claim}." if rule == "assume" else f"So {claim}."


def _clue_text(clue: Cell, cells: Sequence[Cell], mines: int) -> str:
    size = len(cells)
    neighbours = "1 hidden neighbour" if size == 1 else f"{size} hidden neighbours"
    sentence = f"The {mines} at {cell_name(clue)} has {neighbours}"
    if mines in (0, size):
        return f"{sentence}, so {claim_text(cells, mines, mines)}."
    return f"{sentence}: {name_cells(cells)}."


def _subtraction_text(claim: str, base: ProofStep, *others: ProofStep) -> str:
    """Explain how subtracting the other premises from the base premise yields the claim."""
    compared: list[ProofStep] = []
    known: list[ProofStep] = []
    for other in others:
        (known if other.is_conclusive else compared).append(other)
    mines = _shared_cells(base, [other for other in known if other.high])
    safe = _shared_cells(base, [other for other in known if not other.high])
    if base.rule == "count":
        clauses = [_count_text(base, len(mines), len(safe))]
    elif base.rule != "clue":
        clauses = [_capitalise(claim_text(base.cells, base.low, base.high))]
        clauses += _known_cells_text(mines, safe)
    elif compared:
        clauses = [f"{_capitalise(source_name(base))} needs {mines_text(base.high)}"]
        clauses += _known_cells_text(mines, safe)
    else:
        return f"{_clue_state_text(base, mines, safe)}, so {claim}."
    clauses += [_shared_bound_text(base, other) for other in compared]
    separator = ", and " if len(clauses) == 2 else "; "
    return f"{separator.join(clauses)}, so {claim}."


def _clue_state_text(base: ProofStep, mines: Sequence[Cell], safe: Sequence[Cell]) -> str:
    """Describe the known mines and safe cells around a clue."""
    subject = _capitalise(source_name(base))
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


def _count_text(base: ProofStep, mines: int, safe: int) -> str:
    text = f"{_there_are(base.high)} in total"
    if mines:
        text += f", {mines} of which {'is' if mines == 1 else 'are'} known"
    if safe:
        text += f", and {safe} hidden {'cell is' if safe == 1 else 'cells are'} known to be safe"
    return text


def _shared_bound_text(base: ProofStep, other: ProofStep) -> str:
    """Describe the bounds that `other` implies for the number of mines in the shared cells."""
    cells = set(base.cells)
    shared = [cell for cell in other.cells if cell in cells]
    low = max(0, other.low - (len(other.cells) - len(shared)))
    high = min(other.high, len(shared))
    if other.rule != "clue":
        return claim_text(shared, low, high)
    bound = f"at most {mines_text(high)}" if low == 0 else f"at least {mines_text(low)}"
    bound = f"exactly {mines_text(low)}" if low == high else bound
    verb = "contains" if len(shared) == 1 else "contain"
    return f"{source_name(other)} means that {name_cells(shared)} {verb} {bound}"


def _contradiction_text(base: ProofStep, *others: ProofStep) -> str:
    """Explain why the premises contradict each other."""
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
        bounds = [_shared_bound_text(base, other) for other in others if not other.is_conclusive]
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
        return f"But then {source_name(base)} would touch {found}, which is impossible."
    claim = claim_text(base.cells, base.low, base.high)
    return f"But {claim}, and now there would be {found} there, which is impossible."


def argument_text(steps: Sequence[ProofStep], enclosing: Sequence[ProofStep] = ()) -> str:
    """Join the explanations of the relevant steps into one text.

    A clue that proves no cell by itself is mentioned only in the steps that use it. The known cells
    subtracted from the mine count may depend on dozens of clues, so the text states only their
    number.
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
    steps: Sequence[ProofStep], scope: Sequence[ProofStep], enclosing_count: int
) -> Iterator[int]:
    """Yield the premises that the text must explain, including those used inside cases.

    Outside case analyses, the text does not explain the known cells subtracted from the mine count,
    but states only their number.
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


def _case_texts(step: ProofStep, scope: Sequence[ProofStep]) -> list[str]:
    """Return the text of each case, labelled (a), (b) and so on if there are several cases."""
    texts = [argument_text(case, scope) for case in step.cases]
    if len(texts) == 1:
        return texts
    return [f"({chr(ord('a') + number)}) {text}" for number, text in enumerate(texts)]


def _shared_cells(base: ProofStep, steps: Sequence[ProofStep]) -> list[Cell]:
    """Return the cells of the base step that also occur in one of `steps`, in row-major order."""
    if not steps:
        return []
    cells = {cell for step in steps for cell in step.cells}
    return sorted(cells.intersection(base.cells))


def _there_are(mines: int) -> str:
    return f"There {'is' if mines == 1 else 'are'} {mines_text(mines)}"


def _capitalise(text: str) -> str:
    return text[:1].upper() + text[1:]
