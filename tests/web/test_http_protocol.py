"""Connections of clients that send too much, too slowly, or never read."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import pytest
import uvicorn

from sapper.web import http_protocol
from sapper.web.http_protocol import HttpProtocol

Client = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Coroutine[Any, Any, Any]]
REQUEST = b"GET / HTTP/1.1\r\nHost: test\r\n\r\n"


def run_with_server(client: Client, *, body: bytes = b"hello") -> tuple[Any, int]:
    """Return the result of a client and the number of requests that reached the application."""
    requests = 0

    async def application(_scope: Any, _receive: Any, send: Any) -> None:
        nonlocal requests
        requests += 1
        length = str(len(body)).encode()
        headers = [(b"content-length", length)]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    async def run() -> Any:
        config = uvicorn.Config(application, http=HttpProtocol, ws="none", lifespan="off")
        config.load()
        state = uvicorn.Server(config).server_state
        server = await asyncio.get_running_loop().create_server(
            lambda: HttpProtocol(config, state, {}), "127.0.0.1", 0
        )
        try:
            port = server.sockets[0].getsockname()[1]
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            try:
                return await asyncio.wait_for(client(reader, writer), 20)
            finally:
                writer.close()
                with suppress(ConnectionError):
                    await writer.wait_closed()
        finally:
            server.close()

    with ThreadPoolExecutor(1) as executor:  # browser tests leave an event loop running
        result = executor.submit(asyncio.run, run()).result()
    return result, requests


async def read_until_closed(reader: asyncio.StreamReader) -> bytes:
    data = b""
    try:
        while part := await reader.read(65536):
            data += part
    except ConnectionError:
        pass
    return data


def test_a_connection_serves_one_request_after_another() -> None:
    async def client(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> list[bytes]:
        answers = []
        for _ in range(30):
            writer.write(REQUEST)
            answers.append((await reader.readuntil(b"hello"))[-5:])
        return answers

    assert run_with_server(client) == ([b"hello"] * 30, 30)


def test_thousands_of_requests_at_once_on_one_connection_are_not_parsed() -> None:
    # Five connections with 9000 requests each once stopped the server for three seconds.
    async def client(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
        writer.write(9000 * REQUEST)
        return await read_until_closed(reader)

    _, requests = run_with_server(client)
    assert requests <= 9


def test_an_endless_header_is_not_collected() -> None:
    # A header field of 20 MB once stopped the server for nearly a second.
    async def client(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> int:
        writer.write(b"GET / HTTP/1.1\r\na: ")
        sent = 0
        try:
            while sent < 20_000_000:
                writer.write(b"b" * 10_000)
                await writer.drain()
                sent += 10_000
        except ConnectionError:
            pass
        return sent

    sent, requests = run_with_server(client)
    assert sent < 20_000_000
    assert requests == 0


@pytest.mark.parametrize("head", [b"", b"GET / HTTP/1.1\r\na: b", REQUEST + b"GET / HTTP/1.1\r\n"])
def test_a_slow_header_ends_the_connection(monkeypatch: pytest.MonkeyPatch, head: bytes) -> None:
    monkeypatch.setattr(http_protocol, "HEAD_SECONDS", 0.1)

    async def client(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
        writer.write(head)
        return await read_until_closed(reader)

    data, requests = run_with_server(client)
    assert requests == head.count(b"\r\n\r\n")
    assert data.count(b"200 OK") == requests


def test_a_client_that_never_reads_is_disconnected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "UNREAD_SECONDS", 0.1)
    size = 50_000_000

    async def client(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> int:
        transport = writer.transport
        assert isinstance(transport, asyncio.Transport)
        transport.pause_reading()
        writer.write(REQUEST)
        await asyncio.sleep(1)
        transport.resume_reading()
        return len(await read_until_closed(reader))

    received, _ = run_with_server(client, body=bytes(size))
    assert received < size
