"""Storage of games, moves, players and statistics in an SQLite or PostgreSQL database.

Attributes are imported on first access, so that the terminal app can find the data folder and show
its first board without importing the database packages.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sapper.store.game_store import Store
    from sapper.store.stored_games import GameState, StoredGame

__all__ = ["GameState", "Store", "StoredGame"]


def __getattr__(name: str) -> Any:
    if name == "Store":
        from sapper.store import game_store

        return game_store.Store
    if name in __all__:
        from sapper.store import stored_games

        return getattr(stored_games, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
