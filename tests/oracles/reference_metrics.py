"""A reference implementation of 3BV, openings and islands that merges sets of cells."""

Cell = tuple[int, int]


def _touch(a: Cell, b: Cell) -> bool:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1])) <= 1


def regions(cells: set[Cell]) -> list[set[Cell]]:
    """Return the 8-connected regions of a set of cells."""
    found: list[set[Cell]] = []
    for cell in cells:
        near = [region for region in found if any(_touch(cell, other) for other in region)]
        found = [region for region in found if region not in near]
        found.append({cell}.union(*near))
    return found


def measure(width: int, height: int, mines: set[Cell]) -> tuple[int, int, int]:
    """Return (openings, islands, 3BV)."""
    safe = {(row, column) for row in range(height) for column in range(width)} - mines
    zeros = {cell for cell in safe if not any(_touch(cell, mine) for mine in mines)}
    lonely = {cell for cell in safe if not any(_touch(cell, zero) for zero in zeros)}
    openings = len(regions(zeros))
    return openings, len(regions(lonely)), openings + len(lonely)
