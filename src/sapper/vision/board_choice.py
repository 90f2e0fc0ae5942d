"""Selection of the board from candidate lattices, based on the cell network's confidence."""

import functools
import time
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sapper.vision.board_extent import Area, find_extent
from sapper.vision.cell_classes import OUTSIDE
from sapper.vision.cell_gaps import gap_variants
from sapper.vision.cell_network import read_cells
from sapper.vision.flat_areas import resolve_flat_areas
from sapper.vision.lattice import TILE, Lattice, Picture, warp
from sapper.vision.lattice_finder import Window, find_windows
from sapper.vision.lattice_fit import refine

MAX_SECONDS = 5.0
_PATCH = 7  # The number of cells per side in the patch that is read first.
_MIN_PATCH_SCORE = 0.3
# The minimum patch score of a second board relative to the first, if the first is clear.
_MIN_RIVAL = 0.4
# The minimum probability that a block of cells is inside a board, for boards with weaker patches.
_CERTAIN_BLOCK = 0.95
_MAX_BOARDS = 5
_MAX_CELLS = 6000
_MARGIN = 2  # The width in cells of the margin around a board that is also read.
_MAX_ROUNDS = 5
_CONFIDENT = 0.96
_GOOD = 0.9  # The confidence above which no lattices with gaps are tried.
_SAME_STEP = 0.008  # The maximum relative difference between steps that count as equal.
MIN_SIZE = 4  # The minimum number of rows and columns.

_Chances = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class FoundBoard:
    """A board in an image, with its lattice and the class probabilities of each cell."""

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
        """The probability of each cell's most probable class, averaged over all cells."""
        return float(self.chances[:, :, :OUTSIDE].max(2).mean())

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The left edge, top edge, width and height of the board in pixels."""
        lattice = self.lattice
        return lattice.left, lattice.top, lattice.step_x * self.columns, lattice.step_y * self.rows


@dataclass(frozen=True, slots=True)
class BoardSearch:
    """The boards found in an image, best first, and whether the search finished in time."""

    boards: list[FoundBoard]
    is_complete: bool


def find_boards(picture: Picture, *, seconds: float = MAX_SECONDS) -> BoardSearch:
    """Search an image for boards. The boards may overlap.

    The search takes time proportional to the number of pixels, plus the time to read at most 24
    patches and five boards. If no board is read with high confidence, the search also tries
    lattices with gaps between the cells, for which it reads at most 48 more patches and five more
    boards. The search stops reading patches and boards after `seconds` of processor time.
    """
    # Processor time is used, so that a busy machine does not change the result.
    search = _Search(picture, time.thread_time() + seconds)
    windows = find_windows(picture)
    search.read(windows)
    if not any(board.confidence > _GOOD for board in search.boards):
        # The combs may follow the edges of cells with gaps between them, or half cells.
        search.read([variant for window in windows for variant in gap_variants(picture, window)])
    return BoardSearch(sorted(search.boards, key=lambda board: -board.score), search.is_complete)


@dataclass(frozen=True, slots=True)
class _Patch:
    """The network's confidence that a patch of cells is part of a board."""

    score: float  # The mean confidence, weighted by the strength of the lattice.
    # The mean confidence of the clearest block of the minimum board size. A patch at the corner of
    # a board is mostly outside the board, but contains a clear block.
    clearest_block: float


class _Search:
    """The boards found so far, and the deadline of the search."""

    def __init__(self, picture: Picture, deadline: float) -> None:
        self.boards: list[FoundBoard] = []
        self.is_complete = True
        self._picture = picture
        self._deadline = deadline

    def read(self, windows: list[Window]) -> None:
        """Read the boards in windows that appear to show cells, most promising windows first."""
        ranked: list[tuple[_Patch, Window]] = []
        for window in windows:
            if self._is_late():
                break
            ranked.append((_read_patch(self._picture, window), window))
        ranked.sort(key=lambda each: -each[0].score)
        tried = 0
        for patch, window in ranked:
            if patch.score < _MIN_PATCH_SCORE or tried == _MAX_BOARDS:
                break
            is_weak = patch.score < _MIN_RIVAL * ranked[0][0].score
            if self.is_clear and is_weak and patch.clearest_block < _CERTAIN_BLOCK:
                continue
            if any(_covers(board, window) for board in self.boards):
                continue
            if self._is_late():
                break
            tried += 1
            board = _read_window(self._picture, window)
            if board is not None:
                self.boards.append(board)

    @property
    def is_clear(self) -> bool:
        """True if a board was read with high confidence."""
        return any(board.confidence > _CONFIDENT for board in self.boards)

    def _is_late(self) -> bool:
        """Return whether the deadline has passed, and record an incomplete search."""
        if time.thread_time() > self._deadline:
            self.is_complete = False
        return not self.is_complete


