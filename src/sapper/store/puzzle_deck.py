"""Storage for the puzzle cards scheduled by `sapper.play.puzzle_schedule`."""

from collections.abc import Iterable, Sequence
from concurrent.futures import Future
from dataclasses import asdict, replace
from typing import Final

import sqlalchemy as sa

from sapper.errors import NotFound
from sapper.store.database import insert_missing, now, read_transaction
from sapper.store.database_schema import puzzle_cards
from sapper.store.stored_puzzle_types import StoredCard
from sapper.store.writer import Writer

MAX_CARDS: Final = 1000
"""The maximum number of cards per player. The oldest unanswered cards are deleted first."""
MAX_DECK_BYTES: Final = 1_000_000
"""The maximum total size of the positions on a player's cards."""
# A card is not shown again within this time, even if it has not been answered.
_MIN_SECONDS_BETWEEN_SHOWS: Final = 60.0

_COLUMNS = [puzzle_cards.c[name] for name in StoredCard.__slots__]


class PuzzleDeck:
    """The puzzle decks of all players in the database."""

    def __init__(self, engine: sa.Engine, writer: Writer) -> None:
        self._engine = engine
        self._writer = writer

    def next_due(self, player: str) -> StoredCard | None:
        """Return the player's most overdue card, or None if no card is due."""
        at = now()
        statement = (
            sa.select(*_COLUMNS)
            .where(
                puzzle_cards.c.player == player,
                puzzle_cards.c.due <= at,
                puzzle_cards.c.shown_at <= at - _MIN_SECONDS_BETWEEN_SHOWS,
            )
            .order_by(puzzle_cards.c.due, puzzle_cards.c.puzzle)
            .limit(1)
        )
        with read_transaction(self._engine) as connection:
            row = connection.execute(statement).one_or_none()
        return None if row is None else StoredCard(*row)

    def count_due(self, player: str) -> int:
        """Return the number of the player's cards that are due."""
        statement = sa.select(sa.func.count()).where(
            puzzle_cards.c.player == player, puzzle_cards.c.due <= now()
        )
        with read_transaction(self._engine) as connection:
            return connection.execute(statement).scalar_one()

    def get(self, player: str, puzzle: str) -> StoredCard:
        """Return the player's card for a puzzle. Raises NotFound if the card does not exist."""
        statement = sa.select(*_COLUMNS).where(
            puzzle_cards.c.player == player, puzzle_cards.c.puzzle == puzzle
        )
        with read_transaction(self._engine) as connection:
            row = connection.execute(statement).one_or_none()
        if row is None:
            raise NotFound("no such puzzle")
        return StoredCard(*row)

    def add(self, player: str, cards: Iterable[StoredCard]) -> Future[None]:
        """Insert cards for puzzles that are not yet in the player's deck.

        Cards without a due time are due immediately.
        """
        rows = [
            {"player": player, **asdict(replace(card, due=card.due or now()))} for card in cards
        ]

        def write(connection: sa.Connection) -> None:
            insert_missing(connection, puzzle_cards, rows)
            _trim(connection, player, new_puzzles=[row["puzzle"] for row in rows])

        return self._writer.submit(write)

    def update(self, player: str, card: StoredCard) -> Future[None]:
        """Overwrite the player's card for a puzzle."""
        values = asdict(card)
        statement = (
            sa.update(puzzle_cards)
            .where(puzzle_cards.c.player == player, puzzle_cards.c.puzzle == values.pop("puzzle"))
            .values(values)
        )

        def write(connection: sa.Connection) -> None:
            connection.execute(statement)

        return self._writer.submit(write)


def merge_decks(connection: sa.Connection, player: str, other: str) -> None:
    """Move all cards from player `other` to `player`.

    If both players have a card for the same puzzle, `player`'s card is kept.
    """
    own_puzzles = sa.select(puzzle_cards.c.puzzle).where(puzzle_cards.c.player == player)
    is_other = puzzle_cards.c.player == other
    connection.execute(
        sa.delete(puzzle_cards).where(is_other, puzzle_cards.c.puzzle.in_(own_puzzles))
    )
    connection.execute(sa.update(puzzle_cards).where(is_other).values(player=player))
    _trim(connection, player)


def _trim(connection: sa.Connection, player: str, *, new_puzzles: Sequence[str] = ()) -> None:
    """Delete the player's cards in excess of MAX_CARDS and MAX_DECK_BYTES.

    The oldest unanswered cards are deleted first, and cards for `new_puzzles` are deleted last.
    """
    is_own = puzzle_cards.c.player == player
    size = sa.func.length(puzzle_cards.c.position)
    count, total = connection.execute(
        sa.select(sa.func.count(), sa.func.coalesce(sa.func.sum(size), 0)).where(is_own)
    ).one()
    if count <= MAX_CARDS and total <= MAX_DECK_BYTES:
        return
    # A card that has never been shown has been due since its insertion.
    last_used = sa.case(
        (puzzle_cards.c.shown_at > 0, puzzle_cards.c.shown_at), else_=puzzle_cards.c.due
    )
    most_valuable_first = [
        sa.case((puzzle_cards.c.puzzle.in_(new_puzzles), 0), else_=1),
        sa.case((puzzle_cards.c.schedule == "", 1), else_=0),
        last_used.desc(),
        puzzle_cards.c.puzzle.desc(),
    ]
    ranked = (
        sa.select(
            puzzle_cards.c.puzzle,
            sa.func.row_number().over(order_by=most_valuable_first).label("rank"),
            sa.func.sum(size).over(order_by=most_valuable_first).label("size"),
        )
        .where(is_own)
        .subquery()
    )
    is_surplus = sa.or_(
        ranked.c.rank > MAX_CARDS, sa.and_(ranked.c.size > MAX_DECK_BYTES, ranked.c.rank > 1)
    )
    surplus = sa.select(ranked.c.puzzle).where(is_surplus)
    connection.execute(sa.delete(puzzle_cards).where(is_own, puzzle_cards.c.puzzle.in_(surplus)))
