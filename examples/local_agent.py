"""A small NumPy agent that learns the risk of a cell from the 5x5 cells around it.

The network input is a one-hot encoding of 25 cells, each in one of 11 states: hidden, a clue from 0
to 8, or off the board. The network has one hidden layer and outputs a mine probability. The agent
reveals the cell with the lowest mine probability and learns from the outcomes of its reveals.
"""

from pathlib import Path

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from sapper import Cell, Rules, View
from sapper.strategies.base import Advice, first_move_advice

RADIUS = 2
WINDOW = (2 * RADIUS + 1) ** 2
STATES = 11
OFF_BOARD = 10

Floats = NDArray[np.float32]


class LocalAgent:
    """A neural network with a training step, which also implements Sapper's strategy interface."""

    name = "local-agent"
    summary = "A small neural network that looks at 5x5 cells."

    def __init__(self, *, units: int = 48, seed: int = 0) -> None:
        """Initialise the network with random weights."""
        rng = np.random.default_rng(seed)
        inputs = WINDOW * STATES
        self.weights: dict[str, Floats] = {
            "hidden": rng.normal(0, WINDOW**-0.5, (inputs, units)).astype(np.float32),
            "bias": np.zeros(units, np.float32),
            "out": rng.normal(0, units**-0.5, units).astype(np.float32),
            "out_bias": np.zeros(1, np.float32),
        }
        self._means = {name: np.zeros_like(value) for name, value in self.weights.items()}
        self._squares = {name: np.zeros_like(value) for name, value in self.weights.items()}
        self._updates = 0

    # Inference -----------------------------------------------------------------------------------

    @staticmethod
    def inputs(boards: NDArray[np.int8], hidden: NDArray[np.bool_]) -> Floats:
        """Return one-hot inputs for all hidden cells; `boards` has shape (count, height, width)."""
        edge = ((0, 0), (RADIUS, RADIUS), (RADIUS, RADIUS))
        padded = np.pad(boards + 1, edge, constant_values=OFF_BOARD)
        size = 2 * RADIUS + 1
        windows = sliding_window_view(padded, (size, size), axis=(1, 2))[hidden]
        states = windows.reshape(-1, WINDOW) + STATES * np.arange(WINDOW)
        rows = np.zeros((len(states), WINDOW * STATES), np.float32)
        np.put_along_axis(rows, states, 1.0, axis=1)
        return rows

    def risks(self, rows: Floats) -> Floats:
        """Return the mine probability for each row of inputs."""
        risks: Floats = self._forward(rows)[1]
        return risks

    def _forward(self, rows: Floats) -> tuple[Floats, Floats]:
        units = np.maximum(rows @ self.weights["hidden"] + self.weights["bias"], 0)
        score = units @ self.weights["out"] + self.weights["out_bias"]
        return units, 1 / (1 + np.exp(-np.clip(score, -30, 30)))

    # Training ------------------------------------------------------------------------------------

    def learn(self, rows: Floats, exploded: NDArray[np.bool_], rate: float) -> None:
        """Update the weights with one step of Adam on the logistic loss."""
        units, risks = self._forward(rows)
        error = (risks - exploded) / len(rows)
        delta = np.outer(error, self.weights["out"]) * (units > 0)
        gradients = {
            "hidden": rows.T @ delta,
            "bias": delta.sum(axis=0),
            "out": units.T @ error,
            "out_bias": error.sum(keepdims=True),
        }
        self._updates += 1
        for name, gradient in gradients.items():
            mean, square = self._means[name], self._squares[name]
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            step = mean / (1 - 0.9**self._updates)
            size = np.sqrt(square / (1 - 0.999**self._updates)) + 1e-8
            self.weights[name] -= (rate * step / size).astype(np.float32)

    def save(self, path: Path) -> None:
        """Save the weights to a file."""
        np.savez(path, **self.weights)

    @classmethod
    def load(cls, path: Path) -> "LocalAgent":
        """Load an agent from a file."""
        agent = cls()
        with np.load(path, allow_pickle=False) as saved:
            agent.weights = {name: saved[name] for name in agent.weights}
        return agent

    # The strategy interface ----------------------------------------------------------------------

    def first_move(self, rules: Rules) -> Cell:
        """Return the centre of the board."""
        return rules.centre

    def advise(self, view: View) -> Advice:
        """Return advice to reveal the hidden cell with the lowest estimated risk."""
        if view.is_untouched:
            return first_move_advice(self, view.rules)
        hidden = view.cells == -1
        risks = self.risks(self.inputs(view.cells[None], hidden[None]))
        cells = [(int(row), int(column)) for row, column in np.argwhere(hidden)]
        all_risks = {cell: float(risk) for cell, risk in zip(cells, risks, strict=True)}
        best = min(all_risks, key=all_risks.__getitem__)
        reason = f"{best} has the lowest estimated risk ({all_risks[best]:.0%})"
        return Advice(frozenset(), frozenset(), all_risks, best, reason)
