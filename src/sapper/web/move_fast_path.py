"""A fast path for moves that bypasses the web framework.

Moves are the most frequent requests, and routing and validation account for nine tenths of the time
that the framework spends on a move. This middleware handles well-formed moves directly. Every other
request, including every malformed move, takes the normal path and gets the normal response.
"""

import re
from types import SimpleNamespace
from typing import Final

from pydantic import ValidationError
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sapper.errors import SapperError
from sapper.web import request_schemas
from sapper.web.context import get_context
from sapper.web.routes.game_routes import make_move

_PATH: Final = re.compile(r"/api/games/([A-Za-z0-9_-]{1,64})/moves", re.ASCII)
# The metrics and the log use this route, which the router would otherwise have set.
_ROUTE: Final = SimpleNamespace(path="/api/games/{game_id}/moves")
_JSON_HEADER: Final = (b"content-type", b"application/json")


class MoveFastPath:
    """ASGI middleware between `RequestMiddleware` and the application."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a move, or pass the request to the application."""
        match = None
        if scope["type"] == "http" and scope["method"] == "POST":
            match = _PATH.fullmatch(scope["path"])
        if match is None or _JSON_HEADER not in scope["headers"]:
            await self._app(scope, receive, send)
            return
        message = await receive()
        try:
            body = request_schemas.NewMove.model_validate_json(message.get("body", b""))
        except ValidationError:  # the application reports the reason
            await self._app(scope, _prepend(message, receive), send)
            return
        scope["route"] = _ROUTE
        request = Request(scope, receive)
        context = get_context(request)
        player = context.identity.current_player(request)
        try:
            response = await make_move(context, player, match[1], body)
        except SapperError as error:
            response = await scope["app"].exception_handlers[SapperError](request, error)
        await response(scope, receive, send)


def _prepend(message: Message, receive: Receive) -> Receive:
    """Return a `receive` function that first returns a message that was already received."""
    pending = [message]

    async def receive_again() -> Message:
        return pending.pop() if pending else await receive()

    return receive_again
