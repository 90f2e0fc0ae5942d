"""A service for the daily boards, with one attempt per player, a ranking and a streak."""

import asyncio
import time
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Annotated, Final, TypedDict

from sapper.errors import NotFound
from sapper.generate.daily_board import DAILY_LEVELS, daily_board
from sapper.play.computation import Load

if TYPE_CHECKING:
    from sapper.play.game_service import GameService, PlayerGame
    from sapper.store import Store
    from sapper.store.daily_attempts import DailyField, DailyResult

_ONE_DAY: Final = timedelta(days=1)
# Counting 50,000 players takes 40 ms, so the results of a large field are reused for some seconds.
_LARGE_FIELD: Final = 1000
_FIELD_SECONDS: Final = 10.0


class DailyLevel(TypedDict):
    """A daily board with the player's attempt."""

    level: str
    game: Annotated[str | None, "The id of the player's attempt, if any"]
    status: Annotated[str | None, "The status of the attempt, deleted, or null if not started"]
    seconds: float | None
    counted: Annotated[bool, "Whether the attempt is over and neither assisted nor paused"]
    rank: Annotated[int | None, "The rank by time among the players who won"]
    players: Annotated[int, "The number of players whose attempt counts"]
    percentile: Annotated[float | None, "The percentage of these players who did not do better"]
    share_text: Annotated[str | None, "A text to share, which discloses nothing about the board"]


class DailyOverview(TypedDict):
    """Today's boards and the player's streak."""

    day: Annotated[str, "The day in UTC, such as 2026-03-01"]
    streak: Annotated[int, "Consecutive days with a counted win"]
    levels: list[DailyLevel]


def _utc_day() -> date:
    return datetime.now(UTC).date()


class DailyService:
    """The daily-board operations of a `GameService`."""

    def __init__(self, service: "GameService", *, today: Callable[[], date] = _utc_day) -> None:
        """Create the service. `today` returns the current day in UTC."""
        self._service = service
        self.today = today
        # For each level, the day, the time at which the results were loaded, and the results.
        self._fields: dict[str, tuple[date, float, DailyField]] = {}
        self._field_lock = asyncio.Lock()

    async def start(self, player: str, level: str, *, load: Load | None = None) -> "PlayerGame":
        """Start a player's attempt at today's board, or load the existing attempt.

        `load` loads the game by its id, by default with `GameService.load`. Raises InvalidRules if
        the level has no daily board, and NotFound if the player has deleted the attempt's game.
        """
        from sapper.play.session import Session
        from sapper.store.sql_store import new_id
        from sapper.store.stored_game_types import new_row

        service, day = self._service, self.today()
        store = service.open_store()
        board = await service.compute(player, daily_board, day, level)
        session = Session.on_board(board)
        row = new_row(new_id(), player, session.game, options=session.options)
        game_id = await service.write(store.daily_attempts.start(day.isoformat(), level, row))
        try:
            return await (load or service.load)(game_id)
        except NotFound:
            raise NotFound(
                "you have deleted your game on today's board",
                hint="the first attempt counts, so the board cannot be started again",
            ) from None

    async def overview(self, player: str | None) -> DailyOverview:
        """Return today's boards with the player's results, rank and streak."""
        day = self.today()
        levels = [await self._level(player, day, level) for level in DAILY_LEVELS]
        days: Sequence[str] = ()
        if player is not None and self._service.store is not None:
            days = await self._service.read(self._service.store.daily_attempts.days_won, player)
        streak = daily_streak(days, day)
        for each in levels:
            each["share_text"] = _share_text(day, each, streak)
        return {"day": day.isoformat(), "streak": streak, "levels": levels}

    async def _level(self, player: str | None, day: date, level: str) -> DailyLevel:
        result: DailyResult | None = None
        rank = None
        players = 0
        store = self._service.store
        if store is not None:
            if player is not None:
                find = store.daily_attempts.result
                result = await self._service.read(find, player, day.isoformat(), level)
            field = await self._load_field(store, day, level)
            rank = field.rank(result) if result else None
            players = max(field.players, rank or 0)
        return {
            "level": level,
            "game": result.game if result and result.status != "deleted" else None,
            "status": result.status if result else None,
            "seconds": result.seconds if result else None,
            "counted": bool(result and result.is_counted),
            "rank": rank,
            "players": players,
            "percentile": None if rank is None else 100.0 * (players - rank + 1) / players,
            "share_text": None,
        }

    async def _load_field(self, store: "Store", day: date, level: str) -> "DailyField":
        """Return the results of all players, cached for a few seconds if there are many players."""
        async with self._field_lock:
            loaded_day, loaded_at, field = self._fields.get(level, (None, 0.0, None))
            is_recent = time.monotonic() - loaded_at < _FIELD_SECONDS
            if field and loaded_day == day and field.players >= _LARGE_FIELD and is_recent:
                return field
            field = await self._service.read(store.daily_attempts.field, day.isoformat(), level)
            self._fields[level] = day, time.monotonic(), field
            return field


def daily_streak(days: Sequence[str], today: date) -> int:
    """Return the length of the streak of consecutive days that ends today or yesterday.

    >>> daily_streak(["2026-03-02", "2026-03-01", "2026-02-27"], date(2026, 3, 3))
    2
    """
    won = set(days)
    day = today if today.isoformat() in won else today - _ONE_DAY
    streak = 0
    while day.isoformat() in won:
        streak += 1
        day -= _ONE_DAY
    return streak


def _share_text(day: date, level: DailyLevel, streak: int) -> str | None:
    """Return a text for sharing a finished attempt without disclosing the board."""
    if level["status"] not in ("won", "lost"):
        return None
    lines = [f"Sapper daily {day.isoformat()}, {level['level']}"]
    if level["status"] == "won":
        lines.append(f"Won in {level['seconds']:.2f} s")
    else:
        lines.append("Lost")
    if level["rank"] is not None:
        lines.append(f"Rank {level['rank']} of {level['players']}")
    elif not level["counted"]:
        lines.append("Not ranked: assisted or paused")
    if streak > 1:
        lines.append(f"Streak: {streak} days")
    return "\n".join(lines)
