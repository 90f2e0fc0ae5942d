"""The joint reading of cells that look alike.

A program draws all hidden cells with the same picture, and all 1s too. The network reads each cell
on its own, so its rare mistakes are outvoted by the other cells with the same picture.
"""

import numpy as np
from numpy.typing import NDArray

from sapper.vision.lattice import TILE, Picture

_BLOCK = 2  # pixels per side that are averaged before cells are compared
_BORDER = 2  # pixels at a cell's edges that may belong to its neighbours
_MAX_DIFFERENCE = 14  # of colour values, in the most different block
_MAX_GROUPS = 150
_Array = NDArray[np.float32]


def pool(pixels: Picture, scores: _Array) -> _Array:
    """Return log probabilities (row, column, class), averaged over cells that look alike.

    `pixels` is the warped picture of the board.
    """
    rows, columns, classes = scores.shape
    looks = _looks(pixels, rows, columns)
    flat = scores.reshape(rows * columns, classes)
    group = _groups(looks)
    result = np.empty_like(flat)
    for each in range(group.max() + 1):
        members = group == each
        # Half of the weight stays with the cell, since its surroundings count too.
        result[members] = 0.5 * flat[members] + 0.5 * flat[members].mean(0)
    result -= np.log(np.exp(result).sum(1, keepdims=True))
    return result.reshape(rows, columns, classes)


def _looks(pixels: Picture, rows: int, columns: int) -> NDArray[np.int16]:
    """Return each cell's colours in blocks, as rows of a matrix."""
    tiles = pixels.reshape(rows, TILE, columns, TILE, 3).swapaxes(1, 2)
    inner = tiles[:, :, _BORDER:-_BORDER, _BORDER:-_BORDER].astype(np.float32)
    edge = (TILE - 2 * _BORDER) // _BLOCK
    blocks = inner.reshape(rows, columns, edge, _BLOCK, edge, _BLOCK, 3).mean((3, 5))
    return np.asarray(blocks.reshape(rows * columns, -1), np.int16)


def _groups(looks: NDArray[np.int16]) -> NDArray[np.intp]:
    """Return a group number per cell; cells of one group differ little from its first cell."""
    group = np.full(len(looks), -1)
    number = 0
    while True:
        rest = np.flatnonzero(group < 0)
        if not len(rest):
            return group
        if number >= _MAX_GROUPS:
            group[rest] = np.arange(number, number + len(rest))
            return group
        difference = np.abs(looks[rest] - looks[rest[0]]).max(1)
        group[rest[difference <= _MAX_DIFFERENCE]] = number
        number += 1
