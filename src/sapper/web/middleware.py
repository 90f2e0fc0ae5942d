"""What every request passes: who may ask from where, how much, and what browsers are told."""

import asyncio
import ipaddress
import logging
import re
import secrets
import time
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sapper.web import request_log
from sapper.web.client import ASKER, Asker
from sapper.web.error_responses import STRICT_HEADERS, problem_response
from sapper.web.metrics import Measures
from sapper.web.player_identity import COOKIE, SEEN
from sapper.web.rate_limit import Rate, neighbourhood
from sapper.web.settings import Settings

if TYPE_CHECKING:
    from sapper.web.context import Context

log = logging.getLogger("sapper.web")

# As ASGI sends them: names in small letters.
_RAW_HEADERS: Final = [
    (name.lower().encode(), value.encode()) for name, value in STRICT_HEADERS.items()
]
_NOT_KEPT: Final = (b"cache-control", b"no-store")
_SAFE_METHODS: Final = {"GET", "HEAD", "OPTIONS"}
# Of the API, what links elsewhere may lead to: the rest asks the server to think.
_TO_READ: Final = {"/api/docs", "/api/openapi.json"}
_HOST: Final = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:[0-9]{1,5})?", re.IGNORECASE)
_LOOPBACK_NAME: Final = "localhost"
# A new game stays on the disk; most other requests leave a few bytes or nothing.
_COST_OF_A_GAME: Final = 5.0