def _covers(board: FoundBoard, window: Window) -> bool:
    """Return whether a board that has been found makes it unnecessary to read a window."""
    left, top, width, height = board.box
    x, y = window.focus
    return (
        left < x < left + width
        and top < y < top + height
        and (
            board.confidence > _CONFIDENT
            or (
                abs(board.lattice.step_x / window.lattice.step_x - 1) < _SAME_STEP
                and abs(board.lattice.step_y / window.lattice.step_y - 1) < _SAME_STEP
            )
        )
    )


def _read_patch(picture: Picture, window: Window) -> _Patch:
    """Read the cells around a window's focus."""
    lattice = window.lattice
    columns = min(_PATCH, int((window.x1 - window.x0) / lattice.step_x) + 1)
    rows = min(_PATCH, int((window.y1 - window.y0) / lattice.step_y) + 1)
    column = round((window.focus[0] - lattice.left) / lattice.step_x - columns / 2)
    row = round((window.focus[1] - lattice.top) / lattice.step_y - rows / 2)
    patch = lattice.shifted(rows=row, columns=column)
    chances = read_cells(warp(picture, patch, rows=rows, columns=columns))
    confidence = chances[:, :, :OUTSIDE].max(2)
    score = float(confidence.mean()) * float(0.5 + np.sqrt(window.strength) / 4)
    if min(rows, columns) < MIN_SIZE:
        return _Patch(score, 0.0)
    blocks = np.lib.stride_tricks.sliding_window_view(confidence, (MIN_SIZE, MIN_SIZE))
    return _Patch(score, float(blocks.mean((2, 3)).max()))


def _read_window(picture: Picture, window: Window) -> FoundBoard | None:
    """Return the board around a window, or None if no board is found.

    A window may cover only part of the board, so the search area grows until it contains the whole
    board.
    """
    lattice = window.lattice
    area = Area(
        int(np.floor((window.y0 - lattice.top) / lattice.step_y)) - _MARGIN,
        int(np.floor((window.x0 - lattice.left) / lattice.step_x)) - _MARGIN,
        int(np.ceil((window.y1 - lattice.top) / lattice.step_y)) + _MARGIN,
        int(np.ceil((window.x1 - lattice.left) / lattice.step_x)) + _MARGIN,
    )
    result = None
    for _ in range(_MAX_ROUNDS):
        area = area.clipped(lattice, picture)
        if min(area.rows, area.columns) < MIN_SIZE or area.cells > _MAX_CELLS:
            return None
        board, chances, merged = _read_area(picture, lattice, area)
        if min(board.rows, board.columns) < MIN_SIZE:
            return None
        result = _found_board(lattice.shifted(rows=board.top, columns=board.left), chances)
        refined = refine(
            picture, result.lattice, rows=board.rows, columns=board.columns, gap=window.gap
        )
        moved = refined.shifted(rows=-board.top, columns=-board.left)
        whole = functools.reduce(Area.joined, merged, board)
        grown = area.grown(whole, _MARGIN).clipped(moved, picture)
        if grown == area and _close(moved, lattice, board):
            break
        area, lattice = grown, moved
    return result


def _found_board(lattice: Lattice, chances: _Chances) -> FoundBoard:
    confidence = float(chances[:, :, :OUTSIDE].max(2).mean())
    cells = chances.shape[0] * chances.shape[1]
    score = confidence**8 * np.sqrt(cells) * (lattice.step_x * lattice.step_y) ** 0.25
    return FoundBoard(lattice, chances, float(score))


def _close(a: Lattice, b: Lattice, board: Area) -> bool:
    """Return whether two lattices differ by less than 2% of a cell everywhere on the board."""
    return all(
        abs((a.left + column * a.step_x) - (b.left + column * b.step_x)) < 0.02 * a.step_x
        and abs((a.top + row * a.step_y) - (b.top + row * b.step_y)) < 0.02 * a.step_y
        for row, column in ((board.top, board.left), (board.bottom, board.right))
    )


def _read_area(picture: Picture, lattice: Lattice, area: Area) -> tuple[Area, _Chances, list[Area]]:
    """Return the board in an area, its class probabilities, and the merged hidden areas."""
    # An additional row or column is read on each side, even if it is outside the image.
    origin = lattice.shifted(rows=area.top - 1, columns=area.left - 1)
    pixels = warp(picture, origin, rows=area.rows + 2, columns=area.columns + 2)
    chances = read_cells(pixels)[1:-1, 1:-1]
    inner = pixels[TILE:-TILE, TILE:-TILE]
    chances, merged = resolve_flat_areas(picture, lattice, area, chances, inner)
    board = find_extent(chances, inner).shifted(rows=area.top, columns=area.left)
    board = functools.reduce(Area.joined, [each.within(area) for each in merged], board)
    place = board.shifted(rows=-area.top, columns=-area.left)
    return board, chances[place.top : place.bottom, place.left : place.right], merged
