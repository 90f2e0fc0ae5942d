"""Joint classification of cells with the same appearance.

A Minesweeper program draws all hidden cells alike and all cells with the same clue alike. The cell
network reads each cell separately, so its occasional mistakes are outvoted by the other cells with
the same appearance.
"""

import numpy as np
from numpy.typing import NDArray

from sapper.vision.cell_classes import EMPTY, HIDDEN
from sapper.vision.lattice import TILE, Picture

_BLOCK = 2  # The side length in pixels of the blocks that are averaged before cells are compared.
_BORDER = 2  # The number of pixels at the edges of a cell that may belong to its neighbours.
_SYMBOL_BORDER = 4  # The number of pixels at the edges of a cell that contain no symbol.
_SHIFTS = (-1, 0, 1)  # The offsets in pixels at which symbols are compared.
# The range of the maximum difference in colour values in the most different block. The difference
# grows with the noise.
_MIN_DIFFERENCE, _MAX_DIFFERENCE = 8, 36
_MIN_CONTRAST = 50  # The minimum contrast of a symbol.
# The maximum difference in the most different block of a symbol, relative to its contrast and in
# colour values.
_SHARE_OF_CONTRAST, _MAX_OF_CONTRAST = 0.2, 40
_MAX_MEAN_DIFFERENCE = 10  # The maximum mean difference of symbols in colour values.
_MAX_GROUPS = 150
_MAX_WEIGHT, _MAX_PLAIN_WEIGHT = 0.75, 0.5  # The weight of a large group with and without symbols.
_MAX_PIVOTS = 16  # The maximum number of a group's symbols that are compared with all others.
_NOISE_SAMPLE = 40  # The number of cells on which the noise is measured.
_Array = NDArray[np.float32]
Groups = NDArray[np.intp]
"""Each cell's group number, indexed by row and column. The cells of a group look alike."""


def group_cells(pixels: Picture, rows: int, columns: int) -> Groups:
    """Return groups of cells that look alike in the warped image of a board.

    In a group of plain cells, every cell differs only slightly from the first cell. In a group of
    cells with a symbol, the cells may differ more, and the symbols may be misaligned.
    """
    tiles = pixels.reshape(rows, TILE, columns, TILE, 3).swapaxes(1, 2).astype(np.float32)
    looks = _looks(tiles, _BORDER, 0, 0)
    noise = _noise(looks)
    symbols = np.stack([_looks(tiles, _SYMBOL_BORDER, y, x) for y in _SHIFTS for x in _SHIFTS])
    centre = symbols[len(symbols) // 2]
    colours = centre.reshape(len(centre), -1, 3)
    contrast = (colours.max(1) - colours.min(1)).max(1)
    group = np.full(len(looks), -1)
    for number in range(len(looks)):
        rest = np.flatnonzero(group < 0)
        if not len(rest):
            break
        if number >= _MAX_GROUPS:
            group[rest] = np.arange(number, number + len(rest))
            break
        first = rest[0]
        difference = np.abs(looks[rest] - looks[first]).max(1)
        alike = rest[difference <= noise]
        group[alike] = number
        if contrast[first] >= _MIN_CONTRAST:
            limit = max(noise, min(contrast[first] * _SHARE_OF_CONTRAST, _MAX_OF_CONTRAST))
            fringe = rest[np.argsort(difference)][: len(alike)][-2:]
            _add_symbols(group, [first, *fringe], symbols, limit)
    return group.reshape(rows, columns)


def _add_symbols(
    group: Groups, queue: list[np.intp], symbols: NDArray[np.int16], limit: float
) -> None:
    """Extend a group with cells whose symbols look like those of a queued cell.

    Of the newly added cells, the two that differ most from the queued cell are appended to the
    queue.
    """
    number = group[queue[0]]
    centre = symbols[len(symbols) // 2]
    for _ in range(_MAX_PIVOTS):
        rest = np.flatnonzero(group < 0)
        if not queue or not len(rest):
            break
        difference = np.abs(symbols[:, rest] - centre[queue.pop(0)])
        largest = np.where(
            difference.mean(2) <= _MAX_MEAN_DIFFERENCE, difference.max(2), np.iinfo(np.int16).max
        ).min(0)
        added = largest <= limit
        group[rest[added]] = number
        fringe = rest[added][np.argsort(-largest[added])]
        queue.extend(fringe[:2])


def pool(scores: _Array, groups: Groups) -> _Array:
    """Return log probabilities (row, column, class), averaged over the cells of each group."""
    rows, columns, classes = scores.shape
    flat, group = scores.reshape(rows * columns, classes), groups.ravel()
    result = np.empty_like(flat)
    for each in range(group.max() + 1):
        members = group == each
        mean = flat[members].mean(0)
        # The cell's own reading keeps some weight, because it reflects the cell's surroundings. The
        # edges that distinguish hidden from empty cells count little in the comparison.
        limit = _MAX_PLAIN_WEIGHT if mean.argmax() in {HIDDEN, EMPTY} else _MAX_WEIGHT
        weight = limit * (1 - 1 / int(members.sum()))
        result[members] = (1 - weight) * flat[members] + weight * mean
    result -= np.log(np.exp(result).sum(1, keepdims=True))
    return result.reshape(rows, columns, classes)


def _looks(tiles: _Array, border: int, down: int, across: int) -> NDArray[np.int16]:
    """Return a matrix in which each row contains the block colours of a cell's interior."""
    rows, columns = tiles.shape[:2]
    inner = tiles[
        :,
        :,
        border + down : TILE - border + down,
        border + across : TILE - border + across,
    ]
    edge = (TILE - 2 * border) // _BLOCK
    blocks = inner.reshape(rows, columns, edge, _BLOCK, edge, _BLOCK, 3).mean((3, 5))
    return np.asarray(blocks.reshape(rows * columns, -1), np.int16)


def _noise(looks: NDArray[np.int16]) -> float:
    """Return the maximum difference between cells that look alike.

    In a compressed image, even cells with the same symbol differ. Compression noise is measured as
    the distance from a cell to the most similar other cell.
    """
    step = max(1, len(looks) // _NOISE_SAMPLE)
    nearest = []
    for index in range(0, len(looks), step):
        difference = np.abs(looks - looks[index]).max(1)
        difference[index] = np.iinfo(np.int16).max
        nearest.append(int(difference.min()))
    return float(np.clip(1.5 * np.median(nearest), _MIN_DIFFERENCE, _MAX_DIFFERENCE))
