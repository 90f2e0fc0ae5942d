"""Games, moves, players and statistics in a SQL database: SQLite by default, PostgreSQL by URL.

Attributes load on first access. The data folder is needed before the database packages, and the
terminal shows its first board without importing them.
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
