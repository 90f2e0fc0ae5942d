"""A second implementation of the solver that `layered` reproduces, from its author's description.

The module is slow plain Python with exact fractions and imports nothing from Sapper. It uses the
words of the description: a tile is open or closed, and a flag marks a mine that the solver found.
"""

from fractions import Fraction
from typing import NamedTuple

Cell = tuple[int, int]
Board = list[list[int | None]]
"""The rows of the board, with the number of each open tile and None for each closed tile."""


class Decision(NamedTuple):
    """The solver's next moves."""

    safe: set[Cell]
    """The tiles to open, or an empty set if the solver has to guess."""
    flags: set[Cell]
    """All flags, including the earlier ones."""
    guess: Cell | None
    """The tile to open without certainty."""
    probabilities: dict[Cell, Fraction]
    """The mine probability of each closed tile without a flag, if the solver has to guess."""


def first_move(board: Board) -> Cell:
    """Return the centre of the board."""
    return len(board) // 2, len(board[0]) // 2


def tiles(board: Board) -> list[Cell]:
    """Return all tiles row by row."""
    return [(row, column) for row in range(len(board)) for column in range(len(board[0]))]


def near(board: Board, tile: Cell) -> list[Cell]:
    """Return the neighbours of a tile."""
    row, column = tile
    around = [(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
    return [
        (r, c)
        for r, c in around
        if (r, c) != tile and 0 <= r < len(board) and 0 <= c < len(board[0])
    ]


def decide(board: Board, mine_count: int, earlier_flags: set[Cell]) -> Decision:
    """Run the pipeline until it opens a tile. `earlier_flags` are on the board already."""
    flags = set(earlier_flags)
    while True:
        # "Two classic Minesweeper rules are applied to every open tile."
        flags |= rule_a(board, flags)
        safe = rule_b(board, flags)
        if safe:
            return Decision(safe, flags, None, {})
        # "When simple rules aren't enough, the solver builds a set of constraints."
        safe, mines = compare_constraints(board, flags)
        flags |= mines
        if safe:
            return Decision(safe, flags, None, {})
        # "When no deterministic move exists, the solver computes a mine probability."
        if not mines:
            return guess(board, mine_count, flags)


def unflagged(board: Board, flags: set[Cell], tile: Cell) -> set[Cell]:
    """Return the closed neighbours without a flag."""
    return {n for n in near(board, tile) if board[n[0]][n[1]] is None and n not in flags}


def remaining(board: Board, flags: set[Cell], tile: Cell) -> int:
    """Return the number of remaining unflagged mines around an open tile."""
    number = board[tile[0]][tile[1]]
    assert number is not None
    return number - len([n for n in near(board, tile) if n in flags])


def open_tiles(board: Board) -> list[Cell]:
    """Return the open tiles row by row."""
    return [tile for tile in tiles(board) if board[tile[0]][tile[1]] is not None]


def rule_a(board: Board, flags: set[Cell]) -> set[Cell]:
    """Return the mines of rule A."""
    mines: set[Cell] = set()
    for tile in open_tiles(board):
        closed = unflagged(board, flags, tile)
        if remaining(board, flags, tile) == len(closed):
            mines |= closed
    return mines


def rule_b(board: Board, flags: set[Cell]) -> set[Cell]:
    """Return the safe tiles of rule B."""
    safe: set[Cell] = set()
    for tile in open_tiles(board):
        if remaining(board, flags, tile) == 0:
            safe |= unflagged(board, flags, tile)
    return safe


def compare_constraints(board: Board, flags: set[Cell]) -> tuple[set[Cell], set[Cell]]:
    """Compare every pair of constraints, and return the safe tiles and the mines."""
    constraints = []
    for tile in open_tiles(board):
        closed = unflagged(board, flags, tile)
        if closed:
            constraints.append((closed, remaining(board, flags, tile)))
    safe: set[Cell] = set()
    mines: set[Cell] = set()
    for a, mines_in_a in constraints:
        for b, mines_in_b in constraints:
            if a <= b:
                rest = b - a
                if mines_in_a == mines_in_b:
                    safe |= rest
                if mines_in_b - mines_in_a == len(rest):
                    mines |= rest
    return safe, mines


def guess(board: Board, mine_count: int, flags: set[Cell]) -> Decision:
    """Return the decision to open the tile with the lowest combined mine probability."""
    closed = [t for t in tiles(board) if board[t[0]][t[1]] is None and t not in flags]
    probabilities: dict[Cell, Fraction] = {}
    open_neighbours: dict[Cell, int] = {}
    for tile in closed:
        witnesses = [n for n in near(board, tile) if board[n[0]][n[1]] is not None]
        open_neighbours[tile] = len(witnesses)
        if witnesses:
            nothing = Fraction(1)
            for n in witnesses:
                nothing *= 1 - Fraction(remaining(board, flags, n), len(unflagged(board, flags, n)))
            probabilities[tile] = 1 - nothing
        else:
            probabilities[tile] = Fraction(mine_count - len(flags), len(closed))
    ranked = sorted(closed, key=lambda tile: (probabilities[tile], -open_neighbours[tile], tile))
    return Decision(set(), flags, ranked[0] if ranked else None, probabilities)
