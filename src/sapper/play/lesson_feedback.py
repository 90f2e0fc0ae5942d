"""Feedback on the moves that a player makes in a lesson.

A lesson accepts only proven moves that do not lead away from the goal. Bad luck therefore never
ends a lesson, and the goal of a step always remains within reach.
"""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from typing import Final, Literal

from sapper.coach.guess_ranking import percent
from sapper.coach.highlights import Highlight, TargetKind, highlight
from sapper.coach.lesson_content import Step
from sapper.coach.proof_search import prove
from sapper.coach.proof_steps import Proof
from sapper.errors import IllegalMove, short_repr
from sapper.game.cell_names import cell_name
from sapper.game.game import Game
from sapper.game.json_record import JsonRecord
from sapper.game.rules import Cell
from sapper.inference.analysis import Analysis, analyse
from sapper.play.move_messages import no_effect_text

LessonMove = tuple[str, Cell]
"""The kind of a move and its cell."""
FeedbackKind = Literal["correct", "other", "unproved", "wrong", "no effect"]

MOVE_KINDS: Final = ("reveal", "flag", "chord")
_TOLERANCE: Final = 1e-9
_MAX_SHOWN_LAYOUTS: Final = 100


@dataclass(frozen=True, slots=True)
class Feedback(JsonRecord):
    """The assessment of a move, with an explanation."""

    kind: FeedbackKind
    """The kind of feedback. `correct` is a move that the step asks for, and `other` is any other
    valid move. `unproved` means that nothing proves the move yet, and `wrong` means that the
    position refutes it."""
    text: str
    highlights: tuple[Highlight, ...] = ()
    is_made: bool = False
    """True if the move was made on the board."""


@dataclass(frozen=True, slots=True)
class Attempt(JsonRecord):
    """The board of a lesson step after some moves, with feedback on the last move."""

    rows: tuple[str, ...]
    mines_left: int
    feedback: Feedback | None
    """The feedback on the last move, or None if there have been no moves."""
    is_done: bool
    """True if the goal of the step is reached."""


def attempt_step(step: Step, moves: Sequence[LessonMove]) -> Attempt:
    """Make moves on the board of a lesson step and assess the last move.

    Every move except the last must already have been accepted, that is, its `feedback.is_made` was
    true. Raises IllegalMove if a move is illegal or if an earlier move would have lost the game.
    """
    game = step.start_game()
    for move in moves[:-1]:
        _apply(game, move)
    feedback = None
    if moves:
        feedback = _assess(step, game, *moves[-1])
        if feedback.is_made:
            _apply(game, moves[-1])
    is_done = _is_reached(step, game, moves, feedback)
    return Attempt(tuple(game.view.rows), game.mines_left, feedback, is_done)


def _apply(game: Game, move: LessonMove) -> None:
    kind, cell = move
    _check_kind(kind)
    getattr(game, kind)(cell)
    if game.status == "lost":
        raise IllegalMove(f"{cell_name(cell)} is a mine, so this move was not accepted", cell=cell)


def _check_kind(kind: str) -> None:
    if kind not in MOVE_KINDS:
        kinds = ", ".join(MOVE_KINDS)
        raise IllegalMove(f"a move in a lesson must be {kinds}, not {short_repr(kind)}")


def _is_reached(
    step: Step, game: Game, moves: Sequence[LessonMove], feedback: Feedback | None
) -> bool:
    if step.goal == "clear":
        return game.status == "won"
    if step.goal in ("chord", "guess"):
        is_correct = feedback is not None and feedback.kind == "correct"
        return is_correct and (step.goal == "guess" or moves[-1][0] == "chord")
    start = analyse(step.view.without_marks())
    view = game.view
    if step.goal == "flag":
        return (step.cells or start.mines) <= view.flags
    return all(view.clue(cell) is not None for cell in step.cells or start.safe)


def _names(step: Step, cell: Cell) -> bool:
    return not step.cells or cell in step.cells


