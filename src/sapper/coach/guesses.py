"""Where nothing is certain: the odds of the best cells, and why one of them is the one to take."""

from dataclasses import dataclass
from typing import Any, Final

from sapper.coach.proof_text import name_cells
from sapper.errors import BudgetExceeded, InconsistentView
from sapper.game import notation
from sapper.game.cell_names import cell_name
from sapper.game.rules import Cell
from sapper.game.view import MAX_CLUE, View
from sapper.inference.analysis import Analysis, analyse

_MAX_SHOWN: Final = 4
_MAX_IN_GROUP: Final = 12
_SAME: Final = 1e-9
# On larger boards it would take too long to try what every clue would tell.
_MAX_CELLS: Final = 20_000


@dataclass(frozen=True, slots=True)
class Candidate:
    """A cell that could be revealed at a risk."""

    cell: Cell
    risk: float
    """The chance that it is a mine."""
    progress: float | None
    """The chance that it is no mine and something is certainly safe after it; None if unknown."""

    def to_json(self) -> dict[str, Any]:
        """Return plain dicts and lists."""
        return {"cell": list(self.cell), "risk": self.risk, "progress": self.progress}


@dataclass(frozen=True, slots=True)
class Guess:
    """What there is to say of a cell that must be guessed."""

    cell: Cell
    risk: float
    lowest_risk: float
    candidates: tuple[Candidate, ...]
    """The best cells, the least risky first; `cell` is one of them."""
    is_fifty_fifty: bool
    """Whether nothing that can still be revealed will ever help with this cell."""
    exact: bool
    """Whether all layouts were counted; if not, a certain cell may have been missed."""
    text: str

    def to_json(self) -> dict[str, Any]:
        """Return plain dicts and lists."""
        return {
            "cell": list(self.cell),
            "risk": self.risk,
            "lowest_risk": self.lowest_risk,
            "candidates": [candidate.to_json() for candidate in self.candidates],
            "is_fifty_fifty": self.is_fifty_fifty,
            "exact": self.exact,
            "text": self.text,
        }


def percent(risk: float) -> str:
    """Return a chance as people read it; what is not certain never looks as if it were.

    >>> percent(0.125), percent(0.0001), percent(1.0)
    ('12.5%', 'under 0.1%', '100%')
    """
    if 0 < risk < 0.001:
        return "under 0.1%"
    if 0.999 < risk < 1:
        return "over 99.9%"
    return f"{risk * 100:.1f}%".replace(".0%", "%")


def consider(odds: Analysis) -> Guess:
    """Return what there is to say where no cell is certainly safe but some may be."""
    view = odds.view
    best = odds.best
    assert best is not None  # noqa: S101  # some hidden cell is no mine
    if view.is_untouched and view.rules.start != "any":
        return _first_move(view, best)
    ranked = _least_risky(odds, best)
    risk = float(odds.mine_probability[best])
    group = fifty_fifty_group(odds, best)
    candidates = tuple(
        Candidate(cell, float(odds.mine_probability[cell]), _progress(odds, cell))
        for cell in ranked
    )
    least = min(candidate.risk for candidate in candidates)
    guess = Guess(best, risk, least, candidates, bool(group), odds.exact, "")
    hidden = odds.mine_probability[view.cells < 0]
    alike = int((abs(hidden - risk) <= _SAME).sum()) - 1
    text = _explain(guess, group, alike)
    return Guess(best, risk, least, candidates, bool(group), odds.exact, text)


def _first_move(view: View, cell: Cell) -> Guess:
    promise = "no mine" if view.rules.start == "safe" else "no mine, nor are its neighbours"
    text = f"Nothing is revealed yet. The first cell is {promise}: reveal {cell_name(cell)}."
    return Guess(cell, 0.0, 0.0, (Candidate(cell, 0.0, None),), False, True, text)


def _least_risky(odds: Analysis, best: Cell) -> list[Cell]:
    """Return a few cells with the least risk and the best one among them."""
    import numpy as np

    # On the largest boards a loop over all cells would take seconds.
    hidden = np.flatnonzero(odds.view.cells < 0)
    order = np.argsort(odds.mine_probability.ravel()[hidden], kind="stable")[: _MAX_SHOWN + 1]
    cells: list[Cell] = [divmod(int(hidden[at]), odds.view.width) for at in order]
    risk = odds.mine_probability
    cells = [best, *(cell for cell in cells if cell != best)][:_MAX_SHOWN]
    return sorted(cells, key=lambda cell: (float(risk[cell]), cell != best, cell))


