r"""A plain Python implementation of exact mine probabilities, used to test the C++ core.

All layouts consistent with the view are equally likely, so a cell's mine probability is the ratio
of two layout counts. The algorithm counts the layouts without enumerating them:

1. Group the hidden cells into boxes and the boxes into components (`tests.oracles.constraints`).
2. For each component and each k, count the solutions with k mines. There are C(n, j) ways to place
   j mines in a box of n cells.
3. Multiply the components' counts, and distribute the remaining mines among the off-frontier cells.

All arithmetic uses integers and fractions, so there are no rounding errors.

>>> from sapper import parse_view
>>> odds = analyse(parse_view("4x2/2\n#1##\n####"))
>>> odds.layouts
10
>>> odds.mine_probability[0, 0], odds.mine_probability[0, 3]
(Fraction(1, 5), Fraction(1, 2))

`docs/concepts/odds.md` explains the method with more examples.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import accumulate
from math import comb

from sapper.errors import IllegalMove, InconsistentView, NotationError
from sapper.game.cell_names import cell_name
from sapper.game.rules import Cell
from sapper.game.view import MAX_CLUE, View
from tests.oracles.constraints import (
    Component,
    Constraints,
    find_known_mines,
    pluralise,
    read_constraints,
)

Polynomial = dict[int, int]
"""A generating function that maps each mine count to a number of solutions."""

ONE: Polynomial = {0: 1}
"""The generating function of an empty component, whose only solution has no mines."""


@dataclass(frozen=True, slots=True)
class ReferenceAnalysis:
    """The exact mine probabilities of a view."""

    layouts: int
    """The number of layouts consistent with the view, which is at least 1."""
    mine_probability: dict[Cell, Fraction]
    """The mine probability of every hidden cell, including known mines.

    The probabilities add up to the number of mines.
    """

    @property
    def safe(self) -> frozenset[Cell]:
        """The hidden cells that are safe in every consistent layout."""
        return frozenset(cell for cell, p in self.mine_probability.items() if p == 0)

    @property
    def mines(self) -> frozenset[Cell]:
        """The hidden cells that are mines in every consistent layout."""
        return frozenset(cell for cell, p in self.mine_probability.items() if p == 1)


# Public functions ---------------------------------------------------------------------------------


def analyse(view: View, *, trust_flags: bool = False) -> ReferenceAnalysis:
    """Compute the exact mine probability of every hidden cell.

    Flags are ignored by default. If `trust_flags` is set, every flagged cell is assumed to be a
    mine. Mines shown after the end of the game count as known mines. Raises InconsistentView if no
    layout is consistent with the view.
    """
    constraints = read_constraints(view, trust_flags=trust_flags)
    counts = [count_box_mines(component) for component in constraints.components]
    layouts = _combine([c.solutions for c in counts], constraints)
    if layouts == 0:
        raise _explain(constraints, view)
    odds = {cell: Fraction(1) for cell in constraints.known_mines}
    for component, own, others in zip(
        constraints.components, counts, _solutions_of_others(counts, constraints), strict=True
    ):
        for box, mines_in_box in zip(component.boxes, own.mines_in_box, strict=True):
            mines = sum(mines_in_box[k] * others[k] for k in mines_in_box)
            odds.update(dict.fromkeys(box, Fraction(mines, layouts * len(box))))
    odds.update(_off_frontier_odds(counts, constraints, layouts))
    return ReferenceAnalysis(layouts, dict(sorted(odds.items())))


def count_layouts(view: View, *, trust_flags: bool = False) -> int:
    """Return the number of consistent layouts, or 0 if the view is inconsistent."""
    try:
        constraints = read_constraints(view, trust_flags=trust_flags)
    except InconsistentView:
        return 0
    solutions = [count_solutions(component) for component in constraints.components]
    return _combine(solutions, constraints)


def clue_distribution(view: View, cell: Cell, *, trust_flags: bool = False) -> tuple[Fraction, ...]:
    r"""Return the probabilities of the clues 0 to 8 and of a mine at a hidden cell.

    >>> from sapper import parse_view
    >>> [str(p) for p in clue_distribution(parse_view("3x1/1\n###"), (0, 1))]
    ['0', '2/3', '0', '0', '0', '0', '0', '0', '0', '1/3']

    Raises InconsistentView if no layout is consistent with the view, and IllegalMove if the cell is
    not hidden.
    """
    _check_hidden(view, cell)
    layouts = count_layouts(view, trust_flags=trust_flags)
    if layouts == 0:
        raise _explain(read_constraints(view, trust_flags=trust_flags), view)
    if cell in find_known_mines(view, trust_flags=trust_flags):
        return (*[Fraction(0)] * (MAX_CLUE + 1), Fraction(1))
    # The cell shows a clue in exactly those layouts that are consistent with the view after the
    # reveal.
    probabilities = [
        Fraction(count_layouts(reveal(view, cell, clue), trust_flags=trust_flags), layouts)
        for clue in range(MAX_CLUE + 1)
    ]
    return (*probabilities, 1 - sum(probabilities, start=Fraction(0)))


def what_if(view: View, cell: Cell, clue: int, *, trust_flags: bool = False) -> ReferenceAnalysis:
    """Return the analysis of the position after a hidden cell is revealed as the given clue.

    Only the given cell is revealed. If the clue is 0, the neighbouring cells become safe but remain
    hidden. Raises InconsistentView if the cell cannot show the clue, and IllegalMove if the cell is
    not hidden.
    """
    _check_hidden(view, cell)
    if cell in find_known_mines(view, trust_flags=trust_flags):
        raise InconsistentView(
            f"clue {clue} at {cell_name(cell)} is impossible: the cell is a known mine", cell=cell
        )
    return analyse(reveal(view, cell, clue), trust_flags=trust_flags)


def reveal(view: View, cell: Cell, clue: int) -> View:
    """Return a copy of the view in which the cell shows the clue and has no mark."""
    if not 0 <= clue <= MAX_CLUE:
        raise NotationError(
            f"the clue at {cell_name(cell)} must be between 0 and {MAX_CLUE}, not {clue}", cell=cell
        )
    index = cell[0] * view.width + cell[1]
    cells, shown = bytearray(view.cell_bytes), bytearray(view.shown_bytes)
    cells[index], shown[index] = clue, 0
    return View(view.rules, bytes(cells), bytes(shown))


def _check_hidden(view: View, cell: Cell) -> None:
    if not view.rules.contains(cell):
        raise IllegalMove(
            f"cannot reveal {cell}: the board has {pluralise(view.height, 'row')} "
            f"and {pluralise(view.width, 'column')}",
            cell=cell,
        )
    if view.clue(cell) is not None:
        raise IllegalMove(
            f"cannot reveal {cell_name(cell)}: it already shows clue {view.clue(cell)}", cell=cell
        )


# Polynomials --------------------------------------------------------------------------------------


def add(total: Polynomial, part: Polynomial, *, times: int = 1) -> None:
    """Add a polynomial to `total` in place, summing the counts of disjoint solution sets."""
    for mines, solutions in part.items():
        total[mines] = total.get(mines, 0) + times * solutions


def multiply(a: Polynomial, b: Polynomial) -> Polynomial:
    """Return the product of two polynomials, which counts combinations of independent solutions.

    >>> multiply({0: 1, 1: 2}, {1: 3})
    {1: 3, 2: 6}
    """
    product: Polynomial = {}
    for mines, solutions in a.items():
        add(product, {mines + k: number for k, number in b.items()}, times=solutions)
    return product


# One component ------------------------------------------------------------------------------------
#
# Boxes are filled one at a time. The filled boxes affect the remaining boxes only through the
# *state*: the number of mines that each constraint still needs. Partial solutions with the same
# state are therefore counted together. The cost grows with the number of states, not with the
# number of solutions.

State = tuple[int, ...]
"""The number of mines that each constraint of a component still needs."""

Layer = dict[State, Polynomial]
"""A map from each reachable state to the partial solutions that lead to it."""


@dataclass(frozen=True, slots=True)
class ComponentCounts:
    """One component's solution counts and the mine counts of its boxes."""

    solutions: Polynomial
    """The number of solutions for each number of mines. The polynomial is empty if the clues
    contradict each other."""
    mines_in_box: tuple[Polynomial, ...]
    """For each box and every k, the number of mines in the box, summed over all solutions with k
    mines."""


