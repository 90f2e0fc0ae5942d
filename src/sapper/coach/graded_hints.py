r"""The next move and why, in three grades: where to look, which clues, the move with its proof.

>>> from sapper import parse_view
>>> answer = hint(parse_view("4x2/2\n1221\n####"))
>>> answer.cell, answer.action, answer.proof.name
((1, 3), 'reveal', '1-2-X')
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, Literal

from sapper.coach import proof_search
from sapper.coach.guesses import Guess, consider, percent
from sapper.coach.proof_steps import Proof
from sapper.errors import BudgetExceeded, IllegalMove, quoted
from sapper.game.cell_names import cell_name, row_letters
from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.inference.analysis import DEFAULT_BUDGET, Analysis, Budget, analyse

Action = Literal["reveal", "flag"]
GRADES: Final = (1, 2, 3)
_LIKELY: Final = 0.02


@dataclass(frozen=True, slots=True)
class Grade:
    """What one grade of a hint shows."""

    text: str
    cells: tuple[Cell, ...]
    """Hidden cells to look at."""
    clues: tuple[Cell, ...]
    """Revealed cells to look at, in the order of the argument."""


@dataclass(frozen=True, slots=True)
class Hint:
    """The next move. Either it is certain, then `proof` says why, or `guess` gives the odds."""

    cell: Cell
    action: Action
    certain: bool
    proof: Proof | None
    """None for a guess, and where counting showed that a cell is certain but no argument of a
    bearable length was found."""
    guess: Guess | None
    grades: tuple[Grade, Grade, Grade]

    def to_json(self, grade: int = 3) -> dict[str, Any]:
        """Return plain dicts and lists with only what a grade from 1 to 3 may show."""
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
    """Return a grade from 1 to 3. Raises IllegalMove for anything else."""
    if isinstance(grade, bool) or grade not in GRADES:
        raise IllegalMove(f"a hint has grades 1 to 3, not {quoted(grade)}")
    return int(grade)


def hint(view: View, *, budget: Budget | float = DEFAULT_BUDGET) -> Hint:
    """Return the next move: the certain cell that is easiest to see, else the best guess.

    Flags count for nothing. Raises InconsistentView when no layout agrees with the view,
    IllegalMove when no move is left, and BudgetExceeded when a position is too wide to say anything
    within the budget.
    """
    try:
        odds = analyse(view, budget=budget)
    except BudgetExceeded:
        # Too wide even for an estimate; but something may be certain all the same.
        hidden = [cell for cell in view.rules.cells() if view.clue(cell) is None]
        proof = proof_search.look_for_safe(view, hidden)
        if proof is None:
            raise
        return Hint(proof.cell, "reveal", True, proof, None, _proof_grades(view, proof))
    if odds.safe:
        return _certain(odds, "reveal")
    if (
        not odds.exact
        and (proof := proof_search.look_for_safe(view, _likely_safe(odds))) is not None
    ):
        return Hint(proof.cell, "reveal", True, proof, None, _proof_grades(view, proof))
    if odds.best is not None:
        guess = consider(odds)
        return Hint(guess.cell, "reveal", False, None, guess, _guess_grades(guess))
    if odds.mines - view.flags - view.ai_flags - view.shown_mines:
        return _certain(odds, "flag")
    raise IllegalMove("there is nothing left to do: every cell that is no mine is revealed")


def _likely_safe(odds: Analysis) -> list[Cell]:
    """Return the cells that an estimate takes for nearly safe; some of them may be certain."""
    rows, columns = ((odds.mine_probability < _LIKELY) & (odds.view.cells < 0)).nonzero()
    return list(zip(rows.tolist(), columns.tolist(), strict=True))


def _certain(odds: Analysis, action: Action) -> Hint:
    view = odds.view
    left = odds.safe or odds.mines - view.flags - view.ai_flags - view.shown_mines
    try:
        proof = proof_search.simplest(view, among=left, analysis=odds)
    except BudgetExceeded:
        return _unproved(odds, min(left), action)
    return Hint(proof.cell, action, True, proof, None, _proof_grades(view, proof))


def _unproved(odds: Analysis, cell: Cell, action: Action) -> Hint:
    what = "safe" if action == "reveal" else "a mine"
    text = (
        f"{cell_name(cell)} is {what} in every layout that agrees with the position: all were "
        "counted. No argument of a bearable length was found."
    )
    where = Grade(_where([cell]), tuple(_box(odds.view, [cell])), ())
    grades = (where, where, Grade(text, (cell,), ()))
    return Hint(cell, action, True, None, None, grades)


def _proof_grades(view: View, proof: Proof) -> tuple[Grade, Grade, Grade]:
    seen = [*proof.clues, proof.cell]
    place = f"Something is certain. {_where(seen)}"
    names = [f"the {view.clue(clue)} at {cell_name(clue)}" for clue in proof.clues]
    if proof.uses_mine_count:
        names.append("the mine count")
    which = f"Look at {_in_words(names)}{_KIND_WORDS[proof.kind]}."
    what = "is a mine: flag it" if proof.is_mine else "is safe: reveal it"
    if not proof.is_mine and proof.cell in view.flags | view.ai_flags:
        what = "is safe: take its flag away and reveal it"
    move = f"{cell_name(proof.cell)} {what}. {proof.text}"
    return (
        Grade(place, tuple(_box(view, seen)), ()),
        Grade(which, proof.cells, proof.clues),
        Grade(move, (proof.cell,), proof.clues),
    )


_KIND_WORDS: Final = {
    "clue": ", one at a time",
    "pair": " and compare two of them",
    "chain": " and compare them one after the other",
    "cases": " and try what follows if the cell were the opposite",
}


def _guess_grades(guess: Guess) -> tuple[Grade, Grade, Grade]:
    cells = tuple(candidate.cell for candidate in guess.candidates)
    if guess.risk == 0:  # the first move
        text = "Nothing is revealed yet: begin anywhere."
        return Grade(text, (), ()), Grade(text, (), ()), Grade(guess.text, (guess.cell,), ())
    sure = "No cell is certainly safe" if guess.exact else "No certain cell was found"
    first = f"{sure}: a guess is needed."
    second = f"{first} The least risk of all cells is {percent(guess.lowest_risk)}."
    if guess.is_fifty_fifty:
        second += " There is a forced 50/50."
    return Grade(first, (), ()), Grade(second, cells, ()), Grade(guess.text, (guess.cell,), ())


def _where(cells: Iterable[Cell]) -> str:
    rows, columns = zip(*cells, strict=True)
    top, bottom = row_letters(min(rows)), row_letters(max(rows))
    left, right = min(columns) + 1, max(columns) + 1
    row = f"row {top}" if top == bottom else f"rows {top} to {bottom}"
    column = f"column {left}" if left == right else f"columns {left} to {right}"
    return f"Look at {row}, {column}."


def _box(view: View, cells: Iterable[Cell]) -> Iterable[Cell]:
    """Iterate over the hidden cells of the smallest rectangle around some cells."""
    rows, columns = zip(*cells, strict=True)
    for row in range(min(rows), max(rows) + 1):
        for column in range(min(columns), max(columns) + 1):
            if view.clue((row, column)) is None:
                yield row, column


def _in_words(names: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
