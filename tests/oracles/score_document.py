"""The AI player of "Haskell-Minesweeper", written from its description alone.

A grid is a list of rows in text notation. "F" and "f" are boxes that are marked as mines.
"""

from fractions import Fraction

Box = tuple[int, int]
_MARKS = "Ff"
_UNCLEARED = "#?Ff"


def boxes(grid: list[str]) -> list[Box]:
    """Return all boxes of a grid."""
    return [(i, j) for i in range(len(grid)) for j in range(len(grid[0]))]


def _neighbours(grid: list[str], box: Box) -> list[Box]:
    i, j = box
    around = [(i + di, j + dj) for di in (-1, 0, 1) for dj in (-1, 0, 1) if (di, dj) != (0, 0)]
    return [(i, j) for i, j in around if 0 <= i < len(grid) and 0 <= j < len(grid[0])]


def _is_uncleared(grid: list[str], box: Box) -> bool:
    return grid[box[0]][box[1]] in _UNCLEARED


def _is_marked(grid: list[str], box: Box) -> bool:
    return grid[box[0]][box[1]] in _MARKS


def scores(grid: list[str]) -> dict[Box, Fraction]:
    """Visit every cleared box and add up the probabilities of its unchecked neighbours.

    The description names what a probability depends on: the cleared box's number of neighbouring
    mines, and how many of its neighbours are cleared and marked. The marked neighbours count as
    mines, so the other mines are spread evenly over the boxes that are neither cleared nor marked.
    """
    found: dict[Box, Fraction] = {}
    for box in boxes(grid):
        if _is_uncleared(grid, box):
            continue
        symbol = grid[box[0]][box[1]]
        mines = 0 if symbol == "." else int(symbol)
        neighbours = _neighbours(grid, box)
        cleared = sum(not _is_uncleared(grid, near) for near in neighbours)
        marked = sum(_is_marked(grid, near) for near in neighbours)
        for near in neighbours:
            if _is_uncleared(grid, near) and not _is_marked(grid, near):
                probability = Fraction(mines - marked, len(neighbours) - cleared - marked)
                found[near] = found.get(near, Fraction(0)) + max(Fraction(0), probability)
    return found


def choices(grid: list[str]) -> set[Box]:
    """Return the boxes that the AI player may take.

    These are the boxes with the lowest score, or all uncleared and unmarked boxes if there is no
    score. The description does not say what happens if all uncleared boxes are marked, so the AI
    player may then take any of them.
    """
    found = scores(grid)
    if found:
        return {box for box, score in found.items() if score == min(found.values())}
    uncleared = {box for box in boxes(grid) if _is_uncleared(grid, box)}
    return {box for box in uncleared if not _is_marked(grid, box)} or uncleared
