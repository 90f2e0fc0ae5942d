"""Detection of unreadable images, such as tilted images and cropped boards."""

import cv2
import numpy as np
from numpy.typing import NDArray

from sapper.vision.lattice import TILE, Lattice, Picture, warp

_MAX_EDGE = 900  # The side length in pixels to which an image is shrunk before it is measured.
_MIN_GRADIENT = 40
_MIN_TILT, _MAX_TILT = 2, 45  # degrees
_MIN_SHARE = 0.2  # The minimum fraction of edges at the tilt angle.

_MIN_VISIBLE, _MAX_VISIBLE = 0.2, 0.7  # The visible fraction of cropped cells.
_MAX_DIFFERENCE = 14  # The maximum difference in colour values between cells that look alike.
_MIN_CONTRAST = 24
_MIN_ALIKE = 0.9


def is_tilted(picture: Picture) -> bool:
    """Return whether most straight edges in an image are neither horizontal nor vertical."""
    shrink = max(1, int(np.ceil(max(picture.shape[:2]) / _MAX_EDGE)))
    size = (picture.shape[1] // shrink, picture.shape[0] // shrink)
    grey = cv2.cvtColor(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), cv2.COLOR_RGB2GRAY)
    soft = cv2.GaussianBlur(grey, (0, 0), 1.0)
    x, y = cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1)
    strength = np.hypot(x, y)
    angle = np.degrees(np.arctan2(y, x))[strength > _MIN_GRADIENT] % 90
    if len(angle) < 500:
        return False
    counts = np.bincount(np.rint(angle).astype(int) % 90, minlength=90)
    shares = (np.roll(counts, -1) + counts + np.roll(counts, 1)) / len(angle)
    tilt = int(shares.argmax())
    return min(tilt, 90 - tilt) >= _MIN_TILT and float(shares[tilt]) >= _MIN_SHARE


def cut_edge(picture: Picture, lattice: Lattice, *, rows: int, columns: int) -> str | None:
    """Return the edge of the image at which a board is cut off, or None if it is complete.

    A board is cut off if the strip between the board and the edge shows parts of cells like those
    on the board. A board that is cut off exactly between two cells cannot be detected.
    """
    height, width = picture.shape[:2]
    right = lattice.left + columns * lattice.step_x
    bottom = lattice.top + rows * lattice.step_y
    board = _tiles(picture, lattice, rows, columns)
    left_part, right_part = lattice.left / lattice.step_x, (width - right) / lattice.step_x
    top_part, bottom_part = lattice.top / lattice.step_y, (height - bottom) / lattice.step_y
    strips = (
        ("left", left_part, lattice.shifted(rows=0, columns=-1), rows, 1),
        ("right", right_part, lattice.shifted(rows=0, columns=columns), rows, 1),
        ("top", top_part, lattice.shifted(rows=-1, columns=0), 1, columns),
        ("bottom", bottom_part, lattice.shifted(rows=rows, columns=0), 1, columns),
    )
    for edge, part, place, strip_rows, strip_columns in strips:
        if _MIN_VISIBLE <= part <= _MAX_VISIBLE:
            strip = _tiles(picture, place, strip_rows, strip_columns)
            visible = _visible(edge, max(2, int(part * TILE) - 2))
            if _continues(strip[:, *visible], board[:, *visible], is_upright=strip_rows > 1):
                return edge
    return None


def _visible(edge: str, pixels: int) -> tuple[slice, slice]:
    """Return the visible pixel rows and columns of a cell that is cut off at an image edge."""
    near, everything = slice(1, pixels), slice(None)
    far = slice(TILE - pixels, TILE - 1)
    return {
        "left": (everything, far),
        "right": (everything, near),
        "top": (far, everything),
        "bottom": (near, everything),
    }[edge]


def _tiles(picture: Picture, lattice: Lattice, rows: int, columns: int) -> NDArray[np.int16]:
    """Return the pixels of each cell, smoothed so that misaligned edges differ less."""
    soft = cv2.blur(warp(picture, lattice, rows=rows, columns=columns), (3, 3))
    tiles = soft.reshape(rows, TILE, columns, TILE, 3).swapaxes(1, 2)
    return tiles.reshape(rows * columns, TILE, TILE, 3).astype(np.int16)


def _continues(strip: NDArray[np.int16], board: NDArray[np.int16], *, is_upright: bool) -> bool:
    """Return whether a strip shows parts of board cells rather than a frame or the background."""
    difference = np.array(
        [np.abs(board - cell).reshape(len(board), -1).mean(1).min() for cell in strip]
    )
    is_alike = difference <= _MAX_DIFFERENCE
    if is_alike.mean() < _MIN_ALIKE:
        return False
    # A frame and the background look the same all along the edge, except under an overlay.
    profile = strip[is_alike].mean(2 if is_upright else 1)
    return bool((profile.max((0, 1)) - profile.min((0, 1))).max() >= _MIN_CONTRAST)
