"""A second implementation of the solver that `pattern` reproduces, from its author's description.

The module is slow plain Python with exact fractions and imports nothing from Sapper. It uses the
words of the description: a square is hidden or revealed, and a flagged square stays hidden. The
grid is iterated row by row, and the probabilities are aggregated as those of independent events.
"""

from fractions import Fraction
from typing import Literal, NamedTuple

Cell = tuple[int, int]
Grid = list[list[int | None]]
"""The rows of the grid, with the clue of each revealed square and None for each hidden square."""


class Move(NamedTuple):
    """The move that the function `playMove` of the description makes."""

    kind: Literal["reveal", "flag", "guess", "none"]
    square: Cell | None
    also_safe: set[Cell]
    """All squares that the first check could reveal, including `square`."""
    probabilities: dict[Cell, Fraction]
    """The probability of each hidden square, if the move is a guess."""


def squares(grid: Grid) -> list[Cell]:
    """Return all squares row by row."""
    return [(row, column) for row in range(len(grid)) for column in range(len(grid[0]))]


def is_hidden(grid: Grid, square: Cell) -> bool:
    """Check whether a square is hidden."""
    return grid[square[0]][square[1]] is None


def near(grid: Grid, square: Cell) -> list[Cell]:
    """Return the neighbours of a square row by row."""
    row, column = square
    around = [(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
    return [other for other in around if other != square and is_on_grid(grid, other)]


def is_on_grid(grid: Grid, square: Cell) -> bool:
    """Check whether a pair of coordinates is on the grid."""
    return 0 <= square[0] < len(grid) and 0 <= square[1] < len(grid[0])


def hidden_near(grid: Grid, square: Cell) -> list[Cell]:
    """Return the hidden neighbours of a square, flagged or not."""
    return [other for other in near(grid, square) if is_hidden(grid, other)]


def clues(grid: Grid) -> list[tuple[Cell, int]]:
    """Return the revealed squares row by row, each with its clue."""
    return [
        ((row, column), clue)
        for row, line in enumerate(grid)
        for column, clue in enumerate(line)
        if clue is not None
    ]


def play_move(grid: Grid, flags: set[Cell]) -> Move:
    """Perform the four checks in order."""
    safe = safe_reveals(grid, flags)
    if safe:
        return Move("reveal", safe[0], set(safe), {})
    flag = safe_flag(grid, flags)
    if flag is None:
        flag = one_two_x(grid, flags)
    if flag is not None:
        return Move("flag", flag, set(), {})
    probabilities = local_probabilities(grid)
    ranked = sorted(probabilities, key=lambda square: (probabilities[square], square))
    unflagged = [square for square in ranked if square not in flags]
    if unflagged:
        return Move("guess", unflagged[0], set(), probabilities)
    return Move("none", None, set(), probabilities)


def safe_reveals(grid: Grid, flags: set[Cell]) -> list[Cell]:
    """Find every square whose number of flagged neighbours is equal to its clue."""
    found = []
    for square, clue in clues(grid):
        hidden = hidden_near(grid, square)
        if len([other for other in hidden if other in flags]) == clue:
            found += [other for other in hidden if other not in flags]
    return found


def safe_flag(grid: Grid, flags: set[Cell]) -> Cell | None:
    """Find a square whose unflagged hidden neighbours must all be mines."""
    for square, clue in clues(grid):
        hidden = hidden_near(grid, square)
        flagged = [other for other in hidden if other in flags]
        unflagged = [other for other in hidden if other not in flags]
        if unflagged and len(unflagged) == clue - len(flagged):
            return unflagged[0]
    return None


def one_two_x(grid: Grid, flags: set[Cell]) -> Cell | None:
    """Find a 1, a 2 and a third square in a line beside three hidden squares in a line.

    The 2 touches no other hidden square. The third hidden square is a mine.
    """
    for (row, column), clue in clues(grid):
        if clue != 1:
            continue
        for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0)):
            two = (row + down, column + right)
            if not is_on_grid(grid, two) or grid[two[0]][two[1]] != 2:
                continue
            hidden = sorted(hidden_near(grid, two))
            for side in ((right, down), (-right, -down)):
                along = [(row + n * down, column + n * right) for n in range(3)]
                line = [(r + side[0], c + side[1]) for r, c in along]
                if hidden == sorted(line) and line[2] not in flags:
                    return line[2]
    return None


def local_probabilities(grid: Grid) -> dict[Cell, Fraction]:
    """Return the probability of each hidden square, or 1 without revealed neighbours."""
    probabilities = {}
    for square in squares(grid):
        if is_hidden(grid, square):
            revealed = [other for other in near(grid, square) if not is_hidden(grid, other)]
            no_mine = Fraction(1 if revealed else 0)
            for row, column in revealed:
                clue = grid[row][column]
                assert clue is not None
                no_mine *= 1 - Fraction(clue, len(hidden_near(grid, (row, column))))
            probabilities[square] = 1 - no_mine
    return probabilities
