r"""Hints that describe the next move at three levels of detail, called grades.

Grade 1 names an area of the board, grade 2 names the clues, and grade 3 gives the move with its
proof or odds.

>>> from sapper import parse_view
>>> answer = hint(parse_view("4x2/2\n1221\n####"))
>>> answer.cell, answer.action, answer.proof.name
((1, 3), 'reveal', '1-2-X')
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal

from sapper.coach import proof_search
from sapper.coach.guess_ranking import Guess, best_guess, percent
from sapper.coach.proof_steps import Proof
from sapper.coach.proof_text import join_words
from sapper.errors import BudgetExceeded, IllegalMove, short_repr
from sapper.game.cell_names import cell_name, row_letters
from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.inference.analysis import Analysis, analyse
from sapper.inference.budget import DEFAULT_BUDGET, Budget

Action = Literal["reveal", "flag"]
GRADES: Final = (1, 2, 3)
_LOW_RISK: Final = 0.02


@dataclass(frozen=True, slots=True)
class Grade:
    """The content of one grade of a hint."""

    text: str
    cells: tuple[Cell, ...]
    """The hidden cells to highlight."""
    clues: tuple[Cell, ...]
    """The clues to highlight, in the order in which the proof uses them."""


@dataclass(frozen=True, slots=True)
class Hint:
    """The next move, which is either certain or a guess."""

    cell: Cell
    action: Action
    certain: bool
    proof: Proof | None
    """The proof of a certain move, or None if the move is a guess or has no short proof."""
    guess: Guess | None
    grades: tuple[Grade, Grade, Grade]

    def to_json(self, grade: int = 3) -> dict[str, Any]:
        """Return one grade of the hint as JSON-compatible dicts and lists.

        Grades 1 and 2 omit the move.
        """
        shown = self.grades[check_grade(grade) - 1]
        answer: dict[str, Any] = {
            "grade": grade,
            "text": shown.text,
            "cells": [list(cell) for cell in shown.cells],
            "clues": [list(clue) for clue in shown.clues],
            "uses_mine_count": self.proof is not None and self.proof.uses_mine_count,
            "certain": self.certain,
        }
        if grade == 3:
            answer |= {
                "cell": list(self.cell),
                "action": self.action,
                "proof": self.proof.to_json() if self.proof else None,
                "guess": self.guess.to_json() if self.guess else None,
            }
        return answer


def check_grade(grade: Any) -> int:
    """Return the grade if it is valid. Raises IllegalMove if it is not 1, 2 or 3."""
    if isinstance(grade, bool) or grade not in GRADES:
        raise IllegalMove(f"the hint grade must be 1, 2 or 3, not {short_repr(grade)}")
    return int(grade)


def hint(view: View, *, budget: Budget | float = DEFAULT_BUDGET) -> Hint:
    """Return the certain move that is easiest to see, or the best guess if no move is certain.

    The analysis ignores the player's flags. Raises InconsistentView if no layout is consistent with
    the view, IllegalMove if no move is left, and BudgetExceeded if the position is too complex to
    analyse within the budget.
    """
    try:
        odds = analyse(view, budget=budget)
    except BudgetExceeded:
        # The proof search does not need the odds and may still find a certain cell.
        hidden = [cell for cell in view.rules.cells() if view.clue(cell) is None]
        proof = proof_search.find_safe_proof(view, hidden)
        if proof is None:
            raise
        return _proved_hint(view, proof, "reveal")
    if odds.safe:
        return _certain_hint(odds, odds.safe, "reveal")
    if (
        not odds.exact
        and (proof := proof_search.find_safe_proof(view, _low_risk_cells(odds))) is not None
    ):
        return _proved_hint(view, proof, "reveal")
    if odds.best is not None:
        guess = best_guess(odds)
        return Hint(guess.cell, "reveal", False, None, guess, _guess_grades(guess))
    if unmarked := odds.mines - view.flags - view.ai_flags - view.shown_mines:
        return _certain_hint(odds, unmarked, "flag")
    raise IllegalMove("no hint available: every safe cell is revealed")


def _low_risk_cells(odds: Analysis) -> list[Cell]:
    """Return the cells with a very low estimated risk, some of which may be certainly safe."""
    rows, columns = ((odds.mine_probability < _LOW_RISK) & (odds.view.cells < 0)).nonzero()
    return list(zip(rows.tolist(), columns.tolist(), strict=True))


def _certain_hint(odds: Analysis, cells: frozenset[Cell], action: Action) -> Hint:
    try:
        proof = proof_search.simplest_proof(odds.view, among=cells, analysis=odds)
    except BudgetExceeded:
        return _unproved_hint(min(cells), action)
    return _proved_hint(odds.view, proof, action)


def _proved_hint(view: View, proof: Proof, action: Action) -> Hint:
    return Hint(proof.cell, action, True, proof, None, _proof_grades(view, proof))


def _unproved_hint(cell: Cell, action: Action) -> Hint:
    """Return the hint for a certain cell that has no short proof."""
    conclusion = "safe" if action == "reveal" else "a mine"
    text = (
        f"{cell_name(cell)} is {conclusion} in every layout that is consistent with the position. "
        "No short proof was found."
    )
    area = Grade(_area_text([cell]), (cell,), ())
    grades = (area, area, Grade(text, (cell,), ()))
    return Hint(cell, action, True, None, None, grades)


def _proof_grades(view: View, proof: Proof) -> tuple[Grade, Grade, Grade]:
    mentioned = [*proof.clues, proof.cell]
    area = f"You do not need to guess. {_area_text(mentioned)}"
    names = [f"the {view.clue(clue)} at {cell_name(clue)}" for clue in proof.clues]
    if proof.uses_mine_count:
        names.append("the mine count")
    method = _KIND_HINTS[proof.kind] if len(names) > 1 else ""
    clues = f"Look at {join_words(names)}{method}."
    conclusion = "is a mine: flag it" if proof.is_mine else "is safe: reveal it"
    if not proof.is_mine and proof.cell in view.flags | view.ai_flags:
        conclusion = "is safe: remove its flag and reveal it"
    move = f"{cell_name(proof.cell)} {conclusion}. {proof.text}"
    return (
        Grade(area, tuple(_hidden_in_rectangle(view, mentioned)), ()),
        Grade(clues, proof.cells, proof.clues),
        Grade(move, (proof.cell,), proof.clues),
    )


_KIND_HINTS: Final = {
    "clue": ", one at a time",
    "pair": ", and compare two of them",
    "chain": ", and compare them step by step",
    "cases": ", and look for an assumption that leads to a contradiction",
}


def _guess_grades(guess: Guess) -> tuple[Grade, Grade, Grade]:
    cells = tuple(candidate.cell for candidate in guess.candidates)
    if guess.risk == 0:  # the first move
        text = "No cell is revealed yet, so start anywhere."
        return Grade(text, (), ()), Grade(text, (), ()), Grade(guess.text, (guess.cell,), ())
    reason = "No cell is certainly safe" if guess.exact else "No certainly safe cell was found"
    first = f"{reason}, so you have to guess."
    second = f"{first} The lowest risk is {percent(guess.lowest_risk)}."
    if guess.is_fifty_fifty:
        second += " There is a forced 50/50."
    return Grade(first, (), ()), Grade(second, cells, ()), Grade(guess.text, (guess.cell,), ())


def _area_text(cells: Iterable[Cell]) -> str:
    rows, columns = zip(*cells, strict=True)
    top, bottom = row_letters(min(rows)), row_letters(max(rows))
    left, right = min(columns) + 1, max(columns) + 1
    row = f"row {top}" if top == bottom else f"rows {top} to {bottom}"
    column = f"column {left}" if left == right else f"columns {left} to {right}"
    return f"Look at {row}, {column}."


def _hidden_in_rectangle(view: View, cells: Iterable[Cell]) -> Iterator[Cell]:
    """Iterate over the hidden cells in the bounding rectangle of the given cells."""
    rows, columns = zip(*cells, strict=True)
    for row in range(min(rows), max(rows) + 1):
        for column in range(min(columns), max(columns) + 1):
            if view.clue((row, column)) is None:
                yield row, column
