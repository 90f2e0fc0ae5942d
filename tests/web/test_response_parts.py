"""Large responses are sent in parts, and unread responses occupy limited memory."""

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from starlette.types import Message

from benchmarks.load.server_process import ServerProcess
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


def test_the_server_disconnects_a_client_that_does_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SAPPER_READ_TIMEOUT", "0.5")
    server = ServerProcess(tmp_path, f"sqlite:///{tmp_path / 'sapper.sqlite'}")
    try:
        with socket.socket() as client:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            client.settimeout(20)
            client.connect(("127.0.0.1", server.port))
            request = b"GET /api/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
            # The kernel buffers some of the responses, and the server pauses at the next one.
            client.sendall(100 * request)
            with socket.create_connection(("127.0.0.1", server.port), 20) as other:
                metrics = b""
                while b'reason="slow-reader"' not in metrics:
                    other.sendall(b"GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
                    metrics = other.recv(100_000)
    finally:
        server.kill()
