"""Sums of 0-1 variables that are known, made binary by sum variables, solved by AC-3 and search.

Part of the strategy `arc-consistency`. A domain of a cell is two bits: 1 when it may be safe, 2
when it may be a mine. A domain of a sum variable is a tuple of bit patterns over the cells of its
clue.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

SAFE: Final = 1
MINE: Final = 2
_EITHER: Final = SAFE | MINE

_WORK_LIMIT: Final = 400_000
"""Bit patterns and domains looked at per component before search gives up: below half a second."""

_Domains = tuple[list[int], list[tuple[int, ...]]]


class _OutOfWork(Exception):
    """The limit of work was reached."""


@lru_cache(maxsize=256)
def _patterns(cells: int, mines: int) -> tuple[int, ...]:
    """Return all ways to place the mines on the cells, as bits; none when they do not fit."""
    if not 0 <= mines <= cells:
        return ()
    return tuple(sum(1 << bit for bit in chosen) for chosen in combinations(range(cells), mines))


class SumNetwork:
    """Cells, and sums of some of them that are known.

    >>> SumNetwork([([7, 8], 1), ([7, 8, 9], 2)]).common_values()
    {9: 1}
    """

    def __init__(self, sums: Iterable[tuple[Sequence[int], int]]) -> None:
        """Take the cells and the mines of each sum."""
        sums = list(sums)
        self._names = sorted({cell for cells, _ in sums for cell in cells})
        number = {name: i for i, name in enumerate(self._names)}
        self._cells = [tuple(number[cell] for cell in cells) for cells, _ in sums]
        self._sums_at: list[list[tuple[int, int]]] = [[] for _ in self._names]
        for sum_number, cells in enumerate(self._cells):
            for bit, cell in enumerate(cells):
                self._sums_at[cell].append((sum_number, bit))
        self._start: _Domains = (
            [_EITHER] * len(self._names),
            [_patterns(len(cells), mines) for cells, mines in sums],
        )
        self._work_left = _WORK_LIMIT

    def common_values(self) -> dict[int, int]:
        """Return the cells that have the same value, 0 or 1, in all solutions.

        What could not be proved within the limit of work is left out. Empty when there is no
        solution at all.
        """
        cells, sums = self._start
        try:
            everywhere = range(len(sums))
            if not (
                self._make_consistent(cells, sums, everywhere) and self._prove_rest(cells, sums)
            ):
                return {}
        except _OutOfWork:
            pass  # what is proved stands in `cells`
        return {
            name: domain >> 1
            for name, domain in zip(self._names, cells, strict=True)
            if domain != _EITHER
        }

    def _prove_rest(self, cells: list[int], sums: list[tuple[int, ...]]) -> bool:
        """Decide every cell for which one of the values is in no solution.

        False when both are in none. Raises _OutOfWork.
        """
        seen = [domain if domain != _EITHER else 0 for domain in cells]
        for cell in range(len(cells)):
            for value in (SAFE, MINE):
                if cells[cell] != _EITHER or seen[cell] & value:
                    continue
                solution = self._find_solution(cells, sums, cell, value)
                if solution is None:
                    cells[cell] = _EITHER ^ value
                    if not self._make_consistent(cells, sums, [s for s, _ in self._sums_at[cell]]):
                        return False
                else:
                    seen = [old | new for old, new in zip(seen, solution, strict=True)]
        return True

    def _find_solution(
        self, cells: list[int], sums: list[tuple[int, ...]], cell: int, value: int
    ) -> list[int] | None:
        """Return the domains of a solution in which the cell has the value, None without one.

        Depth first with its own stack: components may be longer than Python's calls go deep.
        Exponential in the worst case, so the work is counted. Raises _OutOfWork.
        """
        stack = [(cells, sums, cell, value)]
        while stack:
            cells_before, sums_before, chosen, allowed = stack.pop()
            cells, sums = cells_before.copy(), sums_before.copy()
            self._work_left -= len(cells) + len(sums)
            if not self._assign(cells, sums, chosen, allowed):
                continue
            variable = self._choose_variable(cells, sums)
            if variable is None:
                return cells
            # The last one pushed is tried first.
            options = self._order_values(cells, sums, variable)
            stack += [(cells, sums, variable, option) for option in reversed(options)]
        return None

    def _assign(
        self, cells: list[int], sums: list[tuple[int, ...]], variable: int, value: int
    ) -> bool:
        """Fix a variable, and keep the rest consistent. False when that leaves no solution.

        Variables are numbered cells first, then sums.
        """
        if variable < len(cells):
            cells[variable] = value
            return self._make_consistent(cells, sums, [s for s, _ in self._sums_at[variable]])
        sums[variable - len(cells)] = (value,)
        return self._make_consistent(cells, sums, [variable - len(cells)])

    def _make_consistent(
        self, cells: list[int], sums: list[tuple[int, ...]], changed: Iterable[int]
    ) -> bool:
        """AC-3: revise sums and their cells, both ways, until nothing changes.

        False when a domain became empty. Raises _OutOfWork.
        """
        queue = dict.fromkeys(changed)
        while queue:
            number = queue.popitem()[0]
            places = self._cells[number]
            must = can_not = 0
            for bit, cell in enumerate(places):
                domain = cells[cell]
                if domain == MINE:
                    must |= 1 << bit
                elif domain == SAFE:
                    can_not |= 1 << bit
            self._work_left -= len(sums[number]) + len(places)
            if self._work_left < 0:
                raise _OutOfWork
            left = tuple([p for p in sums[number] if p & must == must and not p & can_not])
            if not left:
                return False
            sums[number] = left
            some = 0
            every = -1
            for pattern in left:
                some |= pattern
                every &= pattern
            for bit, cell in enumerate(places):
                if cells[cell] == _EITHER:
                    if not some >> bit & 1:
                        cells[cell] = SAFE
                    elif every >> bit & 1:
                        cells[cell] = MINE
                    else:
                        continue
                    queue.update((other, None) for other, _ in self._sums_at[cell])
        return True

    def _choose_variable(self, cells: list[int], sums: list[tuple[int, ...]]) -> int | None:
        """Return the open variable with the fewest values, then with the most constraints."""
        best = None
        best_key = (0, 0)
        for cell, domain in enumerate(cells):
            if domain == _EITHER:
                key = (2, -len(self._sums_at[cell]))
                if best is None or key < best_key:
                    best, best_key = cell, key
        if best is None:
            return None
        for number, patterns in enumerate(sums):
            if len(patterns) == 2:
                key = (2, -len(self._cells[number]))
                if key < best_key:
                    best, best_key = len(cells) + number, key
        return best

    def _order_values(
        self, cells: list[int], sums: list[tuple[int, ...]], variable: int
    ) -> list[int]:
        """Return the values of a variable, first the one that takes the fewest values from others.

        A pattern takes exactly one value from each open cell of its sum, so patterns all tie.
        """
        if variable >= len(cells):
            return list(sums[variable - len(cells)])
        mines = safes = 0
        for number, bit in self._sums_at[variable]:
            with_mine = sum(pattern >> bit & 1 for pattern in sums[number])
            mines += with_mine
            safes += len(sums[number]) - with_mine
        return [MINE, SAFE] if mines > safes else [SAFE, MINE]
