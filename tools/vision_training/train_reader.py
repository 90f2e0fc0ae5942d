"""Train the cell network on drawn samples, and record the result.

Run in an environment that has Sapper, its `vision` extra and `torch==2.13.0`:

    python -m tools.vision_training.train_reader --samples samples/ --boards 100000 --output m.npz

The learning rate falls with a cosine. The exported weights are an exponential moving average.
"""

from __future__ import annotations

import argparse
import copy
import json
import math
import random
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor, nn

from sapper.vision.cell_classes import CLASSES
from sapper.vision.lattice import TILE, Lattice, warp

from .drawn_scenes import Scene, draw_scene
from .network import CellNetwork, export, restore

if TYPE_CHECKING:
    from collections.abc import Iterator

_BATCH = 16
_SHARDS_AT_ONCE = 3
_AVERAGE_DECAY = 0.998
_WARM_UP_STEPS = 100
_CROP = 11  # rows and columns of a sample that are used at once


def batches(folder: Path, seed: int) -> Iterator[tuple[Tensor, Tensor]]:
    """Yield batches without end, mixed over a few shards at a time.

    The folder is listed again after every few shards, so new samples may be added during the
    training. Shards that were used less often come first.
    """
    rng = np.random.default_rng(seed)
    uses: dict[Path, int] = {}
    while True:
        files = sorted(folder.glob("*.npz"))
        rng.shuffle(files)
        files.sort(key=lambda file: uses.get(file, 0))
        chosen_files = files[:_SHARDS_AT_ONCE]
        for file in chosen_files:
            uses[file] = uses.get(file, 0) + 1
        shards = [np.load(file) for file in chosen_files]
        pixels = np.concatenate([shard["pixels"] for shard in shards])
        labels = np.concatenate([shard["labels"] for shard in shards])
        order = rng.permutation(len(labels))
        for at in range(0, len(order) - _BATCH + 1, _BATCH):
            chosen = order[at : at + _BATCH]
            crops = [_cropped(rng, pixels[index], labels[index]) for index in chosen]
            batch = np.stack([_recoloured(rng, crop) for crop, _ in crops])
            yield (
                torch.from_numpy(batch.transpose(0, 3, 1, 2)),
                torch.from_numpy(np.stack([label for _, label in crops]).astype(np.int64)),
            )


