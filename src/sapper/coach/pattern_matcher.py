r"""A matcher that finds the library's patterns in a position and proves the claim of each match.

In a match, every clue touches exactly the undecided cells that the drawing shows, and the clues
alone entail the claim. Walls and corners need no special treatment, because cells beyond the board
are never undecided.

>>> from sapper import parse_view
>>> for match in find_patterns(parse_view("4x2/2\n1221\n####")):
...     print(match.pattern.name, sorted(match.safe), sorted(match.mines))
1-2-2-1 [(1, 0), (1, 3)] [(1, 1), (1, 2)]
1-2 [] [(1, 1)]
1-2 [] [(1, 2)]
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from typing import Final

from sapper.coach.pattern_library import Drawing, Pattern, load_patterns
from sapper.coach.proof_steps import Proof, ProofStep
from sapper.game.rules import Cell
from sapper.game.view import MAX_CLUE, View

Sentence = tuple[frozenset[Cell], int]
"""A set of cells and the number of mines among them."""
_CACHE_SIZE: Final = 4096


@dataclass(frozen=True, slots=True)
class PatternMatch:
    """An occurrence of a pattern in a position, with the cells that the pattern determines."""

    pattern: Pattern
    clues: tuple[Cell, ...]
    safe: frozenset[Cell]
    mines: frozenset[Cell]
    guesses: frozenset[Cell]
    """The cells that form a forced 50/50."""
    is_reduced: bool
    """True if known mines were subtracted from the clues."""


@dataclass(slots=True)
class ReducedPosition:
    """A position from which the known cells have been removed."""

    view: View
    safe: set[Cell] = field(default_factory=set)
    mines: set[Cell] = field(default_factory=set)
    clues: dict[Cell, Sentence] = field(default_factory=dict)
    """The undecided neighbours of each clue, and the number of mines that the clue still needs."""

    def read_clues(self, clues: Iterable[Cell]) -> None:
        """Set `clues` to the given clues that have undecided neighbours."""
        rules, width, cells = self.view.rules, self.view.width, self.view.cell_bytes
        self.clues = {}
        for clue in clues:
            hidden = [c for c in rules.neighbours(clue) if cells[c[0] * width + c[1]] > MAX_CLUE]
            undecided = frozenset(hidden) - self.safe - self.mines
            if undecided:
                need = cells[clue[0] * width + clue[1]] - len(self.mines.intersection(hidden))
                self.clues[clue] = undecided, need

    def decide_by_single_clues(self) -> None:
        """Apply single clues repeatedly until no clue determines another cell."""
        while decided := [
            (undecided, need)
            for undecided, need in self.clues.values()
            if need in (0, len(undecided))
        ]:
            for undecided, need in decided:
                (self.mines if need else self.safe).update(undecided)
            self.read_clues(self.clues)

    def is_undecided(self, cell: Cell) -> bool:
        """Return whether a cell is on the board, hidden and undecided."""
        return (
            self.view.rules.contains(cell)
            and self.view.clue(cell) is None
            and cell not in self.safe
            and cell not in self.mines
        )


def find_patterns(view: View) -> list[PatternMatch]:
    """Return all patterns in a position, most specific first.

    Cells determined by single clues count as known, and known mines are subtracted from the clues.
    Each set of clues is matched only to the most specific pattern.
    """
    position = _unreduced(view)
    found: dict[frozenset[Cell], PatternMatch] = {}
    for is_reduced in (False, True):
        if is_reduced:
            position.decide_by_single_clues()
        for match in _matches(position):
            if match.pattern.allows_reduction is is_reduced:
                found.setdefault(frozenset(match.clues) | match.guesses, match)
    if (counted := _match_mine_count(position)) is not None:
        found[frozenset()] = counted
    return list(found.values())


def reduce_by_single_clues(view: View) -> ReducedPosition:
    """Return the position that remains after removing the cells that single clues determine."""
    position = _unreduced(view)
    position.decide_by_single_clues()
    return position


def _unreduced(view: View) -> ReducedPosition:
    position = ReducedPosition(view, mines=set(view.shown_mines))
    position.read_clues(cell for cell in view.rules.cells() if view.clue(cell))
    return position


def name_proof(view: View, proof: Proof) -> PatternMatch | None:
    """Return the pattern that determines a proof's cell, or None if no pattern does.

    The proof's comparisons are tried in order, and only the cells determined before a comparison
    count as known. The first matching pattern therefore explains as much of the proof as possible.
    A pattern may determine the cell directly or together with single clues from the proof. A clue
    adjacent to the proof's clues may complete a more specific pattern.
    """
    steps = proof.steps
    if proof.kind == "clue" and proof.clue_count > 1:
        return None  # Single clues form no pattern.
    if proof.uses_mine_count:
        pattern = next(each for each in load_patterns() if each.uses_mine_count)
        decided = frozenset([proof.cell])
        safe, mines = (frozenset[Cell](), decided) if proof.is_mine else (decided, frozenset())
        return PatternMatch(pattern, proof.clues, safe, mines, frozenset(), False)
    # A proof by a single clue makes no comparison, so only a one-clue pattern can name it.
    nearby = proof.clues if proof.kind == "clue" else _clues_near(view, proof.clues)
    compared = [number for number, step in enumerate(steps) if _is_comparison(step, steps)]
    for number in compared or [len(steps) - 1]:
        position = ReducedPosition(view)
        for step in steps[:number]:
            if step.is_conclusive:
                (position.mines if step.high else position.safe).update(step.cells)
        position.read_clues(nearby)
        for match in _matches(position):
            if _decides(match, position, proof):
                return match
    return None


def _clues_near(view: View, clues: Iterable[Cell]) -> list[Cell]:
    """Return the given clues and all adjacent clues."""
    near = {cell for clue in clues for cell in view.rules.neighbours(clue)}
    return sorted({cell for cell in near if view.clue(cell)}.union(clues))


def _decides(match: PatternMatch, position: ReducedPosition, proof: Proof) -> bool:
    """Return whether a pattern and a proof's single clues together determine the proof's cell."""
    if proof.cell in (match.mines if proof.is_mine else match.safe):
        return True
    if not set(match.clues) <= set(proof.clues):
        return False
    after = ReducedPosition(position.view, position.safe | match.safe, position.mines | match.mines)
    after.read_clues(proof.clues)
    after.decide_by_single_clues()
    return proof.cell in (after.mines if proof.is_mine else after.safe)


def name_fifty_fifty(cells: Collection[Cell]) -> str | None:
    """Return the pattern name of a forced 50/50 with the given cells, or None if there is none."""
    row, column = min(cells)
    shape = frozenset((r - row, c - column) for r, c in cells)
    for pattern in load_patterns():
        if any(drawing.guesses == shape for drawing in pattern.drawings):
            return pattern.name
    return None


def _is_comparison(step: ProofStep, steps: tuple[ProofStep, ...]) -> bool:
    return step.rule == "cases" or (
        step.rule == "subtract"
        and any(not steps[number].is_conclusive for number in step.premises[1:])
    )


def _matches(position: ReducedPosition) -> Iterator[PatternMatch]:
    for pattern in load_patterns():
        for drawing in pattern.drawings:
            if drawing.guesses:
                yield from _match_guesses(pattern, drawing, position)
            elif len(drawing.clues) <= len(position.clues):
                for anchor in position.clues:
                    match = _match_at(pattern, drawing, position, anchor)
                    if match is not None:
                        yield match


def _match_at(
    pattern: Pattern, drawing: Drawing, position: ReducedPosition, anchor: Cell
) -> PatternMatch | None:
    """Match a drawing whose first clue is at `anchor`, or return None if it does not match."""
    row, column = anchor
    sentences = _sentences_at(drawing, position, anchor)
    if sentences is None:
        return None
    safe, mines = entailed_cells(sentences)
    if not (drawing.safe <= safe and drawing.mines <= mines and (safe or mines)):
        return None
    width, cells = position.view.width, position.view.cell_bytes
    clues = [(row + drawn.offset[0], column + drawn.offset[1]) for drawn in drawing.clues]
    is_reduced = any(
        cells[r * width + c] != need for (r, c), (_, need) in zip(clues, sentences, strict=True)
    )
    if is_reduced and not pattern.allows_reduction:
        return None
    return PatternMatch(
        pattern,
        tuple(clues),
        frozenset((row + r, column + c) for r, c in safe),
        frozenset((row + r, column + c) for r, c in mines),
        frozenset(),
        is_reduced,
    )


def _sentences_at(
    drawing: Drawing, position: ReducedPosition, anchor: Cell
) -> tuple[Sentence, ...] | None:
    """Return the sentences of the clues in a drawing whose first clue is at the anchor.

    The result is None if the clues on the board do not fit the drawing.
    """
    row, column = anchor
    needs: dict[str, int] = {}
    sentences: list[Sentence] = []
    for drawn in drawing.clues:
        clue = row + drawn.offset[0], column + drawn.offset[1]
        if clue not in position.clues:
            return None
        undecided, need = position.clues[clue]
        expected = int(drawn.symbol) if drawn.symbol.isdigit() else needs.get(drawn.symbol, need)
        if need != expected:
            return None
        needs[drawn.symbol] = need
        offsets = frozenset((r - row, c - column) for r, c in undecided)
        if not drawn.required <= offsets <= drawn.allowed:
            return None
        sentences.append((offsets, need))
    # Different letters in a drawing stand for different numbers.
    return tuple(sentences) if len(set(needs.values())) == len(needs) else None


def _match_guesses(
    pattern: Pattern, drawing: Drawing, position: ReducedPosition
) -> Iterator[PatternMatch]:
    """Yield the forced 50/50s whose cells match a pattern's drawing.

    Revealed and known cells separate the cells of a forced 50/50 from the rest of the board. The
    clues allow exactly two layouts of the cells in a forced 50/50. The layouts are complementary
    and have the same number of mines, so neither a later reveal nor the mine count can distinguish
    them.
    """
    undecided = {cell for cells, _ in position.clues.values() for cell in cells}
    rules = position.view.rules
    for row, column in undecided:
        cells = frozenset((row + r, column + c) for r, c in drawing.guesses)
        if not cells <= undecided:
            continue
        nearby = {near for cell in cells for near in rules.neighbours(cell)} - cells
        if any(position.is_undecided(near) for near in nearby):
            continue
        clues = sorted(nearby & position.clues.keys())
        if any(not position.clues[clue][0] <= cells for clue in clues):
            continue
        layouts = _layouts(tuple(sorted(cells)), [position.clues[clue] for clue in clues])
        if len(layouts) == 2 and all(2 * len(layout) == len(cells) for layout in layouts):
            none = frozenset[Cell]()
            yield PatternMatch(pattern, tuple(clues), none, none, cells, False)


def _layouts(cells: tuple[Cell, ...], sentences: list[Sentence]) -> list[frozenset[Cell]]:
    """Return every layout of a few cells that satisfies all sentences."""
    layouts = [
        frozenset(cell for cell, is_mine in zip(cells, mines, strict=True) if is_mine)
        for mines in product((False, True), repeat=len(cells))
    ]
    return [
        layout
        for layout in layouts
        if all(len(layout & touched) == need for touched, need in sentences)
    ]


def _match_mine_count(position: ReducedPosition) -> PatternMatch | None:
    """Return a match of the mine-count pattern, or None if the mine count determines no cell.

    The pattern matches if greedily chosen disjoint clues account for all remaining mines or for all
    remaining safe cells.
    """
    undecided = {cell for cell in position.view.rules.cells() if position.is_undecided(cell)}
    mines_left = position.view.mines - len(position.mines)
    if not undecided:
        return None
    for counts_mines in (True, False):
        left = mines_left if counts_mines else len(undecided) - mines_left
        outside = set(undecided)
        used = []
        for clue, (cells, need) in sorted(position.clues.items(), key=lambda item: len(item[1][0])):
            if cells <= outside:
                outside -= cells
                left -= need if counts_mines else len(cells) - need
                used.append(clue)
        if left == 0 and outside:
            pattern = next(each for each in load_patterns() if each.uses_mine_count)
            decided, none = frozenset(outside), frozenset[Cell]()
            safe, mines = (decided, none) if counts_mines else (none, decided)
            return PatternMatch(pattern, tuple(used), safe, mines, none, False)
    return None


@lru_cache(_CACHE_SIZE)
def entailed_cells(sentences: tuple[Sentence, ...]) -> tuple[frozenset[Cell], frozenset[Cell]]:
    """Return the cells that are safe and those that are mines in every solution of the sentences.

    The search enumerates the mine counts of boxes, which are groups of cells that occur in the same
    sentences. If the sentences contradict each other, both sets are empty.
    """
    boxes: dict[tuple[int, ...], list[Cell]] = {}
    for cell in sorted({cell for cells, _ in sentences for cell in cells}):
        touching = tuple(i for i, (cells, _) in enumerate(sentences) if cell in cells)
        boxes.setdefault(touching, []).append(cell)
    solutions = list(_box_counts(list(boxes), boxes, [need for _, need in sentences], {}))
    safe, mines = set[Cell](), set[Cell]()
    for box, cells in boxes.items():
        counts = {solution[box] for solution in solutions}
        if counts == {0}:
            safe.update(cells)
        elif counts == {len(cells)}:
            mines.update(cells)
    return frozenset(safe), frozenset(mines)


def _box_counts(
    left: list[tuple[int, ...]],
    boxes: Mapping[tuple[int, ...], list[Cell]],
    needs: list[int],
    chosen: dict[tuple[int, ...], int],
) -> Iterator[dict[tuple[int, ...], int]]:
    """Yield every assignment of mine counts to boxes that satisfies all sentences."""
    if not left:
        if not any(needs):
            yield dict(chosen)
        return
    box, *rest = left
    for count in range(min(len(boxes[box]), *(needs[i] for i in box)) + 1):
        reduced = [need - count if i in box else need for i, need in enumerate(needs)]
        yield from _box_counts(rest, boxes, reduced, {**chosen, box: count})
