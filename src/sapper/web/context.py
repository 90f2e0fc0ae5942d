"""What all routes share: the store, the games in play, the thinkers and who is asking."""

import asyncio
import json
from typing import Any, Final

from fastapi import Request
from starlette.responses import Response

from sapper.store import Store
from sapper.web.game_cache import Tables
from sapper.web.player_identity import Players, read_secret
from sapper.web.schemas import ErrorAnswer
from sapper.web.settings import Settings
from sapper.web.worker_pool import Thinkers

ERRORS: Final[dict[int | str, dict[str, Any]]] = {
    "4XX": {"model": ErrorAnswer, "description": "What was wrong with the request"},
    "5XX": {"model": ErrorAnswer, "description": "What went wrong on the server"},
}


class Context:
    """Opened when the server starts and closed when it stops."""

    def __init__(self, settings: Settings) -> None:
        """Open the database. Raises StoreError."""
        self.settings = settings
        self.players = Players(read_secret(settings.secret_file))
        self.store = Store(settings.database)
        self.tables = Tables(
            self.store, cached_games=settings.cached_games, max_moves=settings.max_moves
        )
        self.thinkers = Thinkers(
            processes=settings.thinkers,
            max_waiting=settings.max_waiting,
            max_of_a_player=settings.max_waiting_of_a_player,
            max_of_a_household=settings.max_waiting_of_a_household,
            seconds=settings.think_seconds,
            megabytes=settings.think_megabytes,
        )
        self.background: set[asyncio.Task[None]] = set()
        if settings.warm:
            self.thinkers.warm_up()

    async def close(self) -> None:
        """Finish all writes and end all processes."""
        for task in self.background:
            task.cancel()
        await asyncio.gather(*self.background, return_exceptions=True)
        self.thinkers.close()
        self.tables.close()
        self.store.close()


def context_of(request: Request) -> Context:
    """Return the context of the application that got the request."""
    context: Context = request.app.state.context
    return context


def answer(value: Any, status: int = 200) -> Response:
    """Return JSON as it is: our own values need no second check on every move."""
    return Response(json.dumps(value, separators=(",", ":")), status, None, "application/json")
