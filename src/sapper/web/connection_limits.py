"""Connections to clients, with an end to the patience for slow ones.

uvicorn waits without end for the head of a request, takes heads of any length and leaves answers
that nobody reads in memory. This protocol of it does not. With uvicorn's own command:
`uvicorn --factory sapper.web.app:create_app --http sapper.web.connection_limits:Connection`.
"""

import asyncio
import logging
import re
from collections import Counter
from functools import cache
from http import HTTPStatus
from typing import Any, ClassVar, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from sapper.web.error_responses import STRICT_HEADERS, problem_response
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
# The failures of the application. What clients do wrong is counted, and fills no log.
_LOG: Final = logging.getLogger("sapper.connections")
_LOG.setLevel(logging.ERROR)
# In chunks of one byte, a body takes six times its size.
_MAX_WRAPPING: Final = 8
_END_OF_NAME: Final = re.compile(rb"[/?#]")


@cache
def _settings() -> Settings:
    return Settings.from_environment()


class _HeadTooLarge(Exception):
    """A head has no end."""


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
        self._parsed_size = 0
        self._request_size = 0
        self.logger = _LOG

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request, or make room."""
        super().connection_made(transport)
        TRAFFIC.open.add(self)
        TRAFFIC.idle[self] = None
        self._wait_for_head()
        if len(TRAFFIC.open) > self._limits.max_connections:
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
        """Read on, but no head without an end, and no body that is mostly wrapping."""
        self._head_size += len(data)
        self._request_size += len(data)
        super().data_received(data)
        if self.transport.is_closing():
            return
        if self._request_size > self._limits.header_bytes + _MAX_WRAPPING * self._limits.body_bytes:
            self._refuse(413, "too-large", "the request is too large")
            return
        if self._is_at_work() and self._head_timer is None:
            return
        # Whatever it was, also empty lines or a body that nobody wants: a head must follow soon.
        self._wait_for_head()
        if self._head_size > self._limits.header_bytes:
            self._refuse_head()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        """Answer what could not be read, or what was not read to its end."""
        if self._parsed_size > self._limits.header_bytes:
            self._refuse_head()
        else:
            self._refuse(400, "bad-request", "this is no HTTP request")

    def on_message_begin(self) -> None:
        """Begin with a head; it is measured from the next piece of data on."""
        super().on_message_begin()
        self._head_size = 0
        self._parsed_size = 0
        self._request_size = 0
        self._wait_for_head()

    def on_url(self, url: bytes) -> None:
        """Measure it."""
        self._measure(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Measure it: also heads that come at once, and lines behind the body, have an end."""
        self._measure(len(name) + len(value) + len(b": \r\n"))
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Begin to answer."""
        self._stop_waiting_for_head()
        TRAFFIC.idle.pop(self, None)
        scheme, mark, rest = self.url.partition(b"://")
        if mark and not scheme.startswith(b"/"):
            # The whole address, as proxies get it: its name counts and not that of Host (RFC 9112,
            # 3.2.2), so that is what the guard looks at. No Host, or two, stay what they are.
            name = _END_OF_NAME.split(rest, maxsplit=1)[0]
            self.headers[:] = [(k, name if k == b"host" else v) for k, v in self.headers]
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

    def _measure(self, size: int) -> None:
        self._parsed_size += size
        if self._parsed_size > self._limits.header_bytes:
            raise _HeadTooLarge  # the parser stops, and uvicorn calls send_400_response

    def _refuse_head(self) -> None:
        self._refuse(431, "head-too-large", f"a head has at most {self._limits.header_bytes} bytes")

    def _refuse(self, status: int, code: str, message: str) -> None:
        """Answer without the application, and close."""
        answer = problem_response(status, code, message, headers=STRICT_HEADERS)
        lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}".encode(), b"connection: close"]
        lines += [name + b": " + value for name, value in answer.raw_headers]
        self.transport.write(b"\r\n".join([*lines, b"", bytes(answer.body)]))
        TRAFFIC.ended[code] += 1
        self.transport.close()

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
