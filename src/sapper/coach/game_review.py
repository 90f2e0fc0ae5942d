"""Game reviews: an assessment of every move, with summary statistics.

Each reveal or chord is classified as `certain`, `forced guess`, `needless guess` or `mistake`. A
first reveal protected by the start rule is classified as `free`. The assessment uses only the
position before the move, so luck does not affect it. The review of an unfinished game discloses no
hidden information: it withholds the 3BV and reports a wrong flag only if the flagged cell is
provably safe.
"""

import math
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from sapper.coach.guess_ranking import percent
from sapper.coach.highlights import Highlight, highlight
from sapper.coach.move_assessment import RISK_TOLERANCE, Assessment, MoveAssessor, MoveClass
from sapper.errors import NotationError
from sapper.game.cell_names import cell_name
from sapper.game.game import Game
from sapper.game.json_record import JsonRecord, json_value
from sapper.game.moves import Move
from sapper.game.view import View
from sapper.inference.budget import DEFAULT_BUDGET, Budget

DECISIONS: Final[tuple[MoveClass, ...]] = ("certain", "forced guess", "needless guess", "mistake")
_ERRORS: Final[tuple[MoveClass, ...]] = ("needless guess", "mistake", "wrong flag")
# A pause counts as long if it exceeds the median pause by this factor.
_LONG_PAUSE_FACTOR: Final = 3.0


@dataclass(frozen=True, slots=True)
class ReviewedMove(JsonRecord):
    """A move and its assessment."""

    index: int
    """The zero-based index of the move in the game's history."""
    move: Move
    assessment: Assessment
    pause: float
    """The time since the previous move, in seconds."""
    seconds_lost: float
    """The time in seconds lost to a long pause while a provably safe move was available."""
    survived: bool
    view: View
    """The player's view before the move."""

    @property
    def move_class(self) -> MoveClass:
        """The classification of the move."""
        return self.assessment.move_class

    @property
    def is_best(self) -> bool:
        """True if the move was the best choice, as defined by `Assessment.is_best`."""
        return self.assessment.is_best

    @property
    def is_error(self) -> bool:
        """True if the move was a needless guess, a mistake or a wrong flag."""
        return self.move_class in _ERRORS

    @property
    def highlights(self) -> tuple[Highlight, ...]:
        """The highlights for the move, the better cell and the proof."""
        proof = self.assessment.proof
        return highlight(
            ("error" if self.is_error else "last-move", self.move.cell),
            ("better", self.assessment.better),
            clues=proof.clues if proof else (),
            area=proof.cells if proof else (),
        )

    def to_json(self) -> dict[str, Any]:
        """Return the move as JSON-compatible dicts and lists."""
        assessment = self.assessment
        return {
            "index": self.index,
            "kind": self.move.kind,
            "cell": json_value(self.move.cell),
            "by": self.move.by,
            "at": self.move.at,
            "class": assessment.move_class,
            "is_error": self.is_error,
            "risk": assessment.risk,
            "lowest_risk": assessment.lowest_risk,
            "text": assessment.text,
            "better": json_value(assessment.better),
            "proof": json_value(assessment.proof),
            "highlights": json_value(self.highlights),
        }


@dataclass(frozen=True, slots=True)
class Review(JsonRecord):
    """A game's assessed moves and summary statistics."""

    moves: tuple[ReviewedMove, ...]
    status: str
    luck: float
    """The probability of surviving all the risks that the player survived."""
    skill: float
    """The fraction of the best possible survival chance that the player's choices preserved.

    The value is 1.0 if every reveal was either provably safe or a best guess."""
    accuracy: float | None
    """The fraction of reveals and chords that were either provably safe or best guesses, or None if
    there were no reveals or chords to assess."""
    turning_point: int | None
    """The index of the move that decided the game, or None if no move was risky."""
    seconds_lost: float
    three_bv_per_second: float | None
    """The 3BV per second, or None while the game is in progress."""
    ioe: float | None
    """The solved 3BV per click, or None while the game is in progress."""
    summary: tuple[str, ...]
    """The sentences that summarise the game."""
    verdict: str = ""
    """One sentence about the result and the choices that led to it."""

    def count(self, move_class: MoveClass) -> int:
        """Return the number of moves in the given class."""
        return sum(move.move_class == move_class for move in self.moves)


