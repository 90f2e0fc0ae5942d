"""English plurals and articles for messages that contain numbers."""

import re
from typing import Final

_VOWEL_SOUND: Final = re.compile(r"8|(11|18)(?!\d)")


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """Return a number with its noun in the singular or plural.

    >>> counted(1, "game"), counted(2, "game"), counted(0, "loss", "losses")
    ('1 game', '2 games', '0 losses')
    """
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def with_article(phrase: str) -> str:
    """Prepend the indefinite article to a phrase that starts with a number.

    >>> with_article("8x8 board"), with_article("16x16 board"), with_article("11% chance")
    ('an 8x8 board', 'a 16x16 board', 'an 11% chance')
    """
    return f"{'an' if _VOWEL_SOUND.match(phrase) else 'a'} {phrase}"
