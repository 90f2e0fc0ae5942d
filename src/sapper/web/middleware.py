"""Middleware for access checks, request limits, security headers and metrics."""

import asyncio
import ipaddress
import logging
import random
import re
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
from sapper.web.client import CURRENT_CLIENT, Client
from sapper.web.error_responses import SECURITY_HEADERS, error_response
from sapper.web.metrics import Metrics
from sapper.web.player_identity import COOKIE, PLAYER_SCOPE_KEY
from sapper.web.rate_limit import TokenBuckets, client_network
from sapper.web.settings import Settings

if TYPE_CHECKING:
    from sapper.web.context import Context

log = logging.getLogger("sapper.web")

# ASGI requires header names in lower case.
_RAW_SECURITY_HEADERS: Final = [
    (name.lower().encode(), value.encode()) for name, value in SECURITY_HEADERS.items()
]
_NO_STORE: Final = (b"cache-control", b"no-store")
_SAFE_METHODS: Final = {"GET", "HEAD", "OPTIONS"}
# Other sites may link to these API documents. All other API routes cost computing time.
_LINKABLE_API_PATHS: Final = {"/api/docs", "/api/openapi.json"}
_HOST: Final = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:[0-9]{1,5})?", re.IGNORECASE)
_LOOPBACK_NAME: Final = "localhost"
# A new game takes up disk space permanently; other requests store a few bytes at most.
_NEW_GAME_COST: Final = 5.0


