"""Games, moves, players and statistics in SQL: SQLite by default, PostgreSQL by URL."""

from sapper.store.games import Store
from sapper.store.records import GameState, StoredGame

__all__ = ["GameState", "Store", "StoredGame"]
