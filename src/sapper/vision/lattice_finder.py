"""The search for lattices of cells in a picture.

The cells of every skin have straight edges at equal distances, at least between hidden and revealed
cells. The search runs at a series of scales. At each scale, it selects edges that are straight over
most of a cell, groups nearby edges into windows, and fits combs of equally spaced lines to each
window. The cell network then decides which of these lattices is a board.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from sapper.vision.lattice import Lattice, Picture

MIN_STEP, MAX_STEP = 7.0, 132.0
_MIN_LINES = 4  # The minimum number of lines in a comb.
_MAX_RATIO = 1.28  # The maximum ratio between the height and the width of a cell.
_FULL_EDGE, _NOISE = 22, 4  # The difference in colour values of a full edge, and that of noise.
_MAX_TILES = 6  # The maximum number of tiles per scale.
_MAX_WINDOWS = 80
_MAX_LENGTH = 24  # The maximum edge length. Longer edges are found in smaller maps.

_STRENGTH = np.clip(
    (np.arange(256, dtype=np.float32) - _NOISE) / (_FULL_EDGE - _NOISE), 0, 1
)  # The strength of an edge, indexed by the difference in colour values.
_Map = NDArray[np.floating[Any]]


@dataclass(frozen=True, slots=True)
class Window:
    """A rectangle that may contain a board, with its lattice."""

    lattice: Lattice
    x0: int
    y0: int
    x1: int
    y1: int
    strength: float


@dataclass(frozen=True, slots=True)
class _Comb:
    start: float
    step: float
    strength: float


def find_windows(picture: Picture) -> list[Window]:
    """Return the windows that may contain a board, strongest first."""
    maps = edge_maps(picture)
    found: list[Window] = []
    shrink = 1
    for length in _scales(min(picture.shape[:2])):
        while length / shrink > _MAX_LENGTH:
            maps = _halve(maps[0]), _halve(maps[1])
            shrink *= 2
        found.extend(
            _enlarged(window, shrink) for window in _windows_at(*maps, round(length / shrink))
        )
    found.sort(key=lambda window: -window.strength)
    return _distinct(found[:_MAX_WINDOWS])


def edge_maps(picture: Picture) -> tuple[_Map, _Map]:
    """Return the strengths, from 0 to 1, of the edges to the left of and above each pixel."""
    vertical = np.zeros(picture.shape[:2], np.float32)
    horizontal = np.zeros(picture.shape[:2], np.float32)
    vertical[:, 1:] = _strengths(picture[:, 1:], picture[:, :-1])
    horizontal[1:] = _strengths(picture[1:], picture[:-1])
    return vertical, horizontal


def _strengths(one: Picture, other: Picture) -> _Map:
    red, green, blue = cv2.split(cv2.absdiff(one, other))
    return np.asarray(_STRENGTH[cv2.max(cv2.max(red, green), blue)])


def _halve(edges: _Map) -> _Map:
    """Return an edge map at half the size, with the strongest edge of each 2x2 block."""
    height, width = edges.shape[0] // 2 * 2, edges.shape[1] // 2 * 2
    even = edges[:height, :width]
    return np.maximum(
        np.maximum(even[::2, ::2], even[1::2, ::2]), np.maximum(even[::2, 1::2], even[1::2, 1::2])
    )


def _enlarged(window: Window, factor: int) -> Window:
    if factor == 1:
        return window
    # On average, an edge in a block of the smaller map lies in the middle of the block.
    middle = (factor - 1) / 2
    lattice = window.lattice
    return Window(
        Lattice(
            lattice.left * factor + middle,
            lattice.top * factor + middle,
            lattice.step_x * factor,
            lattice.step_y * factor,
        ),
        window.x0 * factor,
        window.y0 * factor,
        window.x1 * factor,
        window.y1 * factor,
        window.strength,
    )


def straight(edges: _Map, length: int, *, axis: int) -> _Map:
    """Return the edges that are straight over `length` pixels along an axis."""
    kernel = (1, length) if axis == 0 else (length, 1)
    mean = cv2.blur(edges, kernel, borderType=cv2.BORDER_REFLECT)
    kept = np.clip((mean - 0.55) / 0.45, 0, 1)
    return np.minimum(cv2.dilate(kept, np.ones(kernel[::-1], np.uint8)), edges)


def _scales(shorter: int) -> Iterator[int]:
    """Yield edge lengths. Each length suits cells that are 1.15 to 1.75 times as large."""
    length = MIN_STEP / 1.15
    while length * 1.15 <= MAX_STEP and length * 1.15 * 3 < shorter:
        yield max(4, round(length))
        length *= 1.4


def _windows_at(vertical: _Map, horizontal: _Map, length: int) -> Iterator[Window]:
    upright = straight(vertical, length, axis=0)
    level = straight(horizontal, length, axis=1)
    # Prefix sums from the first row or column turn the profile of any rectangle into a difference.
    sums_down = np.cumsum(np.pad(upright, ((1, 0), (0, 0))), 0)
    sums_across = np.cumsum(np.pad(level, ((0, 0), (1, 0))), 1)
    profiles: list[tuple[float, tuple[int, int, int, int], _Map, _Map]] = []
    for region in _regions(upright, level, length):
        for x0, y0, x1, y1 in _tiles(region, length):
            across: _Map = (sums_down[y1] - sums_down[y0])[x0:x1]
            down: _Map = (sums_across[:, x1] - sums_across[:, x0])[y0:y1]
            quality = _periodicity(across, length) * _periodicity(down, length)
            profiles.append((quality, (x0, y0, x1, y1), across, down))
    profiles.sort(key=lambda each: -each[0])
    for quality, (x0, y0, x1, y1), across, down in profiles[:_MAX_TILES]:
        if quality == 0:
            return
        combs_down = _combs(down, x1 - x0, length)
        for x in _combs(across, y1 - y0, length) if combs_down else ():
            for y in combs_down:
                ratio = max(x.step / y.step, y.step / x.step)
                if ratio < _MAX_RATIO and max(x.step, y.step) < MAX_STEP:
                    strength = np.sqrt(x.strength * y.strength) / (1 + 3 * (ratio - 1))
                    lattice = Lattice(x0 + x.start, y0 + y.start, x.step, y.step)
                    yield Window(lattice, x0, y0, x1, y1, float(strength))


def _tiles(region: tuple[int, int, int, int], length: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield a region and, if the region is large, overlapping parts of it.

    A part contains fewer lines that are not part of the board, such as the edges of other windows.
    """
    x0, y0, x1, y1 = region
    for parts in (1, 2, 4):
        width, height = (x1 - x0) // parts, (y1 - y0) // parts
        if parts > 1 and min(width, height) < 9 * length:
            return
        for row in range(2 * parts - 1):
            for column in range(2 * parts - 1):
                if parts < 4 or (row % 2 == 0 and column % 2 == 0):
                    left, top = x0 + column * width // 2, y0 + row * height // 2
                    yield left, top, left + width, top + height


