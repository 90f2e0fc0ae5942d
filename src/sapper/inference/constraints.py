r"""What the clues of a view say, as small equations.

Hidden cells that touch the same clues can never be told apart: they form one *box*. A clue says how
many mines lie in the boxes around it: a *constraint*. Boxes that are joined by constraints form a
*component*; components know of each other only through the number of mines.

>>> from sapper import parse_view
>>> constraints = read_constraints(parse_view("5x2/2\n#11##\n#####"))
>>> component, = constraints.components
>>> component.boxes
(((0, 0), (1, 0)), ((1, 1), (1, 2)), ((0, 3), (1, 3)))
>>> [(constraint.boxes, constraint.mines) for constraint in component.constraints]
[((0, 1), 1), ((1, 2), 1)]
>>> constraints.rest
((0, 4), (1, 4))
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from sapper.errors import InconsistentView
from sapper.game.rules import Cell
from sapper.game.view import View

Box = tuple[Cell, ...]
"""Hidden cells that touch the same clues, row by row; never empty."""


@dataclass(frozen=True, slots=True)
class Constraint:
    """How many mines lie in some boxes of a component."""

    boxes: tuple[int, ...]
    """Where the boxes are in `Component.boxes`, in rising order."""
    mines: int
    """How many mines they hold together: the clue, less the known mines that it touches."""
    clues: tuple[Cell, ...]
    """The revealed cells that say so, row by row."""


@dataclass(frozen=True, slots=True)
class Component:
    """Boxes that are joined by constraints, ordered so that neighbours stay close together."""

    boxes: tuple[Box, ...]
    constraints: tuple[Constraint, ...]
    """In the order of their first clues, row by row."""


@dataclass(frozen=True, slots=True)
class Constraints:
    """All that a view says about its hidden cells. Each of them is in exactly one place."""

    known_mines: frozenset[Cell]
    """Mines shown after the end and, where flags are trusted, flagged cells."""
    components: tuple[Component, ...]
    """The frontier: every hidden cell that touches a clue, known mines left out."""
    rest: tuple[Cell, ...]
    """The cells off the frontier, which touch no clue, row by row."""
    mines_left: int
    """How many mines lie in the components and the rest together; negative in a wrong view."""


def read_constraints(view: View, *, trust_flags: bool = False) -> Constraints:
    """Return what the view says.

    Raises InconsistentView for a clue that cannot hold by itself. Clues that contradict each other
    are found by counting only.
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
        rest=tuple(
            cell
            for cell in view.rules.cells()
            if view.clue(cell) is None and cell not in known_mines and cell not in clues_of
        ),
        mines_left=view.mines - len(known_mines),
    )


def find_known_mines(view: View, *, trust_flags: bool = False) -> frozenset[Cell]:
    """Return the mines that are shown and, if they are to be trusted, all flagged cells."""
    return view.shown_mines | (view.flags | view.ai_flags if trust_flags else frozenset())


def _check_clue(cell: Cell, clue: int, *, hidden: int, known: int) -> None:
    """Raise InconsistentView when a clue is not between the mines that it must and may touch."""
    if clue > hidden:
        reason = f"it has {count(hidden, 'hidden neighbour')}"
    elif clue < known:
        reason = f"it touches {count(known, 'known mine')}"
    else:
        return
    raise InconsistentView(f"clue {clue} at {cell} cannot hold: {reason}", cell=cell)


def count(number: int, noun: str) -> str:
    """Return the number with its noun: `1 mine`, `2 mines`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


# From cells to boxes, from boxes to components ----------------------------------------------------

_Clues = tuple[Cell, ...]


def _group(clues_of: dict[Cell, list[Cell]]) -> dict[_Clues, Box]:
    """Return the boxes, each under the clues that it touches."""
    boxes: defaultdict[_Clues, list[Cell]] = defaultdict(list)
    for cell in sorted(clues_of):
        boxes[tuple(clues_of[cell])].append(cell)
    return {clues: tuple(cells) for clues, cells in boxes.items()}


def _split(boxes: dict[_Clues, Box], needs: dict[Cell, int]) -> Iterable[Component]:
    """Yield the components, by walking from clue to box to clue until nothing new is reached."""
    boxes_at: defaultdict[Cell, list[_Clues]] = defaultdict(list)
    for clues in boxes:
        for clue in clues:
            boxes_at[clue].append(clues)
    waiting = sorted(boxes_at)
    done: set[Cell] = set()
    for first in waiting:
        if first not in done:
            order = _walk(first, boxes_at)
            reached = sorted({clue for clues in order for clue in clues})
            done.update(reached)
            yield Component(
                boxes=tuple(boxes[clues] for clues in order),
                constraints=_constraints(reached, order, boxes_at, needs),
            )


def _walk(first: Cell, boxes_at: dict[Cell, list[_Clues]]) -> list[_Clues]:
    """Return the boxes of a component in the order in which to fill them.

    The next clue is always one that lacks the fewest boxes, so that clues are finished soon after
    they are begun. Counting is the cheaper, the fewer clues are half finished at any time.
    """
    order: list[_Clues] = []
    missing = {first: len(boxes_at[first])}
    while missing:
        clue = min(missing, key=lambda c: (missing[c], c))
        for box in boxes_at[clue]:
            if box in order:
                continue
            order.append(box)
            for touched in box:
                missing[touched] = missing.get(touched, len(boxes_at[touched])) - 1
        missing = {c: lacking for c, lacking in missing.items() if lacking}
    return order


def _constraints(
    reached: list[Cell],
    order: list[_Clues],
    boxes_at: dict[Cell, list[_Clues]],
    needs: dict[Cell, int],
) -> tuple[Constraint, ...]:
    """Return the constraints of a component; clues that say the same are one of them."""
    place = {clues: index for index, clues in enumerate(order)}
    clues_saying: defaultdict[tuple[tuple[int, ...], int], list[Cell]] = defaultdict(list)
    for clue in reached:
        around = tuple(sorted(place[box] for box in boxes_at[clue]))
        clues_saying[around, needs[clue]].append(clue)
    return tuple(
        Constraint(boxes=around, mines=mines, clues=tuple(clues))
        for (around, mines), clues in clues_saying.items()
    )
