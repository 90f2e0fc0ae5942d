"""The most probable reading of a board that is consistent with the rules of the game.

The cell network's probabilities are combined with three rules that every position follows. The
neighbours of an empty cell are revealed. A clue equals the number of mines among its hidden
neighbours. Mines become visible only when the game is over, and then all mines are visible. A local
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
from sapper.vision.similar_cells import Groups

# The costs of violated rules, in the same unit as negative log probabilities. In some programs, a
# flood fill does not remove flags, so a flag next to an empty cell costs less.
_HIDDEN_BY_EMPTY, _FLAG_BY_EMPTY = 4.0, 2.0
_MISSING_MINE, _EXTRA_MINE, _EXTRA_FLAG, _EXTRA_FLAG_AT_THE_END = 4.0, 4.0, 0.7, 1.5
_MAX_PASSES = 6
_MAX_ALTERNATIVES = 3
_MAX_CHECKS = 120
# The loss of log probability that a single correction may cause, and the maximum sum of all losses
# beyond that.
_CHEAP_CHANGE, _MAX_EXCESS = 4.0, 10.0
_MAX_COUNTS = 200
_TYPICAL_DENSITY = 0.25  # The typical density of mines among hidden, unflagged cells.
_BUDGET = Budget(seconds=0.5)
_MAX_COST = 25.0  # The maximum cost of the corrections that make a reading consistent.

_IMPOSSIBLE = -8.5  # The log probability below which a class is not considered.
_POSSIBLE = np.log(0.02)  # The minimum log probability of a visible mine.
_MIN_GROUP = 3  # The minimum size of a group that may change as a whole.
_GROUP_EVIDENCE = 4  # The maximum number of a group's cells that count as independent evidence.
_MAX_GROUP_LOSS = 4.0  # The maximum mean loss of log probability if a group changes.

_Labels = NDArray[np.int8]
_Array = NDArray[np.float32]

_CLUE = np.array([int(text) if text.isdigit() else 0 for text in CLASSES])
# The classes of cells that the player has not revealed.
_COVERED = np.array([text in "#F?*!X" for text in CLASSES])
_MAY_BE_MINE = np.array([text in "#F?*!" for text in CLASSES])
_IS_MINE = np.array([text in "*!" for text in CLASSES])
_FLAGGED = np.array([text in "F" for text in CLASSES])
_SHOWN_MINE, _EXPLODED_MINE = CLASSES.index("*"), CLASSES.index("!")
_AFTER_THE_END = [CLASSES.index(text) for text in "*!X"]
_COST_BY_EMPTY = np.where(_COVERED, _HIDDEN_BY_EMPTY, 0.0)
_COST_BY_EMPTY[[CLASSES.index("F"), CLASSES.index("X")]] = _FLAG_BY_EMPTY


@dataclass(frozen=True, slots=True)
class Decoded:
    """A reading of a board: the class of each cell, and the cells corrected by the rules."""

    labels: _Labels
    corrected: frozenset[Cell]
    conflict: Cell | None
    """A cell whose clue contradicts the reading, or None if the reading is consistent."""


@dataclass(frozen=True, slots=True)
class _Reading:
    """A reading of a board, under the assumption that the game is over or that it is not."""

    labels: _Labels
    scores: _Array
    """The log probabilities, with the classes of changed groups exchanged."""
    cost: float


def decode(scores: _Array, groups: Groups, mines: int | None) -> Decoded:
    """Return the most probable consistent reading, given log probabilities (row, column, class).

    Cells with the same number in `groups` look alike.
    """
    scores = np.maximum(scores[:, :, : len(CLASSES) - 1], -9.0)
    first: _Labels = scores.argmax(2).astype(np.int8)
    reading = _read(scores, groups, is_over=False)
    if scores[:, :, _AFTER_THE_END].max() > _POSSIBLE:
        reading = min(reading, _read(scores, groups, is_over=True), key=lambda each: each.cost)
    labels = _with_exploded_mine(reading.labels, groups)
    conflict = _conflict(labels, mines)
    if conflict is not None:
        labels, conflict = _repair(labels, reading.scores, mines, conflict)
    changed = {(int(row), int(column)) for row, column in np.argwhere(labels != first)}
    if conflict is None:
        conflict = _bold_change(reading.scores, labels)
    return Decoded(labels, frozenset(changed), conflict)


def _read(scores: _Array, groups: Groups, *, is_over: bool) -> _Reading:
    """Return the best reading, assuming that the game is over if and only if `is_over` is True.

    No mines are visible before the end of a game.
    """
    allowed = scores.copy()
    if not is_over:
        allowed[:, :, _SHOWN_MINE] = -99.0
    labels: _Labels = allowed.argmax(2).astype(np.int8)
    labels, allowed, spent = _change_groups(labels, allowed, groups, is_over=is_over)
    labels = _improve(labels, allowed, is_over=is_over)
    # Cells that look alike are not independent evidence against the hypothesis.
    rows, columns = np.indices(labels.shape)
    loss = scores.max(2) - np.maximum(allowed[rows, columns, labels], -9.0)
    sizes = np.bincount(groups.ravel())[groups]
    weight = np.minimum(1, _GROUP_EVIDENCE / sizes)
    cost = spent + float((loss * weight).sum() + _rule_costs(labels, is_over=is_over).sum())
    return _Reading(labels, allowed, cost)


def _with_exploded_mine(labels: _Labels, groups: Groups) -> _Labels:
    """Mark the exploded mine if exactly one visible mine looks different from all others.

    If several mines look exploded and no other mines are visible, the skin draws all mines as
    exploded.
    """
    shown = labels == _SHOWN_MINE
    exploded = labels == _EXPLODED_MINE
    marked = labels.copy()
    if not shown.any() and exploded.sum() > 1:
        marked[exploded] = _SHOWN_MINE
        return marked
    if exploded.any() or shown.sum() < _MIN_GROUP:
        return labels
    sizes = np.bincount(groups[shown], minlength=int(groups.max()) + 1)
    odd = shown & (sizes[groups] == 1)
    if odd.sum() == 1:
        marked[odd] = _EXPLODED_MINE
    return marked


def _change_groups(
    labels: _Labels, scores: _Array, groups: Groups, *, is_over: bool
) -> tuple[_Labels, _Array, float]:
    """Reclassify groups of cells that look alike if the result violates fewer rules.

    The cell network tends to misread all cells that look alike in the same way, so a large group
    provides little more evidence than a single cell. Returns the new reading, the log probabilities
    after exchanging the classes of each changed group, and the cost of the changes.
    """
    spent = 0.0
    rules = float(_rule_costs(labels, is_over=is_over).sum())
    sizes = np.bincount(groups.ravel())
    for group in np.argsort(-sizes):
        if rules == 0 or sizes[group] < _MIN_GROUP:
            break
        members = groups == group
        mean = scores[members].mean(0)
        old = int(mean.argmax())
        cells = members & (labels == old)
        for new in np.argsort(-mean)[1 : 1 + _MAX_ALTERNATIVES]:
            loss = float(mean[old] - mean[new])
            changed = labels.copy()
            changed[cells] = new
            rules_then = float(_rule_costs(changed, is_over=is_over).sum())
            price = loss * min(int(sizes[group]), _GROUP_EVIDENCE)
            if loss <= _MAX_GROUP_LOSS and rules_then + price < rules:
                exchanged = scores.copy()
                exchanged[cells, old] = scores[cells, new]
                exchanged[cells, new] = scores[cells, old]
                labels, scores, rules = changed, exchanged, rules_then
                spent += price
                break
    return labels, scores, spent


def _bold_change(scores: _Array, labels: _Labels) -> Cell | None:
    """Return the least plausible corrected cell, or None if the corrections are plausible overall.

    Exploded mines and other visible mines count as the same symbol.
    """
    rows, columns = np.indices(labels.shape)
    scores = scores.copy()
    kinds = [_SHOWN_MINE, _EXPLODED_MINE]
    scores[:, :, kinds] = scores[:, :, kinds].max(2, keepdims=True)
    loss = scores.max(2) - scores[rows, columns, labels]
    excess = np.maximum(loss - _CHEAP_CHANGE, 0)
    if excess.sum() <= _MAX_EXCESS:
        return None
    row, column = np.unravel_index(int(excess.argmax()), excess.shape)
    return int(row), int(column)


def _around(values: NDArray[np.generic]) -> _Array:
    """Return the sum of the values of each cell's eight neighbours."""
    padded = np.pad(values.astype(np.float32), 1)
    total = cv2.blur(padded, (3, 3), borderType=cv2.BORDER_CONSTANT) * 9 - padded
    return total[1:-1, 1:-1]


