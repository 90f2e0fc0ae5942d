"""Puzzles: positions with a question, built from generated boards or from a player's mistakes."""

from dataclasses import dataclass, replace
from functools import cache
from hashlib import blake2b
from typing import Any, Final, Literal, get_args

from sapper.coach.counterexample import find_layout
from sapper.coach.game_review import Review
from sapper.coach.graded_hints import Grade, Hint, certain_hint, hint
from sapper.coach.highlights import Highlight, TargetKind, highlight
from sapper.coach.initial_puzzle_rating import initial_rating, is_endgame
from sapper.coach.mine_counting import find_counted_cells
from sapper.coach.pattern_library import pattern_names
from sapper.coach.proof_search import prove
from sapper.coach.proof_steps import Proof
from sapper.coach.proof_text import name_cells
from sapper.errors import BudgetExceeded, IllegalMove, UnknownTheme, closest_name, short_repr
from sapper.game.cell_names import cell_name
from sapper.game.json_record import JsonRecord, json_value
from sapper.game.rules import Cell
from sapper.game.view import View, parse_view
from sapper.inference.analysis import Analysis, analyse

PuzzleKind = Literal["safe", "mine", "certain", "count", "guess"]
PUZZLE_KINDS: Final[tuple[PuzzleKind, ...]] = get_args(PuzzleKind)
MAX_PUZZLES_PER_GAME: Final = 20
"""The maximum number of puzzles built from one game."""

_QUESTIONS: Final[dict[PuzzleKind, str]] = {
    "safe": "Which cell is certainly safe?",
    "mine": "Which cell is certainly a mine?",
    "certain": "Is a cell certainly safe, or do you have to guess?",
    "count": "How many mines do the marked cells contain?",
    "guess": "No cell is certainly safe. Which cell is least likely to be a mine?",
}
_TOLERANCE: Final = 1e-9
_MAX_NAMED_ANSWERS: Final = 8


@dataclass(frozen=True, slots=True)
class Puzzle(JsonRecord):
    """A position with a question, all correct answers and an explanation."""

    id: str
    """An identifier derived from the kind, the position and the marked cells."""
    kind: PuzzleKind
    theme: str
    rating: int
    """The initial rating; see `initial_puzzle_rating`."""
    position: str
    """The position in text notation, as described in docs/reference/notation.md."""
    question: str
    marked: tuple[Cell, ...]
    """The cells that a `count` puzzle asks about."""
    answers: tuple[Cell, ...]
    """All correct cells, or () if the correct answer is a guess or a number."""
    number: int | None
    """The correct answer to a `count` puzzle, or None for other kinds."""
    grades: tuple[Grade, Grade, Grade]
    """The three grades of the hint. The last grade explains the answer."""
    proof: Proof | None
    """The proof of the answer, or None if the answer is a guess or a number, or has no short
    proof."""

    @property
    def view(self) -> View:
        """The parsed position."""
        return parse_view(self.position)


@dataclass(frozen=True, slots=True)
class Answer:
    """A player's answer: a cell, a number, or neither.

    An answer with neither a cell nor a number means "I have to guess" in a `certain` puzzle. In
    other puzzles, an empty answer means that the player gives up.
    """

    cell: Cell | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class AnswerResult:
    """The assessment of an answer."""

    is_correct: bool
    explanation: str
    answers: tuple[Cell, ...]
    number: int | None
    proof: Proof | None
    highlights: tuple[Highlight, ...]
    """The cells that the explanation refers to."""
    counterexample: frozenset[Cell] | None = None
    """The mines of a consistent layout that refutes a wrong cell, or None if there is none."""
    refutation: str = ""
    """A sentence about the counterexample, which does not disclose the correct answers."""

    @property
    def verdict(self) -> str:
        """A one-word verdict on the player's answer."""
        return "Correct." if self.is_correct else "Incorrect."

    def to_json(self) -> dict[str, Any]:
        """Return the result as JSON-compatible dicts and lists."""
        return {
            "correct": self.is_correct,
            "verdict": self.verdict,
            "explanation": self.explanation,
            "answers": json_value(self.answers),
            "number": self.number,
            "proof": json_value(self.proof),
            "highlights": json_value(self.highlights),
            "counterexample": json_value(self.counterexample),
            "refutation": self.refutation,
        }


@cache
def themes() -> tuple[str, ...]:
    """Return the names of all puzzle themes: single clues, patterns, long arguments and guesses."""
    patterns = [theme_of_pattern(name) for name in pattern_names() if not name.startswith("50/50")]
    return (
        "single-clue", *patterns, "chain", "cases", "counting", "guess-or-not", "fifty-fifty",
        "best-guess",
    )  # fmt: skip


