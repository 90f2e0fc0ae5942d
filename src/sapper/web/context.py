"""The state shared by all routes, such as the store, the game cache and the worker pool."""

import asyncio
import logging
import time
from collections.abc import Coroutine
from typing import Any, Final

from fastapi import Request
from starlette.responses import Response

from sapper.errors import StoreError
from sapper.play.game_service import GameService
from sapper.store import Store
from sapper.web.game_cache import GameCache
from sapper.web.player_identity import PlayerIdentity, load_secret
from sapper.web.response_jobs import to_json
from sapper.web.response_schemas import ErrorResponse
from sapper.web.settings import Settings
from sapper.web.worker_pool import WorkerPool

ERROR_RESPONSES: Final[dict[int | str, dict[str, Any]]] = {
    "4XX": {"model": ErrorResponse, "description": "The request was refused"},
    "5XX": {"model": ErrorResponse, "description": "The server could not handle the request"},
}


log = logging.getLogger("sapper.web")
_DAY_SECONDS: Final = 86_400
_PRUNE_SECONDS: Final = 3600


class Context:
    """The resources that an application holds from startup to shutdown."""

    def __init__(self, settings: Settings) -> None:
        """Open the database and create the worker pool.

        Raises StoreError if the secret key cannot be loaded or the database cannot be opened.
        """
        self.settings = settings
        self.identity = PlayerIdentity(load_secret(settings.secret_file))
        self.store = Store(settings.database)
        self.workers = WorkerPool(
            workers=settings.workers,
            max_queued_jobs=settings.max_queued_jobs,
            max_jobs_per_player=settings.max_jobs_per_player,
            max_jobs_per_network=settings.max_jobs_per_network,
            job_seconds=settings.job_seconds,
            worker_memory_mb=settings.worker_memory_mb,
        )
        seconds = settings.job_seconds
        self.service = GameService(
            self.workers.run, self.store, seconds=seconds, max_think=seconds / 2
        )
        self.game_cache = GameCache(
            self.service,
            self.store,
            max_games=settings.max_cached_games,
            max_moves=settings.max_moves,
        )
        self.background_tasks: set[asyncio.Task[None]] = set()
        self.start_background_task(self._prune_regularly())
        if settings.prestart_worker:
            self.workers.prestart()

    def start_background_task(self, work: Coroutine[Any, Any, None]) -> None:
        """Start a coroutine that is cancelled at shutdown."""
        task = asyncio.get_running_loop().create_task(work)
        self.background_tasks.add(task)
        task.add_done_callback(self.background_tasks.discard)

    async def _prune_regularly(self) -> None:
        while True:
            before = time.time() - self.settings.unfinished_game_days * _DAY_SECONDS
            try:
                await asyncio.to_thread(self.store.prune, before=before)
            except StoreError as error:
                log.warning("old games could not be deleted: %s", error)
            await asyncio.sleep(_PRUNE_SECONDS)

    async def close(self) -> None:
        """Stop the workers, flush pending writes and close the database."""
        for task in self.background_tasks:
            task.cancel()
        await asyncio.gather(*self.background_tasks, return_exceptions=True)
        self.workers.close()
        self.service.close()


def get_context(request: Request) -> Context:
    """Return the context of the application that handles the request."""
    context: Context = request.app.state.context
    return context


def json_response(value: Any, status: int = 200) -> Response:
    """Return a JSON response. Skipping validation speeds up moves."""
    return raw_json_response(to_json(value), status)


def raw_json_response(text: str, status: int = 200) -> Response:
    """Return JSON text as a response."""
    return Response(text, status, None, "application/json")
