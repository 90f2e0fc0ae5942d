"""The summary of a finished game: its standing, its accuracy and a verdict in one sentence."""

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Self, TypedDict

from sapper.game.json_record import JsonRecord
from sapper.game.rules import Cell

if TYPE_CHECKING:
    from sapper.coach.game_review import Review, ReviewedMove
    from sapper.store.standings import Standing


class AvoidableMove(TypedDict):
    """The losing move of a game that could have been won."""

    move: Annotated[int, "The index of the move in the replay and in the review, counted from 0"]
    cell: list[int]
    better: Annotated[list[int] | None, "A cell that was certainly safe, or null if there was none"]


class GameSummary(TypedDict):
    """The standing of a finished game among the player's games, and a verdict on its moves."""

    rank: Annotated[int | None, "The rank by time; null for losses and assisted games"]
    ranked_games: Annotated[
        int,
        "The number of unassisted wins with the same level, start rule and no-guess option",
    ]
    best_seconds: Annotated[float | None, "The best time of the ranked games, including this one"]
    previous_best_seconds: Annotated[float | None, "The best time before this game"]
    streak: Annotated[int, "The number of consecutive unassisted wins up to this game"]
    accuracy: float | None
    avoidable: AvoidableMove | None
    verdict: Annotated[str, "One sentence about the player's choices"]
    challenge: Annotated[
        str | None, "The code of the challenge that the game belongs to, as sent or received"
    ]
    daily: Annotated[bool, "True for an attempt at a daily board"]


@dataclass(frozen=True, slots=True)
class ReviewDigest(JsonRecord):
    """The results of a review that appear in a game's summary."""

    accuracy: float | None
    mistakes: int
    """The number of the player's needless guesses, mistakes and wrong flags."""
    avoidable: AvoidableMove | None
    verdict: str

    def to_text(self) -> str:
        """Return the digest as JSON text that `from_text` can read."""
        return json.dumps(self.to_json())

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Parse the JSON text returned by `to_text`."""
        return cls(**json.loads(text))


NO_DIGEST = ReviewDigest(None, 0, None, "The review is not available.")
"""The digest of a game whose review failed."""


def digest_review(review: "Review") -> ReviewDigest:
    """Return the digest of a finished game's review."""
    mistakes = sum(move.is_error and move.move.by == "player" for move in review.moves)
    losing = review.moves[-1] if review.status == "lost" else None
    avoidable = _avoidable_move(losing) if losing is not None else None
    return ReviewDigest(review.accuracy, mistakes, avoidable, review.verdict)


def summarise_game(
    standing: "Standing", digest: ReviewDigest, *, challenge: str | None, is_daily: bool
) -> GameSummary:
    """Return the summary of a finished game."""
    return {
        "rank": standing.rank,
        "ranked_games": standing.ranked_games,
        "best_seconds": standing.best_seconds,
        "previous_best_seconds": standing.previous_best_seconds,
        "streak": standing.streak,
        "accuracy": digest.accuracy,
        "avoidable": digest.avoidable,
        "verdict": digest.verdict,
        "challenge": challenge,
        "daily": is_daily,
    }


def _safe_alternative(move: "ReviewedMove") -> Cell | None:
    """Return a provably safe cell that the player could have revealed, or None if none existed."""
    return move.assessment.better if move.assessment.lowest_risk == 0.0 else None


def _avoidable_move(losing: "ReviewedMove") -> AvoidableMove | None:
    cell: Any = losing.move.cell
    if not losing.is_error or cell is None:
        return None
    better = _safe_alternative(losing)
    return {"move": losing.index, "cell": list(cell), "better": list(better) if better else None}
