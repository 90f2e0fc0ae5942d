"""The best guess when no cell is provably safe, with its odds and an explanation."""

from dataclasses import dataclass, replace
from typing import Final

from sapper.coach.pattern_matcher import name_fifty_fifty
from sapper.coach.proof_text import name_cells
from sapper.errors import BudgetExceeded, InconsistentView
from sapper.game import position_notation
from sapper.game.cell_names import cell_name
from sapper.game.json_record import JsonRecord
from sapper.game.rules import Cell
from sapper.game.view import MAX_CLUE, View
from sapper.game.wording import with_article
from sapper.inference.analysis import Analysis, analyse

_MAX_CANDIDATES: Final = 4
_MAX_GROUP_CELLS: Final = 12
_TOLERANCE: Final = 1e-9
# The maximum number of cells for which the position after each possible clue is analysed.
_MAX_BOARD_CELLS: Final = 20_000


@dataclass(frozen=True, slots=True)
class Candidate(JsonRecord):
    """A candidate cell for a guess."""

    cell: Cell
    risk: float
    """The probability that the cell is a mine."""
    progress: float | None
    """The probability that revealing the cell is safe and either wins the game or exposes another
    provably safe cell, or None if that probability is unknown."""


@dataclass(frozen=True, slots=True)
class Guess(JsonRecord):
    """The recommended guess and its alternatives."""

    cell: Cell
    risk: float
    lowest_risk: float
    candidates: tuple[Candidate, ...]
    """The least risky cells, including `cell`, in order of increasing risk."""
    is_fifty_fifty: bool
    """True if the cell belongs to a forced 50/50, which no later reveal can resolve."""
    pattern: str | None
    """The name of the forced 50/50, or None if there is none or it has no name."""
    exact: bool
    """True if every consistent layout was counted. If False, a safe cell may have been missed."""
    text: str


def percent(probability: float) -> str:
    """Format a probability as a percentage, using 0% and 100% only for the exact values 0 and 1.

    >>> percent(0.125), percent(0.0001), percent(1.0)
    ('12.5%', 'under 0.1%', '100%')
    """
    if 0 < probability < 0.001:
        return "under 0.1%"
    if 0.999 < probability < 1:
        return "over 99.9%"
    return f"{probability * 100:.1f}%".replace(".0%", "%")


def best_guess(odds: Analysis) -> Guess:
    """Return the best guess in a position with no provably safe cell."""
    view = odds.view
    best = odds.best
    assert best is not None  # noqa: S101  # at least one hidden cell may be safe
    if view.is_untouched and view.rules.start != "any":
        return _first_move(view, best)
    risk = float(odds.mine_probability[best])
    group = fifty_fifty_group(odds, best)
    candidates = tuple(
        Candidate(cell, float(odds.mine_probability[cell]), _progress(odds, cell))
        for cell in _least_risky_cells(odds, best)
    )
    pattern = name_fifty_fifty(group) if group else None
    lowest = min(candidate.risk for candidate in candidates)
    guess = Guess(best, risk, lowest, candidates, bool(group), pattern, odds.exact, "")
    hidden = odds.mine_probability[view.cells < 0]
    ties = int((abs(hidden - risk) <= _TOLERANCE).sum()) - 1
    return replace(guess, text=_guess_text(guess, group, ties))


def _first_move(view: View, cell: Cell) -> Guess:
    protected = "is" if view.rules.start == "safe" else "and its neighbours are"
    text = f"The first cell you reveal {protected} always safe. Start at {cell_name(cell)}."
    return Guess(cell, 0.0, 0.0, (Candidate(cell, 0.0, None),), False, None, True, text)


def _least_risky_cells(odds: Analysis, best: Cell) -> list[Cell]:
    """Return a few of the least risky cells, always including `best`."""
    import numpy as np

    # On the largest boards, a Python loop over all cells would take seconds.
    hidden = np.flatnonzero(odds.view.cells < 0)
    order = np.argsort(odds.mine_probability.ravel()[hidden], kind="stable")[: _MAX_CANDIDATES + 1]
    cells: list[Cell] = [divmod(int(hidden[at]), odds.view.width) for at in order]
    risk = odds.mine_probability
    cells = [best, *(cell for cell in cells if cell != best)][:_MAX_CANDIDATES]
    return sorted(cells, key=lambda cell: (float(risk[cell]), cell != best, cell))


