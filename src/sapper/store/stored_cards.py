"""The stored form of a drill card. This module does not import the database packages."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StoredCard:
    """A player's card for one drill, with its schedule."""

    drill_id: str
    theme: str
    position: str
    due: float = 0.0
    """The time of the next repetition, in seconds since 1970."""
    interval: float = 0.0
    """The number of seconds between the last answer and `due`."""
    ease: float = 2.5
    """The factor by which a correct answer lengthens the interval."""
    streak: int = 0
    """The number of consecutive correct answers."""
    lapses: int = 0
    """The total number of wrong answers."""
    shown_at: float = 0.0
