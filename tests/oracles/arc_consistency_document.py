"""The solver of the Haskell Minesweeper with a CSP, written from its description alone.

A board is a list of rows in text notation. The solver lists all solutions by brute force in place
of AC-3 and its heuristics, which change only the order of the search.
"""

from collections.abc import Iterator
from typing import NamedTuple

Index = tuple[int, int]
Sums = list[tuple[set[Index], int]]


class Play(NamedTuple):
    """The squares marked by the solver, and the squares that it may play."""

    safe: set[Index]
    flagged: set[Index]
    random: set[Index]
    """The squares among which the solver chooses at random. Empty if a square is safe."""


def solve(board: list[str]) -> Play:
    """Apply the trivial rules, then the CSP, and fall back to a random closed square."""
    indices = [(i, j) for i in range(len(board)) for j in range(len(board[0]))]
    closed = {(i, j) for i, j in indices if board[i][j] in "#Ff?"}
    numbers = {(i, j): int(board[i][j].replace(".", "0")) for i, j in set(indices) - closed}
    closed_near = {index: closed & _neighbours(index) for index in numbers}

    flagged: set[Index] = set()
    for index, number in numbers.items():
        if number == len(closed_near[index]):
            flagged |= closed_near[index]

    safe: set[Index] = set()
    for index, number in numbers.items():
        if number == len(closed_near[index] & flagged):
            safe |= closed_near[index] - flagged

    if not safe:
        sums = [
            (closed_near[index] - flagged, number - len(closed_near[index] & flagged))
            for index, number in numbers.items()
        ]
        for part in _independent_parts(sums):
            variables = set().union(*(group for group, _ in part))
            solutions = list(_solutions(part, sorted(variables)))
            flagged |= variables.intersection(*solutions)
            safe |= variables.difference(*solutions)
    return Play(safe, flagged, set() if safe else closed - flagged)


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
