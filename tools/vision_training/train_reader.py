"""Train the cell network on drawn samples, and record the result.

Run in an environment that has Sapper, its `vision` extra and `torch==2.13.0`:

    python -m tools.vision_training.train_reader --samples samples/ --epochs 6 --output model.npz
"""

from __future__ import annotations

import argparse
import json
import random
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor, nn

from sapper.vision.cell_classes import CLASSES
from sapper.vision.lattice import Lattice, warp

from .drawn_scenes import Scene, draw_scene
from .network import CellNetwork, export

if TYPE_CHECKING:
    from collections.abc import Iterator

_BATCH = 16
_SHARDS_AT_ONCE = 3


def batches(folder: Path, seed: int) -> Iterator[tuple[Tensor, Tensor]]:
    """Yield the batches of one epoch, mixed over a few shards at a time."""
    rng = np.random.default_rng(seed)
    files = sorted(folder.glob("*.npz"))
    rng.shuffle(files)
    for first in range(0, len(files), _SHARDS_AT_ONCE):
        shards = [np.load(file) for file in files[first : first + _SHARDS_AT_ONCE]]
        pixels = np.concatenate([shard["pixels"] for shard in shards])
        labels = np.concatenate([shard["labels"] for shard in shards])
        order = rng.permutation(len(labels))
        for at in range(0, len(order) - _BATCH + 1, _BATCH):
            chosen = order[at : at + _BATCH]
            batch = pixels[chosen]
            if rng.random() < 0.25:
                batch = batch[..., rng.permutation(3)]
            yield (
                torch.from_numpy(batch.transpose(0, 3, 1, 2)),
                torch.from_numpy(labels[chosen].astype(np.int64)),
            )


def normalise(pixels: Tensor) -> Tensor:
    """Return pixel values from -1 to 1 in the memory order that is fastest on CPUs."""
    return (pixels.float() / 127.5 - 1).contiguous(memory_format=torch.channels_last)


def validate(network: CellNetwork, scenes: list[Scene]) -> dict[str, float]:
    """Return the share of correct cells and of flawless boards on the true lattices."""
    network.eval()
    cells = right = boards = sure = sure_right = 0
    with torch.no_grad():
        for scene in scenes:
            rows, columns = len(scene.rows), len(scene.rows[0])
            lattice = Lattice(*scene.origin, *scene.pitch).shifted(rows=-1, columns=-1)
            pixels = warp(scene.picture, lattice, rows=rows + 2, columns=columns + 2)
            scores = network(normalise(torch.from_numpy(pixels.transpose(2, 0, 1).copy())[None]))[0]
            chances = torch.softmax(scores, 0)[:, 1:-1, 1:-1]
            labels = torch.tensor([[CLASSES.index(text) for text in row] for row in scene.rows])
            good = chances.argmax(0) == labels
            cells += good.numel()
            right += int(good.sum())
            boards += bool(good.all())
            if float(chances.amax(0).min()) > 0.9:
                sure += 1
                sure_right += bool(good.all())
    network.train()
    return {
        "cells": round(right / cells, 5),
        "boards": round(boards / len(scenes), 4),
        "sure": round(sure / len(scenes), 4),
        "sure_right": round(sure_right / max(1, sure), 4),
    }


def main() -> None:
    """Train for some epochs, then write the model and its record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=Path, required=True)
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--resume", type=Path, help="start from the weights in this file")
    parser.add_argument("--output", type=Path, required=True)
    arguments = parser.parse_args()
    torch.manual_seed(arguments.seed)
    torch.set_num_threads(1)
    network = CellNetwork().to(memory_format=torch.channels_last)
    if arguments.resume:
        network.load_state_dict(torch.load(arguments.resume), strict=False)
    optimiser = torch.optim.AdamW(network.parameters(), lr=arguments.rate, weight_decay=1e-3)
    scenes = [
        draw_scene(random.Random(900_000 + each), held_out=True, max_cells=150)
        for each in range(120)
    ]
    start, step, seen = time.monotonic(), 0, 0
    for epoch in range(arguments.epochs):
        losses = []
        count = len(list(arguments.samples.glob("*.npz"))) * 250 // _BATCH
        for index, (pixels, labels) in enumerate(
            batches(arguments.samples, arguments.seed * 1000 + epoch)
        ):
            share = (epoch + min(1, index / count)) / arguments.epochs
            for group in optimiser.param_groups:
                group["lr"] = (
                    arguments.rate * min(1, (step + 1) / 100) * (0.01 + 0.99 * (1 - share))
                )
            with torch.autocast("cpu", torch.bfloat16):
                scores = network(normalise(pixels))
            loss = nn.functional.cross_entropy(scores.float(), labels)
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimiser.step()
            step, seen = step + 1, seen + len(labels)
            losses.append(float(loss.detach()))
            if step % 50 == 0:
                minutes = (time.monotonic() - start) / 60
                loss_now = np.mean(losses[-50:])
                print(f"{minutes:5.1f} min  step {step}  loss {loss_now:.4f}", flush=True)
        result = validate(network, scenes)
        size = export(network, arguments.output)
        torch.save(network.state_dict(), arguments.output.with_suffix(".pt"))
        record = {
            "seed": arguments.seed,
            "epochs": epoch + 1,
            "boards": seen,
            "bytes": size,
            "validation": result,
            "torch": torch.__version__.partition("+")[0],
        }
        arguments.output.with_suffix(".json").write_text(json.dumps(record, indent=2) + "\n")
        network.train()
        print(record, flush=True)


if __name__ == "__main__":
    main()
