"""The cell network in PyTorch, and its export to the arrays that Sapper reads."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from sapper.vision.cell_classes import CLASSES


def _block(inputs: int, outputs: int, kernel: int, stride: int, padding: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, padding, bias=False), nn.BatchNorm2d(outputs)
    )


class CellNetwork(nn.Module):
    """A convolutional network from a warped picture to one score per cell and class.

    The first five layers reduce each cell to one vector. The last layers work on the lattice of
    cells, so the reading of a cell depends on its neighbours and on the whole board.
    """

    def __init__(self) -> None:
        super().__init__()
        self.conv1 = _block(3, 16, 5, 2, 2)
        self.conv2 = _block(16, 32, 3, 2, 1)
        self.conv3 = _block(32, 48, 3, 1, 1)
        self.conv4 = _block(48, 64, 3, 2, 1)
        self.conv5 = _block(64, 96, 3, 3, 0)
        self.board1 = nn.Linear(192, 96)
        self.lattice1 = _block(96, 96, 3, 1, 1)
        self.board2 = nn.Linear(192, 96)
        self.lattice2 = _block(96, 96, 3, 1, 1)
        self.board3 = nn.Linear(192, 96)
        self.lattice3 = _block(96, 96, 3, 1, 1)
        nn.init.zeros_(self.lattice3[1].weight)  # start as the identity
        nn.init.zeros_(self.board3.weight)
        nn.init.zeros_(self.board3.bias)
        self.scores = nn.Conv2d(96, len(CLASSES), 1)

    def forward(self, pixels: Tensor) -> Tensor:
        """Return the scores (batch, class, row, column) of a batch of warped pictures."""
        x = torch.relu(self.conv1(pixels))
        x = torch.relu(self.conv2(x))
        x = torch.relu(self.conv3(x))
        x = torch.relu(self.conv4(x))
        x = torch.relu(self.conv5(x))
        for board, lattice in (
            (self.board1, self.lattice1),
            (self.board2, self.lattice2),
            (self.board3, self.lattice3),
        ):
            summary = torch.cat([x.mean((2, 3)), x.amax((2, 3))], 1)
            x = torch.relu(lattice(x) + board(summary)[:, :, None, None] + x)
        return self.scores(x)


def export(network: CellNetwork, file: Path) -> int:
    """Write the weights as float16 arrays, with batch normalisation folded in; return the size."""
    network.eval()
    arrays: dict[str, np.ndarray] = {}
    for name, module in network.named_children():
        if isinstance(module, nn.Sequential):
            conv, norm = module[0], module[1]
            factor = norm.weight / torch.sqrt(norm.running_var + norm.eps)
            weight = conv.weight * factor[:, None, None, None]
            bias = norm.bias - norm.running_mean * factor
        else:
            weight, bias = module.weight, module.bias
        arrays[f"{name}.weight"] = weight.detach().numpy().astype(np.float16)
        arrays[f"{name}.bias"] = bias.detach().numpy().astype(np.float16)
    np.savez_compressed(file, **arrays)
    return file.stat().st_size


def restore(network: CellNetwork, file: Path, pixels: Tensor) -> None:
    """Load exported weights, and derive the batch normalisation from a batch of pictures.

    The export folds the normalisation into the weights. Each layer's statistics on the batch undo
    this without changing the network's function.
    """
    arrays = {name: torch.from_numpy(array.astype(np.float32)) for name, array in _load(file)}
    network.eval()
    for name, module in network.named_children():
        weight, bias = arrays[f"{name}.weight"], arrays[f"{name}.bias"]
        if not isinstance(module, nn.Sequential):
            module.weight.data.copy_(weight)
            module.bias.data.copy_(bias)
            continue
        conv, norm = module[0], module[1]
        conv.weight.data.copy_(weight)
        outputs: list[Tensor] = []
        hook = conv.register_forward_hook(lambda *each, kept=outputs: kept.append(each[2]))
        with torch.no_grad():
            network(pixels)
        hook.remove()
        mean, variance = outputs[0].mean((0, 2, 3)), outputs[0].var((0, 2, 3))
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(variance)
        norm.weight.data.copy_(torch.sqrt(variance + norm.eps))
        norm.bias.data.copy_(bias + mean)
    network.train()


def _load(file: Path) -> list[tuple[str, np.ndarray]]:
    with np.load(file) as arrays:
        return [(name, arrays[name]) for name in arrays]
