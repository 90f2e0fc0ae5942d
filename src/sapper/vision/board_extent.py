"""Detection of the part of a lattice that belongs to the board.

The cell network assigns each cell a probability of being outside the board, but it may mistake a
frame or the background next to the board for a row of cells. A row at the edge is therefore
accepted only if it looks more like the cells inside the board than like the surroundings.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sapper.vision.cell_classes import OUTSIDE
from sapper.vision.lattice import TILE, Lattice, Picture

_LOOK_WEIGHT = 2.5  # The weight of a cell's appearance relative to the network's evidence.
_MAX_LOOK = 2.0
_NEW_LOOK = -0.7  # The evidence from a cell that looks like no other cell.
_MIN_REPEATED = 3  # The number of cells in a strip that make a new appearance suspicious.
_MAX_STEPS = 16
_BLOCK = 4  # The side length in pixels of the blocks that are averaged before cells are compared.
_MAX_DIFFERENCE = 14  # The maximum difference in colour values between cells that look alike.
_MAX_LOOKS = 80

_Chances = NDArray[np.float32]
_Evidence = NDArray[np.floating]


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle of a lattice's cells. The `bottom` and `right` bounds are exclusive."""

    top: int
    left: int
    bottom: int
    right: int

    @property
    def rows(self) -> int:
        """The number of rows."""
        return self.bottom - self.top

    @property
    def columns(self) -> int:
        """The number of columns."""
        return self.right - self.left

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.rows * self.columns

    def shifted(self, *, rows: int, columns: int) -> "Area":
        """Return a copy of the area, moved down and to the right."""
        return Area(self.top + rows, self.left + columns, self.bottom + rows, self.right + columns)

    def joined(self, other: "Area") -> "Area":
        """Return the smallest area that contains both areas."""
        return Area(
            min(self.top, other.top),
            min(self.left, other.left),
            max(self.bottom, other.bottom),
            max(self.right, other.right),
        )

    def within(self, other: "Area") -> "Area":
        """Return the intersection of this area with another area, which must overlap it."""
        return Area(
            max(self.top, other.top),
            max(self.left, other.left),
            min(self.bottom, other.bottom),
            min(self.right, other.right),
        )

    def clipped(self, lattice: Lattice, picture: Picture) -> "Area":
        """Return the part of the area in which at least 70% of every cell is inside the image."""
        height, width = picture.shape[:2]
        return Area(
            max(self.top, _first_inside(lattice.top, lattice.step_y)),
            max(self.left, _first_inside(lattice.left, lattice.step_x)),
            min(self.bottom, int((height - lattice.top) / lattice.step_y + 0.3)),
            min(self.right, int((width - lattice.left) / lattice.step_x + 0.3)),
        )

    def grown(self, board: "Area", margin: int) -> "Area":
        """Return the board's area with a margin, wider where the board reaches this area's edge."""
        down, across = max(4, board.rows // 2), max(4, board.columns // 2)
        return Area(
            board.top - (down if board.top <= self.top + 1 else margin),
            board.left - (across if board.left <= self.left + 1 else margin),
            board.bottom + (down if board.bottom >= self.bottom - 1 else margin),
            board.right + (across if board.right >= self.right - 1 else margin),
        )


def _first_inside(start: float, step: float) -> int:
    """Return the index of the first cell that is at least 70% inside the image."""
    return int(np.ceil(-start / step - 0.3))


def find_extent(chances: _Chances, pixels: Picture) -> Area:
    """Return the board's extent in an area, given the cells' class probabilities and pixels."""
    outside = np.clip(chances[:, :, OUTSIDE], 0.002, 0.998)
    evidence = np.log((1 - outside) / outside)
    board = _best_rectangle(evidence)
    looks = _looks(pixels, *evidence.shape)
    for _ in range(_MAX_STEPS):
        smaller = next(
            (
                rest
                for strip, rest in _strips(board)
                if _strip_evidence(strip, board, evidence, looks) < 0
            ),
            None,
        )
        if smaller is None:
            break
        board = smaller
    return board


def _looks(pixels: Picture, rows: int, columns: int) -> NDArray[np.intp]:
    """Return a number for each cell, which is the same for cells with similar pixels."""
    edge = TILE // _BLOCK
    blocks = pixels.reshape(rows, edge, _BLOCK, columns, edge, _BLOCK, 3).mean((2, 5))
    colours = blocks.swapaxes(1, 2).reshape(rows * columns, -1).astype(np.int16)
    looks = np.full(len(colours), -1)
    for number in range(len(colours)):
        rest = np.flatnonzero(looks < 0)
        if not len(rest):
            break
        if number >= _MAX_LOOKS:
            looks[rest] = np.arange(number, number + len(rest))
            break
        difference = np.abs(colours[rest] - colours[rest[0]]).max(1)
        looks[rest[difference <= _MAX_DIFFERENCE]] = number
    return looks.reshape(rows, columns)


def _strips(board: Area) -> Iterator[tuple[Area, Area]]:
    """Yield each row and column at the edge of a board, together with the rest of the board."""
    top, left, bottom, right = board.top, board.left, board.bottom, board.right
    if board.rows > 1:
        yield Area(top, left, top + 1, right), Area(top + 1, left, bottom, right)
        yield Area(bottom - 1, left, bottom, right), Area(top, left, bottom - 1, right)
    if board.columns > 1:
        yield Area(top, left, bottom, left + 1), Area(top, left + 1, bottom, right)
        yield Area(top, right - 1, bottom, right), Area(top, left, bottom, right - 1)


def _strip_evidence(
    strip: Area, board: Area, evidence: _Evidence, looks: NDArray[np.intp]
) -> float:
    """Return the evidence that a row or column at the edge of a board belongs to the board."""
    place = np.s_[strip.top : strip.bottom, strip.left : strip.right]
    is_inside = np.zeros(looks.shape, bool)
    is_inside[board.top : board.bottom, board.left : board.right] = True
    is_other = np.ones(looks.shape, bool)
    is_other[place] = False
    count = int(looks.max()) + 1
    inside = np.bincount(looks[is_inside & is_other], minlength=count)
    around = np.bincount(looks[~is_inside & is_other], minlength=count)
    shares = np.log((inside + 0.5) / (inside.sum() + 0.5 * count)) - np.log(
        (around + 0.5) / (around.sum() + 0.5 * count)
    )
    # An appearance that fills a strip and occurs nowhere else is a frame.
    repeated = np.bincount(looks[place].ravel(), minlength=count) >= _MIN_REPEATED
    new = np.where(repeated, -_MAX_LOOK, _NEW_LOOK)
    shares = np.where(inside + around == 0, new, np.clip(shares, -_MAX_LOOK, _MAX_LOOK))
    return float((evidence[place] + _LOOK_WEIGHT * shares[looks[place]]).mean())


def _best_rectangle(evidence: _Evidence) -> Area:
    """Return the rectangle with the greatest total evidence.

    The evidence for a cell is the logarithm of the odds that the cell belongs to the board, which
    is negative outside the board. The rectangle with the largest sum is found with Kadane's
    algorithm for each pair of top and bottom rows.
    """
    rows, columns = evidence.shape
    sums = np.vstack([np.zeros((1, columns)), np.cumsum(evidence, 0)])
    most, best = -np.inf, Area(0, 0, 0, 0)
    for top in range(rows):
        totals = sums[top + 1 :] - sums[top]  # one row per bottom
        runs = np.cumsum(totals, 1)
        padded = np.hstack([np.zeros((len(runs), 1)), runs])
        lowest = np.minimum.accumulate(padded, 1)
        gains = padded[:, 1:] - lowest[:, :-1]
        bottom, right = divmod(int(gains.argmax()), columns)
        if gains[bottom, right] > most:
            most = float(gains[bottom, right])
            left = int(padded[bottom, : right + 1].argmin())
            best = Area(top, left, top + bottom + 1, right + 1)
    return best