class RequestMiddleware:
    """ASGI middleware that processes every HTTP request.

    For each request, it checks the host, origin, rate and body size, adds security headers to the
    response, updates the metrics and writes a log line.
    """

    def __init__(self, app: ASGIApp, *, settings: Settings, metrics: Metrics) -> None:
        self._app = app
        self._settings = settings
        self._metrics = metrics
        hosts = frozenset(name.lower().rstrip(".") for name in settings.hosts)
        # Nearly all requests contain one of a few host names, so the results are cached.
        self._is_allowed_host = lru_cache(256)(lambda host: is_allowed_host(host, hosts))
        self._player_limit = TokenBuckets(
            per_second=settings.requests_per_second, burst=settings.request_burst
        )
        self._anonymous_limit = TokenBuckets(
            per_second=settings.anonymous_requests_per_second,
            burst=settings.anonymous_request_burst,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started_at = time.perf_counter()
        # The id is not a secret. In a profile of a loaded server, os.urandom took 0.26 ms per call.
        request_id = f"{random.getrandbits(32):08x}"
        status = 0

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                _add_headers(message, scope["path"])
            await send(message)

        self._metrics.requests_in_progress += 1
        refused = None
        try:
            refused = await self._handle(scope, receive, send_with_headers)
        except Exception as error:
            # Log the route pattern, because the path may contain a link token.
            log.exception(
                "%s %s failed, request %s",
                scope["method"],
                _route_pattern(scope),
                request_id,
                exc_info=error,
            )
            if status:
                raise  # the response has started, so the connection can only be closed
            failure = error_response(500, "internal server error", f"request {request_id}")
            await failure(scope, receive, send_with_headers)
        finally:
            self._metrics.requests_in_progress -= 1
            seconds = time.perf_counter() - started_at
            route = _route_pattern(scope)
            self._metrics.record_request(scope["method"], route, status, seconds, refused)
            if request_log.is_enabled():
                request_log.log_request(
                    request_id=request_id,
                    method=scope["method"],
                    route=route,
                    status=status,
                    seconds=seconds,
                    player=_pseudonym(scope),
                    refused=refused,
                )

    async def _handle(self, scope: Scope, receive: Receive, send: Send) -> str | None:
        """Pass the request to the application, or refuse it and return the reason."""
        headers = Headers(scope=scope)
        reason, refusal = self._check(scope, headers)
        if refusal is not None:
            await refusal(scope, receive, send)
            return reason
        client = scope.get("client")
        CURRENT_CLIENT.set(Client(client_network(client[0] if client else None), receive))
        if scope["method"] in _SAFE_METHODS:
            await self._app(scope, receive, send)
            return None
        limit = self._settings.max_body_bytes
        try:
            async with asyncio.timeout(self._settings.body_timeout):
                body = await _read_body(headers, receive, limit)
        except _ClientDisconnected:
            return "disconnected"  # an incomplete request has no effect
        except TimeoutError:
            refusal = error_response(408, "the body was not received in time")
            refusal.headers["Connection"] = "close"
            await refusal(scope, receive, send)
            return "body-timeout"
        if body is None:
            refusal = error_response(413, f"the body exceeds {limit} bytes")
            refusal.headers["Connection"] = "close"
            await refusal(scope, receive, send)
            return "body-too-large"
        is_received = False

        async def receive_body() -> Message:
            nonlocal is_received
            if is_received:
                return await receive()
            is_received = True
            return {"type": "http.request", "body": body, "more_body": False}

        await self._app(scope, receive_body, send)
        return None

    def _check(self, scope: Scope, headers: Headers) -> tuple[str | None, Response | None]:
        """Check a request before reading its body.

        Returns the reason and an error response if the request is refused, or `(None, None)`
        otherwise.
        """
        path: str = scope["path"]
        hosts = headers.getlist("host")
        if len(hosts) > 1 or not self._is_allowed_host(hosts[0] if hosts else None):
            return "host", error_response(
                421,
                "the host name is not allowed",
                "start the server with --allow-host NAME, or set SAPPER_HOSTS",
                code="unknown-host",
            )
        if not _is_same_origin(scope["method"], path, headers):
            return "origin", error_response(403, "cross-site requests are not allowed")
        limit = self._settings.max_concurrent_requests
        if self._metrics.requests_in_progress > limit and path != "/healthz":
            return "overload", error_response(
                503, "the server is overloaded", headers={"Retry-After": "1"}
            )
        if not path.startswith(("/api", "/link", "/metrics")):
            return None, None
        wait = self._take_tokens(scope, headers)
        if wait:
            return "rate-limit", error_response(
                429,
                "too many requests",
                "wait for the number of seconds in the Retry-After header",
                headers={"Retry-After": str(wait)},
            )
        return None, None

    def _take_tokens(self, scope: Scope, headers: Headers) -> int:
        """Identify the player and apply the rate limit.

        Returns the number of seconds the client must wait, or 0 if the request is allowed.
        """
        context: Context = scope["app"].state.context
        cookie = cookie_parser(headers.get("cookie", "")).get(COOKIE, "")
        player = context.identity.verify_cookie(cookie)
        scope[PLAYER_SCOPE_KEY] = player
        is_new_game = (scope["method"], scope["path"]) == ("POST", "/api/games")
        cost = _NEW_GAME_COST if is_new_game else 1.0
        if player is not None:
            return self._player_limit.take(player, cost)
        client = scope.get("client")
        return self._anonymous_limit.take(client_network(client[0] if client else None), cost)


def _add_headers(message: Message, path: str) -> None:
    """Add any security headers that a response has not already set."""
    headers = message["headers"] = list(message.get("headers", ()))
    present = {name for name, _ in headers}
    headers += [pair for pair in _RAW_SECURITY_HEADERS if pair[0] not in present]
    if path.startswith("/api") and _NO_STORE[0] not in present:
        headers.append(_NO_STORE)


def _route_pattern(scope: Scope) -> str:
    """Return the route pattern, with placeholders instead of game ids and tokens."""
    return getattr(scope.get("route"), "path", "other")


def _pseudonym(scope: Scope) -> str | None:
    player = scope.get(PLAYER_SCOPE_KEY)
    if player is None:
        return None
    context: Context = scope["app"].state.context
    return context.identity.pseudonym(player)


def is_allowed_host(host: str | None, names: Iterable[str]) -> bool:
    """Return whether a Host header names this server.

    In a DNS rebinding attack, a malicious site's domain resolves to this machine, so the browser
    treats this server as part of that site. The Host header still contains the malicious domain. IP
    addresses and localhost cannot be rebound, so they are always allowed.

    >>> [is_allowed_host(host, ["sapper.example"]) for host in ("127.0.0.1:8023", "[::1]:80")]
    [True, True]
    >>> [is_allowed_host(host, ["sapper.example"]) for host in ("Sapper.example", "evil.example")]
    [True, False]
    >>> [is_allowed_host(host, []) for host in ("[::1].evil.example", "localhost:x", "1:2:3")]
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
    """Return whether the cross-site policy allows a request.

    Browsers send an Origin header with every state-changing request. Non-browser clients send
    neither Origin nor Sec-Fetch-Site. Other sites may link to this server's pages but may not embed
    them in frames.
    """
    site = headers.get("sec-fetch-site")
    if site is not None and site not in ("same-origin", "none"):
        return (
            method in ("GET", "HEAD")
            and headers.get("sec-fetch-mode") == "navigate"
            and headers.get("sec-fetch-dest", "document") == "document"
            and (path in _LINKABLE_API_PATHS or not path.startswith("/api"))
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


class _ClientDisconnected(Exception):
    """Raised if the client disconnects before sending the complete request."""


async def _read_body(headers: Headers, receive: Receive, limit: int) -> bytes | None:
    """Return the request body, or None if it exceeds the size limit."""
    length = headers.get("content-length")
    if length is not None and length.isdecimal() and int(length[:20]) > limit:
        return None
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise _ClientDisconnected
        part = message.get("body", b"")
        size += len(part)
        if size > limit:
            return None
        parts.append(part)
        if not message.get("more_body", False):
            return b"".join(parts)
