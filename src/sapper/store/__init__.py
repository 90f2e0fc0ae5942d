"""Games, moves, players and statistics in SQL: SQLite by default, PostgreSQL by URL.

The database's packages are loaded when the store is first asked for: the folder of the user's data
is needed long before, and the terminal shows its first board without them.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sapper.store.store import Store
    from sapper.store.stored_games import GameState, StoredGame

__all__ = ["GameState", "Store", "StoredGame"]


def __getattr__(name: str) -> Any:
    if name == "Store":
        from sapper.store import store

        return store.Store
    if name in __all__:
        from sapper.store import stored_games

        return getattr(stored_games, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
