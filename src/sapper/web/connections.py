"""Connections to clients, with an end to the patience for slow ones.

uvicorn waits without end for the head of a request, takes heads of any length and leaves answers
that nobody reads in memory. This protocol of it does not. With uvicorn's own command:
`uvicorn --factory sapper.web.app:create_app --http sapper.web.connections:Connection`.
"""

import asyncio
from collections import Counter
from functools import cache
from typing import Any, ClassVar, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from sapper.web.settings import Settings


class Traffic:
    """The connections of this process."""

    def __init__(self) -> None:
        self.open: set[Connection] = set()
        self.idle: dict[Connection, None] = {}
        """Those that wait for a request, the longest first."""
        self.ended: Counter[str] = Counter()
        """How many were closed by the server, by reason."""


TRAFFIC: Final = Traffic()
_TOO_LARGE: Final = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"connection: close\r\ncontent-length: 0\r\n\r\n"
)


@cache
def _settings() -> Settings:
    return Settings.from_environment()


class Connection(HttpToolsProtocol):
    """One connection. A client that is too slow is cut off, whatever it is slow at."""

    settings: ClassVar[Settings | None] = None
    """The limits; those of the environment if there are none."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._limits = self.settings or _settings()
        self._head_timer: asyncio.TimerHandle | None = None
        self._answer_timer: asyncio.TimerHandle | None = None
        self._head_size = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request, or make room."""
        super().connection_made(transport)
        TRAFFIC.open.add(self)
        TRAFFIC.idle[self] = None
        self._wait_for_head()
        if len(TRAFFIC.open) > self._limits.most_connections:
            # At the latest the newcomer itself: then all others are at work.
            next(iter(TRAFFIC.idle))._end("connections")

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        TRAFFIC.open.discard(self)
        TRAFFIC.idle.pop(self, None)
        self._stop_waiting_for_head()
        self._stop_waiting_for_reader()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on, but no head without an end."""
        self._head_size += len(data)
        super().data_received(data)
        if self.transport.is_closing():
            return
        if self._is_at_work() and self._head_timer is None:
            return
        # Whatever it was, also empty lines or a body that nobody wants: a head must follow soon.
        self._wait_for_head()
        if self._head_size > self._limits.header_bytes:
            self.transport.write(_TOO_LARGE)
            TRAFFIC.ended["head too large"] += 1
            self.transport.close()

    def on_message_begin(self) -> None:
        """Begin with a head; it is measured from the next piece of data on."""
        super().on_message_begin()
        self._head_size = 0
        self._wait_for_head()

    def on_headers_complete(self) -> None:
        """Begin to answer."""
        self._stop_waiting_for_head()
        TRAFFIC.idle.pop(self, None)
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        """Wait for the next request; how long, uvicorn knows."""
        super().on_response_complete()
        if not self._is_at_work() and not self.transport.is_closing():
            TRAFFIC.idle[self] = None

    def pause_writing(self) -> None:
        """Wait for the client to read."""
        super().pause_writing()
        self._stop_waiting_for_reader()
        self._answer_timer = self.loop.call_later(
            self._limits.answer_seconds, self._end, "slow reader"
        )

    def resume_writing(self) -> None:
        """Write on."""
        super().resume_writing()
        self._stop_waiting_for_reader()

    def _is_at_work(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _wait_for_head(self) -> None:
        if self._head_timer is None:
            self._head_timer = self.loop.call_later(self._limits.header_seconds, self._head_is_late)

    def _head_is_late(self) -> None:
        self._head_timer = None
        if self._is_at_work():  # the head of the next one has begun; it is read after the answer
            self._wait_for_head()
        else:
            self._end("slow head")

    def _stop_waiting_for_head(self) -> None:
        self._head_size = 0
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _stop_waiting_for_reader(self) -> None:
        if self._answer_timer is not None:
            self._answer_timer.cancel()
            self._answer_timer = None

    def _end(self, reason: str) -> None:
        """Cut the connection: whoever is too slow to ask would be too slow to read why."""
        TRAFFIC.ended[reason] += 1
        TRAFFIC.idle.pop(self, None)
        self.transport.abort()


def limited_to(settings: Settings) -> type[Connection]:
    """Return connections with the limits of these settings."""
    return type("Connection", (Connection,), {"settings": settings})
