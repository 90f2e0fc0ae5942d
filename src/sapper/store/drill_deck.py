"""Storage for the drill cards scheduled by `sapper.play.spaced_repetition`."""

from collections.abc import Iterable, Sequence
from concurrent.futures import Future
from dataclasses import asdict, replace
from typing import Final

import sqlalchemy as sa

from sapper.errors import NotFound
from sapper.store.database import insert_missing, now, read_transaction
from sapper.store.database_schema import drill_cards
from sapper.store.stored_cards import StoredCard
from sapper.store.writer import Writer

MAX_CARDS: Final = 1000
"""The maximum number of cards per player. The oldest unanswered cards are deleted first."""
MAX_DECK_BYTES: Final = 1_000_000
"""The maximum total size of the positions on a player's cards."""
# A card is not shown again within this time, even if it has not been answered.
_MIN_SECONDS_BETWEEN_SHOWS: Final = 60.0

_COLUMNS = [drill_cards.c[name] for name in StoredCard.__slots__]


class DrillDeck:
    """The drill decks of all players in the database."""

    def __init__(self, engine: sa.Engine, writer: Writer) -> None:
        self._engine = engine
        self._writer = writer

    def next_due(self, player: str, theme: str | None = None) -> StoredCard | None:
        """Return the player's most overdue card, or None if no card is due."""
        at = now()
        statement = (
            sa.select(*_COLUMNS)
            .where(
                drill_cards.c.player == player,
                drill_cards.c.due <= at,
                drill_cards.c.shown_at <= at - _MIN_SECONDS_BETWEEN_SHOWS,
            )
            .order_by(drill_cards.c.due, drill_cards.c.drill_id)
            .limit(1)
        )
        if theme is not None:
            statement = statement.where(drill_cards.c.theme == theme)
        with read_transaction(self._engine) as connection:
            row = connection.execute(statement).one_or_none()
        return None if row is None else StoredCard(*row)

    def get(self, player: str, drill_id: str) -> StoredCard:
        """Return the player's card for a drill. Raises NotFound if the card does not exist."""
        statement = sa.select(*_COLUMNS).where(
            drill_cards.c.player == player, drill_cards.c.drill_id == drill_id
        )
        with read_transaction(self._engine) as connection:
            row = connection.execute(statement).one_or_none()
        if row is None:
            raise NotFound("no such drill")
        return StoredCard(*row)

    def add(self, player: str, cards: Iterable[StoredCard]) -> Future[None]:
        """Insert cards for drills that are not yet in the player's deck.

        Cards without a due time are due immediately.
        """
        rows = [
            {"player": player, **asdict(replace(card, due=card.due or now()))} for card in cards
        ]

        def write(connection: sa.Connection) -> None:
            insert_missing(connection, drill_cards, rows)
            _trim(connection, player, new_drills=[row["drill_id"] for row in rows])

        return self._writer.submit(write)

    def update(self, player: str, card: StoredCard) -> Future[None]:
        """Overwrite the player's card for a drill."""
        values = asdict(card)
        statement = (
            sa.update(drill_cards)
            .where(drill_cards.c.player == player, drill_cards.c.drill_id == values.pop("drill_id"))
            .values(values)
        )

        def write(connection: sa.Connection) -> None:
            connection.execute(statement)

        return self._writer.submit(write)


def merge_decks(connection: sa.Connection, player: str, other: str) -> None:
    """Move all cards from player `other` to `player`.

    If both players have a card for the same drill, `player`'s card is kept.
    """
    own_drills = sa.select(drill_cards.c.drill_id).where(drill_cards.c.player == player)
    is_other = drill_cards.c.player == other
    connection.execute(
        sa.delete(drill_cards).where(is_other, drill_cards.c.drill_id.in_(own_drills))
    )
    connection.execute(sa.update(drill_cards).where(is_other).values(player=player))
    _trim(connection, player)


def _trim(connection: sa.Connection, player: str, *, new_drills: Sequence[str] = ()) -> None:
    """Delete the player's cards in excess of MAX_CARDS and MAX_DECK_BYTES.

    The oldest unanswered cards are deleted first, and cards for `new_drills` are deleted last.
    """
    is_own = drill_cards.c.player == player
    size = sa.func.length(drill_cards.c.position)
    count, total = connection.execute(
        sa.select(sa.func.count(), sa.func.coalesce(sa.func.sum(size), 0)).where(is_own)
    ).one()
    if count <= MAX_CARDS and total <= MAX_DECK_BYTES:
        return
    answers = drill_cards.c.streak + drill_cards.c.lapses
    # A card that has never been shown has been due since its insertion.
    last_used = sa.case(
        (drill_cards.c.shown_at > 0, drill_cards.c.shown_at), else_=drill_cards.c.due
    )
    most_valuable_first = [
        sa.case((drill_cards.c.drill_id.in_(new_drills), 0), else_=1),
        sa.case((answers == 0, 1), else_=0),
        last_used.desc(),
        drill_cards.c.drill_id.desc(),
    ]
    ranked = (
        sa.select(
            drill_cards.c.drill_id,
            sa.func.row_number().over(order_by=most_valuable_first).label("rank"),
            sa.func.sum(size).over(order_by=most_valuable_first).label("size"),
        )
        .where(is_own)
        .subquery()
    )
    is_surplus = sa.or_(
        ranked.c.rank > MAX_CARDS, sa.and_(ranked.c.size > MAX_DECK_BYTES, ranked.c.rank > 1)
    )
    surplus = sa.select(ranked.c.drill_id).where(is_surplus)
    connection.execute(sa.delete(drill_cards).where(is_own, drill_cards.c.drill_id.in_(surplus)))
