"""Storage of games, moves, players and statistics in an SQLite or PostgreSQL database.

The package imports its public classes lazily, so the terminal app can locate the data folder and
show its first board without loading the database packages.
"""

from typing import TYPE_CHECKING, Any

from sapper.extras import requires_extra

if TYPE_CHECKING:
    from sapper.store.sql_store import Store
    from sapper.store.stored_game_types import GameState, StoredGame

__all__ = ["GameState", "Store", "StoredGame"]


def __getattr__(name: str) -> Any:
    with requires_extra("store", "the store"):
        if name == "Store":
            from sapper.store import sql_store

            return sql_store.Store
        if name in __all__:
            from sapper.store import stored_game_types

            return getattr(stored_game_types, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
