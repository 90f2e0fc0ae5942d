"""The joint reading of cells with the same appearance.

A program draws all hidden cells alike, and likewise all cells with the same clue. The network reads
each cell on its own, so its rare mistakes are outvoted by the other cells with the same appearance.
"""

import numpy as np
from numpy.typing import NDArray

from sapper.vision.lattice import TILE, Picture

_BLOCK = 2  # The side length in pixels of the blocks that are averaged before cells are compared.
_BORDER = 2  # The number of pixels at the edges of a cell that may belong to its neighbours.
_MAX_DIFFERENCE = 14  # The maximum difference in colour values in the most different block.
_MAX_GROUPS = 150
_Array = NDArray[np.float32]


def pool(pixels: Picture, scores: _Array) -> _Array:
    """Return the log probabilities (row, column, class), averaged over cells that look alike.

    `pixels` is the warped picture of the board.
    """
    rows, columns, classes = scores.shape
    looks = _looks(pixels, rows, columns)
    flat = scores.reshape(rows * columns, classes)
    group = _groups(looks)
    result = np.empty_like(flat)
    for each in range(group.max() + 1):
        members = group == each
        # Half of the weight stays with the cell itself, because its surroundings also matter.
        result[members] = 0.5 * flat[members] + 0.5 * flat[members].mean(0)
    result -= np.log(np.exp(result).sum(1, keepdims=True))
    return result.reshape(rows, columns, classes)


def _looks(pixels: Picture, rows: int, columns: int) -> NDArray[np.int16]:
    """Return the colours of each cell's blocks, as the rows of a matrix."""
    tiles = pixels.reshape(rows, TILE, columns, TILE, 3).swapaxes(1, 2)
    inner = tiles[:, :, _BORDER:-_BORDER, _BORDER:-_BORDER].astype(np.float32)
    edge = (TILE - 2 * _BORDER) // _BLOCK
    blocks = inner.reshape(rows, columns, edge, _BLOCK, edge, _BLOCK, 3).mean((3, 5))
    return np.asarray(blocks.reshape(rows * columns, -1), np.int16)


def _groups(looks: NDArray[np.int16]) -> NDArray[np.intp]:
    """Return a group number for each cell. Cells in a group differ little from its first cell."""
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
