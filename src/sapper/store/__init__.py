"""Games, moves, players and statistics in SQL: SQLite by default, PostgreSQL by URL.

The database's packages are loaded when the store is first asked for: the folder of the user's data
is needed long before, and the terminal shows its first board without them.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sapper.store.games import Store
    from sapper.store.records import GameState, StoredGame

__all__ = ["GameState", "Store", "StoredGame"]


def __getattr__(name: str) -> Any:
    if name == "Store":
        from sapper.store import games

        return games.Store
    if name in __all__:
        from sapper.store import records

        return getattr(records, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