def theme_of_pattern(name: str) -> str:
    """Return the puzzle theme for a pattern.

    >>> theme_of_pattern("1-3-1 corner"), theme_of_pattern("1-2+")
    ('1-3-1-corner', '1-2-plus')
    """
    return name.replace(" ", "-").replace("+", "-plus")


def check_theme(name: Any) -> str:
    """Return the theme with the given name. Raises UnknownTheme if no theme has that name."""
    if name in themes():
        return str(name)
    nearest = closest_name(name, themes()) if isinstance(name, str) else None
    raise UnknownTheme(
        f"unknown theme {short_repr(name)}",
        hint=f"did you mean {nearest}?" if nearest else f"the themes are {', '.join(themes())}",
        field="theme",
    )


def build_puzzle(
    view: View, kind: PuzzleKind | None = None, *, marked: tuple[Cell, ...] = ()
) -> Puzzle:
    """Build a puzzle from a position, ignoring its marks.

    If `kind` is None, the puzzle asks for a safe cell, or for the best guess if no cell is safe.
    `marked` contains the cells whose mines the player counts in a `count` puzzle. Raises
    IllegalMove if the position is unsuitable for the kind of puzzle, and InconsistentView if no
    layout is consistent with the position.
    """
    unmarked = View(view.rules, view.cell_bytes)
    if kind == "count":
        return _count_puzzle(unmarked, marked)
    odds = analyse(unmarked)
    if kind is None:
        kind = "safe" if odds.safe else "guess"
    is_possible = {
        "safe": bool(odds.safe),
        "mine": bool(odds.mines),
        "certain": True,
        "guess": not odds.safe,
    }
    if not is_possible.get(kind, False):
        raise IllegalMove(f"the position contains no {kind} puzzle")
    if kind == "mine":
        found = certain_hint(odds, odds.mines, "flag")
        answers = tuple(sorted(odds.mines))
    elif odds.safe:
        found = certain_hint(odds, None, "reveal")
        answers = tuple(sorted(odds.safe))
    else:
        found = hint(unmarked)
        answers = () if kind == "certain" else _least_risky_cells(odds)
    theme = _certainty_theme(unmarked) if kind == "certain" else theme_of(found)
    return _rated(
        Puzzle(
            _puzzle_id(kind, unmarked), kind, theme, 0, str(unmarked), _QUESTIONS[kind], (),
            answers, None, found.grades, found.proof,
        )
    )  # fmt: skip


def _rated(puzzle: Puzzle) -> Puzzle:
    return replace(puzzle, rating=initial_rating(puzzle))


def _count_puzzle(view: View, marked: tuple[Cell, ...]) -> Puzzle:
    candidates = (each for each in find_counted_cells(view) if each.cells == marked)
    counted = next(candidates, None)
    if counted is None:
        raise IllegalMove("the marked cells do not form a count puzzle")
    return _rated(
        Puzzle(
            _puzzle_id("count", view, counted.cells), "count", "counting", 0, str(view),
            _QUESTIONS["count"], counted.cells, (), counted.number, counted.grades, None,
        )
    )  # fmt: skip


def _puzzle_id(kind: PuzzleKind, view: View, marked: tuple[Cell, ...] = ()) -> str:
    text = f"{kind}\n{view}\n{marked or ''}"
    return f"{kind}-{blake2b(text.encode(), digest_size=8).hexdigest()}"


def _least_risky_cells(odds: Analysis) -> tuple[Cell, ...]:
    risks = odds.mine_probability
    hidden = [cell for cell in odds.view.rules.cells() if odds.view.clue(cell) is None]
    lowest = min(float(risks[cell]) for cell in hidden)
    return tuple(cell for cell in hidden if risks[cell] <= lowest + _TOLERANCE)


def _certainty_theme(view: View) -> str:
    """Return the theme of a `certain` puzzle, which must not disclose the answer."""
    return "fifty-fifty" if is_endgame(view) else "guess-or-not"


def theme_of(found: Hint) -> str:
    """Return the theme that matches a hint."""
    if found.guess is not None:
        return "best-guess"
    if found.proof is None:
        return "cases"
    if found.proof.name is not None:
        return theme_of_pattern(found.proof.name)
    return "single-clue" if found.proof.kind == "clue" else found.proof.kind


