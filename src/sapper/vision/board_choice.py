"""The choice of the board among candidate lattices, based on the cell network."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sapper.vision.cell_classes import OUTSIDE
from sapper.vision.cell_network import read_cells
from sapper.vision.lattice import Lattice, Picture, warp
from sapper.vision.lattice_finder import Window, find_windows, refine

_PATCH = 7  # The number of cells per side in the patch that is read first.
_MAX_PATCHES = 40
_MAX_BOARDS = 5
_MAX_CELLS = 6000
_MARGIN = 2  # The number of cells around a board that are also read.
_MAX_ROUNDS = 5
_CONFIDENT = 0.93
MIN_SIZE = 4  # The minimum number of rows and columns.

_Chances = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class FoundBoard:
    """A board in a picture, with its lattice and the class probabilities of each cell."""

    lattice: Lattice
    chances: _Chances  # An array of probabilities indexed by row, column and class.
    score: float

    @property
    def rows(self) -> int:
        """The number of rows of the board."""
        return int(self.chances.shape[0])

    @property
    def columns(self) -> int:
        """The number of columns of the board."""
        return int(self.chances.shape[1])

    @property
    def confidence(self) -> float:
        """The mean probability of the most probable class, over all cells."""
        return float(self.chances[:, :, :OUTSIDE].max(2).mean())

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The left edge, top edge, width and height of the board in pixels."""
        lattice = self.lattice
        return lattice.left, lattice.top, lattice.step_x * self.columns, lattice.step_y * self.rows


def find_boards(picture: Picture) -> list[FoundBoard]:
    """Return the boards found in a picture, best first. The boards may overlap."""
    windows = find_windows(picture)[:_MAX_PATCHES]
    ranked = sorted(
        ((_patch_score(picture, window), window) for window in windows), key=lambda each: -each[0]
    )
    boards: list[FoundBoard] = []
    tried = 0
    for score, window in ranked:
        if score < 0.2 or tried == _MAX_BOARDS:
            break
        if any(_covers(board, window) for board in boards):
            continue
        tried += 1
        board = _read_window(picture, window)
        if board is not None:
            boards.append(board)
    return sorted(boards, key=lambda board: -board.score)


def _covers(board: FoundBoard, window: Window) -> bool:
    """Return whether a confidently read board contains the middle of a window."""
    left, top, width, height = board.box
    x, y = (window.x0 + window.x1) / 2, (window.y0 + window.y1) / 2
    return board.confidence > _CONFIDENT and left < x < left + width and top < y < top + height


def _patch_score(picture: Picture, window: Window) -> float:
    """Return the confidence with which the cells in the middle of a window are read."""
    lattice = window.lattice
    columns = min(_PATCH, int((window.x1 - window.x0) / lattice.step_x) + 1)
    rows = min(_PATCH, int((window.y1 - window.y0) / lattice.step_y) + 1)
    column = round(((window.x0 + window.x1) / 2 - lattice.left) / lattice.step_x - columns / 2)
    row = round(((window.y0 + window.y1) / 2 - lattice.top) / lattice.step_y - rows / 2)
    patch = lattice.shifted(rows=row, columns=column)
    chances = read_cells(warp(picture, patch, rows=rows, columns=columns))
    return float(chances[:, :, :OUTSIDE].max(2).mean()) * (0.5 + window.strength)


def _read_window(picture: Picture, window: Window) -> FoundBoard | None:
    """Return the board around a window, or None if there is no board.

    The window may be only a part of the board, so the area grows until it contains the whole board.
    """
    lattice = window.lattice
    area = _Area(
        int(np.floor((window.y0 - lattice.top) / lattice.step_y)) - _MARGIN,
        int(np.floor((window.x0 - lattice.left) / lattice.step_x)) - _MARGIN,
        int(np.ceil((window.y1 - lattice.top) / lattice.step_y)) + _MARGIN,
        int(np.ceil((window.x1 - lattice.left) / lattice.step_x)) + _MARGIN,
    )
    for _ in range(_MAX_ROUNDS):
        area = area.clipped(lattice, picture)
        if (
            min(area.bottom - area.top, area.right - area.left) < MIN_SIZE
            or area.cells > _MAX_CELLS
        ):
            return None
        board, chances = _read_area(picture, lattice, area)
        if min(board.bottom - board.top, board.right - board.left) < MIN_SIZE:
            return None
        refined = refine(
            picture,
            lattice.shifted(rows=board.top, columns=board.left),
            rows=board.bottom - board.top,
            columns=board.right - board.left,
        )
        moved = refined.shifted(rows=-board.top, columns=-board.left)
        grown = area.grown(board).clipped(moved, picture)
        if grown == area and _close(moved, lattice, board):
            break
        area, lattice = grown, moved
    inner = chances[
        board.top - area.top : board.bottom - area.top,
        board.left - area.left : board.right - area.left,
    ]
    confidence = float(inner[:, :, :OUTSIDE].max(2).mean())
    score = confidence**4 * np.sqrt(board.cells) * (lattice.step_x * lattice.step_y) ** 0.25
    return FoundBoard(lattice.shifted(rows=board.top, columns=board.left), inner, float(score))


