"""Assessment of individual moves, based only on the position before each move."""

import math
from dataclasses import dataclass
from typing import Final, Literal

from sapper.coach import proof_search
from sapper.coach.guess_ranking import percent
from sapper.coach.proof_steps import Proof
from sapper.coach.proof_text import name_cells
from sapper.errors import BudgetExceeded, InconsistentView
from sapper.game import position_notation
from sapper.game.cell_names import cell_name
from sapper.game.moves import Kind
from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.inference.analysis import Analysis, analyse
from sapper.inference.budget import Budget

MoveClass = Literal[
    "certain",
    "forced guess",
    "needless guess",
    "mistake",
    "flag",
    "wrong flag",
    "free",
    "no effect",
    "undo",
]

RISK_TOLERANCE: Final = 1e-9
"""The rounding tolerance within which two risks count as equal."""


@dataclass(frozen=True, slots=True)
class Assessment:
    """A move's class and risk, with a better alternative if one existed."""

    move_class: MoveClass
    text: str
    risk: float = 0.0
    """The probability that the move loses the game, as known before the move."""
    lowest_risk: float = 0.0
    """The lowest risk among all hidden cells."""
    better: Cell | None = None
    """A safe or less risky cell, or None if there was no better move."""
    proof: Proof | None = None
    """The proof that the better cell is safe, that the flag is wrong or that the revealed cell is a
    mine, or None if there is no proof."""
    is_best: bool = True
    """True if the move was provably safe, had the lowest risk, or matched the strongest strategy's
    choice. The attribute is also True for flags, undos, protected first reveals and clicks without
    effect."""


_FIXED_ASSESSMENTS: Final[dict[Kind, Assessment]] = {
    "undo": Assessment("undo", "undoes the last move"),
    "click": Assessment("no effect", "the click changed nothing"),
    "pause": Assessment("no effect", "the game was paused"),
    "resume": Assessment("no effect", "the game was resumed"),
    "question": Assessment("flag", "a question mark does not affect the game"),
}


