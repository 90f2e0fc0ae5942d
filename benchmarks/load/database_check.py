"""Comparison of the database with the moves that the server has acknowledged."""

from benchmarks.load.simulated_player import AcknowledgedGame
from sapper.store import Store


def check_games(
    url: str, games: list[AcknowledgedGame], *, max_unacknowledged: int = 0
) -> list[str]:
    """Return the differences between the stored and the acknowledged games.

    After a kill, a game may contain up to `max_unacknowledged` moves without a response.
    """
    store = Store(url)
    try:
        return [error for game in games if (error := _check(store, game, max_unacknowledged))]
    finally:
        store.close()


def _check(store: Store, game: AcknowledgedGame, max_unacknowledged: int) -> str | None:
    stored = store.load_game(game.id)
    moves = [text.partition(" ")[2] for text in stored.moves]
    if not game.version <= stored.version <= game.version + max_unacknowledged:
        return (
            f"game {game.id} is at version {stored.version}, "
            f"but version {game.version} was acknowledged"
        )
    if len(moves) != stored.version:
        return f"game {game.id} is at version {stored.version} but contains {len(moves)} moves"
    if moves != list(game.script.texts[: len(moves)]):
        return f"game {game.id} contains moves that were not sent"
    replayed = stored.to_game()
    if (replayed.version, replayed.status) != (stored.version, stored.status):
        return f"game {game.id} cannot be replayed"
    return None
