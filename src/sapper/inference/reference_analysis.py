r"""Exact odds in plain Python: the specification, and the oracle of the fast engine.

Every layout of the mines that agrees with the view is equally likely. So a probability is a count
of layouts divided by another, and the whole art is to count without listing them:

1. Put the hidden cells into boxes and the boxes into components (`sapper.inference.constraints`).
2. For each component, count the ways to fill it with k mines, for every k. A box of n cells can
   hold j mines in C(n, j) ways.
3. Multiply the components, and let the cells off the frontier take the mines that are left.

Whole numbers and fractions only; nothing is rounded.

>>> from sapper import parse_view
>>> odds = analyse(parse_view("4x2/2\n#1##\n####"))
>>> odds.layouts
10
>>> odds.mine_probability[0, 0], odds.mine_probability[0, 3]
(Fraction(1, 5), Fraction(1, 2))

`docs/concepts/odds.md` explains the method with more boards.
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
from sapper.game.rules import Cell
from sapper.game.view import MAX_CLUE, View
from sapper.inference.constraints import (
    Component,
    Constraints,
    count,
    find_known_mines,
    read_constraints,
)

Polynomial = dict[int, int]
"""Number of mines -> number of ways. As a polynomial: the sum of ways * x**mines."""

ONE: Polynomial = {0: 1}
"""Nothing to fill: one way, which takes no mine."""


@dataclass(frozen=True, slots=True)
class ReferenceAnalysis:
    """What is known of the hidden cells of a view, exactly."""

    layouts: int
    """How many layouts of the mines agree with the view; at least 1."""
    mine_probability: dict[Cell, Fraction]
    """Of every hidden cell, known mines included; they add up to the number of mines."""

    @property
    def safe(self) -> frozenset[Cell]:
        """The hidden cells that are a mine in no layout."""
        return frozenset(cell for cell, p in self.mine_probability.items() if p == 0)

    @property
    def mines(self) -> frozenset[Cell]:
        """The hidden cells that are a mine in every layout."""
        return frozenset(cell for cell, p in self.mine_probability.items() if p == 1)


# What callers ask ---------------------------------------------------------------------------------


def analyse(view: View, *, trust_flags: bool = False) -> ReferenceAnalysis:
    """Return the exact odds of every hidden cell.

    Flags are an opinion and are ignored, unless `trust_flags` makes every flagged cell a mine,
    whoever set the flag. Mines that are shown after the end are mines. Raises InconsistentView.
    """
    constraints = read_constraints(view, trust_flags=trust_flags)
    tallies = [tally(component) for component in constraints.components]
    layouts = _combine([t.ways for t in tallies], constraints)
    if layouts == 0:
        raise _explain(constraints, view)
    odds = {cell: Fraction(1) for cell in constraints.known_mines}
    for component, part, elsewhere in zip(
        constraints.components, tallies, _ways_elsewhere(tallies, constraints), strict=True
    ):
        for box, mines_in_box in zip(component.boxes, part.mines_in_box, strict=True):
            mines = sum(mines_in_box[k] * elsewhere[k] for k in mines_in_box)
            odds.update(dict.fromkeys(box, Fraction(mines, layouts * len(box))))
    odds.update(_odds_of_rest(tallies, constraints, layouts))
    return ReferenceAnalysis(layouts, dict(sorted(odds.items())))


def count_layouts(view: View, *, trust_flags: bool = False) -> int:
    """Return how many layouts agree with the view: 0 when it contradicts itself."""
    try:
        constraints = read_constraints(view, trust_flags=trust_flags)
    except InconsistentView:
        return 0
    return _combine([count_ways(component) for component in constraints.components], constraints)


def clue_distribution(view: View, cell: Cell, *, trust_flags: bool = False) -> tuple[Fraction, ...]:
    r"""Return how likely a hidden cell is to show clue 0 to 8, and in place 9 to be a mine.

    >>> from sapper import parse_view
    >>> [str(p) for p in clue_distribution(parse_view("3x1/1\n###"), (0, 1))]
    ['0', '2/3', '0', '0', '0', '0', '0', '0', '0', '1/3']

    Raises InconsistentView, and IllegalMove for a cell that is not hidden.
    """
    _check_hidden(view, cell)
    layouts = count_layouts(view, trust_flags=trust_flags)
    if layouts == 0:
        raise _explain(read_constraints(view, trust_flags=trust_flags), view)
    if cell in find_known_mines(view, trust_flags=trust_flags):
        return (*[Fraction(0)] * (MAX_CLUE + 1), Fraction(1))
    # The layouts in which the cell shows a clue are just those that agree with the view after it.
    shows = [
        Fraction(count_layouts(reveal(view, cell, clue), trust_flags=trust_flags), layouts)
        for clue in range(MAX_CLUE + 1)
    ]
    return (*shows, 1 - sum(shows, start=Fraction(0)))


def what_if(view: View, cell: Cell, clue: int, *, trust_flags: bool = False) -> ReferenceAnalysis:
    """Return the odds after the hidden cell was revealed and shows the clue.

    Only this cell is revealed: a clue 0 makes its neighbours safe, but does not open them. Raises
    InconsistentView when the cell cannot show that clue, IllegalMove when it is not hidden.
    """
    _check_hidden(view, cell)
    if cell in find_known_mines(view, trust_flags=trust_flags):
        raise InconsistentView(
            f"clue {clue} at {cell} cannot hold: the cell is a known mine", cell=cell
        )
    return analyse(reveal(view, cell, clue), trust_flags=trust_flags)


def reveal(view: View, cell: Cell, clue: int) -> View:
    """Return the view with one more cell revealed; what was shown on it is gone."""
    if not 0 <= clue <= MAX_CLUE:
        raise NotationError(f"cell {cell} cannot show {clue}; a clue is from 0 to {MAX_CLUE}")
    index = cell[0] * view.width + cell[1]
    cells, shown = bytearray(view.cell_bytes), bytearray(view.shown_bytes)
    cells[index], shown[index] = clue, 0
    return View(view.rules, bytes(cells), bytes(shown))


def _check_hidden(view: View, cell: Cell) -> None:
    if not view.rules.contains(cell):
        raise IllegalMove(
            f"cannot reveal {cell}: the board has {count(view.height, 'row')} "
            f"and {count(view.width, 'column')}"
        )
    if view.clue(cell) is not None:
        raise IllegalMove(f"cannot reveal {cell}: it shows clue {view.clue(cell)}")


# Polynomials --------------------------------------------------------------------------------------


def add(total: Polynomial, part: Polynomial, *, times: int = 1) -> None:
    """Add a part to a total, in place: ways of one kind *or* of the other."""
    for mines, ways in part.items():
        total[mines] = total.get(mines, 0) + times * ways


def multiply(a: Polynomial, b: Polynomial) -> Polynomial:
    """Return the ways to fill two things: one of the first *and* one of the second.

    >>> multiply({0: 1, 1: 2}, {1: 3})
    {1: 3, 2: 6}
    """
    product: Polynomial = {}
    for mines, ways in a.items():
        add(product, {mines + k: w for k, w in b.items()}, times=ways)
    return product


# One component ------------------------------------------------------------------------------------
#
# Boxes are filled one after the other. What the boxes so far mean for those to come is only how
# many mines each constraint still needs: fillings that agree in this *state* have the same future
# and are counted together. So the work grows with the number of states, which depends on how many
# constraints are half finished at a time, and not with the number of fillings.

State = tuple[int, ...]
"""How many mines each constraint of a component still needs."""

Layer = dict[State, Polynomial]
"""The ways to come to each state; states that cannot be reached are left out."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The solutions of one component."""

    ways: Polynomial
    """How many there are; empty when the clues contradict each other."""
    mines_in_box: tuple[Polynomial, ...]
    """For each box: its mines, added up over all solutions of k mines."""