def _cropped(
    rng: np.random.Generator, pixels: np.ndarray, labels: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return a random part of a sample, moved by up to one pixel."""
    row, column = rng.integers(0, len(labels) - _CROP + 1, 2)
    down, across = rng.integers(-1, 2, 2)
    moved = np.roll(pixels, (down, across), (0, 1))
    return (
        moved[row * TILE : (row + _CROP) * TILE, column * TILE : (column + _CROP) * TILE],
        labels[row : row + _CROP, column : column + _CROP],
    )


def _recoloured(rng: np.random.Generator, pixels: np.ndarray) -> np.ndarray:
    """Return the picture with other colours in half of the cases, and with noise in some."""
    if rng.random() < 0.15:
        pixels = pixels[..., rng.permutation(3)]
    if rng.random() < 0.07:
        pixels = 255 - pixels
    if rng.random() < 0.3:
        table = 255 * np.linspace(0, 1, 256) ** rng.uniform(0.6, 1.6)
        pixels = table.astype(np.uint8)[pixels]
    if rng.random() < 0.1:
        noise = rng.normal(0, rng.uniform(2, 8), pixels.shape)
        pixels = np.clip(pixels + noise, 0, 255).astype(np.uint8)
    return pixels


def normalise(pixels: Tensor) -> Tensor:
    """Return pixel values from -1 to 1 in the memory order that is fastest on CPUs."""
    return (pixels.float() / 127.5 - 1).contiguous(memory_format=torch.channels_last)


def validate(network: CellNetwork, scenes: list[Scene]) -> dict[str, float]:
    """Return the loss and the share of correct cells and flawless boards on the true lattices."""
    network.eval()
    cells = right = boards = sure = sure_right = 0
    loss = 0.0
    with torch.no_grad():
        for scene in scenes:
            rows, columns = len(scene.rows), len(scene.rows[0])
            lattice = Lattice(*scene.origin, *scene.pitch).shifted(rows=-1, columns=-1)
            pixels = warp(scene.picture, lattice, rows=rows + 2, columns=columns + 2)
            scores = network(normalise(torch.from_numpy(pixels.transpose(2, 0, 1).copy())[None]))[0]
            chances = torch.softmax(scores, 0)[:, 1:-1, 1:-1]
            labels = torch.tensor([[CLASSES.index(text) for text in row] for row in scene.rows])
            loss -= float(chances.gather(0, labels[None]).clamp(1e-6).log().sum())
            good = chances.argmax(0) == labels
            cells += good.numel()
            right += int(good.sum())
            boards += bool(good.all())
            if float(chances.amax(0).min()) > 0.9:
                sure += 1
                sure_right += bool(good.all())
    return {
        "loss": round(loss / cells, 5),
        "cells": round(right / cells, 5),
        "boards": round(boards / len(scenes), 4),
        "sure": round(sure / len(scenes), 4),
        "sure_right": round(sure_right / max(1, sure), 4),
    }


def _average(averaged: CellNetwork, network: CellNetwork, step: int) -> None:
    """Move the averaged weights towards the network's weights."""
    decay = min(_AVERAGE_DECAY, (1 + step) / (10 + step))
    with torch.no_grad():
        for name, value in averaged.state_dict().items():
            current = network.state_dict()[name]
            if value.dtype.is_floating_point:
                value.lerp_(current, 1 - decay)
            else:
                value.copy_(current)


def main() -> None:
    """Train on a number of boards, and write the model that validates best with its record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=Path, required=True)
    parser.add_argument("--boards", type=int, default=100_000, help="samples to train on")
    parser.add_argument("--minutes", type=float, default=600, help="time limit")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--start", type=Path, help="start from the weights of this model (.npz)")
    parser.add_argument("--checkpoint", type=int, default=12_800, help="boards per checkpoint")
    parser.add_argument("--output", type=Path, required=True)
    arguments = parser.parse_args()
    torch.manual_seed(arguments.seed)
    torch.set_num_threads(1)
    samples = batches(arguments.samples, arguments.seed)
    network = CellNetwork().to(memory_format=torch.channels_last)
    if arguments.start:
        restore(network, arguments.start, normalise(torch.cat([next(samples)[0] for _ in "1234"])))
    averaged = copy.deepcopy(network)
    optimiser = torch.optim.AdamW(network.parameters(), lr=arguments.rate, weight_decay=1e-3)
    scenes = [
        draw_scene(random.Random(900_000 + each), held_out=True, max_cells=150)
        for each in range(80)
    ]
    print("before", validate(averaged, scenes), flush=True)
    start, losses, best = time.monotonic(), [], math.inf
    steps = arguments.boards // _BATCH
    for step in range(1, steps + 1):
        pixels, labels = next(samples)
        share = max(step / steps, (time.monotonic() - start) / 60 / arguments.minutes)
        fall = 0.01 + 0.99 * (1 + math.cos(math.pi * min(1, share))) / 2
        for group in optimiser.param_groups:
            group["lr"] = arguments.rate * min(1, step / _WARM_UP_STEPS) * fall
        with torch.autocast("cpu", torch.bfloat16):
            scores = network(normalise(pixels))
        loss = nn.functional.cross_entropy(scores.float(), labels)
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()
        _average(averaged, network, step)
        losses.append(float(loss.detach()))
        if step % 50 == 0:
            minutes = (time.monotonic() - start) / 60
            loss_now = np.mean(losses[-50:])
            print(f"{minutes:5.1f} min  step {step}  loss {loss_now:.4f}", flush=True)
        if step * _BATCH % arguments.checkpoint < _BATCH or share >= 1:
            result = validate(averaged, scenes)
            print(step * _BATCH, result, flush=True)
            if result["loss"] < best:
                best = result["loss"]
                record = {
                    "seed": arguments.seed,
                    "boards": step * _BATCH,
                    "bytes": export(averaged, arguments.output),
                    "loss": round(float(np.mean(losses[-400:])), 4),
                    "validation": result,
                    "torch": torch.__version__.partition("+")[0],
                }
                text = json.dumps(record, indent=2) + "\n"
                arguments.output.with_suffix(".json").write_text(text)
        if share >= 1:
            return


if __name__ == "__main__":
    main()
