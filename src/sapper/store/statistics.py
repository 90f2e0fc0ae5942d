"""Statistics for finished games, grouped by level and start rule.

Assisted games are counted separately.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Final, TypedDict

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from sapper.errors import StoreError
from sapper.game.game import UNFINISHED
from sapper.store.database import default_url, driver_message, open_for_reading
from sapper.store.database_schema import games
from sapper.store.game_conditions import IS_ASSISTED
from sapper.store.migrations import SCHEMA_VERSION, schema_version

_COLUMNS: Final = (
    "level", "start", "no_guess", "status", "moved_at", "seconds", "three_bv", "solved_three_bv",
    "clicks", "accuracy", "pauses",
)  # fmt: skip
MAX_SERIES_LENGTH: Final = 500
"""The maximum number of recent games per level that are listed individually."""


class SeriesPoint(TypedDict):
    """One recent game in a level's statistics."""

    at: Annotated[float, "The time of the last move, in seconds since 1970"]
    won: bool
    seconds: float
    solved: Annotated[float, "The fraction of the 3BV that was solved"]
    three_bv: int
    three_bv_per_second: float | None
    ioe: float | None
    accuracy: float | None
    paused: bool


class LevelStatistics(TypedDict):
    """A player's statistics for assisted or unassisted games at one level."""

    level: str
    assisted: Annotated[bool, "Whether the statistics cover assisted games"]
    games: int
    wins: int
    win_rate: float
    paused: Annotated[int, "The number of paused games, whose times are not counted"]
    streak: int
    best_streak: int
    best_seconds: float | None
    mean_seconds: float | None
    best_three_bv_per_second: float | None
    mean_three_bv_per_second: float | None
    mean_ioe: float | None
    mean_accuracy: float | None
    series: list[SeriesPoint]


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game's result and metrics."""

    level: str
    assisted: bool
    won: bool
    at: float
    """The time of the last move, in seconds since 1970."""
    seconds: float
    three_bv: int
    solved_three_bv: int
    clicks: int
    accuracy: float | None
    paused: bool = False
    """True if the game was paused at least once. Its time is excluded from the best and mean
    times."""

    @property
    def three_bv_per_second(self) -> float | None:
        """The solved 3BV per second, or None if the game took no time."""
        return self.solved_three_bv / self.seconds if self.seconds > 0 else None

    @property
    def ioe(self) -> float | None:
        """The solved 3BV per click, or None if the player never clicked."""
        return self.solved_three_bv / self.clicks if self.clicks else None

    def to_json(self) -> SeriesPoint:
        """Return the game as a JSON-serialisable data point."""
        return {
            "at": self.at,
            "won": self.won,
            "seconds": self.seconds,
            "solved": self.solved_three_bv / self.three_bv if self.three_bv else 1.0,
            "three_bv": self.three_bv,
            "three_bv_per_second": self.three_bv_per_second,
            "ioe": self.ioe,
            "accuracy": self.accuracy,
            "paused": self.paused,
        }


def load_statistics(url: str | None = None, player: str | None = None) -> list[LevelStatistics]:
    """Return statistics without creating or modifying the database.

    The statistics cover one player, or all players if `player` is None. If `url` is None, the
    user's own database is read. If the database is missing or empty, the
    result is an empty list. Raises StoreError if the database cannot be read or must be upgraded
    first.
    """
    engine = open_for_reading(url or default_url())
    if engine is None:
        return []
    try:
        with engine.begin() as connection:
            version = schema_version(connection)
            if version == 0:
                return []
            if version < SCHEMA_VERSION:
                raise StoreError(
                    f"the database has schema version {version}, which must be upgraded to "
                    f"{SCHEMA_VERSION}",
                    hint="sapper play and sapper web upgrade the database",
                )
            return summarise(read_finished(connection, player))
    except SQLAlchemyError as error:
        raise StoreError(f"cannot open the database: {driver_message(error)}") from None
    finally:
        engine.dispose()


