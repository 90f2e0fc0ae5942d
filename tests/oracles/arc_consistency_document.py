"""The solver of the Haskell Minesweeper with a CSP, written from its description alone.

A board is a list of rows in text notation. The solver lists all solutions by brute force in place
of AC-3 and its heuristics, which change only the order of the search.
"""

from collections.abc import Iterator
from typing import NamedTuple

Index = tuple[int, int]
Sums = list[tuple[set[Index], int]]


class Play(NamedTuple):
    """The squares that the solver may play next, and the squares that it has flagged."""

    safe: set[Index]
    flagged: set[Index]
    random: set[Index]
    """The squares among which the solver chooses at random. Empty if a square is safe."""


class Solver:
    """The solver of one game, with the marks that it stores on the squares."""

    def __init__(self) -> None:
        self.flagged: set[Index] = set()
        """The squares with `isSolverFlagged`."""
        self.marked_safe: set[Index] = set()
        """The squares with `isSolverSafe`."""
        self.csp_calls = 0

    def play(self, board: list[str]) -> Play:
        """Apply steps 1 and 2, then play a marked square, then call the CSP solver."""
        indices = [(i, j) for i in range(len(board)) for j in range(len(board[0]))]
        closed = {(i, j) for i, j in indices if board[i][j] in "#Ff?"}
        numbers = {(i, j): int(board[i][j].replace(".", "0")) for i, j in set(indices) - closed}
        closed_near = {index: closed & _neighbours(index) for index in numbers}

        for index, number in numbers.items():
            if number == len(closed_near[index]):
                self.flagged |= closed_near[index]

        trivially_open: set[Index] = set()
        for index, number in numbers.items():
            if number == len(closed_near[index] & self.flagged):
                trivially_open |= closed_near[index] - self.flagged
        if trivially_open:
            return Play(trivially_open, self.flagged, set())

        if not self.marked_safe & closed:
            self._solve(numbers, closed_near)
        safe = self.marked_safe & closed
        return Play(safe, self.flagged, set() if safe else closed - self.flagged)

    def _solve(self, numbers: dict[Index, int], closed_near: dict[Index, set[Index]]) -> None:
        """Flag the squares that are mines in all solutions, and mark those that are safe."""
        self.csp_calls += 1
        sums = [
            (closed_near[index] - self.flagged, number - len(closed_near[index] & self.flagged))
            for index, number in numbers.items()
        ]
        for part in _independent_parts(sums):
            variables = set().union(*(group for group, _ in part))
            solutions = list(_solutions(part, sorted(variables)))
            self.flagged |= variables.intersection(*solutions)
            self.marked_safe |= variables.difference(*solutions)


def _neighbours(index: Index) -> set[Index]:
    i, j = index
    return {(i + di, j + dj) for di in (-1, 0, 1) for dj in (-1, 0, 1)} - {index}


def _independent_parts(sums: Sums) -> list[Sums]:
    """Split the sums into parts that share no variable, so that each has few solutions."""
    parts: list[Sums] = []
    for group, total in sums:
        linked = [part for part in parts if any(group & other for other, _ in part)]
        parts = [part for part in parts if part not in linked]
        if group:
            parts.append([(group, total), *(each for part in linked for each in part)])
    return parts


def _solutions(sums: Sums, variables: list[Index]) -> Iterator[set[Index]]:
    """Yield every set of mines that agrees with all sums, trying both values of each variable."""

    def extend(position: int, mines: set[Index]) -> Iterator[set[Index]]:
        left = set(variables[position:])
        if any(not 0 <= total - len(group & mines) <= len(group & left) for group, total in sums):
            return
        if not left:
            yield mines
            return
        yield from extend(position + 1, mines)
        yield from extend(position + 1, mines | {variables[position]})

    return extend(0, set())
