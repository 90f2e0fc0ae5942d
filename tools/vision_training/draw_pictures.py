"""Draw a folder of pictures with labels, on which `benchmarks/bench_scan.py` can be run.

    python -m tools.vision_training.draw_pictures --count 100 --output pictures/

The pictures use fonts that are not in the training set, and seeds that the training never uses.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

from PIL import Image

from .drawn_scenes import draw_scene


def main() -> None:
    """Write the pictures and their labels."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--output", type=Path, required=True)
    arguments = parser.parse_args()
    arguments.output.mkdir(parents=True, exist_ok=True)
    for number in range(arguments.count):
        rng = random.Random(5_000_000 + arguments.seed * 10_000 + number)
        desktop = rng.random() < 0.3
        scene = draw_scene(rng, held_out=True, max_cells=480, desktop=desktop, legal=True)
        file = arguments.output / f"{number:04d}.png"
        Image.fromarray(scene.picture).save(file)
        header = f"{len(scene.rows[0])}x{len(scene.rows)}/?"
        file.with_suffix(".txt").write_text("\n".join([header, *scene.rows]) + "\n")


if __name__ == "__main__":
    main()
