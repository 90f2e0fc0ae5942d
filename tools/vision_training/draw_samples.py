"""Draw the training samples: warped windows of cells with their labels.

python -m tools.vision_training.draw_samples --seed 1 --count 8000 --output samples/
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

import cv2
import numpy as np

from sapper.vision.cell_classes import CLASSES, OUTSIDE
from sapper.vision.lattice import Lattice, warp

from .drawn_scenes import draw_scene

EDGE = 12
"""The number of rows and columns of a sample."""
_SHARD = 250
_WRONG_FACTORS = (0.5, 2.0, 1.5, 2 / 3, 0.75, 1.25, 1 / 3)


def sample(
    rng: random.Random, edge: int = EDGE, *, held_out: bool = False
) -> tuple[np.ndarray, np.ndarray]:
    """Draw a scene and return a warped window of edge * edge cells with its labels."""
    scene = draw_scene(rng, held_out=held_out, max_cells=220, desktop=rng.random() < 0.08)
    (left, top), (step_x, step_y) = scene.origin, scene.pitch
    rows, columns = len(scene.rows), len(scene.rows[0])
    first_row = _first(rng, rows, edge)
    first_column = _first(rng, columns, edge)
    wrong = rng.random() < 0.12
    if wrong:
        if rng.random() < 0.5:
            factor = rng.choice(_WRONG_FACTORS)
            step_x, step_y = step_x * factor, step_y * factor
        else:
            axis = rng.choice([(1, 0), (0, 1), (1, 1)])
            left += axis[0] * step_x * rng.uniform(0.3, 0.7)
            top += axis[1] * step_y * rng.uniform(0.3, 0.7)
    stretch = 1 + rng.uniform(-0.05, 0.05) / edge
    lattice = Lattice(
        left + step_x * (first_column + rng.uniform(-0.06, 0.06)),
        top + step_y * (first_row + rng.uniform(-0.06, 0.06)),
        step_x * stretch,
        step_y * stretch,
    )
    pixels = warp(scene.picture, lattice, rows=edge, columns=edge)
    labels = np.full((edge, edge), OUTSIDE, np.int64)
    if not wrong:
        for r in range(edge):
            for c in range(edge):
                if 0 <= r + first_row < rows and 0 <= c + first_column < columns:
                    labels[r, c] = CLASSES.index(scene.rows[r + first_row][c + first_column])
    return pixels, labels


def _first(rng: random.Random, length: int, edge: int) -> int:
    if length + 6 <= edge:
        return rng.randint(-(edge - length), 0)
    return rng.randint(-3, max(-3, length + 3 - edge))


def main() -> None:
    """Write the samples as numbered shards."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=8000)
    parser.add_argument("--output", type=Path, required=True)
    arguments = parser.parse_args()
    arguments.output.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    for shard in range(arguments.count // _SHARD):
        rng = random.Random(arguments.seed * 100_000 + shard)
        drawn = [sample(rng) for _ in range(_SHARD)]
        file = arguments.output / f"{arguments.seed:03d}-{shard:04d}.npz"
        part = file.with_suffix(".part")
        with part.open("wb") as stream:
            np.savez(
                stream,
                pixels=np.stack([each[0] for each in drawn]),
                labels=np.stack([each[1] for each in drawn]).astype(np.uint8),
            )
        part.rename(file)


if __name__ == "__main__":
    main()