def count_ways(component: Component) -> Polynomial:
    """Return how many solutions a component has, by number of mines."""
    return _final(fill_boxes(component)[-1])


def tally(component: Component) -> Tally:
    """Return the solutions of a component and the mines of each box in them."""
    layers = fill_boxes(component)
    mines_in_box: list[Polynomial] = []
    # The ways to finish from each state, built up from the last box to the first.
    finishing: Layer = dict.fromkeys(layers[-1], ONE)
    for box in reversed(range(len(component.boxes))):
        in_this_box: Polynomial = {}
        finishing_here: Layer = {}
        for state, before in layers[box].items():
            ways_on: Polynomial = {}
            for mines, ways, following in _choices(component, box, state):
                on = multiply({mines: ways}, finishing.get(following, {}))
                add(ways_on, on)
                add(in_this_box, multiply(before, on), times=mines)
            finishing_here[state] = ways_on
        finishing = finishing_here
        mines_in_box.append(in_this_box)
    return Tally(_final(layers[-1]), tuple(reversed(mines_in_box)))


def _final(layer: Layer) -> Polynomial:
    """Return the ways to come to the one state in which no constraint needs anything."""
    return next(iter(layer.values()), {})


def fill_boxes(component: Component) -> list[Layer]:
    """Return the ways to fill no box, the first box, the first two boxes, ... up to all."""
    start = tuple(constraint.mines for constraint in component.constraints)
    layers: list[Layer] = [{start: ONE}]
    for box in range(len(component.boxes)):
        layer: defaultdict[State, Polynomial] = defaultdict(dict)
        for state, before in layers[-1].items():
            for mines, ways, following in _choices(component, box, state):
                add(layer[following], multiply(before, {mines: ways}))
        layers.append(dict(layer))
    return layers


