"""A reader for mine counters, which show seven-segment digits above or below the board.

Reading a wrong number is worse than reading none, so every digit must match one of the ten patterns
exactly, and the caller checks the number against the rules.
"""

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from sapper.vision.lattice import Picture

_MIN_HEIGHT = 9  # pixels
_MAX_DISTANCE = 5.0  # The maximum distance of a counter from the board, in cells.
_MIN_LIT, _MIN_RED = 140, 70  # A lit segment's red value, and its excess over green and blue.
_MIN_DIGITS, _MAX_DIGITS = 2, 4
_MAX_GAP = 0.75  # The maximum gap between two digits, in digit heights.

# The segments a to g: top, upper right, lower right, bottom, lower left, upper left, middle.
_DIGITS = {
    "1111110": 0, "0110000": 1, "1101101": 2, "1111001": 3, "0110011": 4,
    "1011011": 5, "1011111": 6, "1110000": 7, "1111111": 8, "1111011": 9,
    "0011111": 6, "1110010": 7, "1110011": 9,
}  # fmt: skip
# The ends of a line across each segment, as fractions of the digit's width and height.
_PROBES = (
    ((0.5, 0.0), (0.5, 0.2)),
    ((0.75, 0.27), (1.0, 0.27)),
    ((0.75, 0.73), (1.0, 0.73)),
    ((0.5, 0.8), (0.5, 1.0)),
    ((0.0, 0.73), (0.25, 0.73)),
    ((0.0, 0.27), (0.25, 0.27)),
    ((0.5, 0.4), (0.5, 0.6)),
)

_Mask = NDArray[np.bool_]
_Box = tuple[int, int, int, int]  # left, top, right, bottom


def read_counter(
    picture: Picture, box: tuple[float, float, float, float], cell: float
) -> int | None:
    """Return the number shown above or below the left half of a board, or None if none is found.

    In almost all Minesweeper programs, the number on the right is the timer. `box` is the left
    edge, top edge, width and height of the board in pixels, and `cell` is the width of a cell.
    """
    left, top, width, height = box
    reach = max(_MAX_DISTANCE * cell, 80.0)
    x0, x1 = max(0, int(left - cell)), min(picture.shape[1], int(left + width / 2))
    bands = (
        (max(0, int(top - reach)), int(top)),
        (int(top + height), min(picture.shape[0], int(top + height + reach))),
    )
    found: list[tuple[int, int]] = []
    for y0, y1 in bands:
        if y1 - y0 >= _MIN_HEIGHT and x1 > x0:
            lit = _lit(picture[y0:y1, x0:x1])
            for group in _groups(lit):
                # A number at the right edge may continue beyond the middle of the board.
                number = _number(lit, group) if group[2] < x1 - x0 - cell / 2 else None
                if number is not None:
                    found.append((group[0], number))
    return min(found)[1] if found else None


def _lit(region: Picture) -> _Mask:
    """Return a mask of the bright red pixels."""
    red, green, blue = (channel.astype(np.int16) for channel in cv2.split(region))
    return np.asarray((red >= _MIN_LIT) & (red - np.maximum(green, blue) >= _MIN_RED))


def _groups(lit: _Mask) -> Iterator[_Box]:
    """Yield the bounding boxes of groups of lit pixels that are as tall as a digit."""
    count, _, boxes, _ = cv2.connectedComponentsWithStats(
        cv2.dilate(lit.astype(np.uint8), np.ones((3, 3), np.uint8)), connectivity=8
    )
    parts = [(int(x), int(y), int(x + w), int(y + h)) for x, y, w, h, _ in boxes[1:count]]
    while parts:
        x0, y0, x1, y1 = parts.pop(0)
        is_growing = True
        while is_growing:
            is_growing = False
            for other in parts:
                tall = max(y1 - y0, other[3] - other[1])
                gap = max(other[0] - x1, x0 - other[2])
                if gap <= _MAX_GAP * tall and other[1] < y1 + 3 and y0 < other[3] + 3:
                    x0, y0 = min(x0, other[0]), min(y0, other[1])
                    x1, y1 = max(x1, other[2]), max(y1, other[3])
                    parts.remove(other)
                    is_growing = True
                    break
        rows, columns = np.nonzero(lit[y0:y1, x0:x1])
        if len(rows):
            box = (
                x0 + int(columns.min()), y0 + int(rows.min()),
                x0 + int(columns.max()) + 1, y0 + int(rows.max()) + 1,
            )  # fmt: skip
            if box[3] - box[1] >= _MIN_HEIGHT:
                yield box


def _number(lit: _Mask, group: _Box) -> int | None:
    """Return the number shown by a group of lit pixels, or None if they do not form a number."""
    x0, y0, x1, y1 = group
    height = y1 - y0
    columns = np.flatnonzero(lit[y0:y1, x0:x1].any(0)) + x0
    # Segments of one digit are closer together than two digits.
    breaks = np.flatnonzero(np.diff(columns) > max(2, 0.09 * height))
    starts = [columns[0], *columns[breaks + 1]]
    ends = [*(columns[breaks] + 1), columns[-1] + 1]
    if not _MIN_DIGITS <= len(starts) <= _MAX_DIGITS:
        return None
    number = 0
    for start, end in zip(starts, ends, strict=True):
        digit = _digit(lit[y0:y1, start:end])
        if digit is None:
            return None
        number = 10 * number + digit
    return number


def _digit(lit: _Mask) -> int | None:
    height, width = lit.shape
    if width < 0.3 * height:  # A 1 consists of two segments on one line.
        upper, lower = lit[: height // 2].any(1).mean(), lit[height // 2 :].any(1).mean()
        return 1 if min(upper, lower) > 0.7 else None
    if width > 0.9 * height:
        return None
    pattern = ""
    for (xa, ya), (xb, yb) in _PROBES:
        xs = np.rint(np.linspace(xa, xb, 9) * (width - 1)).astype(int)
        ys = np.rint(np.linspace(ya, yb, 9) * (height - 1)).astype(int)
        pattern += "1" if lit[ys, xs].any() else "0"
    return _DIGITS.get(pattern)
