"""A search for lattices of cells in an image.

In every Minesweeper skin, cells have equally spaced straight edges, at least between hidden and
revealed cells. For a series of scales, the search divides the image into overlapping tiles of a few
cells and fits a comb of equally spaced lines to each tile in both directions. The step of a comb is
the distance between its lines, and its phase is the position of the lines within a step. Adjacent
tiles whose combs line up form a window. The neural network for cells then determines which windows
show a board.

The running time is proportional to the number of pixels and to the number of scales. The number of
returned windows is limited.
"""

import functools
from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from sapper.vision.edge_maps import EdgeMap, edge_maps, halve, straight
from sapper.vision.lattice import Lattice, Picture

MIN_STEP, MAX_STEP = 7.0, 132.0
_LOW, _HIGH = 1.12, 2.0  # The minimum and maximum step, in edge lengths.
_SCALE_RATIO = 1.4  # The ratio of consecutive edge lengths.
_MAX_LENGTH = 24  # Longer edges are detected in smaller maps.
_MAX_RATIO = 1.28  # The maximum ratio between a cell's height and width.
_TILE_LENGTHS = (9, 20)  # The side lengths of tiles in edge lengths.
_BINS = 14  # The number of positions of a line within a cell.
_MIN_STRENGTH = 0.12
_MAX_TILES = 60  # The maximum number of tiles per scale and tile size.
_MAX_WINDOWS = 24

_Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Window:
    """A rectangle that may contain part of a board, with its lattice."""

    lattice: Lattice
    x0: float
    y0: float
    x1: float
    y1: float
    focus: tuple[float, float]
    """The middle of the tile with the clearest lattice."""
    strength: float
    gap: float = 0.0
    """The width of the gaps between cells as a fraction of a cell."""


@dataclass(frozen=True, slots=True)
class _Tile:
    x: float  # The centre of the tile.
    y: float
    radius_x: float
    radius_y: float
    line_x: float  # The comb line nearest to the centre.
    line_y: float
    step_x: float
    step_y: float
    strength: float


def find_windows(picture: Picture) -> list[Window]:
    """Return the windows that may contain a board, strongest first."""
    maps = edge_maps(picture)
    found: list[Window] = []
    shrink = 1
    for length in _scales(min(picture.shape[:2])):
        while length / shrink > _MAX_LENGTH:
            maps = halve(maps[0]), halve(maps[1])
            shrink *= 2
        tiles = list(_tiles(*maps, round(length / shrink), shrink))
        found.extend(_windows(tiles))
    # Many strong windows show patterns that are finer than any cell, such as text.
    return _distinct([window for window in found if window.lattice.step_x >= MIN_STEP])


def _scales(shorter: int) -> Iterator[float]:
    """Yield the cell sizes to search for, in pixels."""
    length = max(4.0, MIN_STEP / 1.3)
    while length * _LOW <= MAX_STEP and length * _LOW * 3 < shorter:
        yield length
        length *= _SCALE_RATIO


def _tiles(vertical: EdgeMap, horizontal: EdgeMap, length: int, shrink: int) -> Iterator[_Tile]:
    """Yield the tiles that show the clearest lattices at one scale."""
    upright = straight(vertical, length, axis=0)
    level = straight(horizontal, length, axis=1)
    height, width = upright.shape
    sizes = {(min(width, size * length), min(height, size * length)) for size in _TILE_LENGTHS}
    for tile_width, tile_height in sorted(sizes):
        xs, ys = _starts(width, tile_width), _starts(height, tile_height)
        x_lines = _profiles(_sums(upright, ys, tile_height), xs, tile_width, length)
        y_lines = _profiles(_sums(level.T, xs, tile_width), ys, tile_height, length)
        y_lines = y_lines.swapaxes(0, 1)
        yield from _clearest(x_lines, y_lines, xs, ys, length, shrink)


def _starts(extent: int, tile: int) -> NDArray[np.intp]:
    """Return start positions for tiles that cover an extent and overlap by at least half."""
    count = int(np.ceil((extent - tile) / (tile / 2))) + 1
    return np.linspace(0, extent - tile, count).astype(np.intp)


def _sums(edges: EdgeMap, starts: NDArray[np.intp], thickness: int) -> _Floats:
    """Sum `thickness` consecutive rows of an edge map, beginning at each start position."""
    ends = starts + thickness
    borders = np.unique(np.concatenate([starts, ends[ends < len(edges)]]))
    parts = np.add.reduceat(edges, borders, axis=0, dtype=np.float32)
    totals = np.vstack([np.zeros((1, edges.shape[1]), np.float32), np.cumsum(parts, 0)])
    # If a sum ends at the end of the map, the search finds the last total.
    return np.asarray(
        totals[np.searchsorted(borders, ends)] - totals[np.searchsorted(borders, starts)]
    )


