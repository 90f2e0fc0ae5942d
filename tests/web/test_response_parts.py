"""Large responses are sent in parts, and unread responses occupy limited memory."""

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from starlette.types import Message

from sapper.web.http_protocol import HttpProtocol
from sapper.web.rate_limit import ByteBudget
from sapper.web.response_parts import (
    PART_BYTES,
    SlowReader,
    TooManyUnreadBytes,
    send_in_parts,
)
from tests.server import error_of, open_client

START: Message = {"type": "http.response.start", "status": 200, "headers": []}
BODY = bytes(range(256)) * 1000


def start(size: int) -> Message:
    return {**START, "headers": [(b"content-length", str(size).encode())]}


def test_a_large_body_is_divided_and_reserved_until_it_has_been_sent() -> None:
    # Nearly 200 long replays, which their client never read, once occupied 716 MB.
    sent: list[Message] = []
    budget = ByteBudget(per_network=len(BODY), total=len(BODY))

    async def send(message: Message) -> None:
        sent.append(message)
        assert not budget.has_room("me", 1)

    async def respond() -> None:
        with budget.reserve("me") as reservation, budget.reserve("me") as other:
            send_parts = send_in_parts(send, reservation, seconds=10)
            await send_parts(start(len(BODY)))
            with pytest.raises(TooManyUnreadBytes):
                await send_in_parts(send, other, seconds=10)(start(PART_BYTES + 1))
            await send_parts({"type": "http.response.body", "body": BODY, "more_body": False})

    with ThreadPoolExecutor(1) as executor:  # browser tests leave an event loop running
        executor.submit(asyncio.run, respond()).result()
    parts = sent[1:]
    assert b"".join(part["body"] for part in parts) == BODY
    assert max(len(part["body"]) for part in parts) == PART_BYTES
    assert [part["more_body"] for part in parts] == [True, True, True, False]
    assert budget.has_room("me", len(BODY))


def test_a_client_that_does_not_read_is_disconnected() -> None:
    async def send(message: Message) -> None:
        if message["type"] == "http.response.body":
            await asyncio.Event().wait()

    async def respond() -> None:
        with ByteBudget(per_network=10**6, total=10**6).reserve("me") as reservation:
            send_parts = send_in_parts(send, reservation, seconds=0.01)
            await send_parts(start(len(BODY)))
            with pytest.raises(SlowReader):
                await send_parts({"type": "http.response.body", "body": BODY, "more_body": False})

    with ThreadPoolExecutor(1) as executor:
        executor.submit(asyncio.run, respond()).result()


def test_a_response_beyond_the_memory_for_unread_responses_is_refused(tmp_path: Path) -> None:
    with open_client(tmp_path, max_network_response_bytes=PART_BYTES + 1) as client:
        assert client.get("/api/levels").status_code == 200
        response = client.get("/api/openapi.json")
        assert response.status_code == 429
        assert error_of(response)["code"] == "too-many-requests"


def test_a_response_ends_if_its_client_does_not_read() -> None:
    ends: list[str] = []

    async def application(_scope: Any, _receive: Any, send: Any) -> None:
        with ByteBudget(per_network=10**8, total=10**8).reserve("me") as reservation:
            send_parts = send_in_parts(send, reservation, seconds=0.2)
            size = 50_000_000
            await send_parts(start(size))
            try:
                await send_parts({"type": "http.response.body", "body": bytes(size)})
            except SlowReader:
                ends.append("slow reader")

    async def request() -> None:
        config = uvicorn.Config(application, http=HttpProtocol, ws="none", lifespan="off")
        config.load()
        state = uvicorn.Server(config).server_state
        server = await asyncio.get_running_loop().create_server(
            lambda: HttpProtocol(config, state, {}), "127.0.0.1", 0
        )
        with socket.create_connection(server.sockets[0].getsockname()) as client:
            client.sendall(b"GET / HTTP/1.1\r\nHost: test\r\n\r\n")
            async with asyncio.timeout(20):
                while not ends:
                    await asyncio.sleep(0.05)
        server.close()

    with ThreadPoolExecutor(1) as executor:
        executor.submit(asyncio.run, request()).result()
    assert ends == ["slow reader"]
