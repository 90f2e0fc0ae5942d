"""When to see a drill again: soon after a mistake, ever later after right answers.

Pure functions of a card and the time; whoever has a store keeps the cards.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final, Protocol, TypeVar

_DAY: Final = 86_400.0
_AGAIN: Final = 600.0
_FIRST_INTERVALS: Final = (1 * _DAY, 3 * _DAY)
_LONGEST: Final = 365 * _DAY
_MIN_EASE: Final = 1.3
_MAX_EASE: Final = 3.0


@dataclass(frozen=True, slots=True)
class Card:
    """How well a drill is known."""

    drill_id: str
    due: float
    """When to ask again, in seconds as from `time.time()`."""
    interval: float = 0.0
    """Seconds from the last answer to `due`."""
    ease: float = 2.5
    """By how much the interval grows with a right answer."""
    streak: int = 0
    """Right answers in a row."""
    lapses: int = 0
    """Wrong answers in all."""


def new_card(drill_id: str, now: float) -> Card:
    """Return the card of a drill that was never asked: it is due at once."""
    return Card(drill_id, due=now)


class Scheduled(Protocol):
    """What the schedule needs of a card; a card of a store has more."""

    # Dataclasses, which `replace` needs.
    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def interval(self) -> float:
        """Seconds from the last answer to the next question."""

    @property
    def ease(self) -> float:
        """By how much the interval grows with a right answer."""

    @property
    def streak(self) -> int:
        """Right answers in a row."""

    @property
    def lapses(self) -> int:
        """Wrong answers in all."""


AnyCard = TypeVar("AnyCard", bound=Scheduled)


def answered(card: AnyCard, *, is_right: bool, now: float) -> AnyCard:
    """Return the card after an answer, due at another time; all else of it stays.

    >>> card = new_card("subset-1", now=0.0)
    >>> for _ in range(4):
    ...     card = answered(card, is_right=True, now=card.due)
    ...     print(round(card.interval / 86400, 1))
    1.0
    3.0
    7.9
    21.5
    >>> answered(card, is_right=False, now=card.due).interval
    600.0
    """
    if not is_right:
        return replace(
            card,
            due=now + _AGAIN,
            interval=_AGAIN,
            ease=max(_MIN_EASE, card.ease - 0.2),
            streak=0,
            lapses=card.lapses + 1,
        )
    ease = min(_MAX_EASE, card.ease + 0.05)
    if card.streak < len(_FIRST_INTERVALS):
        interval = _FIRST_INTERVALS[card.streak]
    else:
        interval = min(_LONGEST, card.interval * ease)
    return replace(card, due=now + interval, interval=interval, ease=ease, streak=card.streak + 1)


def due_cards(cards: Iterable[Card], now: float) -> list[Card]:
    """Return the cards that are due, the longest overdue first."""
    return sorted(
        (card for card in cards if card.due <= now), key=lambda card: (card.due, card.drill_id)
    )
