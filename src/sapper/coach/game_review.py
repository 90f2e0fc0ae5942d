"""What a game was worth, move by move: certain, a guess that was needed, or one that was not.

A move is judged by what the player could see before it. How it turned out is luck and is told
apart from it. Of a running game nothing is told that the player could not know: flags on cells
without a mine, unless that is certain, and 3BV wait for the end.
"""

import math
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from sapper.coach.guesses import percent
from sapper.coach.move_judgement import SAME_RISK, Class, Judge, Judgement
from sapper.errors import NotationError
from sapper.game.cell_names import cell_name
from sapper.game.game import Game
from sapper.game.moves import Move
from sapper.game.view import View
from sapper.inference.analysis import DEFAULT_BUDGET, Budget

DECISIONS: Final[tuple[Class, ...]] = ("certain", "forced guess", "needless guess", "mistake")
# A pause is long when it takes so many times the player's own median.
_LONG: Final = 3.0


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move and what there is to say of it."""

    index: int
    """Where it is in the game's history, from 0."""
    move: Move
    judgement: Judgement
    pause: float
    """Seconds since the move before."""
    seconds_lost: float
    """What a long pause took although something was certain."""
    survived: bool
    view: View
    """What the player saw before it."""

    @property
    def move_class(self) -> Class:
        """The class of the move."""
        return self.judgement.move_class

    @property
    def is_best(self) -> bool:
        """Whether it was certain, had the least risk, or is what the strongest play would do."""
        return self.judgement.is_best

    def to_json(self) -> dict[str, Any]:
        """Return plain dicts and lists."""
        cell, judgement = self.move.cell, self.judgement
        return {
            "index": self.index,
            "kind": self.move.kind,
            "cell": list(cell) if cell else None,
            "by": self.move.by,
            "at": self.move.at,
            "class": judgement.move_class,
            "risk": judgement.risk,
            "lowest_risk": judgement.lowest_risk,
            "text": judgement.text,
            "better": list(judgement.better) if judgement.better else None,
            "proof": judgement.proof.to_json() if judgement.proof else None,
        }


@dataclass(frozen=True, slots=True)
class Review:
    """All moves of a game and the figures that follow from them."""

    moves: tuple[ReviewedMove, ...]
    status: str
    luck: float
    """The chance to survive all the risks that were survived, needed or not."""
    skill: float
    """How much of the chance to survive the player's own choices kept: 1.0 when every reveal was
    certain or one of the best guesses there were."""
    accuracy: float | None
    """The share of reveals and chords that were certain or the best guess; None without any."""
    turning_point: int | None
    """The index of the move that decided the game; None when no move took a risk."""
    seconds_lost: float
    three_bv_per_second: float | None
    """None while the game is being played, as is `efficiency`."""
    efficiency: float | None
    summary: str

    def count(self, move_class: Class) -> int:
        """Return how many moves are of a class."""
        return sum(move.move_class == move_class for move in self.moves)

    def to_json(self) -> dict[str, Any]:
        """Return plain dicts and lists."""
        return {
            "status": self.status,
            "moves": [move.to_json() for move in self.moves],
            "luck": self.luck,
            "skill": self.skill,
            "accuracy": self.accuracy,
            "turning_point": self.turning_point,
            "seconds_lost": self.seconds_lost,
            "three_bv_per_second": self.three_bv_per_second,
            "efficiency": self.efficiency,
            "summary": self.summary,
        }


def review(game: Game, *, budget: Budget | float = DEFAULT_BUDGET) -> Review:
    """Judge every move of a game, finished or running. The game is not changed.

    `budget` bounds the odds of one position; beyond it they are estimated. The figures count the
    player's moves, or the AI's in a game that it played alone.
    """
    if not isinstance(game, Game):
        raise NotationError(f"review takes a Game, not {type(game).__name__}")
    limits = budget if isinstance(budget, Budget) else Budget(seconds=budget)
    moves = tuple(_judge_all(game, limits))
    counted = [move for move in moves if move.move.by == "player"] or list(moves)
    moves = tuple(_with_lost_time(moves, counted))
    decisions = [move for move in moves if move.move_class in DECISIONS and _counts(move, counted)]
    metrics = game.metrics() if game.is_over else None
    result = Review(
        moves=moves,
        status=game.status,
        luck=math.prod(1.0 - move.judgement.risk for move in decisions if move.survived),
        skill=math.prod(map(_kept, decisions)),
        accuracy=statistics.fmean(move.is_best for move in decisions) if decisions else None,
        turning_point=_turning_point(decisions),
        seconds_lost=sum(move.seconds_lost for move in moves),
        three_bv_per_second=metrics.three_bv_per_second if metrics else None,
        efficiency=metrics.efficiency if metrics else None,
        summary="",
    )
    return replace(result, summary=_summary(game, result))