def read_finished(connection: sa.Connection, player: str | None) -> list[FinishedGame]:
    """Return a player's finished games, or those of all players if `player` is None.

    The games are sorted from oldest to newest.
    """
    statement = (
        sa.select(*(games.c[name] for name in _COLUMNS), IS_ASSISTED.label("assisted"))
        .where(games.c.status.not_in(UNFINISHED))
        .order_by(games.c.moved_at, games.c.id)
    )
    if player is not None:
        statement = statement.where(games.c.player == player)
    return [
        FinishedGame(
            level=_label(row.level, row.start, is_no_guess=bool(row.no_guess)),
            assisted=bool(row.assisted),
            won=row.status == "won",
            at=row.moved_at,
            seconds=row.seconds,
            three_bv=row.three_bv,
            solved_three_bv=row.solved_three_bv,
            clicks=row.clicks,
            accuracy=row.accuracy,
            paused=row.pauses > 0,
        )
        for row in connection.execute(statement)
    ]


def _label(level: str, start: str, *, is_no_guess: bool) -> str:
    """Return the name of the statistics group that includes a game.

    >>> _label("expert", "safe", is_no_guess=False), _label("expert", "safe", is_no_guess=True)
    ('expert', 'expert no-guess')
    >>> _label("expert", "opening", is_no_guess=False)
    'expert opening start'
    """
    # The start rule does not matter on a no-guess board, which determines its first cell.
    if is_no_guess:
        return f"{level} no-guess"
    return level if start == "safe" else f"{level} {start} start"


def summarise(finished: Iterable[FinishedGame]) -> list[LevelStatistics]:
    """Return JSON-serialisable statistics for each level, with separate entries for assisted games.

    `finished` must be ordered from oldest to newest.
    """
    groups: dict[tuple[bool, str], list[FinishedGame]] = {}
    for game in finished:
        groups.setdefault((game.assisted, game.level), []).append(game)
    return [_summary(level, group) for (_, level), group in sorted(groups.items())]


def _summary(level: str, group: list[FinishedGame]) -> LevelStatistics:
    wins = [game for game in group if game.won]
    streak, best_streak = _streaks(game.won for game in group)
    timed = [game for game in wins if not game.paused]
    speeds = [game.three_bv_per_second for game in timed]
    return {
        "level": level,
        "assisted": group[0].assisted,
        "games": len(group),
        "wins": len(wins),
        "win_rate": len(wins) / len(group),
        "paused": sum(game.paused for game in group),
        "streak": streak,
        "best_streak": best_streak,
        "best_seconds": min((game.seconds for game in timed), default=None),
        "mean_seconds": _mean(game.seconds for game in timed),
        "best_three_bv_per_second": max(
            (speed for speed in speeds if speed is not None), default=None
        ),
        "mean_three_bv_per_second": _mean(speeds),
        "mean_ioe": _mean(game.ioe for game in group),
        "mean_accuracy": _mean(game.accuracy for game in group),
        "series": [game.to_json() for game in group[-MAX_SERIES_LENGTH:]],
    }


def _streaks(results: Iterable[bool]) -> tuple[int, int]:
    """Return the lengths of the current and longest winning streaks."""
    streak = best = 0
    for won in results:
        streak = streak + 1 if won else 0
        best = max(best, streak)
    return streak, best


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def format_table(levels: Iterable[LevelStatistics], *, omit: str = "") -> list[str]:
    """Return a heading line and one line per level, without the column headed `omit`."""
    formatted = [_format_level(level) for level in levels]
    headings = [heading for heading in formatted[0] if heading != omit]
    rows = [headings, *([each[heading] for heading in headings] for each in formatted)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join([first.ljust(widths[0]), *map(str.rjust, rest, widths[1:])])
        for first, *rest in rows
    ]


def _format_level(level: LevelStatistics) -> dict[str, str]:
    """Return a level's statistics as strings, keyed by column heading."""

    def number(value: float | None, form: str) -> str:
        return "-" if value is None else form.format(value)

    return {
        "level": level["level"],
        "games": str(level["games"]),
        "won": str(level["wins"]),
        "rate": f"{level['win_rate']:.0%}",
        "best": number(level["best_seconds"], "{:.1f} s"),
        "mean": number(level["mean_seconds"], "{:.1f} s"),
        "3BV/s": number(level["best_three_bv_per_second"], "{:.2f}"),
        "accuracy": number(level["mean_accuracy"], "{:.0%}"),
        "streak": f"{level['streak']} (best {level['best_streak']})",
    }