def _regions(upright: _Map, level: _Map, length: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield the bounding boxes of groups of straight edges whose distance is about one cell."""
    height, width = upright.shape
    shrink = max(1, length // 3)
    size = (max(1, width // shrink), max(1, height // shrink))
    both = np.maximum(upright, level)
    # The maximum of each block preserves thin lines.
    blocks = cv2.dilate(both, np.ones((shrink, shrink), np.uint8))
    small = cv2.resize(blocks, size, interpolation=cv2.INTER_NEAREST)
    mask = (small > 0.3).astype(np.uint8)
    reach = 2 * max(1, round(length * 0.95 / shrink)) + 1
    joined = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((reach, reach), np.uint8))
    count, _, boxes, _ = cv2.connectedComponentsWithStats(joined, connectivity=4)
    order = sorted(range(1, count), key=lambda each: -int(boxes[each][2]) * int(boxes[each][3]))
    yielded = 0
    for index in order:
        x, y, w, h = (int(each) * shrink for each in boxes[index][:4])
        if min(w, h) < 3 * length or yielded >= 3:
            continue
        yielded += 1
        yield (
            max(0, x - shrink),
            max(0, y - shrink),
            min(width, x + w + shrink),
            min(height, y + h + shrink),
        )


def _combs(sums: _Map, lines: int, length: int) -> list[_Comb]:
    """Return the strongest combs in a profile of straight edges.

    The first profile weights edges by their length. The second profile gives all edges of at least
    one cell the same weight, which suits boards without lines between cells of the same kind. A
    board may fill only part of the profile, so the search also tries halves of the profile.
    """
    limit = 1.5 * length
    n = len(sums)
    found: list[_Comb] = []
    for profile in (sums / lines, np.minimum(sums, limit) / limit):
        parts = [(0, n)] + [(k * n // 4, k * n // 4 + n // 2) for k in (0, 1, 2) if n > 16 * length]
        for first, last in parts:
            combs = _combs_of(profile[first:last], length * 1.1, length * 1.8)
            found.extend(_Comb(each.start + first, each.step, each.strength) for each in combs)
    found.sort(key=lambda comb: -comb.strength)
    kept: list[_Comb] = []
    for comb in found:
        if not any(_same_comb(comb, each, n) for each in kept):
            kept.append(comb)
    return kept[:3]


def _same_comb(a: _Comb, b: _Comb, n: int) -> bool:
    if abs(a.step - b.step) * n / a.step > 0.25 * a.step:
        return False
    offset = ((a.start - b.start) / a.step) % 1
    return min(offset, 1 - offset) < 0.15


def _spectrum(profile: _Map, low: float, high: float) -> tuple[_Map, _Map]:
    """Return steps from low to high pixels, and the strength of their first four harmonics."""
    n = len(profile)
    values = profile - cv2.blur(profile[None], (2 * int(high) + 1, 1))[0]
    padded = 1 << int(np.ceil(np.log2(n * 4)))
    spectrum = np.abs(np.fft.rfft(values, padded)).astype(np.float32)
    # Successive steps move the lines at both ends by about half a pixel.
    steps = 1 / np.arange(1 / (high * 1.03), 1 / (low * 0.97), 0.5 / (n * low))
    total = np.zeros(len(steps), np.float32)
    for harmonic in (1, 2, 3, 4):
        index = np.rint(harmonic * padded / steps).astype(int)
        total += np.where(index < len(spectrum), spectrum[np.minimum(index, len(spectrum) - 1)], 0)
    return steps, total


def _periodicity(sums: _Map, length: int) -> float:
    """Return the strength of the strongest step relative to all lines."""
    low, high = length * 1.1, min(length * 1.8, len(sums) / 2)
    if len(sums) < low * (_MIN_LINES - 1) or high <= low:
        return 0.0
    profile = np.minimum(sums, 1.5 * length) / (1.5 * length)
    _, total = _spectrum(profile, low, high)
    return float(total.max() / np.sqrt(profile.sum() + 1))


def _combs_of(profile: _Map, low: float, high: float) -> Iterator[_Comb]:
    """Yield the strongest combs with steps from low to high pixels."""
    n = len(profile)
    high = min(high, n / 2)
    if n < low * (_MIN_LINES - 1) or high <= low:
        return
    steps, total = _spectrum(profile, low, high)
    peaks = np.flatnonzero((total[1:-1] >= total[:-2]) & (total[1:-1] >= total[2:])) + 1
    taken: list[float] = []
    for peak in sorted(peaks, key=lambda each: -float(total[each])):
        step = float(steps[peak])
        if total[peak] < 0.55 * total[peaks].max() or len(taken) == 2:
            return
        if all(abs(step / each - 1) > 0.03 for each in taken):
            taken.append(step)
            comb = _fit(profile, step)
            if comb is not None:
                yield comb


def _fit(profile: _Map, step: float) -> _Comb | None:
    """Return the best comb whose end lines are within half a pixel of the given comb."""
    n = len(profile)
    soft = cv2.GaussianBlur(profile[None], (0, 0), max(0.6, step * 0.02))[0]
    best = (-1.0, 0.0, step)
    lines = n / step
    pixels = np.arange(n, dtype=np.float32)
    for shift in (-0.6, -0.4, -0.2, 0.0, 0.2, 0.4, 0.6):
        each = step * (1 + shift / lines)
        bins = max(4, round(each))
        phase = ((pixels % each) * (bins / each)).astype(np.intp)
        sums = np.bincount(phase, soft, minlength=bins)[:bins]
        means = sums / np.maximum(np.bincount(phase, minlength=bins)[:bins], 3)
        top = int(means.argmax())
        if means[top] > best[0]:
            best = (float(means[top]), (top + 0.5) * each / bins - 0.5, each)
    strength, start, step = best
    if strength <= 0:
        return None
    # Every second line of a comb also forms a comb. Only the finest comb has no lines in between.
    between = max(_mean_at(soft, start + step * share, step) for share in (1 / 3, 1 / 2, 2 / 3))
    if between > 0.8 * strength:
        return None
    contrast = (strength - between) / (float(soft.mean()) + 1e-6)
    enough = lines / (lines + 3)  # A few lines can be equally spaced by chance.
    return _Comb(start, step, min(contrast / 4, 2.0) * float(np.sqrt(strength)) * enough)


def _mean_at(profile: _Map, start: float, step: float) -> float:
    positions = np.arange(start % step, len(profile) - 0.5, step)
    return float(profile[np.rint(positions).astype(int)].mean()) if len(positions) else 0.0


def refine(picture: Picture, lattice: Lattice, *, rows: int, columns: int) -> Lattice:
    """Return the lattice, moved by up to a tenth of a cell to fit the edges of a board."""
    step = min(lattice.step_x, lattice.step_y)
    x0, y0 = max(0, int(lattice.left - step / 4)), max(0, int(lattice.top - step / 4))
    x1 = min(picture.shape[1], int(lattice.left + columns * lattice.step_x + step / 4) + 1)
    y1 = min(picture.shape[0], int(lattice.top + rows * lattice.step_y + step / 4) + 1)
    vertical, horizontal = edge_maps(picture[y0:y1, x0:x1])
    length = max(4, round(step * 0.65))
    # A bevel has several edges per cell. The strongest one is usually between the cells.
    region = picture[y0:y1, x0:x1].astype(np.int16)
    across = (straight(vertical, length, axis=0) * _contrast(region, axis=1)).sum(0)
    down = (straight(horizontal, length, axis=1) * _contrast(region, axis=0)).sum(1)
    left, step_x = _aligned(across, lattice.left - x0, lattice.step_x, columns)
    top, step_y = _aligned(down, lattice.top - y0, lattice.step_y, rows)
    return Lattice(x0 + left, y0 + top, step_x, step_y)


def _contrast(region: NDArray[np.int16], *, axis: int) -> _Map:
    """Return weights from 0.25 to 1 that grow with the difference from the previous pixel."""
    before = np.concatenate(
        [np.take(region, [0], axis), np.take(region, range(region.shape[axis] - 1), axis)], axis
    )
    difference = np.abs(region - before).max(2) / 120
    return np.asarray(0.25 + 0.75 * np.minimum(difference, 1))


def _aligned(sums: _Map, start: float, step: float, cells: int) -> tuple[float, float]:
    """Return the start and step after moving both ends onto edges, by up to a tenth of a cell."""
    # The square root favours many lines over a few long ones.
    profile = np.sqrt(sums / (sums.max() + 1e-6))
    soft = cv2.GaussianBlur(profile[None].astype(np.float32), (0, 0), max(0.7, step * 0.015))[0]
    shifts = np.linspace(-0.12, 0.12, 25) * step
    first, last = start + shifts[:, None], start + cells * step + shifts[None, :]
    share = np.linspace(0, 1, cells + 1)
    positions = first[..., None] * (1 - share) + last[..., None] * share
    # A position halfway between two pixels is the edge between them, which the map stores at the
    # second pixel.
    index = np.clip(np.rint(positions).astype(int), 0, len(soft) - 1)
    means = soft[index].mean(2)
    # The given position is preferred unless the edges are clearly elsewhere.
    means -= 0.02 * (np.abs(shifts[:, None]) + np.abs(shifts[None, :])) / step
    best = np.unravel_index(int(means.argmax()), means.shape)
    begin, end = start + shifts[best[0]], start + cells * step + shifts[best[1]]
    return float(begin), float((end - begin) / cells)


def _distinct(windows: list[Window]) -> list[Window]:
    """Drop windows whose lattice repeats that of a stronger window."""
    kept: list[Window] = []
    for window in windows:
        if not any(_same(window, other) for other in kept):
            kept.append(window)
    return kept


def _same(a: Window, b: Window) -> bool:
    if (
        abs(a.lattice.step_x / b.lattice.step_x - 1) > 0.01
        or abs(a.lattice.step_y / b.lattice.step_y - 1) > 0.01
    ):
        return False
    x = ((a.lattice.left - b.lattice.left) / a.lattice.step_x) % 1
    y = ((a.lattice.top - b.lattice.top) / a.lattice.step_y) % 1
    overlap = min(a.x1, b.x1) > max(a.x0, b.x0) and min(a.y1, b.y1) > max(a.y0, b.y0)
    return overlap and min(x, 1 - x) < 0.12 and min(y, 1 - y) < 0.12
