"""Looks into the database afterwards: every acknowledged move is there, once, in its place."""

from benchmarks.load.players import Played
from sapper import read_replay
from sapper.store import Store


def check_games(url: str, games: list[Played], *, unanswered: int = 0) -> list[str]:
    """Return what is wrong with the games in the database, nothing if all is well.

    Where the server was killed, so many moves may be there beyond those that were acknowledged.
    """
    store = Store(url)
    try:
        return [fault for game in games if (fault := _fault_of(store, game, unanswered))]
    finally:
        store.close()


def _fault_of(store: Store, game: Played, unanswered: int) -> str | None:
    stored = store.game(game.id)
    kept = [text.partition(" ")[2] for text in stored.moves]
    if not game.version <= stored.version <= game.version + unanswered:
        return f"{game.id} is at {stored.version}, acknowledged {game.version}"
    if len(kept) != stored.version:
        return f"{game.id} is at {stored.version} with {len(kept)} moves"
    if kept != list(game.script.texts[: len(kept)]):
        return f"{game.id} has other moves than were made"
    again = read_replay(stored.record())
    if (again.version, again.status) != (stored.version, stored.status):
        return f"{game.id} cannot be played again"
    return None