def _counts(move: ReviewedMove, counted: Sequence[ReviewedMove]) -> bool:
    return move.move.by == counted[0].move.by


def _judge_all(game: Game, budget: Budget) -> Iterator[ReviewedMove]:
    """Play the game again beside a judge."""
    again = (
        Game.from_layout(game.rules, game.layout)
        if game.seed is None
        else Game(game.rules, game.seed)
    )
    judge = Judge(budget)
    before = 0.0
    for index, move in enumerate(game.history):
        view = again.view
        _make(again, move)
        survived = again.status != "lost"
        # A layout that was given makes no promise; but who survived need not hear of odds.
        promised = game.rules.start != "any" and survived
        judgement = judge.judge(view, move.kind, move.cell, is_promised=promised)
        if (
            game.is_over
            and judgement.move_class == "flag"
            and move.kind == "flag"
            and move.cell in again.view.flags | again.view.ai_flags
            and move.cell not in game.layout
        ):
            text = f"{judgement.text}, but it had none"
            judgement = replace(judgement, move_class="wrong flag", text=text)
        yield ReviewedMove(index, move, judgement, max(0.0, move.at - before), 0.0, survived, view)
        before = move.at


def _make(game: Game, move: Move) -> None:
    match move.kind:
        case "undo":
            game.undo(by=move.by)
        case kind:
            assert move.cell is not None  # noqa: S101  # only undo has none
            getattr(game, kind)(move.cell, by=move.by)


def _with_lost_time(
    moves: Sequence[ReviewedMove], counted: Sequence[ReviewedMove]
) -> Iterator[ReviewedMove]:
    """Add what long pauses took in which something was certain."""
    pauses = [move.pause for move in counted[1:]]
    usual = statistics.median(pauses) if pauses else 0.0
    for move in moves:
        judgement = move.judgement
        knew = judgement.move_class in ("certain", "needless guess") or (
            judgement.move_class == "mistake" and judgement.lowest_risk == 0.0
        )
        lost = move.pause - _LONG * usual
        if knew and lost > 0 and usual > 0 and _counts(move, counted):
            yield replace(move, seconds_lost=lost)
        else:
            yield move


def _kept(move: ReviewedMove) -> float:
    """Return how much of the chance to survive a choice kept."""
    least = 1.0 - move.judgement.lowest_risk
    if move.is_best:
        return 1.0
    return (1.0 - move.judgement.risk) / least if least > 0 else 1.0


def _turning_point(decisions: Sequence[ReviewedMove]) -> int | None:
    """Return the move that decided the game.

    The one that lost most by choice; if none did, the one that lost the game by bad luck, or else
    the greatest risk that was survived.
    """
    risky = [move for move in decisions if move.judgement.risk > 0]
    if not risky:
        return None
    worst = min(risky, key=lambda move: (_kept(move), move.index))
    if _kept(worst) < 1.0 - SAME_RISK:
        return worst.index
    lost = [move for move in risky if not move.survived]
    if lost:
        return lost[-1].index
    return max(risky, key=lambda move: (move.judgement.risk, -move.index)).index


def _summary(game: Game, result: Review) -> str:
    own = [move for move in result.moves if move.move.by == "player"] or list(result.moves)
    classes = [move.move_class for move in own]
    names = [
        f"{number} {name if number == 1 else _plural(name)}"
        for name in (*DECISIONS, "wrong flag")
        if (number := classes.count(name)) or name == "certain"
    ]
    if others := len(result.moves) - len(own):
        names.append(f"{others} {'move' if others == 1 else 'moves'} by the AI")
    state = {"won": "Won", "lost": "Lost", "playing": "Running", "ready": "Not begun"}[game.status]
    # The clock of a running game goes on while it is reviewed; the review must not depend on that.
    seconds = game.seconds if game.is_over else max((move.at for move in game.history), default=0.0)
    said = [f"{state} after {seconds:.1f} s: {', '.join(names)}."]
    if any(move.judgement.risk > 0 for move in own):
        said.append(
            f"Luck: the risks that were survived had a chance of {percent(result.luck)} together."
        )
        said.append(f"Skill: {percent(result.skill)} of the chance to survive was kept.")
    if result.accuracy is not None:
        said.append(f"Accuracy: {percent(result.accuracy)} of the reveals were the best there was.")
    if result.turning_point is not None:
        move = result.moves[result.turning_point]
        where = cell_name(move.move.cell) if move.move.cell else ""
        said.append(
            f"Turning point: move {move.index + 1}, {move.move.kind} {where}, {move.move_class}."
        )
    if result.seconds_lost >= 0.05:
        said.append(f"Time lost where something was certain: {result.seconds_lost:.1f} s.")
    return " ".join(said)


def _plural(name: str) -> str:
    return {
        "certain": "certain",
        "forced guess": "forced guesses",
        "needless guess": "needless guesses",
    }.get(name, name + "s")
