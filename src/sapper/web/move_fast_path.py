"""The way of moves around the framework.

Of all that a server does, moves come most often, and nine tenths of the time that the framework
takes for one go into finding the route and checking what comes in. Here a move that is plainly well
formed goes straight to its table; all else, also every request that is wrong in some way, takes the
usual way and gets the usual answer.
"""

import re
from types import SimpleNamespace
from typing import Final

from pydantic import ValidationError
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sapper.errors import SapperError
from sapper.web import schemas
from sapper.web.context import context_of
from sapper.web.routes.games import make_move

_PATH: Final = re.compile(r"/api/games/([A-Za-z0-9_-]{1,64})/moves", re.ASCII)
# What the measures ask for: the pattern that the router would have found.
_ROUTE: Final = SimpleNamespace(path="/api/games/{game_id}/moves")
_JSON: Final = (b"content-type", b"application/json")


class QuickMoves:
    """An ASGI layer between the guard and the application."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a move, or leave the request to the application."""
        found = None
        if scope["type"] == "http" and scope["method"] == "POST":
            found = _PATH.fullmatch(scope["path"])
        if found is None or _JSON not in scope["headers"]:
            await self._app(scope, receive, send)
            return
        message = await receive()
        try:
            body = schemas.NewMove.model_validate_json(message.get("body", b""))
        except ValidationError:  # also half a body; the application says what is wrong
            await self._app(scope, _once_more(message, receive), send)
            return
        scope["route"] = _ROUTE
        request = Request(scope, receive)
        context = context_of(request)
        try:
            response = await make_move(context, context.players.known(request), found[1], body)
        except SapperError as error:
            response = await scope["app"].exception_handlers[SapperError](request, error)
        await response(scope, receive, send)


def _once_more(message: Message, receive: Receive) -> Receive:
    """Return a `receive` that gives a message that was taken already, then all that follows."""
    waiting = [message]

    async def receive_again() -> Message:
        return waiting.pop() if waiting else await receive()

    return receive_again
