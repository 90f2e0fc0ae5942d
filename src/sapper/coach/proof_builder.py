"""From facts to a proof: steps in order, each with its words."""

from dataclasses import replace

from sapper.coach import proof_text
from sapper.coach.facts import Fact
from sapper.coach.proof_steps import KINDS, Kind, Proof, Step
from sapper.coach.region import Region
from sapper.game.rules import Cell


def write_proof(region: Region, cell: Cell, fact: Fact) -> Proof:
    """Return the proof that ends with a fact which settles the cell."""
    is_mine = fact.high > 0
    target = 1 << region.index(cell)
    if fact.mask != target and fact.rule == "minus":
        # The proof is about one cell; the others of the last step are a matter of luck.
        fact = Fact("minus", target, int(is_mine), int(is_mine), fact.uses)
    writer = _Writer(region, _needed_cells(fact))
    writer.write(fact)
    steps = tuple(writer.steps)
    clues = tuple(dict.fromkeys(region.cell(index) for index in writer.clues))
    kind = kind_of(steps)
    return Proof(
        cell=cell,
        is_mine=is_mine,
        kind=kind,
        name=_pattern_name(steps, kind),
        clues=clues,
        uses_mine_count=writer.uses_mine_count,
        cells=_cells_of(steps),
        steps=steps,
        text=proof_text.argument_text(steps),
    )


def kind_of(steps: tuple[Step, ...]) -> Kind:
    """Return the kind of an argument by what its steps do."""
    if any(step.cases for step in steps):
        return "cases"
    compared = sum(
        not steps[number].is_settled
        for step in steps
        if step.rule == "minus"
        for number in step.uses[1:]
    )
    return KINDS[min(compared, 2)]


def _needed_cells(last: Fact) -> dict[int, int]:
    """Return for each fact under the last one, by its id, the cells that others take from it.

    A clue with all its mines makes all its other cells safe, but perhaps only one of them matters.
    """
    order: list[Fact] = []
    seen: set[int] = set()

    def visit(fact: Fact) -> None:
        if id(fact) not in seen:
            seen.add(id(fact))
            for used in fact.uses:
                visit(used)
            for _, contradiction in fact.cases:
                visit(contradiction)
            order.append(fact)

    visit(last)
    needed = dict.fromkeys(map(id, order), 0)
    needed[id(last)] = last.mask
    for fact in reversed(order):
        for position, used in enumerate(fact.uses):
            taken = fact.uses[0].mask if fact.rule == "minus" and position else used.mask
            needed[id(used)] |= used.mask & taken
    return needed


