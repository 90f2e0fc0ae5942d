"""One move, judged by what could be seen before it."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from sapper.coach import proof_search
from sapper.coach.guesses import percent
from sapper.coach.proof_steps import Proof
from sapper.coach.proof_text import name_cells
from sapper.errors import BudgetExceeded, InconsistentView
from sapper.game import notation
from sapper.game.cell_names import cell_name
from sapper.game.moves import Kind
from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.inference.analysis import Analysis, Budget, analyse

Class = Literal[
    "certain", "forced guess", "needless guess", "mistake", "flag", "wrong flag", "free", "undo"
]

SAME_RISK: Final = 1e-9
"""Risks that differ by less are the same: the last digits of the odds are rounded."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What there is to say of a move."""

    move_class: Class
    text: str
    risk: float = 0.0
    """The chance that the move would lose the game."""
    lowest_risk: float = 0.0
    """The least risk that any cell had."""
    better: Cell | None = None
    """A cell that was certainly safe, or less risky; None when nothing was better."""
    proof: Proof | None = None
    """Why `better` was safe, or why a flag or a reveal was against what is certain."""
    is_best: bool = True
    """Whether it was certain, had the least risk, or is what the strongest play would reveal."""


class Judge:
    """Judges moves of one game; odds are kept until a clue changes."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._odds: Analysis | None = None

    def odds(self, view: View) -> Analysis:
        """Return the odds of a view. Flags and marks do not change them."""
        known = self._odds
        if known is None or known.view.cell_bytes != view.cell_bytes:
            plain = View(view.rules, view.cell_bytes)
            known = self._odds = analyse(plain, budget=self._budget)
        return known

    def has_safe_cell(self, view: View) -> bool:
        """Tell whether some cell of a running game is certainly safe."""
        return bool(self.odds(view).safe)

    def judge(self, view: View, kind: Kind, cell: Cell | None, *, is_promised: bool) -> Judgement:
        """Judge a move. `is_promised` says that the start rule protects a first reveal."""
        if kind == "undo" or cell is None:
            return Judgement("undo", "takes back the last move")
        if kind == "question":
            return Judgement("flag", "a mark for the player's own use")
        if kind == "flag":
            return self._judge_flag(view, cell)
        if kind == "chord":
            return self._judge_reveal(view, _opened_by_chord(view, cell), chord=cell)
        if view.is_untouched and is_promised:
            return Judgement("free", "the first reveal: the start rule promises that it is no mine")
        return self._judge_reveal(view, [cell], chord=None)

    # Inside --------------------------------------------------------------------------------------

    def _judge_flag(self, view: View, cell: Cell) -> Judgement:
        name = cell_name(cell)
        if cell in view.flags or cell in view.ai_flags:
            return Judgement("flag", f"takes the flag from {name}")
        odds = self.odds(view)
        if cell in odds.mines:
            return Judgement("flag", f"{name} is certainly a mine")
        if cell not in odds.safe:
            risk = float(odds.mine_probability[cell])
            return Judgement("flag", f"{name} is a mine with a chance of {percent(risk)}")
        proof = _prove(odds, cell)
        return Judgement(
            "wrong flag", f"{name} is certainly safe{_because(proof)}", better=cell, proof=proof
        )

    def _judge_reveal(self, view: View, cells: list[Cell], *, chord: Cell | None) -> Judgement:
        odds = self.odds(view)
        what = name_cells(cells)
        if odds.safe.issuperset(cells):
            return Judgement("certain", f"{what} {_be(cells)} certainly safe")
        risk = self._risk(view, cells, chord)
        mines = [cell for cell in cells if cell in odds.mines]
        if mines:
            proof = _prove(odds, mines[0])
            better = min(odds.safe) if odds.safe else odds.best
            text = f"{cell_name(mines[0])} is certainly a mine{_because(proof)}"
            return Judgement("mistake", text, 1.0, _least(odds), better, proof, is_best=False)
        risky = f"a risk of {percent(risk)} at {what}"
        if odds.safe:
            try:
                proof = proof_search.simplest(odds.view, analysis=odds)
                better = proof.cell
            except BudgetExceeded:
                proof, better = None, min(odds.safe)
            text = f"{risky}, but {cell_name(better)} was certainly safe{_because(proof)}"
            return Judgement("needless guess", text, risk, 0.0, better, proof, is_best=False)
        return self._forced(odds, cells, risk, risky)

    def _forced(self, odds: Analysis, cells: list[Cell], risk: float, risky: str) -> Judgement:
        least = min(_least(odds), risk)
        sure = "nothing was certain" if odds.exact else "nothing certain was found"
        if risk <= least + SAME_RISK:
            return Judgement("forced guess", f"{risky}; {sure}, no cell had less", risk, risk)
        better = _least_risky(odds)
        had = f"{cell_name(better)} had only {percent(least)}"
        if cells == [odds.best]:
            # More risk now may mean less later; the strongest play weighs that.
            text = f"{risky}; {sure}; {had}, but the strongest play takes this cell too"
            return Judgement("forced guess", text, risk, least)
        return Judgement(
            "forced guess", f"{risky}; {sure}, but {had}", risk, least, better, is_best=False
        )

    def _risk(self, view: View, cells: list[Cell], chord: Cell | None) -> float:
        """Return the chance that at least one of the cells is a mine."""
        odds = self.odds(view)
        if chord is None:
            return float(odds.mine_probability[cells[0]])
        if not odds.exact:
            return 1.0 - math.prod(1.0 - float(odds.mine_probability[cell]) for cell in cells)
        # The clue has as many flags as mines: all others are safe just when all flags are right.
        marks = view.flags | view.ai_flags
        flagged = [cell for cell in view.rules.neighbours(chord) if cell in marks]
        shown = bytearray(view.rules.cell_count)
        for row, column in flagged:
            shown[row * view.width + column] = notation.MINE
        try:
            right = analyse(
                View(view.rules, view.cell_bytes, bytes(shown)),
                budget=self._budget,
                on_limit="raise",
            )
        except InconsistentView:
            return 1.0
        except BudgetExceeded:
            return 1.0 - math.prod(1.0 - float(odds.mine_probability[cell]) for cell in cells)
        return min(1.0, max(0.0, 1.0 - math.exp(right.log_layouts - odds.log_layouts)))


def _opened_by_chord(view: View, cell: Cell) -> list[Cell]:
    flagged = view.flags | view.ai_flags
    return [
        other
        for other in view.rules.neighbours(cell)
        if view.clue(other) is None and other not in flagged
    ]


def _least(odds: Analysis) -> float:
    if odds.safe:
        return 0.0
    hidden = odds.view.cells < 0
    return float(odds.mine_probability[hidden].min())


def _least_risky(odds: Analysis) -> Cell:
    import numpy as np

    hidden = np.flatnonzero(odds.view.cells < 0)
    at = int(hidden[odds.mine_probability.ravel()[hidden].argmin()])
    return divmod(at, odds.view.width)


def _prove(odds: Analysis, cell: Cell) -> Proof | None:
    try:
        return proof_search.prove(odds.view, cell, analysis=odds)
    except BudgetExceeded:
        return None


def _because(proof: Proof | None) -> str:
    return f": {proof.text}" if proof else ""


def _be(cells: Iterable[Cell]) -> str:
    return "was" if len(list(cells)) == 1 else "were"
