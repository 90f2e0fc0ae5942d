"""Maps of the straight edges in an image."""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from sapper.vision.lattice import Picture

# The colour difference of a full edge, and the largest difference that counts as noise.
_FULL_EDGE, _NOISE = 22, 4
# The strength of an edge, indexed by the colour difference.
_STRENGTH = np.clip((np.arange(256, dtype=np.float32) - _NOISE) / (_FULL_EDGE - _NOISE), 0, 1)

EdgeMap = NDArray[np.floating[Any]]
"""The strengths of edges from 0 to 1, indexed by pixel row and column."""


def edge_maps(picture: Picture) -> tuple[EdgeMap, EdgeMap]:
    """Return maps of the edge strength, from 0 to 1, to the left of and above each pixel."""
    vertical = np.zeros(picture.shape[:2], np.float32)
    horizontal = np.zeros(picture.shape[:2], np.float32)
    vertical[:, 1:] = _strengths(picture[:, 1:], picture[:, :-1])
    horizontal[1:] = _strengths(picture[1:], picture[:-1])
    return vertical, horizontal


def _strengths(one: Picture, other: Picture) -> EdgeMap:
    red, green, blue = cv2.split(cv2.absdiff(one, other))
    return np.asarray(cv2.LUT(cv2.max(cv2.max(red, green), blue), _STRENGTH))


def halve(edges: EdgeMap) -> EdgeMap:
    """Return an edge map at half size, keeping the strongest edge in each block of four pixels."""
    height, width = edges.shape[0] // 2 * 2, edges.shape[1] // 2 * 2
    even = edges[:height, :width]
    return np.maximum(
        np.maximum(even[::2, ::2], even[1::2, ::2]), np.maximum(even[::2, 1::2], even[1::2, 1::2])
    )


def straight(edges: EdgeMap, length: int, *, axis: int) -> EdgeMap:
    """Return the edges that extend in a straight line for `length` pixels along an axis."""
    kernel = (1, length) if axis == 0 else (length, 1)
    mean = cv2.blur(edges, kernel, borderType=cv2.BORDER_REFLECT)
    kept = np.clip((mean - 0.55) / 0.45, 0, 1)
    return np.minimum(cv2.dilate(kept, np.ones(kernel[::-1], np.uint8)), edges)
