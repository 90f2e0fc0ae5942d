r"""Hints that describe the next move at three levels of detail, called grades.

Grade 1 points to an area of the board, grade 2 names the relevant clues, and grade 3 gives the move
with its proof or odds.

>>> from sapper import parse_view
>>> answer = hint(parse_view("4x2/2\n1221\n####"))
>>> answer.cell, answer.action, answer.proof.name
((1, 3), 'reveal', '1-2-2-1')
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal

from sapper.coach import proof_search
from sapper.coach.guess_ranking import Guess, best_guess, percent
from sapper.coach.highlights import Highlight, TargetKind, highlight
from sapper.coach.proof_steps import Proof
from sapper.coach.proof_text import clue_name, join_words
from sapper.errors import BudgetExceeded, IllegalMove, short_repr
from sapper.game import position_notation
from sapper.game.cell_names import cell_name, row_letters
from sapper.game.json_record import JsonRecord, json_value
from sapper.game.rules import Cell
from sapper.game.view import MAX_CLUE, View
from sapper.inference.analysis import SAFE, Analysis, analyse
from sapper.inference.budget import DEFAULT_BUDGET, Budget

Action = Literal["reveal", "flag"]
GRADES: Final = (1, 2, 3)
_LOW_RISK: Final = 0.02
_FLAGS: Final = (position_notation.FLAG, position_notation.AI_FLAG)


@dataclass(frozen=True, slots=True)
class Grade(JsonRecord):
    """The text and highlights of one grade of a hint."""

    text: str
    highlights: tuple[Highlight, ...]


@dataclass(frozen=True, slots=True)
class Hint(JsonRecord):
    """A suggested move with its proof or odds, explained at three levels of detail."""

    cell: Cell
    action: Action
    certain: bool
    proof: Proof | None
    """The proof that the cell is safe or a mine, or None if the move is a guess or no short proof
    was found."""
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
            "highlights": json_value(shown.highlights),
            "uses_mine_count": self.proof is not None and self.proof.uses_mine_count,
            "certain": self.certain,
        }
        if grade == 3:
            answer |= {
                "cell": list(self.cell),
                "action": self.action,
                "proof": json_value(self.proof),
                "guess": json_value(self.guess),
            }
        return answer


def check_grade(grade: Any) -> int:
    """Validate a hint grade and return it. Raises IllegalMove if the grade is not 1, 2 or 3."""
    if isinstance(grade, bool) or grade not in GRADES:
        raise IllegalMove(f"the hint grade must be 1, 2 or 3, not {short_repr(grade)}")
    return int(grade)


def hint(view: View, *, budget: Budget | float = DEFAULT_BUDGET) -> Hint:
    """Return the provably safe move with the simplest proof, or the best guess if none is safe.

    If only mines remain hidden, the hint suggests flagging one of the mines. The analysis ignores
    the player's flags. Raises InconsistentView if no layout is consistent with the view,
    IllegalMove if no moves are left, and BudgetExceeded if the position is too complex to analyse
    within the budget.
    """
    try:
        odds = analyse(view, budget=budget)
    except BudgetExceeded:
        # The proof search does not need the odds, so it can still find a provably safe cell.
        hidden = [cell for cell in view.rules.cells() if view.clue(cell) is None]
        proof = proof_search.find_safe_proof(view, hidden)
        if proof is None:
            raise
        return _proved_hint(view, proof, "reveal")
    if SAFE in odds.certainty:
        return certain_hint(odds, None, "reveal")
    if (
        not odds.exact
        and (proof := proof_search.find_safe_proof(view, _low_risk_cells(odds))) is not None
    ):
        return _proved_hint(view, proof, "reveal")
    if odds.best is not None:
        guess = best_guess(odds)
        return Hint(guess.cell, "reveal", False, None, guess, _guess_grades(guess))
    if unmarked := odds.mines - view.flags - view.ai_flags - view.shown_mines:
        return certain_hint(odds, unmarked, "flag")
    raise IllegalMove("no hint available: every safe cell is revealed")


def _low_risk_cells(odds: Analysis) -> list[Cell]:
    """Return the cells with a very low estimated risk, some of which may be provably safe."""
    rows, columns = ((odds.mine_probability < _LOW_RISK) & (odds.view.cells < 0)).nonzero()
    return list(zip(rows.tolist(), columns.tolist(), strict=True))


def certain_hint(odds: Analysis, cells: frozenset[Cell] | None, action: Action) -> Hint:
    """Return a hint for one of the given cells, or for any safe cell if `cells` is None.

    All given cells must be safe if the action is "reveal", or mines if the action is "flag".
    """
    try:
        proof = proof_search.simplest_proof(odds.view, among=cells, analysis=odds)
    except BudgetExceeded:
        return _unproved_hint(min(odds.safe if cells is None else cells), action)
    return _proved_hint(odds.view, proof, action)


def _proved_hint(view: View, proof: Proof, action: Action) -> Hint:
    return Hint(proof.cell, action, True, proof, None, _proof_grades(view, proof))


def _unproved_hint(cell: Cell, action: Action) -> Hint:
    """Return a hint for a safe cell or a mine for which no short proof was found."""
    conclusion = "safe" if action == "reveal" else "a mine"
    text = (
        f"{cell_name(cell)} is {conclusion} in every layout that is consistent with the position. "
        "No short proof was found."
    )
    area = Grade(_area_text([cell]), highlight(area=[cell]))
    target = highlight(("safe" if action == "reveal" else "mine", cell))
    return Hint(cell, action, True, None, None, (area, area, Grade(text, target)))


def _proof_grades(view: View, proof: Proof) -> tuple[Grade, Grade, Grade]:
    mentioned = [*proof.clues, proof.cell]
    area = f"You do not need to guess. {_area_text(mentioned)}"
    names = [clue_name(cell, view.cell_bytes[_index(view, cell)]) for cell in proof.clues]
    if proof.uses_mine_count:
        names.append("the mine count")
    method = _KIND_HINTS[proof.kind] if len(names) > 1 else ""
    clues = f"Look at {join_words(names)}{method}. {proof.pattern_text}".rstrip()
    conclusion = "is a mine: flag it" if proof.is_mine else "is safe: reveal it"
    if not proof.is_mine and view.shown_bytes[_index(view, proof.cell)] in _FLAGS:
        conclusion = "is safe: remove its flag and reveal it"
    move = f"{cell_name(proof.cell)} {conclusion}. {proof.explanation}"
    target: TargetKind = "mine" if proof.is_mine else "safe"
    return (
        Grade(area, highlight(area=_hidden_in_rectangle(view, mentioned))),
        Grade(clues, highlight(clues=proof.clues, area=proof.cells)),
        Grade(move, highlight((target, proof.cell), clues=proof.clues, area=proof.cells)),
    )


_KIND_HINTS: Final = {
    "clue": ", one at a time",
    "pair": ", and compare two at a time",
    "chain": ", and compare them step by step",
    "cases": ", and look for an assumption that leads to a contradiction",
}


def _guess_grades(guess: Guess) -> tuple[Grade, Grade, Grade]:
    if guess.risk == 0:  # The start rule protects the first move.
        start = Grade("No cell is revealed yet, so start anywhere.", ())
        return start, start, Grade(guess.text, highlight(("safe", guess.cell)))
    reason = "No cell is certainly safe" if guess.exact else "No certainly safe cell was found"
    first = f"{reason}, so you have to guess."
    second = f"{first} The lowest risk is {percent(guess.lowest_risk)}."
    if guess.is_fifty_fifty:
        second += " There is a forced 50/50."
    return (
        Grade(first, ()),
        Grade(second, highlight(area=[candidate.cell for candidate in guess.candidates])),
        Grade(guess.text, highlight(("guess", guess.cell))),
    )


def _index(view: View, cell: Cell) -> int:
    """Return the index of a cell in the view's byte strings."""
    return cell[0] * view.width + cell[1]


def _area_text(cells: Iterable[Cell]) -> str:
    rows, columns = zip(*cells, strict=True)
    top, bottom = row_letters(min(rows)), row_letters(max(rows))
    left, right = min(columns) + 1, max(columns) + 1
    row = f"row {top}" if top == bottom else f"rows {top} to {bottom}"
    column = f"column {left}" if left == right else f"columns {left} to {right}"
    return f"Look at {row}, {column}."


def _hidden_in_rectangle(view: View, cells: Iterable[Cell]) -> Iterator[Cell]:
    """Yield the hidden cells in the bounding rectangle of the given cells."""
    rows, columns = zip(*cells, strict=True)
    width, clues = view.width, view.cell_bytes
    for row in range(min(rows), max(rows) + 1):
        for column in range(min(columns), max(columns) + 1):
            if clues[row * width + column] > MAX_CLUE:
                yield row, column