def _progress(odds: Analysis, cell: Cell) -> float | None:
    """Return the probability that revealing a cell makes progress.

    A reveal makes progress if it wins the game or exposes another provably safe cell. The result is
    None if the odds are estimates, the board is too large or an analysis fails.
    """
    if not odds.exact or odds.view.rules.cell_count > _MAX_BOARD_CELLS:
        return None
    total = 0.0
    try:
        chances = odds.clue_distribution(cell)
        for clue, chance in enumerate(chances[: MAX_CLUE + 1]):
            if chance > 0:
                after = odds.what_if(cell, clue)
                total += chance if after.safe or _is_won(after) else 0.0
    except (BudgetExceeded, InconsistentView):
        return None
    return min(total, 1.0)


def _is_won(odds: Analysis) -> bool:
    hidden = odds.view.cell_bytes.count(position_notation.HIDDEN & 0xFF)
    return hidden == odds.view.mines


def fifty_fifty_group(odds: Analysis, cell: Cell) -> tuple[Cell, ...]:
    """Return the cells of the forced 50/50 that includes a given cell, or () if there is none.

    Revealed cells and known mines separate a forced 50/50 from all other undecided cells. A forced
    50/50 has exactly two consistent layouts, and both contain the same number of mines. Neither
    later reveals nor the mine count can therefore distinguish its two layouts.
    """
    if not odds.exact or abs(odds.mine_probability[cell] - 0.5) > _TOLERANCE:
        return ()
    group = _undecided_group(odds, cell)
    if not group or any(abs(odds.mine_probability[other] - 0.5) > _TOLERANCE for other in group):
        return ()
    try:
        with_mine = analyse(_with_mine(odds.view, cell), budget=0.5, on_limit="raise")
    except (BudgetExceeded, InconsistentView):
        return ()
    mines = group & with_mine.mines
    if mines | (group & with_mine.safe) != group or 2 * len(mines) != len(group):
        return ()
    return tuple(sorted(group))


def _undecided_group(odds: Analysis, cell: Cell) -> set[Cell]:
    """Return the undecided cells connected to a cell through adjacency or shared clues.

    The result is empty if the connected group exceeds the size limit.
    """
    view, rules = odds.view, odds.view.rules
    group, queue = {cell}, [cell]
    while queue:
        current = queue.pop()
        nearby = set(rules.neighbours(current))
        for neighbour in rules.neighbours(current):
            if view.clue(neighbour) is not None:
                nearby.update(rules.neighbours(neighbour))
        for other in nearby - group:
            if view.clue(other) is None and other not in odds.mines and other not in odds.safe:
                group.add(other)
                queue.append(other)
        if len(group) > _MAX_GROUP_CELLS:
            return set()
    return group


def _with_mine(view: View, cell: Cell) -> View:
    shown = bytearray(view.shown_bytes)
    shown[cell[0] * view.width + cell[1]] = position_notation.MINE
    return View(view.rules, view.cell_bytes, bytes(shown))


def _guess_text(guess: Guess, group: tuple[Cell, ...], ties: int) -> str:
    """Explain a guess. `ties` is the number of other cells with the same risk."""
    name = cell_name(guess.cell)
    if guess.exact:
        sentences = [
            "No cell is certainly safe.",
            f"{name} is a mine in {percent(guess.risk)} of all consistent layouts.",
        ]
    else:
        sentences = [
            "The position is too complex to count exactly, so a certain cell may have been missed.",
            f"The estimated risk of {name} is {percent(guess.risk)}.",
        ]
    sentences.append(_alternatives_text(guess, ties))
    if group:
        sentences.append(
            f"This is a forced 50/50: no later reveal can decide between {name_cells(group)}, "
            "so guess now and save time."
        )
        return " ".join(sentences)
    chosen = next(other for other in guess.candidates if other.cell == guess.cell)
    if chosen.progress is not None:
        sentences.append(
            f"There is {with_article(percent(chosen.progress))} chance that {name} is safe and "
            "leads to another certainly safe cell."
        )
    return " ".join(sentences)


def _alternatives_text(guess: Guess, ties: int) -> str:
    """Compare the risk of a guess with the risks of the other candidates."""
    others = [other for other in guess.candidates if other.cell != guess.cell]
    lower = [other for other in others if other.risk < guess.risk - _TOLERANCE]
    same = [other for other in others if abs(other.risk - guess.risk) <= _TOLERANCE]
    if lower:
        return (
            f"{cell_name(lower[0].cell)} has a lower risk ({percent(lower[0].risk)}), but "
            f"{cell_name(guess.cell)} gives a better chance of winning."
        )
    if not same:
        return "Every other cell is riskier."
    names = name_cells([other.cell for other in same])
    if ties > len(same):
        return f"No cell has a lower risk; {ties} others, such as {names}, have the same risk."
    return f"No cell has a lower risk; {names} {'has' if ties == 1 else 'have'} the same risk."
