"""The ASGI application, with its routes, middleware and shared resources."""

import asyncio
import gc
import json
import logging
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import cache, partial
from typing import Annotated, Any, Final

from fastapi import FastAPI, Path, Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response

from sapper import __version__
from sapper.errors import NotFound, StoreError
from sapper.web import request_log, response_schemas
from sapper.web.api_docs import to_html
from sapper.web.context import ERROR_RESPONSES, Context, get_context, json_response
from sapper.web.error_responses import add_exception_handlers
from sapper.web.memory_allocator import use_mmap_for_large_blocks
from sapper.web.metrics import CONTENT_TYPE, Metrics
from sapper.web.middleware import RequestMiddleware
from sapper.web.request_charges import charge_work
from sapper.web.routes import (
    analyser_routes,
    challenge_routes,
    daily_routes,
    game_routes,
    history_routes,
    lesson_routes,
    player_routes,
    puzzle_routes,
    reference_routes,
)
from sapper.web.settings import Settings
from sapper.web.static_files import CompressedStaticFiles

log = logging.getLogger("sapper.web")

_BOUNDS: Final = {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"}
# The garbage collector runs after this many allocations. Python's default is 700.
_COLLECTION_THRESHOLD: Final = 20_000
# The maximum time in seconds that the event loop waits for a thread that replays a long game.
_SWITCH_SECONDS: Final = 0.001
# Sending the API documentation takes as long as drawing a board with this many cells.
_DOCUMENT_CELLS: Final = 5000
LinkToken = Annotated[
    str, Path(max_length=120, description="The signed token that `sapper web` prints")
]


class Application(FastAPI):
    """A FastAPI application that corrects its OpenAPI document in two places.

    Numeric bounds are converted to integers, because large floats lose precision. Every operation
    with a request body also documents status 415.
    """

    def openapi(self) -> dict[str, Any]:
        """Return the OpenAPI document."""
        if self.openapi_schema is None:
            document = super().openapi()
            _convert_bounds_to_integers(document)
            _add_unsupported_media_type(document)
        return super().openapi()


def _convert_bounds_to_integers(node: Any) -> None:
    if isinstance(node, list):
        for child in node:
            _convert_bounds_to_integers(child)
    if isinstance(node, dict):
        for name, value in node.items():
            if name in _BOUNDS and isinstance(value, float) and value.is_integer():
                node[name] = int(value)
            _convert_bounds_to_integers(value)


def _add_unsupported_media_type(document: dict[str, Any]) -> None:
    """Add a 415 response to every operation that has a request body."""
    for methods in document["paths"].values():
        for operation in methods.values():
            if "requestBody" in operation:
                refusal = operation["responses"]["4XX"]
                operation["responses"]["415"] = {**refusal, "description": "The body is not JSON"}


def create_app(settings: Settings | None = None) -> FastAPI:
    """Create the ASGI application.

    If `settings` is None, the settings are read from the environment. Run the application with
    `uvicorn --factory sapper.web.app:create_app`.
    """
    # A caller that passes settings has either read the environment or chosen to ignore it.
    warnings = Settings.unknown_variables() if settings is None else []
    chosen = settings or Settings()
    metrics = Metrics()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        use_mmap_for_large_blocks()
        sys.setswitchinterval(_SWITCH_SECONDS)
        with request_log.configured_logging(chosen.log), _infrequent_garbage_collection():
            for warning in warnings:
                log.warning("%s", warning)
            context = app.state.context = Context(chosen)
            context.service.on_finished = partial(puzzle_routes.learn_from_game, context)
            metrics.register_context(context)
            if chosen.prestart_worker:
                app.state.render_documentation()
                context.service.preload()
            try:
                yield
            finally:
                await context.close()

    app = Application(
        title="Sapper",
        version=__version__,
        summary="Minesweeper to play, learn, analyse and study",
        lifespan=lifespan,
        openapi_url=None,  # FastAPI would render the document for every request.
        docs_url=None,  # FastAPI's own documentation pages load scripts from other sites.
        redoc_url=None,
        # Without this setting, FastAPI consults OpenTelemetry on every request.
        telemetry={"tracing": False, "metrics": False, "logs": False},
    )
    add_exception_handlers(app)
    # The history routes precede the game routes, because "export" and "import" look like game ids.
    for module in (
        history_routes,
        game_routes,
        daily_routes,
        challenge_routes,
        reference_routes,
        analyser_routes,
        puzzle_routes,
        lesson_routes,
        player_routes,
    ):
        app.include_router(module.router)
    _add_link_route(app)
    _add_server_routes(app, chosen, metrics)

    # The static files come last, because they match every remaining path.
    files = CompressedStaticFiles(directory=chosen.static_folder, html=True, check_dir=False)
    app.mount("/", files)
    app.add_middleware(RequestMiddleware, settings=chosen, metrics=metrics)
    return app


@contextmanager
def _infrequent_garbage_collection() -> Iterator[None]:
    """Freeze existing objects and run the garbage collector less often.

    At Python's default threshold, full garbage collections pause the server for up to 0.1 seconds.
    """
    thresholds = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(_COLLECTION_THRESHOLD)
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)
        gc.unfreeze()


