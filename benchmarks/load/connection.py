"""A minimal HTTP client connection that uses very little processor time."""

import asyncio

_END_OF_HEADER = b"\r\n\r\n"


class ConnectionLost(Exception):
    """Raised when the server closes the connection before it sends a response."""


class Connection(asyncio.Protocol):
    """A persistent connection that sends one request at a time."""

    def __init__(self, address: str | None = None) -> None:
        """Create a connection. The server counts its requests for `address`, if one is given."""
        self._forwarded = f"X-Forwarded-For: {address}\r\n" if address else ""
        self._transport: asyncio.Transport | None = None
        self._response: asyncio.Future[tuple[int, bytes, bytes]] | None = None
        self._buffer = bytearray()
        self._expected_size = 0

    @classmethod
    async def open(cls, port: int, address: str | None = None) -> "Connection":
        """Connect to a server on this machine. Raises OSError if the connection fails."""
        loop = asyncio.get_running_loop()
        _, connection = await loop.create_connection(lambda: cls(address), "127.0.0.1", port)
        return connection

    async def post(self, path: str, body: bytes, cookie: str) -> tuple[int, bytes, bytes]:
        """Send a POST request and return the status, header and body of the response.

        Raises ConnectionLost if the server closes the connection before it responds.
        """
        return await self.send("POST", path, body, cookie)

    async def get(self, path: str, cookie: str) -> tuple[int, bytes, bytes]:
        """Send a GET request and return the status, header and body of the response.

        Raises ConnectionLost if the server closes the connection before it responds.
        """
        return await self.send("GET", path, b"", cookie)

    async def put(self, path: str, body: bytes, cookie: str) -> tuple[int, bytes, bytes]:
        """Send a PUT request and return the status, header and body of the response.

        Raises ConnectionLost if the server closes the connection before it responds.
        """
        return await self.send("PUT", path, body, cookie)

    async def send(
        self, method: str, path: str, body: bytes, cookie: str
    ) -> tuple[int, bytes, bytes]:
        """Send a request and return the status, header and body of the response.

        Raises ConnectionLost if the server closes the connection before it responds.
        """
        if self._transport is None or self._transport.is_closing():
            raise ConnectionLost
        self._response = asyncio.get_running_loop().create_future()
        header = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{self._forwarded}Cookie: {cookie}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        self._transport.write(header.encode() + body)
        return await self._response

    def close(self) -> None:
        """Close the connection."""
        if self._transport is not None:
            self._transport.close()

    # asyncio callbacks ---------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Store the transport."""
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Collect data until the response is complete."""
        self._buffer += data
        if not self._expected_size:
            end = self._buffer.find(_END_OF_HEADER)
            if end < 0:
                return
            body_size = _content_length(bytes(self._buffer[:end]))
            self._expected_size = end + len(_END_OF_HEADER) + body_size
        if len(self._buffer) >= self._expected_size:
            complete, self._buffer, self._expected_size = bytes(self._buffer), bytearray(), 0
            header, _, body = complete.partition(_END_OF_HEADER)
            if self._response is not None and not self._response.done():
                self._response.set_result((int(header[9:12]), header, body))

    def connection_lost(self, _error: Exception | None) -> None:
        """Fail the pending request."""
        if self._response is not None and not self._response.done():
            self._response.set_exception(ConnectionLost())


def _content_length(header: bytes) -> int:
    lower = header.lower()
    at = lower.find(b"content-length:")
    return int(lower[at + 15 :].split(b"\r\n", 1)[0]) if at >= 0 else 0


def response_cookie(header: bytes) -> str | None:
    """Return the cookie that a response sets, or None if it sets no cookie."""
    for line in header.decode("latin-1").split("\r\n"):
        name, _, value = line.partition(":")
        if name.lower() == "set-cookie":
            return value.split(";")[0].strip()
    return None