class Guard:
    """An ASGI layer around the application; plain, because every move goes through it."""

    def __init__(self, app: ASGIApp, *, settings: Settings, measures: Measures) -> None:
        self._app = app
        self._settings = settings
        self._measures = measures
        hosts = frozenset(name.lower().rstrip(".") for name in settings.hosts)
        # Few names come again and again.
        self._is_known_host = lru_cache(256)(lambda host: is_known_host(host, hosts))
        self._players = Rate(per_second=settings.requests_per_second, burst=settings.request_burst)
        self._strangers = Rate(
            per_second=settings.strangers_per_second, burst=settings.stranger_burst
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begin = time.perf_counter()
        request = secrets.token_hex(4)
        status = 0

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                _add_headers(message, scope["path"])
            await send(message)

        self._measures.in_progress += 1
        refused = None
        try:
            refused = await self._answer(scope, receive, send_with_headers)
        except Exception as error:
            # The pattern of the route and not the address, which may hold the token of a link.
            log.exception(
                "%s %s failed, request %s", scope["method"], _route(scope), request, exc_info=error
            )
            if status:
                raise  # half an answer is out: the server can only hang up
            failure = problem_response(
                500, "internal", "something went wrong on the server", f"request {request}"
            )
            await failure(scope, receive, send_with_headers)
        finally:
            self._measures.in_progress -= 1
            seconds = time.perf_counter() - begin
            route = _route(scope)
            self._measures.count(scope["method"], route, status, seconds, refused)
            if request_log.is_wanted():
                request_log.log_request(
                    request=request,
                    method=scope["method"],
                    route=route,
                    status=status,
                    seconds=seconds,
                    player=_pseudonym(scope),
                    refused=refused,
                )

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> str | None:
        """Answer a request, or refuse it and return why in one word."""
        headers = Headers(scope=scope)
        reason, refusal = self._look_at(scope, headers)
        if refusal is not None:
            await refusal(scope, receive, send)
            return reason
        client = scope.get("client")
        ASKER.set(Asker(neighbourhood(client[0] if client else None), receive))
        if scope["method"] in _SAFE_METHODS:
            await self._app(scope, receive, send)
            return None
        limit = self._settings.body_bytes
        try:
            async with asyncio.timeout(self._settings.body_seconds):
                body = await _read_body(headers, receive, limit)
        except _HungUp:
            return "hung-up"  # half a request is none
        except TimeoutError:
            refusal = problem_response(408, "too-slow", "the body did not arrive in time")
            refusal.headers["Connection"] = "close"
            await refusal(scope, receive, send)
            return "slow"
        if body is None:
            refusal = problem_response(413, "too-large", f"a body has at most {limit} bytes")
            refusal.headers["Connection"] = "close"
            await refusal(scope, receive, send)
            return "large"
        given = False

        async def receive_body() -> Message:
            nonlocal given
            if given:
                return await receive()
            given = True
            return {"type": "http.request", "body": body, "more_body": False}

        await self._app(scope, receive_body, send)
        return None

    def _look_at(self, scope: Scope, headers: Headers) -> tuple[str | None, Response | None]:
        """Return why and with what to refuse a request before anything of it is read."""
        path: str = scope["path"]
        hosts = headers.getlist("host")
        if len(hosts) > 1 or not self._is_known_host(hosts[0] if hosts else None):
            return "host", problem_response(
                421,
                "unknown-host",
                "this server is not known by that name",
                "start it with --allow-host NAME, or with SAPPER_HOSTS",
            )
        if not _is_same_origin(scope["method"], path, headers):
            return "origin", problem_response(
                403, "forbidden", "requests from other sites are refused"
            )
        if self._measures.in_progress > self._settings.max_requests and path != "/healthz":
            return "busy", problem_response(
                503, "unavailable", "the server is busy", headers={"Retry-After": "1"}
            )
        if not path.startswith(("/api", "/link", "/metrics")):
            return None, None
        context: Context = scope["app"].state.context
        player = context.players.read(cookie_parser(headers.get("cookie", "")).get(COOKIE, ""))
        scope[SEEN] = player
        cost = _COST_OF_A_GAME if (scope["method"], path) == ("POST", "/api/games") else 1.0
        if player is not None:
            wait = self._players.take(player, cost)
        else:
            client = scope.get("client")
            wait = self._strangers.take(neighbourhood(client[0] if client else None), cost)
        if wait:
            return "rate", problem_response(
                429,
                "too-busy",
                "too many requests",
                "wait as long as Retry-After says",
                headers={"Retry-After": str(wait)},
            )
        return None, None


def _add_headers(message: Message, path: str) -> None:
    """Add what browsers are told to an answer, where it does not say so itself."""
    headers = message["headers"] = list(message.get("headers", ()))
    there = {name for name, _ in headers}
    headers += [pair for pair in _RAW_HEADERS if pair[0] not in there]
    if path.startswith("/api") and _NOT_KEPT[0] not in there:
        headers.append(_NOT_KEPT)


def _route(scope: Scope) -> str:
    """Return the pattern of the route: addresses would be endless, and tell who plays."""
    return getattr(scope.get("route"), "path", "other")


def _pseudonym(scope: Scope) -> str | None:
    player = scope.get(SEEN)
    if player is None:
        return None
    context: Context = scope["app"].state.context
    return context.players.pseudonym(player)


def is_known_host(host: str | None, names: Iterable[str]) -> bool:
    """Tell whether a browser may have come here by the name that its user typed.

    A page elsewhere can let a name of its own lead to this machine; the browser then takes the
    server for a part of that page, and its Host is that name. An address is nobody's name, and
    only this machine answers to localhost.

    >>> [is_known_host(host, ["sapper.example"]) for host in ("127.0.0.1:8023", "[::1]:80")]
    [True, True]
    >>> [is_known_host(host, ["sapper.example"]) for host in ("Sapper.example", "evil.example")]
    [True, False]
    >>> [is_known_host(host, []) for host in ("[::1].evil.example", "localhost:x", "1:2:3")]
    [False, False, False]
    """
    match = _HOST.fullmatch(host or "")
    if match is None:
        return False
    name = match[1].strip("[]").lower().rstrip(".")
    if name == _LOOPBACK_NAME or name in names:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _is_same_origin(method: str, path: str, headers: Headers) -> bool:
    """Tell whether a request can only come from the page of this server, or from no page at all.

    Browsers always send Origin with requests that change something; programs that are no browsers
    send neither. What only asks for something to read may also be a click on a link elsewhere, but
    not a frame in a page elsewhere.
    """
    site = headers.get("sec-fetch-site")
    if site is not None and site not in ("same-origin", "none"):
        return (
            method in ("GET", "HEAD")
            and headers.get("sec-fetch-mode") == "navigate"
            and headers.get("sec-fetch-dest", "document") == "document"
            and (path in _TO_READ or not path.startswith("/api"))
        )
    if method in _SAFE_METHODS:
        return True
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        parsed = urlsplit(origin)
    except ValueError:
        return False
    return parsed.netloc == headers.get("host") and parsed.scheme in ("http", "https")


class _HungUp(Exception):
    """The client went away before its request was whole."""


async def _read_body(headers: Headers, receive: Receive, limit: int) -> bytes | None:
    """Return the whole body, None when it is longer than allowed."""
    length = headers.get("content-length")
    if length is not None and length.isdecimal() and int(length[:20]) > limit:
        return None
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise _HungUp
        part = message.get("body", b"")
        size += len(part)
        if size > limit:
            return None
        parts.append(part)
        if not message.get("more_body", False):
            return b"".join(parts)
