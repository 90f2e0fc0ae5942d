"""Spaced repetition: the schedule that determines when a drill is shown again.

After a wrong answer, the drill is due again in ten minutes. Each correct answer lengthens the
interval until the next repetition. All functions are pure; the caller stores the cards.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final, Protocol, TypeVar

_DAY: Final = 86_400.0
_RETRY_INTERVAL: Final = 600.0
_FIRST_INTERVALS: Final = (1 * _DAY, 3 * _DAY)
_MAX_INTERVAL: Final = 365 * _DAY
_MIN_EASE: Final = 1.3
_MAX_EASE: Final = 3.0


@dataclass(frozen=True, slots=True)
class Card:
    """The repetition state of a drill."""

    drill_id: str
    due: float
    """The time of the next repetition, in seconds since the epoch."""
    interval: float = 0.0
    """The number of seconds between the last answer and `due`."""
    ease: float = 2.5
    """The factor by which a correct answer lengthens the interval."""
    streak: int = 0
    """The number of consecutive correct answers."""
    lapses: int = 0
    """The total number of wrong answers."""


def new_card(drill_id: str, now: float) -> Card:
    """Return a card for a new drill, which is due immediately."""
    return Card(drill_id, due=now)


class RepetitionState(Protocol):
    """The card fields that the schedule reads; stored cards have additional fields."""

    # Required because `dataclasses.replace` accepts only dataclass instances.
    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def interval(self) -> float:
        """The number of seconds between the last answer and the next repetition."""

    @property
    def ease(self) -> float:
        """The factor by which a correct answer lengthens the interval."""

    @property
    def streak(self) -> int:
        """The number of consecutive correct answers."""

    @property
    def lapses(self) -> int:
        """The total number of wrong answers."""


AnyCard = TypeVar("AnyCard", bound=RepetitionState)


def reschedule(card: AnyCard, *, is_correct: bool, now: float) -> AnyCard:
    """Return the card with its schedule updated after an answer.

    >>> card = new_card("subset-1", now=0.0)
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


def due_cards(cards: Iterable[Card], now: float) -> list[Card]:
    """Return the cards that are due, most overdue first."""
    return sorted(
        (card for card in cards if card.due <= now), key=lambda card: (card.due, card.drill_id)
    )