def _profiles(sums: _Floats, positions: NDArray[np.intp], extent: int, length: int) -> _Floats:
    """Return the line strengths in each tile, from 0 to 1, as an array (start, position, pixel).

    A line with the length of one cell scores as high as a longer line, because some boards have no
    lines between cells of the same kind.
    """
    limit = 1.5 * length
    profile = np.asarray(np.minimum(sums, limit) / limit, np.float32)
    thick = max(1, round(limit / _BINS))
    if thick > 1:  # Lines at fractional distances must fall into one bin.
        profile = np.asarray(cv2.dilate(profile, np.ones((1, thick), np.uint8)), np.float32)
    return profile[:, positions[:, None] + np.arange(extent)]


@functools.lru_cache(maxsize=24)
def _folding(extent: int, low: float, high: float) -> tuple[_Floats, _Floats]:
    """Return step sizes from `low` to `high`, with a folding matrix for each step size.

    A folding matrix averages the pixels with the same phase in a tile of `extent` pixels.
    """
    # From one step to the next, the lines at the ends of a tile move by a sixteenth of a cell.
    growth = 0.12 * low / extent
    count = int(np.log(high / low) / np.log1p(growth)) + 1
    steps = (low * (1 + growth) ** np.arange(count)).astype(np.float32)
    pixels = np.arange(extent)
    matrices = np.zeros((count, extent, _BINS), np.float32)
    for index, step in enumerate(steps):
        # The phase is 0 in the middle of the tile.
        phase = (((pixels - extent / 2) % step) * (_BINS / step)).astype(np.intp) % _BINS
        matrices[index, pixels, phase] = 1
    totals = matrices.sum(1, keepdims=True)
    return steps, matrices / np.maximum(totals, 1)


