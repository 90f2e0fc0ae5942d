"""The list of a player's games, with filters and cursor pagination."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, TypedDict, get_args

import sqlalchemy as sa

from sapper.errors import InvalidOption, short_repr
from sapper.game.game_options import GameOptions
from sapper.game.rules import Rules
from sapper.store.database_schema import games
from sapper.store.game_conditions import IS_ASSISTED, IS_UNFINISHED

MAX_LISTED_GAMES: Final = 100
Result = Literal["won", "lost", "unfinished"]
RESULTS: Final[tuple[str, ...]] = get_args(Result)

CURSOR_PATTERN: Final = r"[0-9]{1,12}\.[0-9]{1,12}~[A-Za-z0-9_-]{1,64}"
_COLUMNS: Final = (
    "id", "level", "size", "start", "options", "no_guess", "status", "version", "revealed",
    "pauses", "created_at", "moved_at", "seconds", "three_bv", "solved_three_bv", "accuracy",
    "picture", "digest",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFilter:
    """The criteria for a list of a player's games. A criterion of None matches all games."""

    level: str | None = None
    result: Result | None = None
    assisted: bool | None = None
    has_moves: bool | None = None
    is_over: bool | None = None

    def condition(self, player: str) -> sa.ColumnElement[bool]:
        """Return the SQL condition for a player's games that match the criteria."""
        conditions = [games.c.player == player]
        if self.level is not None:
            conditions.append(games.c.level == self.level)
        if self.result == "unfinished":
            conditions.append(IS_UNFINISHED)
        elif self.result is not None:
            conditions.append(games.c.status == self.result)
        if self.assisted is not None:
            conditions.append(IS_ASSISTED if self.assisted else sa.not_(IS_ASSISTED))
        if self.has_moves:
            conditions.append(games.c.version > 0)
        if self.is_over:
            conditions.append(sa.not_(IS_UNFINISHED))
        return sa.and_(*conditions)


class ListedGame(TypedDict):
    """A game in a list. Only finished games have result fields and `rows`."""

    id: str
    level: str
    size: str
    width: int
    height: int
    mines: int
    start: str
    no_guess: bool
    practice: bool
    imported: bool
    assisted: bool
    paused: Annotated[bool, "Whether the game was paused at least once"]
    status: str
    version: int
    progress: Annotated[float, "The fraction of safe cells that are revealed"]
    created_at: float
    moved_at: float
    seconds: float | None
    three_bv: int | None
    solved_three_bv: int | None
    accuracy: float | None
    mistakes: Annotated[int | None, "The mistakes that the review found, or null before it ends"]
    rows: Annotated[
        list[str] | None, "The final position, or null for unfinished games and large boards"
    ]


@dataclass(frozen=True, slots=True)
class GamePage:
    """One page of a player's games, most recent first."""

    games: tuple[ListedGame, ...]
    next: str | None
    """The cursor of the next page, or None if this is the last page."""


def read_games(
    connection: sa.Connection,
    player: str,
    selection: GameFilter,
    *,
    limit: int,
    cursor: str | None = None,
) -> GamePage:
    """Return a page of a player's games, starting after the cursor.

    Raises InvalidOption if the cursor is malformed.
    """
    statement = (
        sa.select(*(games.c[name] for name in _COLUMNS), IS_ASSISTED.label("assisted"))
        .where(selection.condition(player))
        .order_by(games.c.moved_at.desc(), games.c.id.desc())
    )
    if cursor is not None:
        statement = statement.where(_is_after(cursor))
    limit = max(1, min(limit, MAX_LISTED_GAMES))
    rows: Sequence[Any] = connection.execute(statement.limit(limit + 1)).all()
    listed = tuple(map(_listed_game, rows[:limit]))
    is_last = len(rows) <= limit
    return GamePage(listed, None if is_last else _write_cursor(rows[limit - 1]))


def read_levels(connection: sa.Connection, player: str) -> list[str]:
    """Return the levels of a player's games in alphabetical order."""
    statement = sa.select(games.c.level).where(games.c.player == player).distinct()
    return sorted(connection.execute(statement).scalars())


def read_game_ids(
    connection: sa.Connection,
    player: str,
    selection: GameFilter,
    *,
    limit: int,
    after: tuple[float, str] | None = None,
) -> list[tuple[float, str]]:
    """Return up to `limit` pairs of a game's last move time and id, oldest first.

    To read the next page, pass the last pair of the previous page as `after`.
    """
    statement = (
        sa.select(games.c.moved_at, games.c.id)
        .where(selection.condition(player))
        .order_by(games.c.moved_at, games.c.id)
        .limit(limit)
    )
    if after is not None:
        moved_at, game_id = after
        statement = statement.where(
            games.c.moved_at >= moved_at,
            sa.or_(games.c.moved_at > moved_at, games.c.id > game_id),
        )
    return [(row.moved_at, row.id) for row in connection.execute(statement)]


def _listed_game(row: sa.Row[Any]) -> ListedGame:
    rules = Rules.parse(row.size, start=row.start)
    options = GameOptions.from_line(row.options)
    digest = {} if row.digest is None else json.loads(row.digest)
    safe_cells = rules.cell_count - rules.mines
    return {
        "id": row.id,
        "level": row.level,
        "size": row.size,
        "width": rules.width,
        "height": rules.height,
        "mines": rules.mines,
        "start": row.start,
        "no_guess": bool(row.no_guess),
        "practice": options.practice,
        "imported": options.imported,
        "assisted": bool(row.assisted),
        "paused": row.pauses > 0,
        "status": row.status,
        "version": row.version,
        "progress": row.revealed / safe_cells if safe_cells else 1.0,
        "created_at": row.created_at,
        "moved_at": row.moved_at,
        "seconds": row.seconds,
        "three_bv": row.three_bv,
        "solved_three_bv": row.solved_three_bv,
        "accuracy": row.accuracy,
        "mistakes": digest.get("mistakes"),
        "rows": None if row.picture is None else list(_split(row.picture, rules.width)),
    }


def _split(text: str, width: int) -> Iterator[str]:
    for start in range(0, len(text), width):
        yield text[start : start + width]


def _write_cursor(row: sa.Row[Any]) -> str:
    return f"{row.moved_at!r}~{row.id}"


def _is_after(cursor: str) -> sa.ColumnElement[bool]:
    if not re.fullmatch(CURSOR_PATTERN, cursor):
        raise InvalidOption(f"invalid cursor {short_repr(cursor)}", field="cursor")
    text, _, game_id = cursor.partition("~")
    moved_at = float(text)
    return sa.or_(
        games.c.moved_at < moved_at,
        sa.and_(games.c.moved_at == moved_at, games.c.id < game_id),
    )