def review(game: Game, *, budget: Budget | float = DEFAULT_BUDGET) -> Review:
    """Assess every move of a finished or running game without modifying the game.

    `budget` limits the analysis of each position. If the analysis of a position exceeds the budget,
    its odds are estimated. The statistics cover the player's moves, or the AI's moves if the player
    made none.
    """
    if not isinstance(game, Game):
        raise NotationError(f"game must be a Game, not {type(game).__name__}")
    limits = budget if isinstance(budget, Budget) else Budget(seconds=budget)
    assessed = tuple(_assess_moves(game, limits))
    counted = _counted_moves(assessed)
    moves = tuple(_with_lost_time(assessed, counted))
    decisions = [
        move for move in moves if move.move_class in DECISIONS and _is_counted(move, counted)
    ]
    metrics = game.metrics() if game.is_over else None
    result = Review(
        moves=moves,
        status=game.status,
        luck=math.prod(1.0 - move.assessment.risk for move in decisions if move.survived),
        skill=math.prod(map(_preserved_chance, decisions)),
        accuracy=statistics.fmean(move.is_best for move in decisions) if decisions else None,
        turning_point=_turning_point(decisions),
        seconds_lost=sum(move.seconds_lost for move in moves),
        three_bv_per_second=metrics.three_bv_per_second if metrics else None,
        ioe=metrics.ioe if metrics else None,
        summary=(),
    )
    return replace(result, summary=tuple(_summary(game, result)), verdict=_verdict(result))


def _counted_moves(moves: Sequence[ReviewedMove]) -> list[ReviewedMove]:
    """Return the player's moves, or all moves if the AI played alone."""
    return [move for move in moves if move.move.by == "player"] or list(moves)


def _is_counted(move: ReviewedMove, counted: Sequence[ReviewedMove]) -> bool:
    return move.move.by == counted[0].move.by


def _assess_moves(game: Game, budget: Budget) -> Iterator[ReviewedMove]:
    """Replay the game and assess each move."""
    replayed = game.restarted()
    assessor = MoveAssessor(budget)
    previous = 0.0
    for index, move in enumerate(game.history):
        view = replayed.view
        replayed.apply(move)
        survived = replayed.status != "lost"
        # A first reveal that hit a mine was not protected, because a game with a fixed layout
        # ignores the start rule.
        is_protected = game.rules.start != "any" and survived
        assessment = assessor.assess(view, move.kind, move.cell, is_start_protected=is_protected)
        if (
            game.is_over
            and assessment.move_class == "flag"
            and move.kind == "flag"
            and move.cell in replayed.view.flags | replayed.view.ai_flags
            and move.cell not in game.layout
        ):
            text = f"{assessment.text}, but turned out to be safe"
            assessment = replace(assessment, move_class="wrong flag", text=text)
        pause = max(0.0, move.at - previous)
        yield ReviewedMove(index, move, assessment, pause, 0.0, survived, view)
        previous = move.at


def _with_lost_time(
    moves: Sequence[ReviewedMove], counted: Sequence[ReviewedMove]
) -> Iterator[ReviewedMove]:
    """Yield all moves, recording the time lost in unusually long pauses."""
    pauses = [move.pause for move in counted[1:]]
    median = statistics.median(pauses) if pauses else 0.0
    for move in moves:
        assessment = move.assessment
        had_certain_move = assessment.move_class in ("certain", "needless guess") or (
            assessment.move_class == "mistake" and assessment.lowest_risk == 0.0
        )
        lost = move.pause - _LONG_PAUSE_FACTOR * median
        if had_certain_move and lost > 0 and median > 0 and _is_counted(move, counted):
            yield replace(move, seconds_lost=lost)
        else:
            yield move