def _combs(lines: _Floats, length: int) -> tuple[_Floats, _Floats, _Floats]:
    """Return the step sizes, with the strength and phase of each tile's best comb for each step."""
    tiles, extent = lines.shape
    low, high = length * _LOW, min(length * _HIGH, extent / 2.5)
    if high <= low:
        nothing = np.zeros((tiles, 0), np.float32)
        return np.zeros(0, np.float32), nothing, nothing
    steps, matrices = _folding(extent, low, high)
    folded = lines @ matrices  # step, tile, bin
    best = folded.argmax(2)
    on = np.take_along_axis(folded, best[..., None], 2)[..., 0]
    # Every second line of a comb is a comb too. Only the finest comb has no lines in between.
    between = np.zeros_like(on)
    for share in (_BINS // 3, _BINS // 2, _BINS - _BINS // 3):
        other = np.take_along_axis(folded, ((best + share) % _BINS)[..., None], 2)[..., 0]
        between = np.maximum(between, other)
    noise = folded.mean(2)
    strength = (on - np.maximum(between, noise)) * np.sqrt(on)
    phase = (best.astype(np.float32) + np.float32(0.5)) / _BINS
    return steps, np.maximum(strength, 0).T, phase.T


def _clearest(
    x_lines: _Floats,
    y_lines: _Floats,
    xs: NDArray[np.intp],
    ys: NDArray[np.intp],
    length: int,
    shrink: int,
) -> Iterator[_Tile]:
    rows, columns, width = x_lines.shape
    height = y_lines.shape[2]
    x_steps, x_strength, x_phase = _combs(x_lines.reshape(rows * columns, width), length)
    y_steps, y_strength, y_phase = _combs(y_lines.reshape(rows * columns, height), length)
    if not len(x_steps) or not len(y_steps):
        return
    ratio = x_steps[:, None] / y_steps[None]
    ratio = np.maximum(ratio, 1 / ratio)
    weight = np.where(ratio < _MAX_RATIO, 1 / (1 + 3 * (ratio - 1)), 0).astype(np.float32)
    bound = np.sqrt(x_strength.max(1) * y_strength.max(1))
    promising = np.argsort(-bound)[: 3 * _MAX_TILES]
    found: list[tuple[float, int, int, int]] = []
    for tile in promising[bound[promising] > _MIN_STRENGTH]:
        joint = np.sqrt(np.outer(x_strength[tile], y_strength[tile])) * weight
        x_index, y_index = divmod(int(joint.argmax()), len(y_steps))
        found.append((float(joint[x_index, y_index]), int(tile), x_index, y_index))
    found.sort(reverse=True)
    middle = (shrink - 1) / 2  # The mean position of an edge in a block.
    for strength, number, x_index, y_index in found[:_MAX_TILES]:
        if strength < _MIN_STRENGTH:
            return
        row, column = divmod(number, columns)
        x, y = xs[column] + width / 2, ys[row] + height / 2
        step_x, step_y = float(x_steps[x_index]), float(y_steps[y_index])
        yield _Tile(
            x * shrink,
            y * shrink,
            width * shrink / 2,
            height * shrink / 2,
            (x + x_phase[number, x_index] * step_x) * shrink + middle,
            (y + y_phase[number, y_index] * step_y) * shrink + middle,
            step_x * shrink,
            step_y * shrink,
            strength,
        )


def _windows(tiles: list[_Tile]) -> Iterator[Window]:
    """Yield windows that consist of a strong tile and the tiles that continue its lattice."""
    rest = sorted(tiles, key=lambda tile: -tile.strength)
    while rest:
        first = rest[0]
        members = [first]
        others = sorted(rest[1:], key=lambda tile: abs(tile.x - first.x) + abs(tile.y - first.y))
        rest = []
        lattice = _fitted(members)
        x0, x1 = first.x - first.radius_x, first.x + first.radius_x
        y0, y1 = first.y - first.radius_y, first.y + first.radius_y
        for tile in others:
            if (
                _agrees(tile, lattice)
                and x0 < tile.x + tile.radius_x + lattice.step_x
                and tile.x - tile.radius_x - lattice.step_x < x1
                and y0 < tile.y + tile.radius_y + lattice.step_y
                and tile.y - tile.radius_y - lattice.step_y < y1
            ):
                members.append(tile)
                if len(members) < 12 or len(members) % 8 == 0:
                    lattice = _fitted(members)
                x0, x1 = min(x0, tile.x - tile.radius_x), max(x1, tile.x + tile.radius_x)
                y0, y1 = min(y0, tile.y - tile.radius_y), max(y1, tile.y + tile.radius_y)
            else:
                rest.append(tile)
        if len(members) > 12:
            lattice = _fitted(members)
        strength = first.strength * (1 + np.log(len(members))) * first.step_x**0.4
        yield Window(lattice, x0, y0, x1, y1, (first.x, first.y), float(strength))
        rest.sort(key=lambda tile: -tile.strength)


def _agrees(tile: _Tile, lattice: Lattice) -> bool:
    if abs(tile.step_x / lattice.step_x - 1) > 0.04 or abs(tile.step_y / lattice.step_y - 1) > 0.04:
        return False
    x = ((tile.line_x - lattice.left) / lattice.step_x) % 1
    y = ((tile.line_y - lattice.top) / lattice.step_y) % 1
    return min(x, 1 - x) < 0.2 and min(y, 1 - y) < 0.2


def _fitted(tiles: list[_Tile]) -> Lattice:
    """Return the lattice that best fits the tiles."""
    left, step_x = _fitted_axis(
        np.array([tile.line_x for tile in tiles]), np.array([tile.step_x for tile in tiles])
    )
    top, step_y = _fitted_axis(
        np.array([tile.line_y for tile in tiles]), np.array([tile.step_y for tile in tiles])
    )
    return Lattice(left, top, step_x, step_y)


def _fitted_axis(lines: NDArray[np.float64], steps: NDArray[np.float64]) -> tuple[float, float]:
    step = float(steps.mean())
    lines = np.sort(lines)
    # Each line is numbered relative to the previous line, because the step is not exact yet.
    index = np.concatenate([[0], np.cumsum(np.rint(np.diff(lines) / step))])
    middle, deviation = lines.mean(), index - index.mean()
    spread = float((deviation**2).sum())
    slope = float((deviation * (lines - middle)).sum()) / spread if spread else step
    if abs(slope / step - 1) > 0.03:
        return float(lines[0]), step
    return float(middle - index.mean() * slope), slope


def _distinct(windows: list[Window]) -> list[Window]:
    """Return the strongest windows, omitting those that duplicate a stronger window's lattice."""
    kept: list[Window] = []
    for window in sorted(windows, key=lambda each: -each.strength):
        if not any(_same(window, other) for other in kept):
            kept.append(window)
            if len(kept) == _MAX_WINDOWS:
                break
    return kept


def _same(a: Window, b: Window) -> bool:
    if (
        abs(a.lattice.step_x / b.lattice.step_x - 1) > 0.015
        or abs(a.lattice.step_y / b.lattice.step_y - 1) > 0.015
    ):
        return False
    x, y = a.focus
    near_x = round((x - a.lattice.left) / a.lattice.step_x) * a.lattice.step_x + a.lattice.left
    near_y = round((y - a.lattice.top) / a.lattice.step_y) * a.lattice.step_y + a.lattice.top
    dx = ((near_x - b.lattice.left) / b.lattice.step_x) % 1
    dy = ((near_y - b.lattice.top) / b.lattice.step_y) % 1
    inside = b.x0 < x < b.x1 and b.y0 < y < b.y1
    return inside and min(dx, 1 - dx) < 0.12 and min(dy, 1 - dy) < 0.12
