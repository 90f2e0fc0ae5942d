r"""Conversion of a view's clues into linear constraints.

Hidden cells that touch the same clues are interchangeable and form one *box*. Each clue is a
*constraint* that fixes the total mine count of the boxes around it. Boxes connected by constraints
form a *component*. Components interact only through the board's mine count.

>>> from sapper import parse_view
>>> constraints = read_constraints(parse_view("5x2/2\n#11##\n#####"))
>>> component, = constraints.components
>>> component.boxes
(((0, 0), (1, 0)), ((1, 1), (1, 2)), ((0, 3), (1, 3)))
>>> [(constraint.boxes, constraint.mines) for constraint in component.constraints]
[((0, 1), 1), ((1, 2), 1)]
>>> constraints.off_frontier
((0, 4), (1, 4))
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from sapper.errors import InconsistentView
from sapper.game.cell_names import cell_name
from sapper.game.rules import Cell
from sapper.game.view import View

Box = tuple[Cell, ...]
"""A non-empty group of hidden cells that touch the same clues, in row-major order."""


@dataclass(frozen=True, slots=True)
class Constraint:
    """A constraint that fixes the total mine count of some of a component's boxes."""

    boxes: tuple[int, ...]
    """Indices into `Component.boxes`, in ascending order."""
    mines: int
    """The total mine count of those boxes: the clue minus the number of known mines next to it."""
    clues: tuple[Cell, ...]
    """The revealed cells whose clues impose the constraint, in row-major order."""


@dataclass(frozen=True, slots=True)
class Component:
    """A group of connected boxes, ordered so that neighbouring boxes are close together."""

    boxes: tuple[Box, ...]
    constraints: tuple[Constraint, ...]
    """The constraints, in row-major order of their first clues."""


@dataclass(frozen=True, slots=True)
class Constraints:
    """A view's hidden cells, partitioned into known mines, components and off-frontier cells."""

    known_mines: frozenset[Cell]
    """Mines shown after the end of the game and, if flags are trusted, flagged cells."""
    components: tuple[Component, ...]
    """The components of the frontier, which contains every hidden cell next to a clue except for
    known mines."""
    off_frontier: tuple[Cell, ...]
    """The hidden cells that touch no clue and are not known mines, in row-major order."""
    mines_left: int
    """The number of unknown mines, which may be negative if the view is inconsistent."""


def read_constraints(view: View, *, trust_flags: bool = False) -> Constraints:
    """Derive the constraints from a view's clues.

    Raises InconsistentView if a clue is impossible on its own. Contradictions between clues are
    detected later, when solutions are counted.
    """
    known_mines = find_known_mines(view, trust_flags=trust_flags)
    clues_of: defaultdict[Cell, list[Cell]] = defaultdict(list)
    needs: dict[Cell, int] = {}
    for cell in view.rules.cells():
        clue = view.clue(cell)
        if clue is None:
            continue
        hidden = [c for c in view.rules.neighbours(cell) if view.clue(c) is None]
        known = known_mines.intersection(hidden)
        _check_clue(cell, clue, hidden=len(hidden), known=len(known))
        needs[cell] = clue - len(known)
        for neighbour in hidden:
            if neighbour not in known:
                clues_of[neighbour].append(cell)
    return Constraints(
        known_mines=known_mines,
        components=tuple(_split(_group(clues_of), needs)),
        off_frontier=tuple(
            cell
            for cell in view.rules.cells()
            if view.clue(cell) is None and cell not in known_mines and cell not in clues_of
        ),
        mines_left=view.mines - len(known_mines),
    )


def find_known_mines(view: View, *, trust_flags: bool = False) -> frozenset[Cell]:
    """Return all shown mines and, if `trust_flags` is set, all flagged cells."""
    return view.shown_mines | (view.flags | view.ai_flags if trust_flags else frozenset())


def _check_clue(cell: Cell, clue: int, *, hidden: int, known: int) -> None:
    """Raise InconsistentView if a clue touches too few hidden cells or too many known mines."""
    if clue > hidden:
        reason = f"it has {pluralise(hidden, 'hidden neighbour')}"
    elif clue < known:
        reason = f"it touches {pluralise(known, 'known mine')}"
    else:
        return
    raise InconsistentView(f"clue {clue} at {cell_name(cell)} is impossible: {reason}", cell=cell)


def pluralise(number: int, noun: str) -> str:
    """Return a number followed by a noun, such as `1 mine` or `2 mines`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


# Boxes and components -----------------------------------------------------------------------------

_Clues = tuple[Cell, ...]


def _group(clues_of: dict[Cell, list[Cell]]) -> dict[_Clues, Box]:
    """Return a map from each set of clues to the box of cells that touch exactly those clues."""
    boxes: defaultdict[_Clues, list[Cell]] = defaultdict(list)
    for cell in sorted(clues_of):
        boxes[tuple(clues_of[cell])].append(cell)
    return {clues: tuple(cells) for clues, cells in boxes.items()}


def _split(boxes: dict[_Clues, Box], needs: dict[Cell, int]) -> Iterable[Component]:
    """Yield the connected components of the graph that links boxes to clues."""
    boxes_at: defaultdict[Cell, list[_Clues]] = defaultdict(list)
    for clues in boxes:
        for clue in clues:
            boxes_at[clue].append(clues)
    visited: set[Cell] = set()
    for first in sorted(boxes_at):
        if first not in visited:
            order = _order_boxes(first, boxes_at)
            reached = sorted({clue for clues in order for clue in clues})
            visited.update(reached)
            yield Component(
                boxes=tuple(boxes[clues] for clues in order),
                constraints=_constraints(reached, order, boxes_at, needs),
            )


def _order_boxes(first: Cell, boxes_at: dict[Cell, list[_Clues]]) -> list[_Clues]:
    """Return a component's boxes in the order in which the counting algorithm fills them.

    At each step, the boxes around the clue with the fewest unfilled boxes come next. The cost of
    counting grows with the number of partially filled clues, which this order keeps small.
    """
    order: list[_Clues] = []
    unfilled = {first: len(boxes_at[first])}
    while unfilled:
        clue = min(unfilled, key=lambda c: (unfilled[c], c))
        for box in boxes_at[clue]:
            if box in order:
                continue
            order.append(box)
            for touched in box:
                unfilled[touched] = unfilled.get(touched, len(boxes_at[touched])) - 1
        unfilled = {c: number for c, number in unfilled.items() if number}
    return order


def _constraints(
    reached: list[Cell],
    order: list[_Clues],
    boxes_at: dict[Cell, list[_Clues]],
    needs: dict[Cell, int],
) -> tuple[Constraint, ...]:
    """Return a component's constraints, merging equivalent clues into one constraint."""
    index_of = {clues: index for index, clues in enumerate(order)}
    clues_by_constraint: defaultdict[tuple[tuple[int, ...], int], list[Cell]] = defaultdict(list)
    for clue in reached:
        around = tuple(sorted(index_of[box] for box in boxes_at[clue]))
        clues_by_constraint[around, needs[clue]].append(clue)
    return tuple(
        Constraint(boxes=around, mines=mines, clues=tuple(clues))
        for (around, mines), clues in clues_by_constraint.items()
    )