def _progress(odds: Analysis, cell: Cell) -> float | None:
    """Return the chance that a reveal is survived and leaves something certainly safe."""
    if not odds.exact or odds.view.rules.cell_count > _MAX_CELLS:
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
    hidden = odds.view.cell_bytes.count(notation.HIDDEN & 0xFF)
    return hidden == odds.view.mines


def fifty_fifty_group(odds: Analysis, cell: Cell) -> tuple[Cell, ...]:
    """Return the cells of a forced 50/50 that the cell belongs to, none if it is not one.

    They are cut off from all other undecided cells by what is revealed and by certain mines, there
    are just two ways to fill them, and both take the same number of mines: so nothing that can
    still be revealed, and not the mine count either, will ever tell the two ways apart.
    """
    if not odds.exact or abs(odds.mine_probability[cell] - 0.5) > _SAME:
        return ()
    group = _undecided_around(odds, cell)
    if not group or any(abs(odds.mine_probability[other] - 0.5) > _SAME for other in group):
        return ()
    try:
        one_way = analyse(_with_mine(odds.view, cell), budget=0.5, on_limit="raise")
    except (BudgetExceeded, InconsistentView):
        return ()
    mines = group & one_way.mines
    if mines | (group & one_way.safe) != group or 2 * len(mines) != len(group):
        return ()
    return tuple(sorted(group))


def _undecided_around(odds: Analysis, cell: Cell) -> set[Cell]:
    """Return the undecided cells linked to a cell by touching or by a clue; none if too many."""
    view, rules = odds.view, odds.view.rules
    group, waiting = {cell}, [cell]
    while waiting:
        current = waiting.pop()
        near = set(rules.neighbours(current))
        for neighbour in rules.neighbours(current):
            if view.clue(neighbour) is not None:
                near.update(rules.neighbours(neighbour))
        for other in near - group:
            if view.clue(other) is None and other not in odds.mines and other not in odds.safe:
                group.add(other)
                waiting.append(other)
        if len(group) > _MAX_IN_GROUP:
            return set()
    return group


def _with_mine(view: View, cell: Cell) -> View:
    shown = bytearray(view.shown_bytes)
    shown[cell[0] * view.width + cell[1]] = notation.MINE
    return View(view.rules, view.cell_bytes, bytes(shown))


def _explain(guess: Guess, group: tuple[Cell, ...], alike: int) -> str:
    """Return the reasons in words; `alike` is how many other cells are as risky."""
    name = cell_name(guess.cell)
    if guess.exact:
        text = f"No cell is certainly safe: all layouts were counted. {name} is a mine in "
        text += f"{percent(guess.risk)} of them"
    else:
        text = "The position is too wide to count, so a certain cell may have been missed. "
        text += f"{name} is a mine with an estimated chance of about {percent(guess.risk)}"
    others = [other for other in guess.candidates if other.cell != guess.cell]
    lower = [other for other in others if other.risk < guess.risk - _SAME]
    same = [other for other in others if abs(other.risk - guess.risk) <= _SAME]
    mine = next(other for other in guess.candidates if other.cell == guess.cell)
    if lower:
        text += f"; {cell_name(lower[0].cell)} has less risk ({percent(lower[0].risk)}), but the "
        text += "chances to win are better this way"
    elif same:
        named = name_cells([other.cell for other in same])
        if alike > len(same):
            text += f"; no cell is less risky, {alike} others such as {named} are as risky"
        else:
            text += f"; no cell is less risky, {named} {'is' if alike == 1 else 'are'} as risky"
    else:
        text += "; every other cell is riskier"
    text += "."
    if group:
        text += f" This is a forced 50/50: nothing will ever tell {name_cells(group)} apart, so "
        return text + "guess now and save the time."
    if mine.progress is not None:
        text += f" With a chance of {percent(mine.progress)} something is certainly safe after it."
    return text
