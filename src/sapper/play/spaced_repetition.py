"""A spaced repetition scheduler for drills.

After a wrong answer, a drill is due again in ten minutes. Each correct answer lengthens the
interval before the next repetition.
"""

from dataclasses import replace
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sapper.store.stored_cards import StoredCard

_DAY: Final = 86_400.0
_RETRY_INTERVAL: Final = 600.0
_FIRST_INTERVALS: Final = (1 * _DAY, 3 * _DAY)
_MAX_INTERVAL: Final = 365 * _DAY
_MIN_EASE: Final = 1.3
_MAX_EASE: Final = 3.0


def reschedule(card: "StoredCard", *, is_correct: bool, now: float) -> "StoredCard":
    """Return the card, rescheduled after an answer at time `now`.

    >>> from sapper.store.stored_cards import StoredCard
    >>> card = StoredCard("subset-1", "subset", position="")
    >>> for _ in range(4):
    ...     card = reschedule(card, is_correct=True, now=card.due)
    ...     print(round(card.interval / 86400, 1))
    1.0
    3.0
    7.9
    21.5
    >>> reschedule(card, is_correct=False, now=card.due).interval
    600.0
    """
    if not is_correct:
        return replace(
            card,
            due=now + _RETRY_INTERVAL,
            interval=_RETRY_INTERVAL,
            ease=max(_MIN_EASE, card.ease - 0.2),
            streak=0,
            lapses=card.lapses + 1,
        )
    ease = min(_MAX_EASE, card.ease + 0.05)
    if card.streak < len(_FIRST_INTERVALS):
        interval = _FIRST_INTERVALS[card.streak]
    else:
        interval = min(_MAX_INTERVAL, card.interval * ease)
    return replace(card, due=now + interval, interval=interval, ease=ease, streak=card.streak + 1)
