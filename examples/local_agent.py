"""A small agent that learns how risky a cell is from the 5x5 cells around it. Needs numpy only.

For each hidden cell the network sees 25 cells, each one of 11 things: hidden, a clue from 0 to 8,
or off the board. One hidden layer later it says how likely the cell is a mine. The agent reveals
the cell that looks least risky. It learns only from whether the cells that it revealed exploded.
"""

from pathlib import Path

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from sapper import Cell, Rules, View
from sapper.strategies.base import Advice, first_advice

REACH = 2
WINDOW = (2 * REACH + 1) ** 2
KINDS = 11
OFF_BOARD = 10

Floats = NDArray[np.float32]


class LocalAgent:
    """The network, how it learns, and how it plays as a strategy of Sapper."""

    name = "local-agent"
    summary = "A small network that looks at 5x5 cells."

    def __init__(self, *, units: int = 48, seed: int = 0) -> None:
        """Begin with random weights."""
        rng = np.random.default_rng(seed)
        inputs = WINDOW * KINDS
        self.weights: dict[str, Floats] = {
            "hidden": rng.normal(0, WINDOW**-0.5, (inputs, units)).astype(np.float32),
            "bias": np.zeros(units, np.float32),
            "out": rng.normal(0, units**-0.5, units).astype(np.float32),
            "out_bias": np.zeros(1, np.float32),
        }
        self._means = {name: np.zeros_like(value) for name, value in self.weights.items()}
        self._squares = {name: np.zeros_like(value) for name, value in self.weights.items()}
        self._updates = 0

    # What it sees --------------------------------------------------------------------------------

    @staticmethod
    def inputs(boards: NDArray[np.int8], hidden: NDArray[np.bool_]) -> Floats:
        """Return a row of zeros and ones for each hidden cell of boards (count, height, width)."""
        edge = ((0, 0), (REACH, REACH), (REACH, REACH))
        padded = np.pad(boards + 1, edge, constant_values=OFF_BOARD)
        size = 2 * REACH + 1
        windows = sliding_window_view(padded, (size, size), axis=(1, 2))[hidden]
        kinds = windows.reshape(-1, WINDOW) + KINDS * np.arange(WINDOW)
        rows = np.zeros((len(kinds), WINDOW * KINDS), np.float32)
        np.put_along_axis(rows, kinds, 1.0, axis=1)
        return rows

    def risks(self, rows: Floats) -> Floats:
        """Return how likely each cell is a mine."""
        risks: Floats = self._forward(rows)[1]
        return risks

    def _forward(self, rows: Floats) -> tuple[Floats, Floats]:
        units = np.maximum(rows @ self.weights["hidden"] + self.weights["bias"], 0)
        score = units @ self.weights["out"] + self.weights["out_bias"]
        return units, 1 / (1 + np.exp(-np.clip(score, -30, 30)))

    # How it learns -------------------------------------------------------------------------------

    def learn(self, rows: Floats, exploded: NDArray[np.bool_], rate: float) -> None:
        """Move the weights a little towards what happened (logistic loss, Adam)."""
        units, risks = self._forward(rows)
        error = (risks - exploded) / len(rows)
        back = np.outer(error, self.weights["out"]) * (units > 0)
        slopes = {
            "hidden": rows.T @ back,
            "bias": back.sum(axis=0),
            "out": units.T @ error,
            "out_bias": error.sum(keepdims=True),
        }
        self._updates += 1
        for name, slope in slopes.items():
            mean, square = self._means[name], self._squares[name]
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            step = mean / (1 - 0.9**self._updates)
            size = np.sqrt(square / (1 - 0.999**self._updates)) + 1e-8
            self.weights[name] -= (rate * step / size).astype(np.float32)

    def save(self, path: Path) -> None:
        """Write the weights."""
        np.savez(path, **self.weights)  # type: ignore[arg-type]

    @classmethod
    def load(cls, path: Path) -> "LocalAgent":
        """Read weights that were saved."""
        agent = cls()
        with np.load(path, allow_pickle=False) as saved:
            agent.weights = {name: saved[name] for name in agent.weights}
        return agent

    # How it plays in the benchmark lab -----------------------------------------------------------

    def first_move(self, rules: Rules) -> Cell:
        """Return the centre."""
        return rules.centre

    def advise(self, view: View) -> Advice:
        """Return the hidden cell that looks least risky."""
        if view.is_untouched:
            return first_advice(self, view.rules)
        hidden = view.cells == -1
        risks = self.risks(self.inputs(view.cells[None], hidden[None]))
        cells = [(int(row), int(column)) for row, column in np.argwhere(hidden)]
        all_risks = {cell: float(risk) for cell, risk in zip(cells, risks, strict=True)}
        best = min(all_risks, key=all_risks.__getitem__)
        reason = f"{best} looks least risky ({all_risks[best]:.0%})"
        return Advice(frozenset(), frozenset(), all_risks, best, reason)
