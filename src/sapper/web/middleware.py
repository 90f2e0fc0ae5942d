"""Middleware for access checks, request limits, security headers and metrics."""

import asyncio
import ipaddress
import logging
import random
import re
import time
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sapper.web import request_log
from sapper.web.error_responses import error_response
from sapper.web.metrics import Metrics
from sapper.web.player_identity import COOKIE, PLAYER_SCOPE_KEY
from sapper.web.rate_limit import NetworkLimits, Reservation, TokenBuckets, client_network
from sapper.web.request_charges import CURRENT_CLIENT, Client
from sapper.web.response_parts import SlowReader, TooManyUnreadBytes, send_in_parts
from sapper.web.security_headers import SECURITY_HEADERS
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
# Other sites may link to these API documents. All other API routes require computing time.
_LINKABLE_API_PATHS: Final = {"/api/docs", "/api/openapi.json"}
_HOST: Final = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:[0-9]{1,5})?", re.IGNORECASE)
_LOOPBACK_NAME: Final = "localhost"
# A new game occupies disk space permanently, whereas other requests store a few bytes at most.
_NEW_GAME_COST: Final = 5.0
# The length of a request body whose validation costs as much as a simple request.
_BYTES_PER_REQUEST: Final = 1024
# The length of an image that costs as much as a simple request. Images are not validated in the
# server process.
_PICTURE_BYTES_PER_REQUEST: Final = 64 * 1024
_PICTURE_PATH: Final = "/api/scan"
# Parsing thousands of parameters, headers or cookies takes milliseconds.
_MAX_PATH_LENGTH: Final = 1000
_MAX_QUERY_BYTES: Final = 1000
_MAX_HEADERS: Final = 100
_MAX_COOKIE_BYTES: Final = 4096


