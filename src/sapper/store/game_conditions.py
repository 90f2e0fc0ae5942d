"""SQL conditions on the `games` table that several queries share."""

from typing import Any, Final

import sqlalchemy as sa

from sapper.game.game import UNFINISHED
from sapper.store.database_schema import games

# The condition uses literal values, because SQLite would otherwise ignore the partial index.
IS_UNFINISHED: Final = games.c.status.in_([sa.literal_column(f"'{name}'") for name in UNFINISHED])

IS_ASSISTED: Final = sa.or_(
    games.c.hints > 0,
    games.c.odds > 0,
    games.c.assisted_moves > 0,
    games.c.options.like("% practice%"),
    games.c.options.like("% known-board%"),
    games.c.options.like("% imported%"),
)
"""The SQL equivalent of `sapper.game.game_options.is_assisted`."""


def in_same_group(row: sa.Row[Any]) -> sa.ColumnElement[bool]:
    """Return the SQL condition that selects the games compared with the game in `row`.

    Compared games have the same player, level and start rule, and either all or none of them are
    no-guess games. For no-guess games, the start rule is ignored, because the board determines the
    first cell.
    """
    conditions = [
        games.c.player == row.player,
        games.c.level == row.level,
        games.c.no_guess == row.no_guess,
    ]
    if not row.no_guess:
        conditions.append(games.c.start == row.start)
    return sa.and_(*conditions)