class MoveAssessor:
    """An assessor for the moves of one game. The computed odds are cached until a clue changes."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._odds: Analysis | None = None

    def assess(
        self, view: View, kind: Kind, cell: Cell | None, *, is_start_protected: bool
    ) -> Assessment:
        """Assess a move made in the given view.

        `is_start_protected` is True if the start rule guarantees a safe first reveal.
        """
        if cell is None or kind in _FIXED_ASSESSMENTS:
            return _FIXED_ASSESSMENTS[kind]
        if kind == "flag":
            return self._assess_flag(view, cell)
        if kind == "chord":
            return self._assess_reveal(view, _cells_opened_by_chord(view, cell), chord=cell)
        if view.is_untouched and is_start_protected:
            return Assessment("free", "the start rule makes the first reveal safe")
        return self._assess_reveal(view, [cell], chord=None)

    def _analyse(self, view: View) -> Analysis:
        """Return the analysis of a view, ignoring its flags and question marks."""
        cached = self._odds
        if cached is None or cached.view.cell_bytes != view.cell_bytes:
            unmarked = View(view.rules, view.cell_bytes)
            cached = self._odds = analyse(unmarked, budget=self._budget)
        return cached

    def _assess_flag(self, view: View, cell: Cell) -> Assessment:
        name = cell_name(cell)
        if cell in view.flags or cell in view.ai_flags:
            return Assessment("flag", f"removes the flag from {name}")
        odds = self._analyse(view)
        if cell in odds.mines:
            return Assessment("flag", f"{name} is certainly a mine")
        if cell not in odds.safe:
            risk = float(odds.mine_probability[cell])
            return Assessment("flag", f"{name} had a mine probability of {percent(risk)}")
        proof = _prove(odds, cell)
        text = f"{name} is certainly safe{_proof_suffix(proof)}"
        return Assessment("wrong flag", text, better=cell, proof=proof)

    def _assess_reveal(self, view: View, cells: list[Cell], *, chord: Cell | None) -> Assessment:
        odds = self._analyse(view)
        names = name_cells(cells)
        if odds.safe.issuperset(cells):
            verb = "was" if len(cells) == 1 else "were"
            return Assessment("certain", f"{names} {verb} certainly safe")
        risk = self._risk(view, cells, chord)
        mines = [cell for cell in cells if cell in odds.mines]
        if mines:
            proof = _prove(odds, mines[0])
            better = min(odds.safe) if odds.safe else odds.best
            text = f"{cell_name(mines[0])} is certainly a mine{_proof_suffix(proof)}"
            lowest = _lowest_risk(odds)
            return Assessment("mistake", text, 1.0, lowest, better, proof, is_best=False)
        if odds.safe:
            try:
                proof = proof_search.simplest_proof(odds.view, analysis=odds)
                better = proof.cell
            except BudgetExceeded:
                proof, better = None, min(odds.safe)
            text = (
                f"risks {percent(risk)} at {names} although {cell_name(better)} was certainly safe"
                f"{_proof_suffix(proof)}"
            )
            return Assessment("needless guess", text, risk, 0.0, better, proof, is_best=False)
        return _assess_forced_guess(odds, cells, risk)

    def _risk(self, view: View, cells: list[Cell], chord: Cell | None) -> float:
        """Return the probability that at least one of the cells is a mine."""
        odds = self._analyse(view)
        if chord is None:
            return float(odds.mine_probability[cells[0]])
        if not odds.exact:
            return _independent_risk(odds, cells)
        # A chord requires as many flags as its clue has mines. It is safe if and only if every flag
        # is correct.
        marks = view.flags | view.ai_flags
        flagged = [cell for cell in view.rules.neighbours(chord) if cell in marks]
        shown = bytearray(view.rules.cell_count)
        for row, column in flagged:
            shown[row * view.width + column] = position_notation.MINE
        try:
            with_flags = analyse(
                View(view.rules, view.cell_bytes, bytes(shown)),
                budget=self._budget,
                on_limit="raise",
            )
        except InconsistentView:
            return 1.0
        except BudgetExceeded:
            return _independent_risk(odds, cells)
        return min(1.0, max(0.0, 1.0 - math.exp(with_flags.log_layouts - odds.log_layouts)))


def _assess_forced_guess(odds: Analysis, cells: list[Cell], risk: float) -> Assessment:
    lowest = min(_lowest_risk(odds), risk)
    certainty = "no cell was certain" if odds.exact else "no certain cell was found"
    start = f"risks {percent(risk)} at {name_cells(cells)}; {certainty}"
    if risk <= lowest + RISK_TOLERANCE:
        return Assessment("forced guess", f"{start} and none was less risky", risk, risk)
    better = _least_risky_cell(odds)
    alternative = f"{cell_name(better)} had a risk of only {percent(lowest)}"
    if cells == [odds.best]:
        # The strongest strategy may accept a higher risk now in exchange for lower risks later.
        text = f"{start}; {alternative}, but the strongest strategy chooses this cell too"
        return Assessment("forced guess", text, risk, lowest)
    text = f"{start}, but {alternative}"
    return Assessment("forced guess", text, risk, lowest, better, is_best=False)


def _independent_risk(odds: Analysis, cells: list[Cell]) -> float:
    """Estimate the probability that a set of cells contains a mine, assuming independence."""
    return 1.0 - math.prod(1.0 - float(odds.mine_probability[cell]) for cell in cells)


def _cells_opened_by_chord(view: View, cell: Cell) -> list[Cell]:
    flagged = view.flags | view.ai_flags
    return [
        other
        for other in view.rules.neighbours(cell)
        if view.clue(other) is None and other not in flagged
    ]


def _lowest_risk(odds: Analysis) -> float:
    if odds.safe:
        return 0.0
    hidden = odds.view.cells < 0
    return float(odds.mine_probability[hidden].min())


def _least_risky_cell(odds: Analysis) -> Cell:
    import numpy as np

    hidden = np.flatnonzero(odds.view.cells < 0)
    at = int(hidden[odds.mine_probability.ravel()[hidden].argmin()])
    return divmod(at, odds.view.width)


def _prove(odds: Analysis, cell: Cell) -> Proof | None:
    try:
        return proof_search.prove(odds.view, cell, analysis=odds)
    except BudgetExceeded:
        return None


def _proof_suffix(proof: Proof | None) -> str:
    return f". {proof.explanation}" if proof else ""
