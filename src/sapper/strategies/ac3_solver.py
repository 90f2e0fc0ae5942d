"""A constraint network of 0-1 variables with known sums, solved by AC-3 and backtracking search.

The `arc-consistency` strategy uses this module. Sum variables make all constraints binary. A cell's
domain is a bit mask: 1 means that the cell could be safe, and 2 means that it could be a mine. A
sum variable's domain is a tuple of bit patterns over its clue's cells.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

SAFE: Final = 1
MINE: Final = 2
_EITHER: Final = SAFE | MINE

_WORK_LIMIT: Final = 400_000
"""The maximum number of bit patterns and domains visited per component. Reaching this limit takes
about half a second."""

_Domains = tuple[list[int], list[tuple[int, ...]]]


class _WorkLimitExceeded(Exception):
    """An exception raised when a search exceeds its work limit."""


@lru_cache(maxsize=256)
def _patterns(cells: int, mines: int) -> tuple[int, ...]:
    """Return every placement of a number of mines in a number of cells, as bit patterns."""
    if not 0 <= mines <= cells:
        return ()
    return tuple(sum(1 << bit for bit in chosen) for chosen in combinations(range(cells), mines))


class SumNetwork:
    """A set of cells, some subsets of which contain a known number of mines.

    >>> SumNetwork([([7, 8], 1), ([7, 8, 9], 2)]).common_values()
    {9: 1}
    """

    def __init__(self, sums: Iterable[tuple[Sequence[int], int]]) -> None:
        """Build the constraint network from groups of cells with known mine counts."""
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
        """Map each cell with the same value in every solution to that value (0 or 1).

        Cells whose values cannot be determined within the work limit are omitted. If the sums
        contradict each other, the result is empty.
        """
        cells, sums = self._start
        try:
            all_sums = range(len(sums))
            if not (
                self._make_consistent(cells, sums, all_sums) and self._decide_remaining(cells, sums)
            ):
                return {}
        except _WorkLimitExceeded:
            pass  # `cells` contains the values proved before the search exceeded its limit.
        return {
            name: domain >> 1
            for name, domain in zip(self._names, cells, strict=True)
            if domain != _EITHER
        }

    def _decide_remaining(self, cells: list[int], sums: list[tuple[int, ...]]) -> bool:
        """Assign a value to every cell for which only one value leads to a solution.

        Returns False if neither value of a cell leads to a solution. Raises _WorkLimitExceeded if
        the search exceeds the work limit.
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
        """Return a solution in which a cell has the given value, or None if no solution exists.

        The depth-first search uses an explicit stack, because large components would exceed
        Python's recursion limit. In the worst case, the search takes exponential time, so the
        amount of work is limited. Raises _WorkLimitExceeded if the search exceeds the work limit.
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
            # The last value pushed is tried first.
            options = self._order_values(cells, sums, variable)
            stack += [(cells, sums, variable, option) for option in reversed(options)]
        return None

    def _assign(
        self, cells: list[int], sums: list[tuple[int, ...]], variable: int, value: int
    ) -> bool:
        """Assign a value to a variable and restore arc consistency.

        Cell variables are numbered before sum variables. Returns False if a domain becomes empty.
        """
        if variable < len(cells):
            cells[variable] = value
            return self._make_consistent(cells, sums, [s for s, _ in self._sums_at[variable]])
        sums[variable - len(cells)] = (value,)
        return self._make_consistent(cells, sums, [variable - len(cells)])

    def _make_consistent(
        self, cells: list[int], sums: list[tuple[int, ...]], changed: Iterable[int]
    ) -> bool:
        """Run AC-3, revising sums and cells in both directions until a fixed point is reached.

        Returns False if a domain becomes empty. Raises _WorkLimitExceeded if the search exceeds the
        work limit.
        """
        queue = dict.fromkeys(changed)
        while queue:
            number = queue.popitem()[0]
            sum_cells = self._cells[number]
            required = forbidden = 0
            for bit, cell in enumerate(sum_cells):
                domain = cells[cell]
                if domain == MINE:
                    required |= 1 << bit
                elif domain == SAFE:
                    forbidden |= 1 << bit
            self._work_left -= len(sums[number]) + len(sum_cells)
            if self._work_left < 0:
                raise _WorkLimitExceeded
            left = tuple(
                [p for p in sums[number] if p & required == required and not p & forbidden]
            )
            if not left:
                return False
            sums[number] = left
            in_any = 0
            in_all = -1
            for pattern in left:
                in_any |= pattern
                in_all &= pattern
            for bit, cell in enumerate(sum_cells):
                if cells[cell] == _EITHER:
                    if not in_any >> bit & 1:
                        cells[cell] = SAFE
                    elif in_all >> bit & 1:
                        cells[cell] = MINE
                    else:
                        continue
                    queue.update((other, None) for other, _ in self._sums_at[cell])
        return True

    def _choose_variable(self, cells: list[int], sums: list[tuple[int, ...]]) -> int | None:
        """Return the variable with the fewest values, or None if every variable has one value.

        Ties go to the variable with the most constraints.
        """
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
        """Return the values of a variable, starting with the least constraining one.

        Choosing a bit pattern for a sum removes exactly one value from each of the sum's undecided
        cells, so all bit patterns are equally constraining.
        """
        if variable >= len(cells):
            return list(sums[variable - len(cells)])
        mine_values = safe_values = 0
        for number, bit in self._sums_at[variable]:
            with_mine = sum(pattern >> bit & 1 for pattern in sums[number])
            mine_values += with_mine
            safe_values += len(sums[number]) - with_mine
        return [MINE, SAFE] if mine_values > safe_values else [SAFE, MINE]
