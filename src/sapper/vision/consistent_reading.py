"""The most probable reading of a board that is consistent with the rules of the game.

The network's probabilities are combined with two facts about every position. The neighbours of an
empty cell are revealed, and a clue equals the number of mines among its hidden neighbours. A local
search corrects the reading, and the engine confirms that a consistent layout exists.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from sapper.errors import InconsistentView, InvalidRules, NotationError
from sapper.game.rules import Cell
from sapper.game.view import parse_view
from sapper.inference.analysis import analyse
from sapper.inference.budget import Budget
from sapper.vision.cell_classes import CLASSES, EMPTY, HIDDEN

# The costs of broken rules, in the same unit as negative log probabilities. In some programs, a
# flood fill does not remove flags, so a flag next to an empty cell costs less.
_HIDDEN_BY_EMPTY, _FLAG_BY_EMPTY = 4.0, 2.0
_MISSING_MINE, _EXTRA_MINE, _EXTRA_FLAG = 4.0, 4.0, 0.7
_MAX_PASSES = 6
_MAX_ALTERNATIVES = 3
_MAX_CHECKS = 120
# The loss of log probability that a single correction may cause, and the maximum sum of all losses
# beyond that.
_CHEAP_CHANGE, _MAX_EXCESS = 4.0, 10.0
_MAX_COUNTS = 200
_TYPICAL_DENSITY = 0.25  # The typical density of mines among covered cells without flags.
_BUDGET = Budget(seconds=0.5)
_MAX_COST = 25.0  # The maximum cost of the corrections that make a reading consistent.

_Labels = NDArray[np.int8]
_Array = NDArray[np.float32]

_CLUE = np.array([int(text) if text.isdigit() else 0 for text in CLASSES])
# The classes of cells that the player has not revealed.
_COVERED = np.array([text in "#F?*!X" for text in CLASSES])
_MAY_BE_MINE = np.array([text in "#F?*!" for text in CLASSES])
_IS_MINE = np.array([text in "*!" for text in CLASSES])
_FLAGGED = np.array([text in "F" for text in CLASSES])
_COST_BY_EMPTY = np.where(_COVERED, _HIDDEN_BY_EMPTY, 0.0)
_COST_BY_EMPTY[[CLASSES.index("F"), CLASSES.index("X")]] = _FLAG_BY_EMPTY


@dataclass(frozen=True, slots=True)
class Decoded:
    """A reading of a board: the class of each cell, and the cells that the rules corrected."""

    labels: _Labels
    corrected: frozenset[Cell]
    conflict: Cell | None
    """A cell whose clue contradicts the reading, or None if the reading is consistent."""


def decode(scores: _Array, mines: int | None) -> Decoded:
    """Return the most probable consistent reading, given log probabilities (row, column, class)."""
    scores = np.maximum(scores[:, :, : len(CLASSES) - 1], -9.0)
    first: _Labels = scores.argmax(2).astype(np.int8)
    labels = _improve(first, scores)
    conflict = _conflict(labels, mines)
    if conflict is not None:
        labels, conflict = _repair(labels, scores, mines, conflict)
    changed = {(int(row), int(column)) for row, column in np.argwhere(labels != first)}
    if conflict is None:
        conflict = _bold_change(first, labels, scores)
    return Decoded(labels, frozenset(changed), conflict)


def _bold_change(first: _Labels, labels: _Labels, scores: _Array) -> Cell | None:
    """Return a corrected cell if the corrections contradict the picture too much, or None."""
    rows, columns = np.indices(labels.shape)
    loss = scores[rows, columns, first] - scores[rows, columns, labels]
    excess = np.maximum(loss - _CHEAP_CHANGE, 0)
    if excess.sum() <= _MAX_EXCESS:
        return None
    row, column = np.unravel_index(int(excess.argmax()), excess.shape)
    return int(row), int(column)


def _around(values: NDArray[np.generic]) -> _Array:
    """Return, for each cell, the sum over its eight neighbours."""
    padded = np.pad(values.astype(np.float32), 1)
    total = cv2.blur(padded, (3, 3), borderType=cv2.BORDER_CONSTANT) * 9 - padded
    return total[1:-1, 1:-1]


def _rule_costs(labels: _Labels) -> _Array:
    """Return the cost of the rules that are broken at each cell."""
    clue = _CLUE[labels]
    is_clue = clue > 0
    possible = _around(_MAY_BE_MINE[labels])
    certain = _around(_IS_MINE[labels])
    flags = _around(_FLAGGED[labels])
    cost = np.where(is_clue, _MISSING_MINE * np.maximum(clue - possible, 0), 0.0)
    cost += np.where(is_clue, _EXTRA_MINE * np.maximum(certain - clue, 0), 0.0)
    cost += np.where(is_clue, _EXTRA_FLAG * np.maximum(flags + certain - clue, 0), 0.0)
    cost += np.where(labels == EMPTY, _around(_COST_BY_EMPTY[labels]), 0.0)
    return np.asarray(np.round(cost, 3), np.float32)


def _cost(labels: _Labels, scores: _Array) -> float:
    rows, columns = np.indices(labels.shape)
    return float(_rule_costs(labels).sum() - scores[rows, columns, labels].sum())


def _improve(labels: _Labels, scores: _Array) -> _Labels:
    """Return a reading with a lower cost, found by changing single cells and whole areas."""
    cost = _cost(labels, scores)
    for _ in range(_MAX_PASSES):
        before = cost
        for changed in _area_moves(labels):
            new = _cost(changed, scores)
            if new < cost - 1e-6:
                labels, cost = changed, new
        for row, column, label in _cell_moves(labels, scores):
            changed = labels.copy()
            changed[row, column] = label
            new = _cost(changed, scores)
            if new < cost - 1e-6:
                labels, cost = changed, new
        if cost > before - 1e-6:
            break
    return labels


def _area_moves(labels: _Labels) -> Iterator[_Labels]:
    """Yield readings in which one connected area changes from hidden to empty, or vice versa."""
    if not _rule_costs(labels).any():
        return
    for old, new in ((EMPTY, HIDDEN), (HIDDEN, EMPTY)):
        mask = (labels == old).astype(np.uint8)
        for connectivity in (4, 8):
            count, areas = cv2.connectedComponents(mask, connectivity=connectivity)
            for area in range(1, min(count, 60)):
                changed = labels.copy()
                changed[(areas == area) & (labels == old)] = new
                yield changed
        everywhere = labels.copy()
        everywhere[labels == old] = new
        yield everywhere


def _cell_moves(labels: _Labels, scores: _Array) -> Iterator[tuple[int, int, int]]:
    """Yield changes of cells near broken rules to the next most probable classes."""
    near = _around(_rule_costs(labels) > 0) + (_rule_costs(labels) > 0)
    cells = sorted(
        ((int(row), int(column)) for row, column in np.argwhere(near > 0)),
        key=lambda cell: float(scores[cell].max()),
    )
    for row, column in cells[:80]:
        for label in np.argsort(-scores[row, column])[:_MAX_ALTERNATIVES]:
            if label != labels[row, column]:
                yield row, column, int(label)


def position_text(labels: _Labels, mines: int) -> str:
    """Return the position in text notation. A wrong flag becomes a hidden cell."""
    rows = ["".join(CLASSES[label] for label in row).replace("X", "#") for row in labels]
    return "\n".join([f"{len(rows[0])}x{len(rows)}/{mines}", *rows])


def _conflict(labels: _Labels, mines: int | None) -> Cell | None:
    """Return a clue that no layout satisfies, or None if the reading is consistent."""
    for guess in [mines] if mines is not None else _possible_counts(labels):
        try:
            analyse(parse_view(position_text(labels, guess)), budget=_BUDGET)
        except InconsistentView as error:
            if error.cell is not None:
                return error.cell
        except (NotationError, InvalidRules):
            pass  # The reading shows too many mines.
        else:
            return None
    # The mine count alone is impossible, so every clue is equally suspect.
    clues = np.argwhere(_CLUE[labels] > 0)
    row, column = clues[0] if len(clues) else (0, 0)
    return int(row), int(column)


def _possible_counts(labels: _Labels) -> list[int]:
    """Return the mine counts that the covered cells permit, the most likely ones first."""
    shown = int(_IS_MINE[labels].sum())
    flagged = shown + int(_FLAGGED[labels].sum())
    covered = int(_MAY_BE_MINE[labels].sum())
    likely = flagged + (covered - flagged) * _TYPICAL_DENSITY
    counts = range(shown, min(covered, labels.size) + 1)
    return sorted(counts, key=lambda count: abs(count - likely))[:_MAX_COUNTS]


def _repair(
    labels: _Labels, scores: _Array, mines: int | None, conflict: Cell
) -> tuple[_Labels, Cell | None]:
    """Return the reading after the cheapest changes near conflicts, and any remaining conflict."""
    checks = 0
    spent = 0.0
    current, at = labels, conflict
    while at is not None and checks < _MAX_CHECKS:
        options = sorted(_nearby_changes(current, scores, at))
        for cost, row, column, label in options:
            if spent + cost > _MAX_COST or checks >= _MAX_CHECKS:
                return labels, conflict
            changed = current.copy()
            changed[row, column] = label
            checks += 1
            found = _conflict(changed, mines)
            if found is None:
                return changed, None
            if abs(found[0] - at[0]) > 3 or abs(found[1] - at[1]) > 3:
                current, at, spent = changed, found, spent + cost
                break
        else:
            return labels, conflict
    return labels, conflict


def _nearby_changes(
    labels: _Labels, scores: _Array, at: Cell
) -> Iterator[tuple[float, int, int, int]]:
    height, width = labels.shape
    for row in range(max(0, at[0] - 2), min(height, at[0] + 3)):
        for column in range(max(0, at[1] - 2), min(width, at[1] + 3)):
            chosen = labels[row, column]
            for label in np.argsort(-scores[row, column])[:_MAX_ALTERNATIVES]:
                if (
                    label != chosen
                    and _MAY_BE_MINE[label] + 10 * _CLUE[label]
                    != _MAY_BE_MINE[chosen] + 10 * _CLUE[chosen]
                ):
                    yield (
                        float(scores[row, column, chosen] - scores[row, column, label]),
                        row,
                        column,
                        int(label),
                    )