def _add_link_route(app: FastAPI) -> None:
    @app.get("/link/{token}", tags=["player"], status_code=303, responses=ERROR_RESPONSES)
    async def follow_link(request: Request, token: LinkToken) -> Response:
        """Sign the browser in with a link printed by `sapper web`.

        Games already played in this browser are transferred to the link's player.
        """
        context = get_context(request)
        player = context.identity.verify_link(token)
        if player is None:
            raise NotFound("the link is invalid or has expired")
        current = context.identity.current_player(request)
        if current is not None and current != player:
            await context.service.write(context.store.merge_players(player, current))
        return context.identity.with_cookie(
            request, player, RedirectResponse("/", 303, {"Cache-Control": "no-store"})
        )


def _add_server_routes(app: FastAPI, settings: Settings, metrics: Metrics) -> None:
    """Add the health, metrics and documentation routes, each for GET and HEAD requests."""

    @app.head("/healthz", include_in_schema=False)
    @app.get(
        "/healthz",
        response_model=response_schemas.HealthResponse,
        tags=["server"],
        responses=ERROR_RESPONSES,
    )
    async def healthz(request: Request) -> Response:
        """Check that the server responds and that its database is writable."""
        context = get_context(request)
        try:
            async with asyncio.timeout(settings.health_timeout):
                database = await context.service.read(context.store.check)
        except TimeoutError:
            raise StoreError(
                f"the database did not respond within {settings.health_timeout:g} seconds"
            ) from None
        return json_response({"status": "ok", "version": __version__, "database": database})

    @app.head("/metrics", include_in_schema=False)
    @app.get(
        "/metrics", tags=["server"], response_class=PlainTextResponse, responses=ERROR_RESPONSES
    )
    async def get_metrics() -> Response:
        """Return the server's metrics in the Prometheus text format."""
        return Response(metrics.to_text(), media_type=CONTENT_TYPE)

    @cache
    def document() -> bytes:
        return json.dumps(app.openapi(), separators=(",", ":")).encode()

    @cache
    def page() -> bytes:
        return to_html(app.openapi()).encode()

    def render_documentation() -> None:
        document()
        page()

    # The first call takes 0.2 seconds, which players should not have to wait for.
    app.state.render_documentation = render_documentation

    @app.head("/api/openapi.json", include_in_schema=False)
    @app.get("/api/openapi.json", include_in_schema=False)
    async def get_document() -> Response:
        charge_work(cells=_DOCUMENT_CELLS)
        return Response(document(), media_type="application/json")

    @app.head("/api/docs", include_in_schema=False)
    @app.get("/api/docs", tags=["server"], response_class=HTMLResponse, responses=ERROR_RESPONSES)
    async def docs() -> Response:
        """Return the API documentation as a web page."""
        charge_work(cells=_DOCUMENT_CELLS)
        return HTMLResponse(page())