def count_solutions(component: Component) -> Polynomial:
    """Return a component's number of solutions for each mine count."""
    return _final(fill_boxes(component)[-1])


def count_box_mines(component: Component) -> ComponentCounts:
    """Count a component's solutions and the mines in each of its boxes."""
    layers = fill_boxes(component)
    mines_in_box: list[Polynomial] = []
    # The backward pass counts the ways to complete each state, from the last box to the first.
    completions: Layer = dict.fromkeys(layers[-1], ONE)
    for box in reversed(range(len(component.boxes))):
        mines_in_this_box: Polynomial = {}
        earlier_completions: Layer = {}
        for state, before in layers[box].items():
            total: Polynomial = {}
            for mines, ways, next_state in _choices(component, box, state):
                after = multiply({mines: ways}, completions.get(next_state, {}))
                add(total, after)
                add(mines_in_this_box, multiply(before, after), times=mines)
            earlier_completions[state] = total
        completions = earlier_completions
        mines_in_box.append(mines_in_this_box)
    return ComponentCounts(_final(layers[-1]), tuple(reversed(mines_in_box)))


def _final(layer: Layer) -> Polynomial:
    """Return the solution counts of the final state, in which no constraint needs more mines."""
    return next(iter(layer.values()), {})


def fill_boxes(component: Component) -> list[Layer]:
    """Return one layer of partial solutions for each number of filled boxes, starting at 0."""
    start = tuple(constraint.mines for constraint in component.constraints)
    layers: list[Layer] = [{start: ONE}]
    for box in range(len(component.boxes)):
        layer: defaultdict[State, Polynomial] = defaultdict(dict)
        for state, before in layers[-1].items():
            for mines, ways, next_state in _choices(component, box, state):
                add(layer[next_state], multiply(before, {mines: ways}))
        layers.append(dict(layer))
    return layers