class _Writer:
    """Writes facts as steps; what a fact uses is written before it, once."""

    def __init__(self, region: Region, needed: dict[int, int]) -> None:
        self.region = region
        self._needed = needed
        self.steps: list[Step] = []
        self.clues: list[int] = []
        self.uses_mine_count = False
        self._numbers: dict[int, int] = {}
        self._around: list[Step] = []
        """The steps around the case that is being written."""
        self._assumed = 0
        """The assumptions around it."""

    def write(self, fact: Fact) -> int:
        """Write a fact and return its number."""
        known = self._numbers.get(id(fact))
        if known is not None:
            return known
        # What is known comes first, then the clue that it is held against: so the clues stand in
        # the order in which a reader needs them.
        for used in fact.uses[1:]:
            self.write(used)
        uses = tuple(self.write(used) for used in fact.uses)
        for _, contradiction in fact.cases:
            self._write_free(contradiction)
        cases = tuple(self._write_case(*case) for case in fact.cases)
        self.steps.append(self._step(fact, uses, cases))
        number = len(self._around) + len(self.steps) - 1
        self._numbers[id(fact)] = number
        return number

    def _write_free(self, fact: Fact) -> None:
        """Write what a case uses but does not depend on it: it belongs before the case."""
        if id(fact) in self._numbers:
            return
        if not fact.assumed & ~self._assumed:
            self.write(fact)
            return
        for used in fact.uses:
            self._write_free(used)
        for _, contradiction in fact.cases:
            self._write_free(contradiction)

    def _write_case(self, assumption: Fact, contradiction: Fact) -> tuple[Step, ...]:
        outside = self.steps, self._around, dict(self._numbers)
        self._around, self.steps = self._around + self.steps, []
        self._assumed |= assumption.assumed
        self.write(assumption)
        self.write(contradiction)
        case = tuple(self.steps)
        self.steps, self._around, self._numbers = outside
        self._assumed &= ~assumption.assumed
        return case

    def _step(self, fact: Fact, uses: tuple[int, ...], cases: tuple[tuple[Step, ...], ...]) -> Step:
        region = self.region
        mask, low, high = fact.mask, fact.low, fact.high
        if fact.rule == "minus" and fact.is_settled and low <= high:
            mask &= self._needed[id(fact)]
            low = high = mask.bit_count() if high else 0
        cells = region.cells(mask)
        clue = None if fact.clue is None else region.cell(fact.clue)
        if fact.clue is not None:
            self.clues.append(fact.clue)
        self.uses_mine_count |= fact.rule == "count"
        step = Step(fact.rule, cells, low, high, "", clue, uses, cases)
        return replace(step, text=self._words(step))

    def _words(self, step: Step) -> str:
        written = self._around + self.steps
        used = [written[number] for number in step.uses]
        match step.rule:
            case "minus":
                return proof_text.minus_text(self.region.view, step, used[0], used[1:])
            case "assume":
                return f"Suppose that {proof_text.verdict(step.cells, step.low, step.high)}."
            case "cases":
                return proof_text.cases_text(step)
            case _:
                return proof_text.reading_text(self.region.view, step)


def _cells_of(steps: tuple[Step, ...]) -> tuple[Cell, ...]:
    """Return all hidden cells that are talked about; the mine count alone talks about none."""
    cells: set[Cell] = set()
    for step in steps:
        if step.rule != "count":
            cells.update(step.cells)
        for case in step.cases:
            cells.update(_cells_of(case))
    return tuple(sorted(cells))


def _pattern_name(steps: tuple[Step, ...], kind: Kind) -> str | None:
    """Return what players call the one comparison of a proof."""
    if any(step.rule == "count" for step in steps):
        return "mine count"
    if kind != "pair":
        return None
    for step in steps:
        if step.rule != "minus":
            continue
        base, *others = (steps[number] for number in step.uses)
        compared = next((other for other in others if not other.is_settled), None)
        if compared is None:
            continue
        return _name_comparison(step, base, compared, steps)
    return None


def _name_comparison(step: Step, b: Step, a: Step, steps: tuple[Step, ...]) -> str | None:
    clue_a = a.clue or (steps[a.uses[0]].clue if a.uses else None)
    settled = {
        cell for number in step.uses[1:] if steps[number].is_settled for cell in steps[number].cells
    }
    known_mines = sum(
        cell in set(b.cells)
        for number in step.uses[1:]
        if steps[number].is_settled and steps[number].high
        for cell in steps[number].cells
    )
    cells_b = set(b.cells) - settled
    needed_b = b.high - known_mines
    if clue_a and b.clue and b.low == b.high and a.low == a.high:
        touching = abs(clue_a[0] - b.clue[0]) + abs(clue_a[1] - b.clue[1]) == 1
        line = set(a.cells) | cells_b
        rows, columns = {cell[0] for cell in line}, {cell[1] for cell in line}
        if touching and (len(rows) == 1 or len(columns) == 1):
            if a.high == needed_b == 1 and step.high == 0:
                return "1-1-X"
            if a.high == 1 and needed_b == 2 and step.low == len(step.cells):
                return "1-2-X"
    return "subset" if set(a.cells) <= cells_b else "overlap"
