"""An HTTP protocol for uvicorn that disconnects slow clients and limits the size of requests.

uvicorn itself waits indefinitely for the header section of a request, accepts header sections of
any size, and buffers responses that the client does not read. The command
`uvicorn --factory sapper.web.app:create_app --http sapper.web.connection_limits:Connection`
uses this protocol.
"""

import asyncio
import logging
import re
from collections import Counter
from functools import cache
from http import HTTPStatus
from typing import Any, ClassVar, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from sapper.web.error_responses import SECURITY_HEADERS, error_response
from sapper.web.settings import Settings


class ConnectionRegistry:
    """The client connections of this process."""

    def __init__(self) -> None:
        self.open: set[Connection] = set()
        self.idle: dict[Connection, None] = {}
        """Connections that are waiting for a request, in the order in which they became idle."""
        self.closed: Counter[str] = Counter()
        """The number of connections closed by the server, by reason."""


CONNECTIONS: Final = ConnectionRegistry()
# This logger records only application failures. Malformed requests are counted but not logged.
_LOG: Final = logging.getLogger("sapper.connections")
_LOG.setLevel(logging.ERROR)
# A body sent in one-byte chunks takes up six times its size.
_MAX_CHUNK_OVERHEAD: Final = 8
_HOST_END: Final = re.compile(rb"[/?#]")


@cache
def _environment_settings() -> Settings:
    return Settings.from_environment()


class _HeaderTooLarge(Exception):
    """Raised if the header section of a request exceeds the limit."""


class Connection(HttpToolsProtocol):
    """A client connection with timeouts and size limits."""

    settings: ClassVar[Settings | None] = None
    """The limits, or None to read them from the environment."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._limits = self.settings or _environment_settings()
        self._header_timer: asyncio.TimerHandle | None = None
        self._write_timer: asyncio.TimerHandle | None = None
        self._received_header_bytes = 0
        self._parsed_header_bytes = 0
        self._request_bytes = 0
        self.logger = _LOG

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Register the connection, and close an idle connection if there are too many."""
        super().connection_made(transport)
        CONNECTIONS.open.add(self)
        CONNECTIONS.idle[self] = None
        self._start_header_timer()
        if len(CONNECTIONS.open) > self._limits.max_connections:
            # If all other connections are busy, the new connection itself is closed.
            next(iter(CONNECTIONS.idle))._abort("too-many-connections")

    def connection_lost(self, exc: Exception | None) -> None:
        """Remove the connection from the registry."""
        CONNECTIONS.open.discard(self)
        CONNECTIONS.idle.pop(self, None)
        self._stop_header_timer()
        self._stop_write_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse data, and refuse the request if its header section or total size is too large."""
        self._received_header_bytes += len(data)
        self._request_bytes += len(data)
        super().data_received(data)
        if self.transport.is_closing():
            return
        limits = self._limits
        max_request_bytes = limits.max_header_bytes + _MAX_CHUNK_OVERHEAD * limits.max_body_bytes
        if self._request_bytes > max_request_bytes:
            self._refuse(413, "content-too-large", "the request is too large")
            return
        if self._is_busy() and self._header_timer is None:
            return
        # After empty lines or an unexpected body, a header section must arrive before the timeout.
        self._start_header_timer()
        if self._received_header_bytes > limits.max_header_bytes:
            self._refuse_header()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        """Refuse a request that could not be parsed."""
        if self._parsed_header_bytes > self._limits.max_header_bytes:
            self._refuse_header()
        else:
            self._refuse(400, "bad-request", "malformed HTTP request")

    def on_message_begin(self) -> None:
        """Reset the size counters and start the header timeout for a new request."""
        super().on_message_begin()
        self._received_header_bytes = 0
        self._parsed_header_bytes = 0
        self._request_bytes = 0
        self._start_header_timer()

    def on_url(self, url: bytes) -> None:
        """Add the URL to the size of the header section."""
        self._count_header_bytes(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Add a header field, or a trailer after the body, to the size of the header section."""
        self._count_header_bytes(len(name) + len(value) + len(b": \r\n"))
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Cancel the header timeout and handle the request."""
        self._stop_header_timer()
        CONNECTIONS.idle.pop(self, None)
        scheme, separator, rest = self.url.partition(b"://")
        if separator and not scheme.startswith(b"/"):
            # The host of an absolute URL overrides the Host header (RFC 9112, 3.2.2), so the
            # middleware must check that host. A missing or repeated Host header is left unchanged.
            host = _HOST_END.split(rest, maxsplit=1)[0]
            self.headers[:] = [(k, host if k == b"host" else v) for k, v in self.headers]
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        """Wait for the next request; uvicorn applies its keep-alive timeout."""
        super().on_response_complete()
        if not self._is_busy() and not self.transport.is_closing():
            CONNECTIONS.idle[self] = None

    def pause_writing(self) -> None:
        """Start the write timeout, because the client does not read fast enough."""
        super().pause_writing()
        self._stop_write_timer()
        self._write_timer = self.loop.call_later(
            self._limits.write_timeout, self._abort, "slow-reader"
        )

    def resume_writing(self) -> None:
        """Cancel the write timeout, because the client has read the buffered data."""
        super().resume_writing()
        self._stop_write_timer()

    def _count_header_bytes(self, size: int) -> None:
        self._parsed_header_bytes += size
        if self._parsed_header_bytes > self._limits.max_header_bytes:
            raise _HeaderTooLarge  # stops the parser, after which uvicorn calls send_400_response

    def _refuse_header(self) -> None:
        limit = self._limits.max_header_bytes
        self._refuse(431, "header-too-large", f"the header section exceeds {limit} bytes")

    def _refuse(self, status: int, code: str, message: str) -> None:
        """Send an error response without calling the application, and close the connection."""
        response = error_response(status, message, code=code, headers=SECURITY_HEADERS)
        lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}".encode(), b"connection: close"]
        lines += [name + b": " + value for name, value in response.raw_headers]
        self.transport.write(b"\r\n".join([*lines, b"", bytes(response.body)]))
        CONNECTIONS.closed[code] += 1
        self.transport.close()

    def _is_busy(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _start_header_timer(self) -> None:
        if self._header_timer is None:
            self._header_timer = self.loop.call_later(
                self._limits.header_timeout, self._header_timed_out
            )

    def _header_timed_out(self) -> None:
        self._header_timer = None
        if self._is_busy():  # a pipelined request, which is parsed after the current response
            self._start_header_timer()
        else:
            self._abort("slow-header")

    def _stop_header_timer(self) -> None:
        self._received_header_bytes = 0
        if self._header_timer is not None:
            self._header_timer.cancel()
            self._header_timer = None

    def _stop_write_timer(self) -> None:
        if self._write_timer is not None:
            self._write_timer.cancel()
            self._write_timer = None

    def _abort(self, reason: str) -> None:
        """Close the connection without a response, which a slow client would not read anyway."""
        CONNECTIONS.closed[reason] += 1
        CONNECTIONS.idle.pop(self, None)
        self.transport.abort()


def connection_class(settings: Settings) -> type[Connection]:
    """Return a connection class with the limits from the given settings."""
    return type("Connection", (Connection,), {"settings": settings})