def _assess(step: Step, game: Game, kind: str, cell: Cell) -> Feedback:
    _check_kind(kind)
    view = game.view
    if kind == "flag" and cell in view.flags:
        return Feedback("correct", f"The flag on {cell_name(cell)} is removed.", is_made=True)
    if not getattr(copy(game), kind)(cell):
        text = no_effect_text(view, kind, cell, flag_command="Flag it again")
        return Feedback("no effect", text)
    odds = analyse(view.without_marks())
    if kind == "chord":
        return _assess_chord(step, odds, cell)
    if step.goal == "guess":
        return _assess_guess(step, odds, kind, cell)
    return _assess_certainty(step, odds, kind, cell)


def _assess_certainty(step: Step, odds: Analysis, kind: str, cell: Cell) -> Feedback:
    is_flag = kind == "flag"
    if cell in (odds.mines if is_flag else odds.safe):
        return _praise(step, odds, kind, cell)
    if cell in (odds.safe if is_flag else odds.mines):
        proof = prove(odds.view, cell, analysis=odds)
        conclusion = "is safe" if is_flag else "is a mine"
        return Feedback(
            "wrong", f"{cell_name(cell)} {conclusion}. {proof.text}", _proof_highlights(proof)
        )
    return _explain_doubt(odds, kind, cell)


def _praise(step: Step, odds: Analysis, kind: str, cell: Cell) -> Feedback:
    proof = prove(odds.view, cell, analysis=odds)
    is_flag = kind == "flag" and step.goal != "flag"  # A flag is helpful for any other goal.
    is_meant = is_flag or step.goal == "clear" or (step.goal == kind and _names(step, cell))
    conclusion = "a mine" if kind == "flag" else "safe"
    text = f"{cell_name(cell)} is {conclusion}. {proof.text}"
    if not is_meant:
        text += " This is correct, but this step asks for another move."
    # Other reveals could clear the board before the goal is reached.
    is_made = is_meant or kind == "flag"
    return Feedback("correct" if is_meant else "other", text, _proof_highlights(proof), is_made)


def _assess_chord(step: Step, odds: Analysis, cell: Cell) -> Feedback:
    # Every flag on a lesson's board is proved, so a legal chord is always safe.
    name, clue = cell_name(cell), odds.view.clue(cell)
    is_meant = step.goal == "clear" or (step.goal == "chord" and _names(step, cell))
    text = f"The {clue} at {name} has all its flags, so its other neighbours are safe."
    is_made = is_meant or step.goal == "reveal"
    kind: FeedbackKind = "correct" if is_meant else "other"
    return Feedback(kind, text, highlight(clues=[cell]), is_made)


def _assess_guess(step: Step, odds: Analysis, kind: str, cell: Cell) -> Feedback:
    name = cell_name(cell)
    if kind == "flag":
        return _explain_doubt(odds, kind, cell)
    risk = float(odds.mine_probability[cell])
    lowest = min(
        float(odds.mine_probability[other])
        for other in odds.view.rules.cells()
        if odds.view.clue(other) is None
    )
    if risk > lowest + _TOLERANCE:
        text = (
            f"{name} is a mine with a probability of {percent(risk)}. Another cell is less risky."
        )
        return Feedback("unproved", text, highlight(("guess", cell)))
    if not _names(step, cell):
        text = f"No cell is less risky than {name}, but this step asks for another cell."
        return Feedback("other", text, highlight(("guess", cell)))
    text = f"{name} is a mine with a probability of {percent(risk)}, and no cell is less risky."
    return Feedback("correct", text, highlight(("guess", cell)))


def _explain_doubt(odds: Analysis, kind: str, cell: Cell) -> Feedback:
    risk, layouts = float(odds.mine_probability[cell]), odds.layouts
    share = f"with a probability of {percent(risk)}"
    if layouts is not None and layouts <= _MAX_SHOWN_LAYOUTS:
        share = f"in {round(risk * layouts)} of the {layouts} possible layouts"
    text = f"{cell_name(cell)} is a mine {share}, "
    if kind == "flag":
        text += "so you cannot be sure of it."
    else:
        text += "so revealing it would be a guess."
        if odds.safe:
            text += " Another cell is certainly safe."
    return Feedback("unproved", text, highlight(("guess", cell)))


def _proof_highlights(proof: Proof) -> tuple[Highlight, ...]:
    target: TargetKind = "mine" if proof.is_mine else "safe"
    return highlight((target, proof.cell), clues=proof.clues, area=proof.cells)
