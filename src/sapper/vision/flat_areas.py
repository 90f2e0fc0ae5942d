"""Detection of hidden cells that a skin merges into flat areas.

Some skins draw no lines between hidden cells. The cell network recognises the cells at the edge of
a flat area, but cannot distinguish the inside of the area from the background. The outline and the
adjacent clues identify a merged hidden area: it ends at lattice lines, touches no empty cell, and
contains mines that these clues require.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from sapper.vision.board_extent import Area
from sapper.vision.cell_classes import CLASSES, EMPTY, HIDDEN, OUTSIDE
from sapper.vision.lattice import TILE, Lattice, Picture

_TOLERANCE = 8  # The maximum difference in colour values within a flat area.
_INNER = slice(TILE // 4, TILE - TILE // 4)  # The pixels of a cell that have to be flat.
_MAX_COLOURS = 4
_MAX_PARTS = 6  # The maximum number of connected areas per colour.
_FULL, _NONE = 0.7, 0.1  # The covered fractions of a cell that belongs, or not, to an area.
_MIN_LINE = 3  # The minimum number of cells in a row or column whose outline is checked.
_MAX_PARTIAL = 0.1  # The maximum fraction of cells that an overlay may cover partially.
_MIN_NEEDED = 2  # The minimum number of clues that need an area's mines.
_MIN_HIDDEN = 0.3  # The minimum fraction of an area's cells that the network reads as hidden.
_MAX_CLUES = 0.05  # The maximum fraction of an area's cells that the network reads as clues.
_MAX_COVERED = 0.05  # The maximum fraction of cells that an overlay may cover completely.
_CERTAIN, _UNCERTAIN = 0.99, 0.6  # The probabilities of hidden cells, and of those under overlays.

_Chances = NDArray[np.float32]
_Mask = NDArray[np.bool_]

_CLUE = np.array([int(text) if text.isdigit() else 0 for text in CLASSES])
_IS_COVERED = np.array([text in "#F?*!X" for text in CLASSES])
# The classes that the network may assign to the inside of a merged hidden area.
_MAY_MERGE = np.isin(np.arange(len(CLASSES)), [HIDDEN, EMPTY, OUTSIDE])
_NEIGHBOURS = np.ones((3, 3), np.uint8)


@dataclass(frozen=True, slots=True)
class _FlatArea:
    """A connected area of one colour, with its position in a lattice."""

    full: _Mask  # The cells that the area covers, indexed by row and column of the lattice area.
    is_aligned: bool  # True if the outline follows the lattice lines.
    box: Area  # The rectangle around the covered cells, which may exceed the lattice area.


def resolve_flat_areas(
    picture: Picture, lattice: Lattice, area: Area, chances: _Chances, pixels: Picture
) -> tuple[_Chances, list[Area]]:
    """Return the class probabilities after correcting flat areas, and the merged hidden areas.

    `pixels` is the warped image of the area's cells. Cells in merged hidden areas are reclassified
    as hidden. The rectangles of merged hidden areas may extend beyond the given area.
    """
    labels = chances.argmax(2)
    result, merged = chances, []
    for flat in _flat_areas(picture, lattice, area, labels, pixels):
        inside = labels[flat.full]
        if not len(inside):
            continue
        hidden_share = float((inside == HIDDEN).mean())
        needed = _clues_in_need(labels, flat.full)
        if flat.is_aligned and not _is_revealed(labels, flat.full):
            overlaid = _overlaid(labels, flat, area)
            if (needed >= _MIN_NEEDED or hidden_share >= _MIN_HIDDEN) and overlaid.sum() <= max(
                2, _MAX_COVERED * flat.full.sum()
            ):
                plain = flat.full & _MAY_MERGE[labels]
                result = _moved(result, plain, HIDDEN, _CERTAIN)
                result = _moved(result, overlaid, HIDDEN, _UNCERTAIN)
                merged.append(flat.box)
    return result, merged


def _moved(chances: _Chances, cells: _Mask, label: int, share: float) -> _Chances:
    """Return the probabilities, with those of the given cells shifted towards one class."""
    result = chances.copy()
    result[cells] *= 1 - share
    result[cells, label] += share
    return result


def _flat_areas(
    picture: Picture, lattice: Lattice, area: Area, labels: NDArray[np.intp], pixels: Picture
) -> Iterator[_FlatArea]:
    """Yield the flat areas that may be merged hidden cells."""
    tiles = pixels.reshape(area.rows, TILE, area.columns, TILE, 3)[:, _INNER, :, _INNER]
    low, high = tiles.min((1, 3)), tiles.max((1, 3))
    is_flat = (high - low).max(2) <= _TOLERANCE
    candidates = is_flat & _MAY_MERGE[labels]
    # An area of cells that were read as outside matters only if a clue has too few hidden cells.
    matters = candidates & ((labels == HIDDEN) | _next_to(_unsatisfied(labels, ~candidates)))
    colours = (low // 2 + high // 2).astype(np.int16)
    for colour in _common_colours(colours[matters]):
        alike = candidates & (np.abs(colours - colour).max(2) <= _TOLERANCE)
        if _has_neighbours(alike):
            yield from _parts(picture, lattice, area, colour, alike)


def _common_colours(colours: NDArray[np.int16]) -> list[NDArray[np.int16]]:
    """Return the most common colours, most common first."""
    found: list[tuple[int, NDArray[np.int16]]] = []
    while len(colours):
        alike = np.abs(colours - colours[0]).max(1) <= _TOLERANCE
        found.append((int(alike.sum()), np.median(colours[alike], 0).astype(np.int16)))
        colours = colours[~alike]
    found.sort(key=lambda each: -each[0])
    return [colour for _, colour in found[:_MAX_COLOURS]]


def _has_neighbours(cells: _Mask) -> bool:
    """Return whether any two of the given cells share an edge."""
    return bool((cells[1:] & cells[:-1]).any() or (cells[:, 1:] & cells[:, :-1]).any())


def _parts(
    picture: Picture, lattice: Lattice, area: Area, colour: NDArray[np.int16], cells: _Mask
) -> Iterator[_FlatArea]:
    """Yield the connected areas of one colour that contain the centre of a given cell."""
    low, high = np.clip(colour - _TOLERANCE, 0, 255), np.clip(colour + _TOLERANCE, 0, 255)
    mask = cv2.inRange(picture, low.astype(np.float64), high.astype(np.float64))
    shrink = max(1, int(min(lattice.step_x, lattice.step_y) / TILE))
    if shrink > 1:  # A block belongs to an area only if all its pixels do, so thin lines remain.
        height, width = (edge // shrink for edge in mask.shape)
        mask = cv2.resize(
            mask[: height * shrink, : width * shrink], (width, height), interpolation=cv2.INTER_AREA
        )
        mask = np.asarray(mask == 255, np.uint8)
    small = lattice.shrunk(shrink)
    # Few areas are measured, and OpenCV's statistics of all areas take longer than the search.
    _, parts = cv2.connectedComponents(mask, connectivity=4)
    rows, columns = np.nonzero(cells)
    ys = small.top + (area.top + rows + 0.5) * small.step_y
    xs = small.left + (area.left + columns + 0.5) * small.step_x
    inside = (ys >= 0) & (ys < mask.shape[0]) & (xs >= 0) & (xs < mask.shape[1])
    numbers = parts[ys[inside].astype(int), xs[inside].astype(int)]
    counts = np.bincount(numbers[numbers > 0])
    for number in np.argsort(-counts)[:_MAX_PARTS]:
        if counts[number] >= 2:
            whole = cv2.inRange(parts, int(number), int(number))
            x, y, width, height = cv2.boundingRect(whole)
            part = whole[y : y + height, x : x + width] > 0
            yield _measured(part, small.left - x, small.top - y, small, area)


def _measured(part: _Mask, left: float, top: float, lattice: Lattice, area: Area) -> _FlatArea:
    """Convert an area from pixels to cells, given the lattice's corner relative to the pixels."""
    first_row = int(np.floor(-top / lattice.step_y))
    first_column = int(np.floor(-left / lattice.step_x))
    last_row = int(np.ceil((part.shape[0] - top) / lattice.step_y))
    last_column = int(np.ceil((part.shape[1] - left) / lattice.step_x))
    ys = top + np.arange(first_row, last_row + 1) * lattice.step_y
    xs = left + np.arange(first_column, last_column + 1) * lattice.step_x
    y = np.clip(np.rint(ys).astype(int), 0, part.shape[0])
    x = np.clip(np.rint(xs).astype(int), 0, part.shape[1])
    sums = cv2.integral(part.astype(np.uint8))[y[:, None], x[None]]
    pixels = sums[1:, 1:] - sums[:-1, 1:] - sums[1:, :-1] + sums[:-1, :-1]
    share = pixels / (lattice.step_x * lattice.step_y)
    full = share >= _FULL
    full_rows, full_columns = np.flatnonzero(full.any(1)), np.flatnonzero(full.any(0))
    box = area
    if len(full_rows):
        box = Area(
            first_row + int(full_rows[0]),
            first_column + int(full_columns[0]),
            first_row + int(full_rows[-1]) + 1,
            first_column + int(full_columns[-1]) + 1,
        )
    return _FlatArea(
        _cropped(full, Area(first_row, first_column, last_row, last_column), area),
        _is_aligned(share > _NONE, full),
        box,
    )


