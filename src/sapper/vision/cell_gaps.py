"""Lattices of cells that are separated by gaps.

The search for the lattice of cells aligns lines with the strongest edges in the image. If there are
gaps between the cells, these edges lie on one side of each gap, whereas the lattice lines must run
through the middle of the gap. If the cells are round or contain strong vertical and horizontal
strokes, the search may also place a lattice line through the middle of each cell.
"""

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from sapper.vision.edge_maps import edge_maps
from sapper.vision.lattice import TILE, Lattice, Picture, warp
from sapper.vision.lattice_finder import MAX_STEP, Window

_CELLS = 9  # The number of cells per side in the patch whose edges are measured.
_MIN_GAP, _MAX_GAP = 2, 10  # The range of the gaps' width in pixels of a warped image.
_MIN_PEAK = 0.25  # The minimum strength of the second edge of a gap relative to the first.


def gap_variants(picture: Picture, window: Window) -> Iterator[Window]:
    """Yield copies of a window with lattice lines in the middle of the gaps between cells."""
    for factor in (1, 2):
        lattice = replace(
            window.lattice,
            step_x=window.lattice.step_x * factor,
            step_y=window.lattice.step_y * factor,
        )
        if max(lattice.step_x, lattice.step_y) <= MAX_STEP:
            centred = _centred(picture, lattice, window.focus)
            if centred is not None:
                yield replace(window, lattice=centred[0], gap=centred[1])


def _centred(
    picture: Picture, lattice: Lattice, focus: tuple[float, float]
) -> tuple[Lattice, float] | None:
    """Return the lattice centred on the gaps and the gap width, or None if there are no gaps."""
    column = round((focus[0] - lattice.left) / lattice.step_x - _CELLS / 2)
    row = round((focus[1] - lattice.top) / lattice.step_y - _CELLS / 2)
    patch = lattice.shifted(rows=row, columns=column)
    vertical, horizontal = edge_maps(warp(picture, patch, rows=_CELLS, columns=_CELLS))
    x, y = _gap_centre(vertical.sum(0)), _gap_centre(horizontal.sum(1))
    if x is None or y is None:
        return None
    centred = replace(
        patch, left=patch.left + x[0] * lattice.step_x, top=patch.top + y[0] * lattice.step_y
    )
    return centred, (x[1] + y[1]) / 2


def _gap_centre(profile: NDArray[np.floating]) -> tuple[float, float] | None:
    """Return the middle and the width of the gaps in cells, given the edges per pixel."""
    folded = profile.reshape(_CELLS, TILE).mean(0).astype(np.float32)
    soft = cv2.GaussianBlur(np.tile(folded, 3)[None], (0, 0), 0.7)[0, TILE : 2 * TILE]
    first = int(soft.argmax())
    widths = [w for w in range(-_MAX_GAP, _MAX_GAP + 1) if abs(w) >= _MIN_GAP]
    around = np.array([soft[(first + width) % TILE] for width in widths])
    if around.max() < _MIN_PEAK * soft[first]:
        return None
    width = widths[int(around.argmax())]
    return (first + width / 2) / TILE, abs(width) / TILE
