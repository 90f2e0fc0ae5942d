"""Drills of a player and how well they are known; when to ask again is the coach's business."""

from collections.abc import Iterable
from concurrent.futures import Future
from dataclasses import asdict, dataclass, replace
from typing import Final

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from sapper.errors import NotFound
from sapper.store.database import now, reading
from sapper.store.database_schema import cards
from sapper.store.writer import Writer

MAX_CARDS: Final = 1000
"""How many drills are kept for a player; beyond, those never answered go first."""
# A drill that was just shown is not shown again at once, also if nobody answered it.
_PAUSE: Final = 60.0


@dataclass(frozen=True, slots=True)
class StoredCard:
    """A drill that a player has met, or should meet."""

    drill: str
    theme: str
    position: str
    due: float = 0.0
    """When to ask again, in seconds since 1970."""
    interval: float = 0.0
    ease: float = 2.5
    streak: int = 0
    lapses: int = 0
    asked_at: float = 0.0


_COLUMNS = [cards.c[name] for name in StoredCard.__slots__]


class Cards:
    """The table of drills."""

    def __init__(self, engine: sa.Engine, writer: Writer) -> None:
        self._engine = engine
        self._writer = writer

    def due(self, player: str, theme: str | None = None) -> StoredCard | None:
        """Return the drill to ask now, the longest overdue; None when there is none."""
        at = now()
        statement = (
            sa.select(*_COLUMNS)
            .where(cards.c.player == player, cards.c.due <= at, cards.c.asked_at <= at - _PAUSE)
            .order_by(cards.c.due, cards.c.drill)
            .limit(1)
        )
        if theme is not None:
            statement = statement.where(cards.c.theme == theme)
        with reading(self._engine) as connection:
            row = connection.execute(statement).one_or_none()
        return None if row is None else StoredCard(*row)

    def get(self, player: str, drill: str) -> StoredCard:
        """Return a drill that the player has. Raises NotFound."""
        statement = sa.select(*_COLUMNS).where(cards.c.player == player, cards.c.drill == drill)
        with reading(self._engine) as connection:
            row = connection.execute(statement).one_or_none()
        if row is None:
            raise NotFound("there is no such drill")
        return StoredCard(*row)

    def add(self, player: str, new: Iterable[StoredCard]) -> Future[None]:
        """Keep drills for a player, due at once; those that he has stay as they are."""
        rows = [{"player": player, **asdict(replace(card, due=card.due or now()))} for card in new]

        def write(connection: sa.Connection) -> None:
            insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
            connection.execute(insert(cards).on_conflict_do_nothing(), rows)
            _trim(connection, player)

        return self._writer.submit(write)

    def put(self, player: str, card: StoredCard) -> Future[None]:
        """Keep what has changed in a drill of the player."""
        values = asdict(card)
        statement = (
            sa.update(cards)
            .where(cards.c.player == player, cards.c.drill == values.pop("drill"))
            .values(values)
        )

        def write(connection: sa.Connection) -> None:
            connection.execute(statement)

        return self._writer.submit(write)


def adopt_cards(connection: sa.Connection, player: str, other: str) -> None:
    """Give a player the drills of another; those that both have stay as the player knows them."""
    known = sa.select(cards.c.drill).where(cards.c.player == player)
    theirs = cards.c.player == other
    connection.execute(sa.delete(cards).where(theirs, cards.c.drill.in_(known)))
    connection.execute(sa.update(cards).where(theirs).values(player=player))
    _trim(connection, player)


def _trim(connection: sa.Connection, player: str) -> None:
    mine = cards.c.player == player
    count = connection.execute(sa.select(sa.func.count()).where(mine)).scalar_one()
    if count > MAX_CARDS:
        answered = cards.c.streak + cards.c.lapses
        oldest = (
            sa.select(cards.c.drill)
            .where(mine)
            .order_by(sa.case((answered == 0, 0), else_=1), cards.c.asked_at.desc(), cards.c.due)
            .limit(count - MAX_CARDS)
        )
        connection.execute(sa.delete(cards).where(mine, cards.c.drill.in_(oldest)))
