r"""Sets of cells whose total mine count is known, although each individual cell is uncertain.

>>> from sapper import parse_view
>>> for counted in find_counted_cells(parse_view("4x2/3\n12##\n####")):
...     print(counted.number, counted.cells)
1 ((0, 2), (1, 2))
2 ((0, 2), (0, 3), (1, 2), (1, 3))
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from sapper.coach.graded_hints import Grade
from sapper.coach.highlights import highlight
from sapper.coach.pattern_matcher import ReducedPosition, reduce_by_single_clues
from sapper.coach.proof_text import clue_name, join_words, mines_text
from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.inference.analysis import analyse

_MAX_REST: Final = 20
_SAMPLES: Final = 64
_TOLERANCE: Final = 1e-6


@dataclass(frozen=True, slots=True)
class CountedCells:
    """A set of cells that contains a known number of mines, with an explanation."""

    cells: tuple[Cell, ...]
    number: int
    grades: tuple[Grade, Grade, Grade]


def find_counted_cells(view: View) -> Iterator[CountedCells]:
    """Yield sets of undecided cells that contain a known number of mines.

    Each set contains either the cells that touch only one of two clues, or the cells that touch
    none of several disjoint clues.
    """
    position = reduce_by_single_clues(view)
    yield from _differences(position)
    rest = _rest(position)
    if rest is not None:
        yield rest


def is_confirmed(view: View, cells: tuple[Cell, ...], number: int) -> bool:
    """Return whether the odds and random layouts confirm the number of mines in a set of cells.

    This check is independent of the search for the cells, because the odds are computed without
    comparing clues.
    """
    odds = analyse(view)
    rows, columns = zip(*cells, strict=True)
    expected = float(odds.mine_probability[rows, columns].sum())
    counts = odds.sample(_SAMPLES)[:, rows, columns].sum(axis=1)
    return abs(expected - number) < _TOLERANCE and bool((counts == number).all())


def _differences(position: ReducedPosition) -> Iterator[CountedCells]:
    """For each pair of nested clues, yield the cells that touch only the larger clue."""
    for small, (inner, fewer) in position.clues.items():
        for large, (outer, more) in position.clues.items():
            cells, number = tuple(sorted(outer - inner)), more - fewer
            if inner < outer and 0 < number < len(cells):
                names = [_clue_text(position, clue) for clue in (large, small)]
                text = (
                    f"{_capitalise(_needs(names[0], more))}, and {_needs(names[1], fewer)}. "
                    "The first clue touches every undecided cell of the second, so the marked "
                    f"cells contain {mines_text(more)} minus {mines_text(fewer)}: "
                    f"{mines_text(number)}."
                )
                yield _counted(cells, number, text, (large, small))


def _rest(position: ReducedPosition) -> CountedCells | None:
    """Count the mines outside a set of disjoint clues. Returns None if the count is trivial."""
    view = position.view
    left = {cell for cell in view.rules.cells() if position.is_undecided(cell)}
    known = len(position.mines)
    number = view.mines - known
    used: list[Cell] = []
    for clue, (cells, need) in sorted(position.clues.items(), key=lambda item: len(item[1][0])):
        if cells <= left:
            left -= cells
            number -= need
            used.append(clue)
    if not (used and 0 < number < len(left) <= _MAX_REST):
        return None
    needs = [f"{_clue_text(position, clue)} needs {position.clues[clue][1]}" for clue in used]
    text = (
        f"There {'is' if view.mines == 1 else 'are'} {mines_text(view.mines)} in total, "
        f"{known} of which {'is' if known == 1 else 'are'} known. {_capitalise(join_words(needs))}."
        f" These clues share no undecided cell, so the marked cells contain {mines_text(number)}."
    )
    return _counted(tuple(sorted(left)), number, text, tuple(used))


def _counted(
    cells: tuple[Cell, ...], number: int, text: str, clues: tuple[Cell, ...]
) -> CountedCells:
    area = Grade("No single clue gives the number.", highlight(area=cells))
    second = Grade("Compare the numbered clues.", highlight(clues=clues, area=cells))
    return CountedCells(cells, number, (area, second, Grade(text, second.highlights)))


def _clue_text(position: ReducedPosition, clue: Cell) -> str:
    return clue_name(clue, position.view.clue(clue) or 0)


def _needs(name: str, number: int) -> str:
    return f"{name} needs {mines_text(number)} in undecided cells"


def _capitalise(text: str) -> str:
    return text[:1].upper() + text[1:]