def _is_aligned(touched: _Mask, full: _Mask) -> bool:
    """Return whether an area completely covers almost all of the cells that it touches.

    An overlay in the image may hide individual cells. An outline that does not follow the lattice
    lines cuts through most of the cells in a row or column.
    """
    partial = touched & ~full
    if partial.sum() > max(3, _MAX_PARTIAL * full.sum()):
        return False
    for axis in (0, 1):
        cells, crossed = touched.sum(axis), partial.sum(axis)
        if ((cells >= _MIN_LINE) & (2 * crossed > cells)).any():
            return False
    return True


def _cropped(cells: _Mask, place: Area, area: Area) -> _Mask:
    """Convert a mask of the cells in `place` to a mask of the cells in `area`."""
    result = np.zeros((area.rows, area.columns), bool)
    top, left = max(place.top, area.top), max(place.left, area.left)
    bottom, right = min(place.bottom, area.bottom), min(place.right, area.right)
    if top < bottom and left < right:
        result[top - area.top : bottom - area.top, left - area.left : right - area.left] = cells[
            top - place.top : bottom - place.top, left - place.left : right - place.left
        ]
    return result


def _next_to(cells: _Mask) -> _Mask:
    """Return a mask of the given cells and their neighbours."""
    return cv2.dilate(cells.astype(np.uint8), _NEIGHBOURS) > 0