class RequestMiddleware:
    """ASGI middleware that processes every HTTP request.

    For each request, the middleware checks the host, the origin, the request rate and the body
    size. The middleware also adds security headers to the response, updates the metrics and writes
    a log line.
    """

    def __init__(self, app: ASGIApp, *, settings: Settings, metrics: Metrics) -> None:
        self._app = app
        self._settings = settings
        self._metrics = metrics
        hosts = frozenset(name.lower().rstrip(".") for name in settings.hosts)
        # Nearly all requests contain one of a few host names, so the results of the check are
        # cached.
        self._is_allowed_host = lru_cache(256)(lambda host: is_allowed_host(host, hosts))
        self._player_limit = TokenBuckets(
            per_second=settings.requests_per_second, burst=settings.request_burst
        )
        self._network_limits = NetworkLimits(settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Process one HTTP request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started_at = time.perf_counter()
        # The id is not a secret, so a fast random number suffices. In a profile of a loaded server,
        # os.urandom took 0.26 ms per call.
        request_id = f"{random.getrandbits(32):08x}"
        status = 0

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                _add_headers(message, scope["path"])
            await send(message)

        refused = None
        try:
            refused = await self._handle(scope, receive, send_with_headers)
        except Exception as error:
            # The log contains the route pattern, because the path may contain a link token.
            log.exception(
                "%s %s failed, request %s",
                scope["method"],
                _route_pattern(scope),
                request_id,
                exc_info=error,
            )
            if status:
                raise  # The response has started, so the connection can only be closed.
            failure = error_response(500, "internal server error", f"request {request_id}")
            await failure(scope, receive, send_with_headers)
        finally:
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
        """Pass the request to the application, or refuse the request and return the reason."""
        headers = Headers(scope=scope)
        address = scope.get("client")
        network = client_network(address[0] if address else None)
        try:
            await self._check_network(scope, network)
            _check_head(scope)
            self._check_source(scope, headers)
            self._check_player(scope, headers)
            # An image occupies memory until it has been read.
            with self._network_limits.pictures.reserve(network) as reserved:
                if scope["method"] not in _SAFE_METHODS:
                    reservation = reserved if scope["path"] == _PICTURE_PATH else None
                    receive = await self._receive_body(headers, receive, network, reservation)
                await self._run(scope, receive, send, network)
        except _ClientDisconnected:
            return "disconnected"  # An incomplete request has no effect.
        except SlowReader:
            return "slow-reader"  # The server closes the connection.
        except _Refused as refused:
            await refused.response(scope, receive, send)
            return refused.reason
        return None

    async def _run(self, scope: Scope, receive: Receive, send: Send, network: str) -> None:
        """Run a complete request. Raises _Refused if there are too many concurrent requests."""
        CURRENT_CLIENT.set(Client(network, self._network_limits, receive))
        with self._network_limits.open_requests.acquire(network) as is_within_limit:
            if scope["path"] != "/healthz":
                limit = self._settings.max_concurrent_requests
                if self._metrics.requests_in_progress >= limit:
                    headers = {"Retry-After": "1"}
                    raise _Refused(
                        "the server is overloaded", reason="overload", status=503, headers=headers
                    )
                if not is_within_limit:
                    raise _too_many(reason="concurrency", wait=1)
            self._metrics.requests_in_progress += 1
            try:
                with self._network_limits.responses.reserve(network) as reservation:
                    seconds = self._settings.read_timeout
                    send = send_in_parts(send, reservation, seconds=seconds)
                    await self._app(scope, receive, send)
            except TooManyUnreadBytes:
                raise _too_many(reason="unread-responses", wait=1) from None
            finally:
                self._metrics.requests_in_progress -= 1

    async def _receive_body(
        self,
        headers: Headers,
        receive: Receive,
        network: str,
        reservation: Reservation | None,
    ) -> Receive:
        """Receive the request body, and return an ASGI function that yields it.

        An incomplete request does not count as a concurrent request. `reservation` is the memory
        reserved for an image, or None for other bodies. Raises _Refused if the body is too large or
        incomplete, or if the client network sends too many bodies or images at once.
        """
        close = {"Connection": "close"}
        is_picture = reservation is not None
        settings = self._settings
        limit = settings.max_picture_bytes if is_picture else settings.max_body_bytes
        with self._network_limits.open_bodies.acquire(network) as is_within_limit:
            if not is_within_limit:
                raise _too_many(reason="bodies", wait=1, **close)
            try:
                async with asyncio.timeout(self._settings.body_timeout):
                    body = await _read_body(headers, receive, limit, reservation)
            except _OutOfMemory:
                await self._delay_refusal(network)
                raise _too_many(reason="pictures", wait=1, **close) from None
            except TimeoutError:
                message = "the body was not received in time"
                raise _Refused(message, reason="body-timeout", status=408, headers=close) from None
        if body is None:
            message = f"the body exceeds the limit of {limit} bytes"
            raise _Refused(message, reason="body-too-large", status=413, headers=close)
        bytes_per_request = _PICTURE_BYTES_PER_REQUEST if is_picture else _BYTES_PER_REQUEST
        self._network_limits.requests.charge(network, len(body) / bytes_per_request)
        is_received = False

        async def receive_body() -> Message:
            nonlocal is_received
            if is_received:
                return await receive()
            is_received = True
            return {"type": "http.request", "body": body, "more_body": False}

        return receive_body

    def _check_source(self, scope: Scope, headers: Headers) -> None:
        """Raise _Refused unless the host name is known and the request is not cross-site."""
        hosts = headers.getlist("host")
        if len(hosts) > 1 or not self._is_allowed_host(hosts[0] if hosts else None):
            hint = "start the server with --allow-host NAME, or set SAPPER_HOSTS"
            message = "the host name is not allowed"
            raise _Refused(message, hint, reason="host", status=421, code="unknown-host")
        if not _is_same_origin(scope["method"], scope["path"], headers):
            raise _Refused("cross-site requests are not allowed", reason="origin", status=403)

    async def _check_network(self, scope: Scope, network: str) -> None:
        """Raise _Refused if the client network exceeds its rate limit."""
        if wait := self._network_limits.requests.take(network, _cost(scope)):
            await self._delay_refusal(network)
            raise _too_many(reason="rate-limit", wait=wait)

    async def _delay_refusal(self, network: str) -> None:
        # Without a delay, a client that ignores the response could keep the server busy.
        with self._network_limits.refusals.next_delay(network) as seconds:
            await asyncio.sleep(seconds)

    def _check_player(self, scope: Scope, headers: Headers) -> None:
        """Identify the player, and raise _Refused if the player exceeds the rate limit."""
        if not scope["path"].startswith(("/api", "/link", "/metrics")):
            return
        context: Context = scope["app"].state.context
        cookie = cookie_parser(headers.get("cookie", "")).get(COOKIE, "")
        player = context.identity.verify_cookie(cookie)
        scope[PLAYER_SCOPE_KEY] = player
        if player is not None and (wait := self._player_limit.take(player, _cost(scope))):
            raise _too_many(reason="rate-limit", wait=wait)


def _cost(scope: Scope) -> float:
    is_new_game = (scope["method"], scope["path"]) == ("POST", "/api/games")
    return _NEW_GAME_COST if is_new_game else 1.0


def _check_head(scope: Scope) -> None:
    """Raise _Refused if the query or the headers would take too long to parse."""
    if len(scope["path"]) > _MAX_PATH_LENGTH:
        message = f"the path exceeds the limit of {_MAX_PATH_LENGTH} characters"
        raise _Refused(message, reason="path-too-large", status=400)
    if len(scope["query_string"]) > _MAX_QUERY_BYTES:
        message = f"the query exceeds the limit of {_MAX_QUERY_BYTES} bytes"
        raise _Refused(message, reason="query-too-large", status=400)
    headers: list[tuple[bytes, bytes]] = scope["headers"]
    cookies = sum(len(value) for name, value in headers if name == b"cookie")
    if len(headers) > _MAX_HEADERS or cookies > _MAX_COOKIE_BYTES:
        message = (
            f"the request exceeds the limit of {_MAX_HEADERS} headers or {_MAX_COOKIE_BYTES} bytes "
            "of cookies"
        )
        raise _Refused(message, reason="headers-too-large", status=400)


class _Refused(Exception):
    """An exception raised if the middleware refuses a request."""

    def __init__(self, message: str, *args: Any, reason: str, status: int, **kwargs: Any) -> None:
        super().__init__(reason)
        self.reason = reason
        self.response = error_response(status, message, *args, **kwargs)


def _too_many(*, reason: str, wait: int, **headers: str) -> _Refused:
    hint = "wait for the number of seconds in the Retry-After header"
    headers["Retry-After"] = str(wait)
    return _Refused("too many requests", hint, reason=reason, status=429, headers=headers)


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
    treats this server as part of that site. The request's Host header still contains the malicious
    domain. IP addresses and localhost cannot be rebound, so they are always allowed.

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
    """An exception raised if the client disconnects before sending the complete request."""


class _OutOfMemory(Exception):
    """An exception raised if the images in other requests leave too little memory for an image."""


async def _read_body(
    headers: Headers, receive: Receive, limit: int, reservation: Reservation | None
) -> bytes | None:
    """Return the request body, or None if it exceeds the size limit.

    Raises _OutOfMemory if `reservation` is not None and cannot grow by the size of the body.
    """
    length = headers.get("content-length")
    if length is not None and length.isdecimal():
        if int(length[:20]) > limit:
            return None
        if reservation is not None and not reservation.has_room(int(length)):
            raise _OutOfMemory
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
        if reservation is not None and not reservation.add(len(part)):
            raise _OutOfMemory
        parts.append(part)
        if not message.get("more_body", False):
            return b"".join(parts)
