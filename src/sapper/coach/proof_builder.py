"""Conversion of facts into a proof with numbered and explained steps."""

from dataclasses import replace

from sapper.coach import proof_text
from sapper.coach.facts import Fact
from sapper.coach.proof_steps import KINDS, Kind, Proof, Step
from sapper.coach.region import Region
from sapper.game.rules import Cell


def build_proof(region: Region, cell: Cell, fact: Fact) -> Proof:
    """Return the proof whose last step is a fact that decides the cell."""
    is_mine = fact.high > 0
    target = 1 << region.index(cell)
    if fact.mask != target and fact.rule == "subtract":
        # The proof is about one cell, so drop the other cells that the last step also decides.
        fact = Fact("subtract", target, int(is_mine), int(is_mine), fact.premises)
    builder = _StepBuilder(region, _needed_cells(fact))
    builder.add(fact)
    steps = tuple(builder.steps)
    clues = tuple(dict.fromkeys(region.cell(index) for index in builder.clues))
    kind = kind_of(steps)
    return Proof(
        cell=cell,
        is_mine=is_mine,
        kind=kind,
        name=_pattern_name(steps, kind),
        clues=clues,
        uses_mine_count=builder.uses_mine_count,
        cells=_mentioned_cells(steps),
        steps=steps,
        text=proof_text.argument_text(steps),
    )


def kind_of(steps: tuple[Step, ...]) -> Kind:
    """Return the kind of a proof with the given steps."""
    if any(step.cases for step in steps):
        return "cases"
    comparisons = sum(
        not steps[number].is_conclusive
        for step in steps
        if step.rule == "subtract"
        for number in step.premises[1:]
    )
    return KINDS[min(comparisons, 2)]


def _needed_cells(last: Fact) -> dict[int, int]:
    """Return a mapping from the id of each fact to the mask of its cells that later facts need.

    A clue whose mines are all known makes all its other cells safe, but often only one of these
    cells matters for the proof.
    """
    order: list[Fact] = []
    seen: set[int] = set()

    def visit(fact: Fact) -> None:
        if id(fact) not in seen:
            seen.add(id(fact))
            for premise in fact.premises:
                visit(premise)
            for _, contradiction in fact.cases:
                visit(contradiction)
            order.append(fact)

    visit(last)
    needed = dict.fromkeys(map(id, order), 0)
    needed[id(last)] = last.mask
    for fact in reversed(order):
        for position, premise in enumerate(fact.premises):
            is_subtrahend = fact.rule == "subtract" and position > 0
            mask = fact.premises[0].mask if is_subtrahend else premise.mask
            needed[id(premise)] |= premise.mask & mask
    return needed