def _choices(component: Component, box: int, state: State) -> Iterator[tuple[int, int, State]]:
    """Yield each number of mines that a box may hold, in how many ways, and the state after it.

    A number is left out as soon as a constraint would have too many mines, or too few cells left to
    get the mines that it needs.
    """
    size = len(component.boxes[box])
    fewest, most = 0, size
    for need, constraint in zip(state, component.constraints, strict=True):
        if box in constraint.boxes:
            room = sum(len(component.boxes[b]) for b in constraint.boxes if b > box)
            fewest, most = max(fewest, need - room), min(most, need)
    for mines in range(fewest, most + 1):
        following = tuple(
            need - mines if box in constraint.boxes else need
            for need, constraint in zip(state, component.constraints, strict=True)
        )
        yield mines, comb(size, mines), following


# All together -------------------------------------------------------------------------------------


def _combine(components: Iterable[Polynomial], constraints: Constraints) -> int:
    """Return the number of layouts, given the ways to fill each component."""
    frontier = reduce(multiply, components, ONE)
    return sum(ways * _ways_of_rest(constraints, k) for k, ways in frontier.items())


def _ways_of_rest(constraints: Constraints, frontier_mines: int) -> int:
    """Return in how many ways the rest can take the mines that are not in the frontier."""
    mines = constraints.mines_left - frontier_mines
    return comb(len(constraints.rest), mines) if mines >= 0 else 0


def _ways_elsewhere(tallies: Sequence[Tally], constraints: Constraints) -> Iterator[Polynomial]:
    """Yield for each component the ways to fill all else while the component itself holds k."""
    ways = [t.ways for t in tallies]
    before = list(accumulate(ways, multiply, initial=ONE))
    after = list(accumulate(reversed(ways), multiply, initial=ONE))[::-1]
    for index, own in enumerate(ways):
        others = multiply(before[index], after[index + 1])
        yield {
            k: sum(w * _ways_of_rest(constraints, k + m) for m, w in others.items()) for k in own
        }


def _odds_of_rest(
    tallies: Sequence[Tally], constraints: Constraints, layouts: int
) -> dict[Cell, Fraction]:
    """Return the odds of the cells off the frontier, which are all the same."""
    if not constraints.rest:
        return {}
    frontier = reduce(multiply, (t.ways for t in tallies), ONE)
    mines = sum(
        (constraints.mines_left - k) * ways * _ways_of_rest(constraints, k)
        for k, ways in frontier.items()
    )
    return dict.fromkeys(constraints.rest, Fraction(mines, layouts * len(constraints.rest)))


# Contradictions -----------------------------------------------------------------------------------


def _explain(constraints: Constraints, view: View) -> InconsistentView:
    """Return the error of a view that has no layout: a clue that cannot hold, or the mines."""
    for component in constraints.components:
        if not count_ways(component):
            cell = _find_contradiction(component)
            return InconsistentView(
                f"clue {view.clue(cell)} at {cell} cannot hold: it contradicts the clues around it",
                cell=cell,
            )
    return _explain_mines(constraints, view.mines)


def _find_contradiction(component: Component) -> Cell:
    """Return the clue at which the clues, taken row by row, first contradict each other."""

    def is_impossible(first: int) -> bool:
        return not count_ways(Component(component.boxes, component.constraints[:first]))

    # What is impossible stays impossible with more clues: so the first such number can be bisected.
    numbers = range(1, len(component.constraints) + 1)
    first = numbers[bisect_left(numbers, True, key=is_impossible)]
    return component.constraints[first - 1].clues[0]


def _explain_mines(constraints: Constraints, mines: int) -> InconsistentView:
    """Return the error of a view whose clues agree with each other, but not with the mines."""
    known = len(constraints.known_mines)
    frontier = reduce(multiply, map(count_ways, constraints.components), ONE)
    allowed = {known + k + other for k in frontier for other in range(len(constraints.rest) + 1)}
    says = "the clues and the known mines" if known else "the clues"
    below = max((number for number in allowed if number < mines), default=None)
    above = min((number for number in allowed if number > mines), default=None)
    if below is None:
        reason = f"{says} need at least {above}"
    elif above is None:
        reason = f"{says} leave room for at most {below}"
    else:
        reason = f"{says} allow {below} or {above}, none between"
    return InconsistentView(f"{count(mines, 'mine')} cannot hold: {reason}")
