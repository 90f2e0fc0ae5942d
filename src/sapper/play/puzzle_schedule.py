"""The schedule of missed puzzles, which follows the FSRS algorithm.

A missed puzzle is due again within minutes, and each correct answer lengthens the interval.

>>> state, due = "", 0.0
>>> for _ in range(4):
...     state, due = reschedule(state, is_correct=True, now=due)
...     print(round(due / 86_400, 2))
0.01
2.01
13.01
59.01
"""

import json
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fsrs import Scheduler


@cache
def _scheduler() -> "Scheduler":
    from fsrs import Scheduler

    return Scheduler(enable_fuzzing=False)


def reschedule(state: str, *, is_correct: bool, now: float) -> tuple[str, float]:
    """Return the state of a card after an answer, and the Unix time of its next repetition.

    `state` is the state that the previous call returned, or "" for a new card.
    """
    from fsrs import Card, Rating

    card = Card.from_dict(json.loads(state)) if state else Card(card_id=0)
    rating = Rating.Good if is_correct else Rating.Again
    at = datetime.fromtimestamp(now, UTC)
    reviewed, _ = _scheduler().review_card(card, rating, review_datetime=at)
    return json.dumps(reviewed.to_dict()), reviewed.due.timestamp()