class _StepBuilder:
    """A converter from a graph of facts to a list of distinct steps, with premises first."""

    def __init__(self, region: Region, needed: dict[int, int]) -> None:
        self.region = region
        self._needed = needed
        self.steps: list[Step] = []
        self.clues: list[int] = []
        self.uses_mine_count = False
        self._numbers: dict[int, int] = {}
        self._enclosing: list[Step] = []
        """The steps before the case that is being built."""
        self._assumptions = 0
        """Bit mask of the assumptions in the enclosing cases."""

    def add(self, fact: Fact) -> int:
        """Append the step of a fact after those of its premises, and return its step number."""
        known = self._numbers.get(id(fact))
        if known is not None:
            return known
        # Known facts come before the clue they are applied to, because a reader needs them first.
        for premise in fact.premises[1:]:
            self.add(premise)
        premises = tuple(self.add(premise) for premise in fact.premises)
        for _, contradiction in fact.cases:
            self._add_independent_facts(contradiction)
        cases = tuple(self._build_case(*case) for case in fact.cases)
        self.steps.append(self._step(fact, premises, cases))
        number = len(self._enclosing) + len(self.steps) - 1
        self._numbers[id(fact)] = number
        return number

    def _add_independent_facts(self, fact: Fact) -> None:
        """Append the facts of a case that hold without its assumption, before the case itself."""
        if id(fact) in self._numbers:
            return
        if not fact.assumptions & ~self._assumptions:
            self.add(fact)
            return
        for premise in fact.premises:
            self._add_independent_facts(premise)
        for _, contradiction in fact.cases:
            self._add_independent_facts(contradiction)

    def _build_case(self, assumption: Fact, contradiction: Fact) -> tuple[Step, ...]:
        outside = self.steps, self._enclosing, dict(self._numbers)
        self._enclosing, self.steps = self._enclosing + self.steps, []
        self._assumptions |= assumption.assumptions
        self.add(assumption)
        self.add(contradiction)
        case = tuple(self.steps)
        self.steps, self._enclosing, self._numbers = outside
        self._assumptions &= ~assumption.assumptions
        return case

    def _step(
        self, fact: Fact, premises: tuple[int, ...], cases: tuple[tuple[Step, ...], ...]
    ) -> Step:
        region = self.region
        mask, low, high = fact.mask, fact.low, fact.high
        if fact.rule == "subtract" and fact.is_conclusive and low <= high:
            mask &= self._needed[id(fact)]
            low = high = mask.bit_count() if high else 0
        cells = region.cells(mask)
        clue = None if fact.clue is None else region.cell(fact.clue)
        if fact.clue is not None:
            self.clues.append(fact.clue)
        self.uses_mine_count |= fact.rule == "count"
        step = Step(fact.rule, cells, low, high, "", clue, premises, cases)
        return replace(step, text=self._text(step))

    def _text(self, step: Step) -> str:
        previous = self._enclosing + self.steps
        premises = [previous[number] for number in step.premises]
        match step.rule:
            case "subtract":
                return proof_text.subtraction_text(
                    self.region.view, step, premises[0], premises[1:]
                )
            case "assume":
                return proof_text.assumption_text(step)
            case "cases":
                return proof_text.cases_text(step)
            case _:
                return proof_text.axiom_text(self.region.view, step)


def _mentioned_cells(steps: tuple[Step, ...]) -> tuple[Cell, ...]:
    """Return all hidden cells in the steps, except those that only the mine count covers."""
    cells: set[Cell] = set()
    for step in steps:
        if step.rule != "count":
            cells.update(step.cells)
        for case in step.cases:
            cells.update(_mentioned_cells(case))
    return tuple(sorted(cells))


def _pattern_name(steps: tuple[Step, ...], kind: Kind) -> str | None:
    """Return the common name of the pattern in a proof, or None if the pattern has no name."""
    if any(step.rule == "count" for step in steps):
        return "mine count"
    if kind != "pair":
        return None
    for step in steps:
        if step.rule != "subtract":
            continue
        base, *others = (steps[number] for number in step.premises)
        compared = next((other for other in others if not other.is_conclusive), None)
        if compared is None:
            continue
        return _comparison_name(step, base, compared, steps)
    return None


def _comparison_name(step: Step, b: Step, a: Step, steps: tuple[Step, ...]) -> str | None:
    clue_a = a.clue or (steps[a.premises[0]].clue if a.premises else None)
    conclusive = [steps[number] for number in step.premises[1:] if steps[number].is_conclusive]
    decided = {cell for premise in conclusive for cell in premise.cells}
    known_mines = sum(
        cell in set(b.cells) for premise in conclusive if premise.high for cell in premise.cells
    )
    cells_b = set(b.cells) - decided
    needed_b = b.high - known_mines
    if clue_a and b.clue and b.low == b.high and a.low == a.high:
        is_adjacent = abs(clue_a[0] - b.clue[0]) + abs(clue_a[1] - b.clue[1]) == 1
        line = set(a.cells) | cells_b
        rows, columns = {cell[0] for cell in line}, {cell[1] for cell in line}
        if is_adjacent and (len(rows) == 1 or len(columns) == 1):
            if a.high == needed_b == 1 and step.high == 0:
                return "1-1-X"
            if a.high == 1 and needed_b == 2 and step.low == len(step.cells):
                return "1-2-X"
    return "subset" if set(a.cells) <= cells_b else "overlap"
