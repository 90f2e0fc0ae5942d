"""An HTTP protocol for uvicorn that disconnects clients that would occupy the server.

Without a reverse proxy, clients could otherwise send thousands of requests at once on one
connection, send endless or slow headers, or never read their responses.
"""

import asyncio
from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_SECONDS: Final = 20.0
"""The number of seconds within which a client must send the header of a request."""
UNREAD_SECONDS: Final = 40.0
"""The number of seconds within which a client must read a part of a response."""
_MAX_HEAD_BYTES: Final = 64 * 1024
_MAX_PIPELINED_REQUESTS: Final = 8


class _TooManyRequests(Exception):
    """An exception raised if a client sends too many requests without reading the responses."""


class HttpProtocol(HttpToolsProtocol):
    """One connection of uvicorn's HTTP server, with limits on slow and abusive clients."""

    _head_timer: asyncio.TimerHandle | None = None
    _unread_timer: asyncio.TimerHandle | None = None
    _head_size = 0
    """The number of bytes received since the header began, or 0 if it is complete."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start to wait for the first header."""
        super().connection_made(transport)
        self._head_timer = self.loop.call_later(HEAD_SECONDS, transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop all timers."""
        for timer in (self._head_timer, self._unread_timer):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse the data, unless the header is too large."""
        if self._head_size:
            self._head_size += len(data)
            if self._head_size > _MAX_HEAD_BYTES:
                self.transport.abort()
                return
        super().data_received(data)

    def on_message_begin(self) -> None:
        """Start to wait for the rest of a header. The parser calls this method."""
        if len(self.pipeline) >= _MAX_PIPELINED_REQUESTS:
            self.transport.abort()
            raise _TooManyRequests  # The parser stops.
        self._head_size = 1
        if self._head_timer is None:
            self._head_timer = self.loop.call_later(HEAD_SECONDS, self.transport.abort)
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Start the request. The parser calls this method."""
        self._head_size = 0
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None
        super().on_headers_complete()

    def pause_writing(self) -> None:
        """Start to wait until the client reads."""
        super().pause_writing()
        self._unread_timer = self.loop.call_later(UNREAD_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Continue, because the client has read most of the buffered data."""
        if self._unread_timer is not None:
            self._unread_timer.cancel()
        super().resume_writing()

    def timeout_keep_alive_handler(self) -> None:
        """Disconnect an idle client, even if it has not read its last response."""
        self.transport.abort()