def _choices(component: Component, box: int, state: State) -> Iterator[tuple[int, int, State]]:
    """Yield a box's possible mine counts, each with its number of placements and the next state.

    A mine count is impossible if it gives a constraint too many mines or leaves too few cells for
    the constraint's remaining mines.
    """
    size = len(component.boxes[box])
    min_mines, max_mines = 0, size
    for need, constraint in zip(state, component.constraints, strict=True):
        if box in constraint.boxes:
            room = sum(len(component.boxes[b]) for b in constraint.boxes if b > box)
            min_mines, max_mines = max(min_mines, need - room), min(max_mines, need)
    for mines in range(min_mines, max_mines + 1):
        next_state = tuple(
            need - mines if box in constraint.boxes else need
            for need, constraint in zip(state, component.constraints, strict=True)
        )
        yield mines, comb(size, mines), next_state


# All components -----------------------------------------------------------------------------------


def _combine(components: Iterable[Polynomial], constraints: Constraints) -> int:
    """Compute the number of layouts from the components' solution counts."""
    frontier = reduce(multiply, components, ONE)
    return sum(number * _off_frontier_ways(constraints, k) for k, number in frontier.items())


def _off_frontier_ways(constraints: Constraints, frontier_mines: int) -> int:
    """Return the number of ways to place the remaining mines in the off-frontier cells."""
    mines = constraints.mines_left - frontier_mines
    return comb(len(constraints.off_frontier), mines) if mines >= 0 else 0


def _solutions_of_others(
    counts: Sequence[ComponentCounts], constraints: Constraints
) -> Iterator[Polynomial]:
    """Yield, for each component, a map from mine count to the number of ways to fill the rest."""
    solutions = [c.solutions for c in counts]
    before = list(accumulate(solutions, multiply, initial=ONE))
    after = list(accumulate(reversed(solutions), multiply, initial=ONE))[::-1]
    for index, own in enumerate(solutions):
        others = multiply(before[index], after[index + 1])
        yield {
            k: sum(n * _off_frontier_ways(constraints, k + m) for m, n in others.items())
            for k in own
        }


def _off_frontier_odds(
    counts: Sequence[ComponentCounts], constraints: Constraints, layouts: int
) -> dict[Cell, Fraction]:
    """Return the mine probabilities of the off-frontier cells, which are all equal."""
    cells = constraints.off_frontier
    if not cells:
        return {}
    frontier = reduce(multiply, (c.solutions for c in counts), ONE)
    mines = sum(
        (constraints.mines_left - k) * number * _off_frontier_ways(constraints, k)
        for k, number in frontier.items()
    )
    return dict.fromkeys(cells, Fraction(mines, layouts * len(cells)))


# Contradictions -----------------------------------------------------------------------------------


def _explain(constraints: Constraints, view: View) -> InconsistentView:
    """Return an error that identifies the impossible clue or mine count."""
    for component in constraints.components:
        if not count_solutions(component):
            cell = _find_contradiction(component)
            return InconsistentView(
                f"clue {view.clue(cell)} at {cell_name(cell)} is impossible: "
                "it contradicts nearby clues",
                cell=cell,
            )
    return _explain_mines(constraints, view.mines)


def _find_contradiction(component: Component) -> Cell:
    """Return the first clue, in row-major order, that contradicts the clues before it."""

    def is_impossible(first: int) -> bool:
        return not count_solutions(Component(component.boxes, component.constraints[:first]))

    # More clues cannot resolve a contradiction, so bisection finds the first contradictory clue.
    numbers = range(1, len(component.constraints) + 1)
    first = numbers[bisect_left(numbers, True, key=is_impossible)]
    return component.constraints[first - 1].clues[0]


def _explain_mines(constraints: Constraints, mines: int) -> InconsistentView:
    """Return an error for clues that are consistent with each other but not with the mine count."""
    known = len(constraints.known_mines)
    frontier = reduce(multiply, map(count_solutions, constraints.components), ONE)
    allowed = {
        known + k + other for k in frontier for other in range(len(constraints.off_frontier) + 1)
    }
    evidence = "the clues and the known mines" if known else "the clues"
    below = max((number for number in allowed if number < mines), default=None)
    above = min((number for number in allowed if number > mines), default=None)
    if below is None:
        reason = f"{evidence} need at least {above}"
    elif above is None:
        reason = f"{evidence} leave room for at most {below}"
    else:
        reason = f"the nearest possible counts are {below} and {above}"
    verb = "is" if mines == 1 else "are"
    return InconsistentView(f"{pluralise(mines, 'mine')} {verb} impossible: {reason}")
