"""The daily boards, which are the same on every server.

The rule that selects the daily boards is part of the reference documentation and never changes.
"""

import hashlib
from datetime import date
from typing import Final

from sapper.errors import InvalidRules, short_repr
from sapper.game.rules import Rules
from sapper.game.seeds import MAX_SEED
from sapper.generate.generator import Board, difficulty, uniform

DAILY_LEVELS: Final = ("beginner", "intermediate", "expert")


def daily_seed(day: date, level: str) -> int:
    """Return the seed with which the search for a daily board begins.

    >>> daily_seed(date(2026, 1, 1), "expert")
    17691991076034451760
    """
    text = f"sapper daily 1 {day.isoformat()} {level}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def daily_board(day: date, level: str) -> Board:
    """Return the daily no-guess board for a date and level.

    The search tries consecutive seeds and returns the first board that can be solved from the
    centre without guessing. Raises InvalidRules if the level has no daily board.
    """
    if level not in DAILY_LEVELS:
        raise InvalidRules(
            f"no daily board for level {short_repr(level)}",
            hint=f"levels with a daily board are {', '.join(DAILY_LEVELS)}",
            field="level",
        )
    rules = Rules.level(level, start="opening")
    seed = daily_seed(day, level)
    while True:
        board = uniform(rules, seed=seed)
        if difficulty(rules, board.layout, board.first) is not None:
            return board
        seed = (seed + 1) & MAX_SEED