@dataclass(frozen=True, slots=True)
class _Area:
    """A rectangle of cells in a lattice."""

    top: int
    left: int
    bottom: int
    right: int

    @property
    def cells(self) -> int:
        return (self.bottom - self.top) * (self.right - self.left)

    def clipped(self, lattice: Lattice, picture: Picture) -> "_Area":
        """Return the part whose cells lie inside the picture by at least seven tenths."""
        height, width = picture.shape[:2]
        return _Area(
            max(self.top, _first_inside(lattice.top, lattice.step_y)),
            max(self.left, _first_inside(lattice.left, lattice.step_x)),
            min(self.bottom, int((height - lattice.top) / lattice.step_y + 0.3)),
            min(self.right, int((width - lattice.left) / lattice.step_x + 0.3)),
        )

    def grown(self, board: "_Area") -> "_Area":
        """Return the area, enlarged on each side where the board reaches the margin."""
        down, across = (
            max(4, (board.bottom - board.top) // 2),
            max(4, (board.right - board.left) // 2),
        )
        return _Area(
            board.top - (down if board.top <= self.top + 1 else _MARGIN),
            board.left - (across if board.left <= self.left + 1 else _MARGIN),
            board.bottom + (down if board.bottom >= self.bottom - 1 else _MARGIN),
            board.right + (across if board.right >= self.right - 1 else _MARGIN),
        )


def _close(a: Lattice, b: Lattice, board: _Area) -> bool:
    """Return whether two lattices differ by less than a fiftieth of a cell across the board."""
    return all(
        abs((a.left + column * a.step_x) - (b.left + column * b.step_x)) < 0.02 * a.step_x
        and abs((a.top + row * a.step_y) - (b.top + row * b.step_y)) < 0.02 * a.step_y
        for row, column in ((board.top, board.left), (board.bottom, board.right))
    )


def _read_area(picture: Picture, lattice: Lattice, area: _Area) -> tuple[_Area, _Chances]:
    """Read an area, and return the rectangle that is a board and the probabilities of all cells."""
    # The warped picture has one more row and column on each side, which may lie outside the
    # picture.
    rows, columns = area.bottom - area.top, area.right - area.left
    origin = lattice.shifted(rows=area.top - 1, columns=area.left - 1)
    chances = read_cells(warp(picture, origin, rows=rows + 2, columns=columns + 2))[1:-1, 1:-1]
    top, left, bottom, right = _best_rectangle(chances)
    return _Area(area.top + top, area.left + left, area.top + bottom, area.left + right), chances


def _first_inside(start: float, step: float) -> int:
    """Return the index of the first cell that lies inside the picture by at least seven tenths."""
    return int(np.ceil(-start / step - 0.3))


def _best_rectangle(chances: _Chances) -> tuple[int, int, int, int]:
    """Return the rectangle (top, left, bottom, right) with the most evidence for a board.

    The evidence at a place is the logarithm of the odds that it is a cell, which is negative
    outside the board. For each pair of top and bottom rows, Kadane's algorithm finds the columns
    with the largest sum.
    """
    outside = np.clip(chances[:, :, OUTSIDE], 0.002, 0.998)
    evidence = np.log((1 - outside) / outside)
    rows, columns = evidence.shape
    sums = np.vstack([np.zeros((1, columns)), np.cumsum(evidence, 0)])
    best = (-np.inf, 0, 0, 0, 0)
    for top in range(rows):
        totals = sums[top + 1 :] - sums[top]  # The array has one row for each bottom row.
        runs = np.cumsum(totals, 1)
        padded = np.hstack([np.zeros((len(runs), 1)), runs])
        lowest = np.minimum.accumulate(padded, 1)
        gains = padded[:, 1:] - lowest[:, :-1]
        at = int(gains.argmax())
        bottom, right = divmod(at, columns)
        if gains[bottom, right] > best[0]:
            left = int(padded[bottom, : right + 1].argmin())
            best = (float(gains[bottom, right]), top, left, top + bottom + 1, right + 1)
    return best[1:]
