"""Fine adjustment of a lattice to the edges of a board."""

import cv2
import numpy as np

from sapper.vision.edge_maps import EdgeMap, edge_maps, straight
from sapper.vision.lattice import Lattice, Picture

# The weight of an edge by the difference of its colour values.
_WEIGHT = (0.25 + 0.75 * np.minimum(np.arange(256) / 120, 1)).astype(np.float32)


def refine(
    picture: Picture, lattice: Lattice, *, rows: int, columns: int, gap: float = 0.0
) -> Lattice:
    """Return the lattice after moving its lines by up to a tenth of a cell to fit the board edges.

    `gap` is the width of the gaps between cells as a fraction of a cell. The lattice lines are
    aligned with the centres of the gaps.
    """
    step = min(lattice.step_x, lattice.step_y)
    x0, y0 = max(0, int(lattice.left - step / 4)), max(0, int(lattice.top - step / 4))
    x1 = min(picture.shape[1], int(lattice.left + columns * lattice.step_x + step / 4) + 1)
    y1 = min(picture.shape[0], int(lattice.top + rows * lattice.step_y + step / 4) + 1)
    vertical, horizontal = edge_maps(picture[y0:y1, x0:x1])
    length = max(4, round(step * min(0.65, 0.9 * (1 - gap))))
    # Bevels have several edges per cell, the strongest of which is usually between the cells.
    region = picture[y0:y1, x0:x1]
    across = (straight(vertical, length, axis=0) * _contrast(region, axis=1)).sum(0)
    down = (straight(horizontal, length, axis=1) * _contrast(region, axis=0)).sum(1)
    left, step_x = _aligned(across, lattice.left - x0, lattice.step_x, columns, gap)
    top, step_y = _aligned(down, lattice.top - y0, lattice.step_y, rows, gap)
    return Lattice(x0 + left, y0 + top, step_x, step_y)


def _contrast(region: Picture, *, axis: int) -> EdgeMap:
    """Return weights from 0.25 to 1 that increase with the difference from the previous pixel."""
    weights = np.full(region.shape[:2], _WEIGHT[0], np.float32)
    if axis == 1:
        weights[:, 1:] = _weights(region[:, 1:], region[:, :-1])
    else:
        weights[1:] = _weights(region[1:], region[:-1])
    return weights


def _weights(one: Picture, other: Picture) -> EdgeMap:
    red, green, blue = cv2.split(cv2.absdiff(one, other))
    return np.asarray(cv2.LUT(cv2.max(cv2.max(red, green), blue), _WEIGHT))


def _aligned(
    sums: EdgeMap, start: float, step: float, cells: int, gap: float
) -> tuple[float, float]:
    """Return the start and step of equally spaced lines after aligning both ends with edges.

    Each end of the sequence of lines moves by at most about a tenth of a cell.
    """
    profile = np.sqrt(sums / (sums.max() + 1e-6))  # favours many lines over a few long ones
    soft = cv2.GaussianBlur(profile[None].astype(np.float32), (0, 0), max(0.7, step * 0.015))[0]
    if gap:  # A line is in the middle between two edges.
        half = gap * step / 2
        at = np.arange(len(soft))
        soft = np.interp(at - half, at, soft) + np.interp(at + half, at, soft)
    shifts = np.linspace(-0.12, 0.12, 25) * step
    first, last = start + shifts[:, None], start + cells * step + shifts[None, :]
    share = np.linspace(0, 1, cells + 1)
    positions = first[..., None] * (1 - share) + last[..., None] * share
    # An edge lies halfway between two pixels, and the map stores it at the second pixel.
    index = np.clip(np.rint(positions).astype(int), 0, len(soft) - 1)
    means = soft[index].mean(2)
    # Prefer the given position unless the edges are clearly elsewhere.
    means -= 0.02 * (np.abs(shifts[:, None]) + np.abs(shifts[None, :])) / step
    best = np.unravel_index(int(means.argmax()), means.shape)
    begin, end = start + shifts[best[0]], start + cells * step + shifts[best[1]]
    return float(begin), float((end - begin) / cells)
