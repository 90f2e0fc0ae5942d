"""What a player's finished games add up to, level by level.

Games with help (AI, hints, odds, undo), games for practice and boards that the player could know
are counted apart: they say nothing about the others.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

import sqlalchemy as sa

from sapper.game.game_options import GameOptions
from sapper.store.database_schema import games

LONGEST_SERIES: Final = 500
"""How many of the latest games of a level are listed one by one."""


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """What one game adds to the statistics."""

    level: str
    assisted: bool
    won: bool
    at: float
    """When it ended, in seconds since 1970."""
    seconds: float
    three_bv: int
    solved_three_bv: int
    clicks: int
    accuracy: float | None

    @property
    def three_bv_per_second(self) -> float | None:
        """3BV done per second; None when no time has passed."""
        return self.solved_three_bv / self.seconds if self.seconds > 0 else None

    @property
    def efficiency(self) -> float | None:
        """3BV done per click of the player; None without a click."""
        return self.solved_three_bv / self.clicks if self.clicks else None

    def to_json(self) -> dict[str, Any]:
        """Return one point of a series, ready for JSON."""
        return {
            "at": self.at,
            "won": self.won,
            "seconds": self.seconds,
            "solved": self.solved_three_bv / self.three_bv if self.three_bv else 1.0,
            "three_bv": self.three_bv,
            "three_bv_per_second": self.three_bv_per_second,
            "efficiency": self.efficiency,
            "accuracy": self.accuracy,
        }


def read_finished(connection: sa.Connection, player: str | None) -> list[FinishedGame]:
    """Return the finished games of a player, or of all, in the order of their ends."""
    statement = (
        sa.select(
            games.c.level,
            games.c.no_guess,
            games.c.terms,
            (games.c.hints + games.c.odds + games.c.moves_apart).label("help"),
            games.c.status,
            games.c.moved_at,
            games.c.seconds,
            games.c.three_bv,
            games.c.solved_three_bv,
            games.c.clicks,
            games.c.accuracy,
        )
        .where(games.c.status.in_(("won", "lost")))
        .order_by(games.c.moved_at, games.c.id)
    )
    if player is not None:
        statement = statement.where(games.c.player == player)
    found = []
    for row in connection.execute(statement):
        terms = GameOptions.from_line(row.terms)
        found.append(
            FinishedGame(
                level=f"{row.level} no-guess" if row.no_guess else row.level,
                assisted=terms.practice or terms.known_board or row.help > 0,
                won=row.status == "won",
                at=row.moved_at,
                seconds=row.seconds,
                three_bv=row.three_bv,
                solved_three_bv=row.solved_three_bv,
                clicks=row.clicks,
                accuracy=row.accuracy,
            )
        )
    return found


def summarise(finished: Iterable[FinishedGame]) -> list[dict[str, Any]]:
    """Return one object per level, with and without help apart, ready for JSON.

    The games come in the order of their ends.
    """
    groups: dict[tuple[bool, str], list[FinishedGame]] = {}
    for game in finished:
        groups.setdefault((game.assisted, game.level), []).append(game)
    return [
        {"level": level, "assisted": assisted, **_summary(group)}
        for (assisted, level), group in sorted(groups.items())
    ]


def _summary(group: list[FinishedGame]) -> dict[str, Any]:
    wins = [game for game in group if game.won]
    streak, best_streak = _streaks(game.won for game in group)
    speeds = [game.three_bv_per_second for game in wins]
    return {
        "games": len(group),
        "wins": len(wins),
        "win_rate": len(wins) / len(group),
        "streak": streak,
        "best_streak": best_streak,
        "best_seconds": min((game.seconds for game in wins), default=None),
        "mean_seconds": _mean(game.seconds for game in wins),
        "best_three_bv_per_second": max(
            (speed for speed in speeds if speed is not None), default=None
        ),
        "mean_three_bv_per_second": _mean(speeds),
        "mean_efficiency": _mean(game.efficiency for game in group),
        "mean_accuracy": _mean(game.accuracy for game in group),
        "series": [game.to_json() for game in group[-LONGEST_SERIES:]],
    }


def _streaks(results: Iterable[bool]) -> tuple[int, int]:
    """Return how many games were won in a row, lately and at most."""
    streak = best = 0
    for won in results:
        streak = streak + 1 if won else 0
        best = max(best, streak)
    return streak, best


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def in_words(level: dict[str, Any]) -> dict[str, str]:
    """Return the figures of a level as texts, by the heads of their columns."""

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
