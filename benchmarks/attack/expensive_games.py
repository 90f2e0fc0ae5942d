"""Stored games that make the attacks as expensive as possible."""

import sqlite3
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from sapper import Game, Rules
from sapper.game.game_options import GameOptions
from sapper.store import Store
from sapper.store.challenges import Challenge
from sapper.web.player_identity import PlayerIdentity, load_secret

ATTACKER = "A" * 22
MANY_GAMES = "B" * 22
_LONG_GAME_MOVES = 19_990
_COPIED_GAMES = 20


@dataclass(frozen=True, slots=True)
class PreparedData:
    """The cookies and games of the attackers."""

    cookie: str
    long_game: str
    """The id of a finished 100x100 game with nearly the maximum number of moves."""
    long_games: tuple[str, ...]
    """The ids of other games with the same moves as the long game."""
    dense_game: str
    """The id of a finished 100x100 game with a fixed layout of 9,000 mines."""
    cookie_with_many_games: str
    """The cookie of a player with 50,000 finished games, puzzle attempts and rush runs.

    The same number of other players have played today's daily board.
    """
    challenge: str
    """The code of a challenge on the board of the long game."""


def prepare_data(folder: Path, database: Path, *, games: int) -> PreparedData:
    """Create the database with the games of the attackers."""
    identity = PlayerIdentity(load_secret(folder / "secret.key"))
    store = Store(f"sqlite:///{database}")
    rules = Rules(100, 100, 2000)
    long_game = Game(rules, seed=5)
    for number in range(_LONG_GAME_MOVES):
        long_game.flag((0, number % 100))
    long_game.reveal((50, 50))
    while not long_game.is_over:
        long_game.reveal(min(long_game.layout - long_game.view.flags))
    cells = [divmod(number, 100) for number in range(10_000)]
    dense_game = Game.from_layout(Rules(100, 100, 9000), cells[:9000])
    dense_game.reveal((0, 0))
    ids = []
    for game in (long_game, dense_game):
        game_id, created = store.create(ATTACKER, game, options=GameOptions())
        created.result()
        ids.append(game_id)
    challenge = Challenge(id="C" * 22, player=ATTACKER, game=ids[0], name="", hides_result=False)
    store.challenges.create(challenge).result()
    small = Game.from_layout(Rules(2, 1, 1), {(0, 0)})
    small.reveal((0, 1))
    template, created = store.create(MANY_GAMES, small, options=GameOptions())
    created.result()
    store.close()
    with sqlite3.connect(database) as connection:
        columns = [row[1] for row in connection.execute("PRAGMA table_info(games)")]
        copied = ", ".join("id || '-' || value" if name == "id" else name for name in columns)
        connection.execute(
            "WITH RECURSIVE numbers(value) AS "
            "(SELECT 1 UNION ALL SELECT value + 1 FROM numbers WHERE value < ?) "
            f"INSERT INTO games SELECT {copied} FROM games, numbers WHERE id = ?",
            (games, template),
        )
        _add_rows(connection, template, games)
        long_games = _copy_game(connection, ids[0], columns)
    sign = identity.sign_cookie
    return PreparedData(
        f"sapper_player={sign(ATTACKER)}",
        ids[0],
        long_games,
        ids[1],
        f"sapper_player={sign(MANY_GAMES)}",
        challenge.id,
    )


def _copy_game(connection: sqlite3.Connection, game_id: str, columns: list[str]) -> tuple[str, ...]:
    """Copy a game with its moves, and return the ids of the copies."""
    copies = tuple(f"copy-{number}" for number in range(_COPIED_GAMES))
    copied = ", ".join("?" if name == "id" else name for name in columns)
    for copy in copies:
        connection.execute(
            f"INSERT INTO games SELECT {copied} FROM games WHERE id = ?", (copy, game_id)
        )
        connection.execute(
            "INSERT INTO moves SELECT ?, number, text FROM moves WHERE game = ?", (copy, game_id)
        )
    return copies


def _add_rows(connection: sqlite3.Connection, template: str, count: int) -> None:
    """Add attempts at today's daily board, puzzle attempts and rush runs to the database."""
    day = datetime.now(UTC).date().isoformat()
    connection.executemany(
        "INSERT INTO daily_attempts (player, day, level, game) VALUES (?, ?, 'expert', ?)",
        ((f"player {n}", day, f"{template}-{n}") for n in range(1, count + 1)),
    )
    connection.executemany(
        "INSERT INTO puzzle_attempts (id, player, mode, puzzle, source, theme, rating, shown_at, "
        "is_correct, answered_at, player_rating) "
        "VALUES (?, ?, 'rated', ?, ?, 'corner', 1000, ?, 1, ?, 1200.0)",
        ((f"attempt {n}", MANY_GAMES, f"p{n}", f"source {n}", n, n) for n in range(count)),
    )
    connection.executemany(
        "INSERT INTO puzzle_runs (id, player, started_at, lives, score, is_over) "
        "VALUES (?, ?, ?, 0, 5, 1)",
        ((f"run {n}", MANY_GAMES, n) for n in range(count)),
    )
