"""The convolutional network that reads cells, evaluated with NumPy."""

import functools
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from sapper.vision.lattice import TILE, Picture

_Array = NDArray[np.float32]
_MODEL = "cell_network.npz"
# The number of rows of cells that pass through the pixel layers at once, which bounds the memory
# use.
_BAND_CELLS = 160


@functools.cache
def _weights() -> dict[str, _Array]:
    with files("sapper.vision").joinpath(_MODEL).open("rb") as file, np.load(file) as arrays:
        return {name: arrays[name].astype(np.float32) for name in arrays}


def read_cells(pixels: Picture) -> _Array:
    """Return the class probabilities of all cells, indexed by row, column and class.

    `pixels` is an image with TILE pixels per cell, as returned by `warp`.
    """
    rows, columns = pixels.shape[0] // TILE, pixels.shape[1] // TILE
    band = max(1, _BAND_CELLS // columns)
    features = np.concatenate(
        [_features(pixels, row, min(rows, row + band)) for row in range(0, rows, band)]
    )
    weights = _weights()
    for number in "123":
        summary = np.concatenate([features.mean((0, 1)), features.max((0, 1))])
        board = weights[f"board{number}.weight"] @ summary + weights[f"board{number}.bias"]
        features = np.maximum(_convolve(features, f"lattice{number}") + board + features, 0)
    scores = _convolve(features, "scores")
    chances = np.exp(scores - scores.max(-1, keepdims=True))
    chances /= chances.sum(-1, keepdims=True)
    return np.asarray(chances, np.float32)


def _features(pixels: Picture, first: int, last: int) -> _Array:
    """Return a feature vector for each cell in a band of rows.

    The band is evaluated together with one adjacent row of cells on either side. The receptive
    field of the pixel layers extends less than one cell beyond a cell's edges, so the result does
    not depend on the division into bands.
    """
    above, below = min(1, first), min(1, pixels.shape[0] // TILE - last)
    part = pixels[(first - above) * TILE : (last + below) * TILE]
    x: _Array = part.astype(np.float32) / np.float32(127.5) - np.float32(1)
    for name, stride, padding in (
        ("conv1", 2, 2),
        ("conv2", 2, 1),
        ("conv3", 1, 1),
        ("conv4", 2, 1),
    ):
        x = np.maximum(_convolve(x, name, stride=stride, padding=padding), 0)
    x = np.maximum(_convolve(x, "conv5", stride=3, padding=0), 0)
    return x[above : len(x) - below]


def _convolve(x: _Array, name: str, *, stride: int = 1, padding: int | None = None) -> _Array:
    """Convolve an array (row, column, channel) with the weights of the named layer."""
    matrix, size = _matrix(name)
    if padding is None:
        padding = size // 2
    height, width, channels = x.shape
    padded = np.zeros((height + 2 * padding, width + 2 * padding, channels), np.float32)
    padded[padding : padding + height, padding : padding + width] = x
    rows, columns = ((length - size) // stride + 1 for length in padded.shape[:2])
    down, across, item = padded.strides
    # A row of a window is contiguous in memory, so the windows are copied quickly.
    windows = np.lib.stride_tricks.as_strided(
        padded,
        (rows, columns, size, size * channels),
        (stride * down, stride * across, down, item),
        writeable=False,
    )
    result = windows.reshape(rows * columns, -1) @ matrix + _weights()[f"{name}.bias"]
    return result.reshape(rows, columns, -1)


@functools.cache
def _matrix(name: str) -> tuple[_Array, int]:
    """Return a layer's weights as a matrix (window value, output), and the window's side length."""
    weight = _weights()[f"{name}.weight"]
    outputs, _, size, _ = weight.shape
    return np.ascontiguousarray(weight.transpose(2, 3, 1, 0).reshape(-1, outputs)), size