def _rule_costs(labels: _Labels, *, is_over: bool) -> _Array:
    """Return the cost of the rule violations at each cell.

    When the game is over, only flags and visible mines count as mines.
    """
    clue = _CLUE[labels]
    is_clue = clue > 0
    possible = _around((_FLAGGED | _IS_MINE if is_over else _MAY_BE_MINE)[labels])
    certain = _around(_IS_MINE[labels])
    flags = _around(_FLAGGED[labels])
    cost = np.where(is_clue, _MISSING_MINE * np.maximum(clue - possible, 0), 0.0)
    cost += np.where(is_clue, _EXTRA_MINE * np.maximum(certain - clue, 0), 0.0)
    extra_flag = _EXTRA_FLAG_AT_THE_END if is_over else _EXTRA_FLAG
    cost += np.where(is_clue, extra_flag * np.maximum(flags + certain - clue, 0), 0.0)
    cost += np.where(labels == EMPTY, _around(_COST_BY_EMPTY[labels]), 0.0)
    return np.asarray(np.round(cost, 3), np.float32)


def _cost(labels: _Labels, scores: _Array, *, is_over: bool) -> float:
    rows, columns = np.indices(labels.shape)
    return float(_rule_costs(labels, is_over=is_over).sum() - scores[rows, columns, labels].sum())


