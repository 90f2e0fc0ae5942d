"""Evaluation of finished games, which yields a review digest and a puzzle for each mistake."""

from dataclasses import dataclass
from typing import Final

from sapper.coach import game_review
from sapper.coach.game_review import Review
from sapper.coach.puzzle_builder import Puzzle, puzzles_from_review
from sapper.game.game import Game
from sapper.inference.budget import Budget
from sapper.play.game_summary import ReviewDigest, digest_review

# The minimum time limit per position. A typical position takes a thousandth of that time.
_MIN_POSITION_SECONDS: Final = 0.02


@dataclass(frozen=True, slots=True)
class GameEvaluation:
    """The digest and the puzzles derived from one game's review."""

    digest: ReviewDigest
    puzzles: tuple[Puzzle, ...]


def review_game(game: Game, *, seconds: float) -> Review:
    """Review a game, dividing the time limit equally among its positions."""
    position_seconds = max(seconds / max(game.version, 1), _MIN_POSITION_SECONDS)
    return game_review.review(game, budget=Budget(seconds=position_seconds))


def evaluate_game(game: Game, *, seconds: float) -> GameEvaluation:
    """Review a finished game and build puzzles from its mistakes, up to a maximum number."""
    review = review_game(game, seconds=seconds)
    return GameEvaluation(digest_review(review), tuple(puzzles_from_review(review)))
