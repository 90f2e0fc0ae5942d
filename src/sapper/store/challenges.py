"""Storage for challenges, which let other players play the board of a finished game."""

from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Final

import sqlalchemy as sa

from sapper.errors import IllegalMove, NotFound
from sapper.store.database import insert_missing, now, read_transaction
from sapper.store.database_schema import challenge_attempts, challenges, games, players
from sapper.store.game_conditions import IS_ASSISTED
from sapper.store.writer import Writer

MAX_ATTEMPTS: Final = 200
"""The maximum number of recipients of one challenge."""
MAX_LISTED_ATTEMPTS: Final = 50
"""The maximum number of results that the sender sees."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenge:
    """A challenge to play the board of a finished game."""

    id: str
    player: str
    """The player who sent the challenge."""
    game: str
    name: str
    """The name that the sender chose, or an empty string."""
    hides_result: bool
    """True if recipients see the sender's result only after they have finished the board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChallengeResult:
    """One player's game on the board of a challenge, without its moves."""

    game: str
    name: str
    status: str
    """The status of the game, or "deleted"."""
    seconds: float | None
    version: int
    """The number of moves."""
    is_assisted: bool
    """True if the player used assistance or, for the sender, already knew the board."""
    is_paused: bool
    """True if the game was paused."""


@dataclass(frozen=True, slots=True)
class SentGame:
    """The sender's game and its board."""

    result: ChallengeResult
    level: str
    size: str
    no_guess: bool


_RESULT: Final = (games.c.status, games.c.seconds, games.c.version, games.c.pauses)
# The recipient's board is always known, so only the assistance during the game counts.
_USED_ASSISTANCE: Final = sa.or_(
    games.c.hints > 0, games.c.odds > 0, games.c.assisted_moves > 0
).label("is_assisted")
_SELECT_RESULTS: Final = sa.select(
    challenge_attempts.c.game, challenge_attempts.c.name, *_RESULT, _USED_ASSISTANCE
).select_from(sa.outerjoin(challenge_attempts, games, challenge_attempts.c.game == games.c.id))