# Answers ------------------------------------------------------------------------------------------


def check_answer(puzzle: Puzzle, answer: Answer) -> AnswerResult:
    """Check an answer to a puzzle and explain the solution.

    A wrong cell is refuted by a counterexample. Raises IllegalMove if the cell is not a hidden cell
    on the board, or if the puzzle requires another type of answer.
    """
    _check_type(puzzle, answer)
    if puzzle.kind == "count":
        is_correct = answer.number == puzzle.number
    elif answer.cell is None:
        is_correct = puzzle.kind == "certain" and not puzzle.answers
    else:
        is_correct = answer.cell in puzzle.answers
    if is_correct:
        return _praise(puzzle, answer)
    refutation, layout = _refute(puzzle, answer)
    explanation = " ".join(filter(None, (refutation, _solution_text(puzzle))))
    return AnswerResult(
        False, explanation, puzzle.answers, puzzle.number, puzzle.proof,
        puzzle.grades[2].highlights, layout, refutation,
    )  # fmt: skip


def _check_type(puzzle: Puzzle, answer: Answer) -> None:
    if puzzle.kind == "count" and answer.cell is not None:
        raise IllegalMove("the answer to this puzzle must be a number", cell=answer.cell)
    if puzzle.kind != "count" and answer.number is not None:
        raise IllegalMove("the answer to this puzzle must be a cell", field="number")
    if answer.cell is None:
        return
    if puzzle.view.clue(answer.cell) is not None:
        name = cell_name(answer.cell)
        raise IllegalMove(f"{name} is already revealed: choose a hidden cell", cell=answer.cell)


def _praise(puzzle: Puzzle, answer: Answer) -> AnswerResult:
    """Return the assessment of a correct answer, with a proof for the cell chosen by the player."""
    solution, proof, cell = puzzle.grades[2], puzzle.proof, answer.cell
    explanation, highlights = solution.text, solution.highlights
    if proof is not None and cell is not None and cell != proof.cell:
        target: TargetKind = "mine" if proof.is_mine else "safe"
        highlights = highlight((target, cell))
        try:
            proof = prove(puzzle.view, cell)
            explanation = proof.explanation
            highlights = highlight((target, cell), clues=proof.clues, area=proof.cells)
        except BudgetExceeded:
            claim = "a mine" if puzzle.kind == "mine" else "safe"
            explanation, proof = f"{cell_name(cell)} is {claim}.", None
    return AnswerResult(True, explanation, puzzle.answers, puzzle.number, proof, highlights)


def _refute(puzzle: Puzzle, answer: Answer) -> tuple[str, frozenset[Cell] | None]:
    """Return a sentence about a wrong answer and a layout that refutes the answer."""
    cell = answer.cell
    if cell is None or puzzle.kind == "guess":
        return "", None
    wants_mine = puzzle.kind == "mine"
    try:
        layout = find_layout(puzzle.view, cell, is_mine=not wants_mine)
    except BudgetExceeded:
        return "", None
    if layout is None:  # Unreachable: an answer that no layout refutes is correct.
        return "", None
    claim = "safe" if wants_mine else "a mine"
    return f"{cell_name(cell)} could be {claim}: the layout shown agrees with every clue.", layout


def _solution_text(puzzle: Puzzle) -> str:
    """Return the explanation of a puzzle's answer, including the other correct cells."""
    explanation = puzzle.grades[2].text
    if len(puzzle.answers) <= 1:
        return explanation  # The explanation already names the only correct answer.
    noun = {"mine": "certain mines", "guess": "least risky cells"}.get(puzzle.kind, "safe cells")
    if len(puzzle.answers) > _MAX_NAMED_ANSWERS:
        return f"There are {len(puzzle.answers)} {noun}. {explanation}"
    return f"The {noun} are {name_cells(puzzle.answers)}. {explanation}"


# Puzzles from the player's own games --------------------------------------------------------------


def puzzles_from_review(review: Review) -> list[Puzzle]:
    """Build a puzzle from each needless guess, suboptimal guess, mistake and wrong flag.

    Puzzles beyond MAX_PUZZLES_PER_GAME are omitted.
    """
    found: dict[str, Puzzle] = {}
    for move in review.moves:
        if len(found) >= MAX_PUZZLES_PER_GAME:
            break
        is_riskier_guess = move.move_class == "forced guess" and not move.is_best
        if is_riskier_guess or move.is_error:
            puzzle = build_puzzle(move.view)
            found.setdefault(puzzle.id, puzzle)
    return list(found.values())
