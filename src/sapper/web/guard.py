"""What every request passes: who may ask from where, how much, and what browsers are told."""

import time
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sapper.web.measures import Measures
from sapper.web.problems import problem_response

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_SAFE_METHODS: Final = {"GET", "HEAD", "OPTIONS"}


class Guard:
    """An ASGI layer around the application; plain, because every move goes through it."""

    def __init__(self, app: ASGIApp, *, body_bytes: int, measures: Measures) -> None:
        self._app = app
        self._body_bytes = body_bytes
        self._measures = measures

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begin = time.perf_counter()
        status = 500

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        try:
            await self._answer(scope, receive, send_with_headers)
        finally:
            # Only the patterns of routes: addresses would be endless, and tell who plays.
            route = getattr(scope.get("route"), "path", "other")
            self._measures.count(scope["method"], route, status, time.perf_counter() - begin)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        if scope["method"] not in _SAFE_METHODS and not _is_same_origin(headers):
            refusal = problem_response(403, "forbidden", "requests from other sites are refused")
            await refusal(scope, receive, send)
            return
        body = b""
        if scope["method"] not in _SAFE_METHODS:
            read = await _read_body(headers, receive, self._body_bytes)
            if read is None:
                refusal = problem_response(
                    413, "too-large", f"a body has at most {self._body_bytes} bytes"
                )
                refusal.headers["Connection"] = "close"
                await refusal(scope, receive, send)
                return
            body = read
        given = False

        async def receive_body() -> Message:
            nonlocal given
            if given:
                return await receive()
            given = True
            return {"type": "http.request", "body": body, "more_body": False}

        await self._app(scope, receive_body, send)


def _is_same_origin(headers: Headers) -> bool:
    """Tell whether a request that changes something may come from another site's page.

    Browsers always send Origin with such requests; programs that are no browsers send neither.
    """
    site = headers.get("sec-fetch-site")
    if site is not None and site not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        parsed = urlsplit(origin)
    except ValueError:
        return False
    return parsed.netloc == headers.get("host") and parsed.scheme in ("http", "https")


async def _read_body(headers: Headers, receive: Receive, limit: int) -> bytes | None:
    """Return the whole body, None when it is longer than allowed."""
    length = headers.get("content-length")
    if length is not None and length.isdecimal() and int(length[:20]) > limit:
        return None
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] != "http.request":  # the client went away
            return b"".join(parts)
        part = message.get("body", b"")
        size += len(part)
        if size > limit:
            return None
        parts.append(part)
        if not message.get("more_body", False):
            return b"".join(parts)