def _improve(labels: _Labels, scores: _Array, *, is_over: bool) -> _Labels:
    """Return a reading with a lower cost, found by changing single cells and whole areas."""
    cost = _cost(labels, scores, is_over=is_over)
    for _ in range(_MAX_PASSES):
        before = cost
        for changed in _area_moves(labels, is_over=is_over):
            new = _cost(changed, scores, is_over=is_over)
            if new < cost - 1e-6:
                labels, cost = changed, new
        for row, column, label in _cell_moves(labels, scores, is_over=is_over):
            changed = labels.copy()
            changed[row, column] = label
            new = _cost(changed, scores, is_over=is_over)
            if new < cost - 1e-6:
                labels, cost = changed, new
        if cost > before - 1e-6:
            break
    return labels


def _area_moves(labels: _Labels, *, is_over: bool) -> Iterator[_Labels]:
    """Yield readings in which one connected area changes from hidden to empty, or vice versa."""
    if not _rule_costs(labels, is_over=is_over).any():
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


def _cell_moves(
    labels: _Labels, scores: _Array, *, is_over: bool
) -> Iterator[tuple[int, int, int]]:
    """Yield changes that assign the next most probable class to a cell near a violated rule."""
    broken = _rule_costs(labels, is_over=is_over) > 0
    near = _around(broken) + broken
    cells = sorted(
        ((int(row), int(column)) for row, column in np.argwhere(near > 0)),
        key=lambda cell: float(scores[cell].max()),
    )
    for row, column in cells[:80]:
        for label in np.argsort(-scores[row, column])[:_MAX_ALTERNATIVES]:
            if label != labels[row, column] and scores[row, column, label] > _IMPOSSIBLE:
                yield row, column, int(label)


def position_text(labels: _Labels, mines: int) -> str:
    """Return the position in text notation. Incorrect flags become hidden cells."""
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
            pass  # The reading contains too many mines.
        else:
            return None
    # The mine count alone is impossible, so every clue is equally suspect.
    clues = np.argwhere(_CLUE[labels] > 0)
    row, column = clues[0] if len(clues) else (0, 0)
    return int(row), int(column)


def _possible_counts(labels: _Labels) -> list[int]:
    """Return the mine counts consistent with the hidden cells, most likely first."""
    shown = int(_IS_MINE[labels].sum())
    flagged = shown + int(_FLAGGED[labels].sum())
    covered = int(_MAY_BE_MINE[labels].sum())
    likely = flagged + (covered - flagged) * _TYPICAL_DENSITY
    counts = range(shown, min(covered, labels.size) + 1)
    return sorted(counts, key=lambda count: abs(count - likely))[:_MAX_COUNTS]


def _repair(
    labels: _Labels, scores: _Array, mines: int | None, conflict: Cell
) -> tuple[_Labels, Cell | None]:
    """Resolve conflicts with the cheapest changes, and return the new reading and None.

    If the conflicts cannot be resolved, return the original reading and the original conflict.
    """
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