def _unsatisfied(labels: NDArray[np.intp], counted: _Mask) -> _Mask:
    """Return a mask of the clues that have too few hidden or flagged neighbours in `counted`."""
    covered = (_IS_COVERED[labels] & counted).astype(np.float32)
    around = cv2.filter2D(
        covered, -1, _NEIGHBOURS.astype(np.float32), borderType=cv2.BORDER_CONSTANT
    )
    return np.asarray(_CLUE[labels] > np.rint(around))


def _clues_in_need(labels: NDArray[np.intp], area: _Mask) -> int:
    """Return the number of clues with too few hidden neighbours if an area's cells are ignored."""
    return int((_unsatisfied(labels, ~area) & _next_to(area)).sum())


def _is_revealed(labels: NDArray[np.intp], area: _Mask) -> bool:
    """Return whether an area touches an empty cell or contains more than a few clues."""
    touches_empty = (labels == EMPTY) & ~area & _next_to(area)
    return bool(touches_empty.any() or (_CLUE[labels[area]] > 0).mean() > _MAX_CLUES)


def _overlaid(labels: NDArray[np.intp], flat: _FlatArea, area: Area) -> _Mask:
    """Return the cells in an area's bounding box that seem outside the board, as under a button."""
    rectangle = np.zeros(labels.shape, bool)
    rectangle[
        max(0, flat.box.top - area.top) : max(0, flat.box.bottom - area.top),
        max(0, flat.box.left - area.left) : max(0, flat.box.right - area.left),
    ] = True
    return np.asarray(rectangle & ~flat.full & (labels == OUTSIDE))