def _preserved_chance(move: ReviewedMove) -> float:
    """Return the fraction of the best possible survival chance that a move preserved."""
    best_chance = 1.0 - move.assessment.lowest_risk
    if move.is_best:
        return 1.0
    return (1.0 - move.assessment.risk) / best_chance if best_chance > 0 else 1.0


def _turning_point(decisions: Sequence[ReviewedMove]) -> int | None:
    """Return the index of the move that decided the game, or None if no move was risky.

    The turning point is the player's worst choice. If the player always made the best choice, the
    turning point is the losing move, or the riskiest move if the game was not lost.
    """
    risky = [move for move in decisions if move.assessment.risk > 0]
    if not risky:
        return None
    worst = min(risky, key=lambda move: (_preserved_chance(move), move.index))
    if _preserved_chance(worst) < 1.0 - RISK_TOLERANCE:
        return worst.index
    losing = [move for move in risky if not move.survived]
    if losing:
        return losing[-1].index
    return max(risky, key=lambda move: (move.assessment.risk, -move.index)).index


def _verdict(result: Review) -> str:
    """Return one sentence about the result and the choices that led to it."""
    errors = sum(move.is_error for move in _counted_moves(result.moves))
    if result.status == "lost":
        return _loss_verdict(result.moves[-1])
    if not errors:
        return "No mistakes."
    if result.status == "won":
        return "One mistake, without consequences." if errors == 1 else f"{errors} mistakes."
    return "One mistake so far." if errors == 1 else f"{errors} mistakes so far."


def _loss_verdict(losing: ReviewedMove) -> str:
    assessment, cell = losing.assessment, losing.move.cell
    better = assessment.better
    if losing.is_error and better is not None and assessment.lowest_risk == 0.0:
        return f"Avoidable: {cell_name(better)} was safe."
    if losing.is_error and cell is not None:
        return f"Avoidable: {cell_name(cell)} was certainly a mine."
    if better is not None:
        return f"No safe move, but {cell_name(better)} was less risky."
    return "No safe move: the guess could not be avoided."


_STATUS_NAMES: Final = {
    "won": "Won",
    "lost": "Lost",
    "playing": "In progress",
    "ready": "Not started",
}


def _summary(game: Game, result: Review) -> Iterator[str]:
    """Yield the sentences of a review's summary."""
    if not result.moves:
        yield "The game has no moves."
        return
    own = _counted_moves(result.moves)
    classes = [move.move_class for move in own]
    counts = [
        f"{number} {_class_name(name, number)}"
        for name in (*DECISIONS, "wrong flag")
        if (number := classes.count(name)) or name == "certain"
    ]
    if others := len(result.moves) - len(own):
        counts.append(f"{others} {'move' if others == 1 else 'moves'} by the AI")
    # The time of the last move makes the review of a running game reproducible.
    seconds = game.seconds if game.is_over else max(move.at for move in game.history)
    yield f"{_STATUS_NAMES[game.status]} after {seconds:.1f} s: {', '.join(counts)}."
    if any(move.assessment.risk > 0 for move in own):
        luck, skill = percent(result.luck), percent(result.skill)
        yield f"Luck: guesses like these all succeed in {luck} of games."
        yield f"Skill: the moves kept {skill} of the chances that the best moves offered."
    if result.accuracy is not None:
        yield f"Accuracy: {percent(result.accuracy)} of the reveals were certain or best guesses."
    if result.turning_point is not None:
        move = result.moves[result.turning_point]
        cell = f" {cell_name(move.move.cell)}" if move.move.cell else ""
        yield f"Turning point: move {move.index + 1} ({move.move.kind}{cell}, {move.move_class})."
    if result.seconds_lost >= 0.05:
        yield f"Time lost while a certain move was available: {result.seconds_lost:.1f} s."


def _class_name(move_class: MoveClass, number: int) -> str:
    if move_class == "certain":
        return "certain move" if number == 1 else "certain moves"
    if number == 1:
        return move_class
    return f"{move_class}es" if move_class.endswith("guess") else f"{move_class}s"
