"""Lattices of cells in images, and warping of images to cells of equal size."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

TILE = 24
"""The side length of a cell in a warped image, in pixels."""
_OUTSIDE = (127, 127, 127)

Picture = NDArray[np.uint8]
"""An RGB image as an array of shape (height, width, 3)."""


@dataclass(frozen=True, slots=True)
class Lattice:
    """A lattice of equally spaced lines. Column lines are at x = left + column * step_x."""

    left: float
    top: float
    step_x: float
    step_y: float

    def shifted(self, *, rows: int, columns: int) -> "Lattice":
        """Return the lattice shifted by a number of rows and columns."""
        return Lattice(
            self.left + columns * self.step_x,
            self.top + rows * self.step_y,
            self.step_x,
            self.step_y,
        )

    def shrunk(self, factor: int) -> "Lattice":
        """Return the corresponding lattice for an image scaled down by `factor`."""
        return Lattice(
            self.left / factor, self.top / factor, self.step_x / factor, self.step_y / factor
        )


def warp(picture: Picture, lattice: Lattice, *, rows: int, columns: int) -> Picture:
    """Return an image of a lattice's first rows and columns, scaled to TILE pixels per cell.

    Areas beyond the edges of the original image are grey.
    """
    width, height = columns * lattice.step_x, rows * lattice.step_y
    # The region is cut out with a margin of one cell, because resizing a large image is slow.
    x0 = max(0, int(lattice.left - lattice.step_x))
    y0 = max(0, int(lattice.top - lattice.step_y))
    x1 = min(picture.shape[1], int(np.ceil(lattice.left + width + lattice.step_x)))
    y1 = min(picture.shape[0], int(np.ceil(lattice.top + height + lattice.step_y)))
    target = (columns * TILE, rows * TILE)
    if x1 <= x0 or y1 <= y0:
        return np.full((target[1], target[0], 3), _OUTSIDE[0], np.uint8)
    region = picture[y0:y1, x0:x1]
    scale_x, scale_y = TILE / lattice.step_x, TILE / lattice.step_y
    if scale_x < 1 or scale_y < 1:  # Averaging the pixels first preserves thin lines.
        size = (
            max(1, round(region.shape[1] * min(scale_x, 1))),
            max(1, round(region.shape[0] * min(scale_y, 1))),
        )
        shrunk_x, shrunk_y = size[0] / region.shape[1], size[1] / region.shape[0]
        region = np.asarray(cv2.resize(region, size, interpolation=cv2.INTER_AREA), np.uint8)
    else:
        shrunk_x = shrunk_y = 1.0
    # The centres of target pixels are mapped to pixel coordinates of the region.
    step_x, step_y = shrunk_x / scale_x, shrunk_y / scale_y
    matrix = np.array(
        [
            [step_x, 0.0, (lattice.left - x0) * shrunk_x + step_x / 2 - 0.5],
            [0.0, step_y, (lattice.top - y0) * shrunk_y + step_y / 2 - 0.5],
        ]
    )
    return cv2.warpAffine(  # type: ignore[return-value]
        region,
        matrix,
        target,
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=_OUTSIDE,
    )