class Challenges:
    """The challenges of all players in the database."""

    def __init__(self, engine: sa.Engine, writer: Writer) -> None:
        self._engine = engine
        self._writer = writer

    def create(self, challenge: Challenge) -> Future[None]:
        """Store a new challenge."""
        row = {
            "id": challenge.id,
            "player": challenge.player,
            "game": challenge.game,
            "name": challenge.name,
            "hides_result": int(challenge.hides_result),
            "created_at": now(),
        }

        def write(connection: sa.Connection) -> None:
            connection.execute(sa.insert(challenges), row)

        return self._writer.submit(write)

    def get(self, challenge_id: str) -> Challenge:
        """Return the challenge with the given id. Raises NotFound if the id is unknown."""
        statement = sa.select(challenges).where(challenges.c.id == challenge_id)
        with read_transaction(self._engine) as connection:
            row = connection.execute(statement).one_or_none()
        if row is None:
            raise NotFound("no such challenge")
        return Challenge(
            id=row.id,
            player=row.player,
            game=row.game,
            name=row.name,
            hides_result=bool(row.hides_result),
        )

    def code_of(self, game_id: str) -> str | None:
        """Return the id of the challenge to which a game belongs, or None if there is none.

        If the game was not played for a challenge, the result is the latest challenge created
        from the game.
        """
        received = sa.select(challenge_attempts.c.challenge).where(
            challenge_attempts.c.game == game_id
        )
        sent = (
            sa.select(challenges.c.id)
            .where(challenges.c.game == game_id)
            .order_by(challenges.c.created_at.desc())
            .limit(1)
        )
        with read_transaction(self._engine) as connection:
            code = connection.execute(received).scalar_one_or_none()
            return code or connection.execute(sent).scalar_one_or_none()

    def accept(self, challenge_id: str, name: str, game_row: dict[str, Any]) -> Future[str]:
        """Store a new game as a recipient's attempt, unless the recipient already has an attempt.

        The future's result is the id of the attempt's game. The future raises IllegalMove if the
        challenge already has MAX_ATTEMPTS recipients.
        """

        def write(connection: sa.Connection) -> str:
            player = game_row["player"]
            if connection.dialect.name == "postgresql":
                # The lock keeps two processes from both storing a first attempt.
                lock = sa.func.pg_advisory_xact_lock(sa.func.hashtext(f"{player} {challenge_id}"))
                connection.execute(sa.select(lock))
            known = sa.select(challenge_attempts.c.game).where(
                challenge_attempts.c.challenge == challenge_id,
                challenge_attempts.c.player == player,
            )
            game_id = connection.execute(known).scalar_one_or_none()
            if game_id is not None:
                return str(game_id)
            count = sa.select(sa.func.count()).where(challenge_attempts.c.challenge == challenge_id)
            if connection.execute(count).scalar_one() >= MAX_ATTEMPTS:
                raise IllegalMove(f"this challenge has been accepted {MAX_ATTEMPTS} times")
            new_player = {"id": player, "created_at": game_row["created_at"], "settings": "{}"}
            insert_missing(connection, players, [new_player])
            row = {
                "challenge": challenge_id,
                "player": player,
                "game": game_row["id"],
                "name": name,
            }
            connection.execute(sa.insert(challenge_attempts), row)
            connection.execute(sa.insert(games), game_row)
            return str(game_row["id"])

        return self._writer.submit(write)

    def sent_game(self, challenge: Challenge) -> SentGame:
        """Return the sender's game. Raises NotFound if the game has been deleted."""
        statement = sa.select(
            *_RESULT,
            IS_ASSISTED.label("is_assisted"),
            games.c.level,
            games.c.size,
            games.c.no_guess,
        ).where(games.c.id == challenge.game)
        with read_transaction(self._engine) as connection:
            row = connection.execute(statement).one_or_none()
        if row is None:
            raise NotFound("the game of this challenge has been deleted")
        result = _to_result(row, game=challenge.game, name=challenge.name)
        return SentGame(result, row.level, row.size, bool(row.no_guess))

    def own_result(self, challenge_id: str, player: str) -> ChallengeResult | None:
        """Return a recipient's attempt, or None if the recipient has not accepted the challenge."""
        with read_transaction(self._engine) as connection:
            statement = _SELECT_RESULTS.where(
                challenge_attempts.c.challenge == challenge_id,
                challenge_attempts.c.player == player,
            )
            row = connection.execute(statement).one_or_none()
        return None if row is None else _to_result(row, game=row.game, name=row.name)

    def finished_results(self, challenge_id: str) -> Sequence[ChallengeResult]:
        """Return the finished attempts of the first recipients, in order of acceptance."""
        statement = (
            _SELECT_RESULTS.where(
                challenge_attempts.c.challenge == challenge_id,
                games.c.status.in_(("won", "lost")),
            )
            .order_by(games.c.created_at, games.c.id)
            .limit(MAX_LISTED_ATTEMPTS)
        )
        with read_transaction(self._engine) as connection:
            rows = connection.execute(statement).all()
        return [_to_result(row, game=row.game, name=row.name) for row in rows]


def _to_result(row: sa.Row[Any], *, game: str, name: str) -> ChallengeResult:
    return ChallengeResult(
        game=game,
        name=name,
        status=row.status or "deleted",
        seconds=row.seconds,
        version=row.version or 0,
        is_assisted=bool(row.is_assisted),
        is_paused=bool(row.pauses),
    )


def merge_challenges(connection: sa.Connection, player: str, other: str) -> None:
    """Transfer the challenges and attempts of player `other` to `player`."""
    own = challenge_attempts.alias()
    has_own = sa.exists().where(
        own.c.player == player, own.c.challenge == challenge_attempts.c.challenge
    )
    is_other = challenge_attempts.c.player == other
    connection.execute(sa.delete(challenge_attempts).where(is_other, has_own))
    connection.execute(sa.update(challenge_attempts).where(is_other).values(player=player))
    connection.execute(
        sa.update(challenges).where(challenges.c.player == other).values(player=player)
    )
