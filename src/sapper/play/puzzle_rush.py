"""Rush runs, in which a player solves as many puzzles as possible in a limited time."""

import secrets
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from sapper.game.json_record import JsonRecord

if TYPE_CHECKING:
    from sapper.store.stored_puzzle_types import StoredRun

RUSH_SECONDS: Final = 180.0
RUSH_LIVES: Final = 3
_FIRST_RATING: Final = 600
_RATING_STEP: Final = 50
# The time in seconds that an answer may take to reach the server.
_GRACE_SECONDS: Final = 1.0


@dataclass(frozen=True, slots=True)
class RushRun(JsonRecord):
    """A rush run: as many puzzles as possible in three minutes, with three lives."""

    id: str
    seconds_left: float
    lives: int
    score: int
    is_over: bool

    @property
    def next_rating(self) -> float:
        """The target rating for the next puzzle, which rises with the score."""
        return _FIRST_RATING + _RATING_STEP * self.score


def new_run() -> "StoredRun":
    """Create a rush run that starts immediately."""
    from sapper.store.stored_puzzle_types import StoredRun

    return StoredRun(secrets.token_urlsafe(12), time.time(), RUSH_LIVES, 0, False)


def to_rush_run(run: "StoredRun") -> RushRun:
    """Return the current state of a stored run."""
    left = run.started_at + RUSH_SECONDS - time.time()
    is_over = run.is_over or left <= -_GRACE_SECONDS
    return RushRun(run.id, max(left, 0.0), run.lives, run.score, is_over)


@dataclass(frozen=True, slots=True)
class RunChange:
    """The effect of an answer on a rush run."""

    is_correct: bool
    now: float

    def __call__(self, run: "StoredRun") -> "StoredRun":
        """Return a copy of a run with the answer applied."""
        if self.now > run.started_at + RUSH_SECONDS + _GRACE_SECONDS:
            return replace(run, is_over=True)
        if self.is_correct:
            return replace(run, score=run.score + 1)
        return replace(run, lives=run.lives - 1, is_over=run.lives <= 1)
