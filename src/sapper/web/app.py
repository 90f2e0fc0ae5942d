"""The application: routes, guards and what is opened and closed with it."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any, Final

from fastapi import FastAPI, Path, Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response

from sapper import __version__
from sapper.errors import NotFound, StoreError
from sapper.web import request_log, schemas
from sapper.web.api_docs import to_html
from sapper.web.context import ERRORS, Context, answer, context_of
from sapper.web.error_responses import add_handlers
from sapper.web.memory import give_back_large_blocks
from sapper.web.metrics import CONTENT_TYPE, Measures
from sapper.web.middleware import Guard
from sapper.web.move_fast_path import QuickMoves
from sapper.web.routes import catalog, drill_cards, games, player
from sapper.web.settings import Settings
from sapper.web.static_files import Page

log = logging.getLogger("sapper.web")

_BOUNDS: Final = {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"}
Token = Annotated[str, Path(max_length=120, description="what the terminal has signed")]


class Application(FastAPI):
    """FastAPI, but its document has whole numbers as bounds and not floats, which are rounded."""

    def openapi(self) -> dict[str, Any]:
        """Return the OpenAPI document."""
        if self.openapi_schema is None:
            document = super().openapi()
            _write_bounds_exactly(document)
            _tell_of_wrong_types(document)
        return super().openapi()


def _write_bounds_exactly(part: Any) -> None:
    if isinstance(part, list):
        for each in part:
            _write_bounds_exactly(each)
    if isinstance(part, dict):
        for name, value in part.items():
            if name in _BOUNDS and isinstance(value, float) and value.is_integer():
                part[name] = int(value)
            _write_bounds_exactly(value)


def _tell_of_wrong_types(document: dict[str, Any]) -> None:
    """Tell of the answer to bodies that are no JSON, wherever there is a body."""
    for methods in document["paths"].values():
        for about in methods.values():
            if "requestBody" in about:
                refusal = about["responses"]["4XX"]
                about["responses"]["415"] = {**refusal, "description": "The body is not JSON"}


def create_app(settings: Settings | None = None) -> FastAPI:
    """Return the server for any ASGI server: `uvicorn --factory sapper.web.app:create_app`."""
    # Whoever gives settings has read the environment, or wants nothing of it.
    unknown = Settings.unknown_variables() if settings is None else []
    chosen = settings or Settings.from_environment()
    measures = Measures()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        give_back_large_blocks()
        with request_log.opened(chosen.log):
            for sentence in unknown:
                log.warning("%s", sentence)
            app.state.context = Context(chosen)
            measures.watch(app.state.context)
            try:
                yield
            finally:
                await app.state.context.close()

    app = Application(
        title="Sapper",
        version=__version__,
        summary="Minesweeper to play, learn, analyse and study",
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,  # the usual pages load scripts from elsewhere
        redoc_url=None,
    )
    add_handlers(app)
    app.include_router(games.router)
    app.include_router(catalog.router)
    app.include_router(drill_cards.router)
    app.include_router(player.router)
    _add_link(app)
    _add_server_routes(app, chosen, measures)

    # Last: whatever no route above has taken is a file of the page, or nothing.
    app.mount("/", Page(directory=chosen.static_folder, html=True, check_dir=False))
    app.add_middleware(QuickMoves)
    app.add_middleware(Guard, settings=chosen, measures=measures)
    return app


def _add_link(app: FastAPI) -> None:
    """Add the way by which a browser becomes the player of the terminal."""

    @app.get("/link/{token}", tags=["player"], status_code=303, responses=ERRORS)
    async def follow_link(request: Request, token: Token) -> Response:
        """Make this browser the player of a link that `sapper web` prints, with all its games."""
        context = context_of(request)
        player = context.players.linked(token)
        if player is None:
            raise NotFound("this link is not known, or older than an hour")
        known = context.players.known(request)
        if known is not None and known != player:
            await context.tables.write(context.store.adopt(player, known))
        response = RedirectResponse("/", 303, {"Cache-Control": "no-store"})
        context.players.remember(request, response, player)
        return response


def _add_server_routes(app: FastAPI, chosen: Settings, measures: Measures) -> None:
    """Add what those who run the server ask; programs that watch it ask by HEAD too."""

    @app.head("/healthz", include_in_schema=False)
    @app.get("/healthz", response_model=schemas.Health, tags=["server"], responses=ERRORS)
    async def healthz(request: Request) -> Response:
        """Tell whether the server and its database answer."""
        context = context_of(request)
        try:
            async with asyncio.timeout(chosen.health_seconds):
                kind = await context.tables.read(context.store.check)
        except TimeoutError:
            raise StoreError(
                f"the database has not answered for {chosen.health_seconds:g} seconds"
            ) from None
        return answer({"status": "ok", "version": __version__, "database": kind})

    @app.head("/metrics", include_in_schema=False)
    @app.get("/metrics", tags=["server"], response_class=PlainTextResponse, responses=ERRORS)
    async def metrics() -> Response:
        """Return figures about the server for Prometheus."""
        return Response(measures.text(), media_type=CONTENT_TYPE)

    @app.head("/api/docs", include_in_schema=False)
    @app.get("/api/docs", tags=["server"], response_class=HTMLResponse, responses=ERRORS)
    async def docs() -> Response:
        """Return this API as a page to read."""
        return HTMLResponse(to_html(app.openapi()))
