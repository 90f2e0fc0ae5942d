"""HTTP by hand: a player's connection that costs the machine next to nothing."""

import asyncio

_END_OF_HEAD = b"\r\n\r\n"


class Lost(Exception):
    """The server hung up before it had answered."""


class Connection(asyncio.Protocol):
    """One connection that is kept open; one request at a time."""

    def __init__(self) -> None:
        self._transport: asyncio.Transport | None = None
        self._answer: asyncio.Future[tuple[int, bytes, bytes]] | None = None
        self._parts = bytearray()
        self._needed = 0

    @classmethod
    async def open(cls, port: int) -> "Connection":
        """Connect to a server on this machine. Raises OSError."""
        loop = asyncio.get_running_loop()
        _, connection = await loop.create_connection(cls, "127.0.0.1", port)
        return connection

    async def post(self, path: str, body: bytes, cookie: str) -> tuple[int, bytes, bytes]:
        """Send a request; return status, head and body of the answer. Raises Lost."""
        return await self._ask("POST", path, body, cookie)

    async def get(self, path: str, cookie: str) -> tuple[int, bytes, bytes]:
        """Send a request without a body. Raises Lost."""
        return await self._ask("GET", path, b"", cookie)

    async def _ask(self, method: str, path: str, body: bytes, cookie: str) -> tuple:
        if self._transport is None or self._transport.is_closing():
            raise Lost
        self._answer = asyncio.get_running_loop().create_future()
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        self._transport.write(head.encode() + body)
        return await self._answer

    def close(self) -> None:
        """Hang up."""
        if self._transport is not None:
            self._transport.close()

    # What asyncio calls --------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Keep the transport."""
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Collect an answer until it is whole."""
        self._parts += data
        if not self._needed:
            end = self._parts.find(_END_OF_HEAD)
            if end < 0:
                return
            self._needed = end + len(_END_OF_HEAD) + _length_of(bytes(self._parts[:end]))
        if len(self._parts) >= self._needed:
            whole, self._parts, self._needed = bytes(self._parts), bytearray(), 0
            head, _, body = whole.partition(_END_OF_HEAD)
            if self._answer is not None and not self._answer.done():
                self._answer.set_result((int(head[9:12]), head, body))

    def connection_lost(self, _error: Exception | None) -> None:
        """Tell whoever waits."""
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(Lost())


def _length_of(head: bytes) -> int:
    lower = head.lower()
    at = lower.find(b"content-length:")
    return int(lower[at + 15 :].split(b"\r\n", 1)[0]) if at >= 0 else 0


def cookie_of(head: bytes) -> str | None:
    """Return the cookie that an answer sets."""
    for line in head.decode("latin-1").split("\r\n"):
        name, _, value = line.partition(":")
        if name.lower() == "set-cookie":
            return value.split(";")[0].strip()
    return None
