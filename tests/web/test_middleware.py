"""Cross-site requests, security headers, slow bodies and the limit of concurrent requests."""

import asyncio
import socket
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.sapper_command import PATIENCE
from tests.server import (
    BASE,
    connect,
    context_of,
    error_of,
    listening_server,
    new_game,
    open_client,
)


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://sapper.test.evil.example"},
        {"Origin": f"{BASE}:81"},
        {"Origin": "http://["},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "cross-site", "Origin": "http://sapper.test"},
    ],
)
def test_a_cross_site_request_is_refused(client: TestClient, headers: dict) -> None:
    response = client.post("/api/games", json={}, headers=headers)
    assert response.status_code == 403
    assert error_of(response)["code"] == "forbidden"
    assert "set-cookie" not in response.headers


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "http://sapper.test"},
        {"Origin": "http://sapper.test", "Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "none"},
    ],
)
def test_a_request_of_the_page_or_of_a_program_is_accepted(
    client: TestClient, headers: dict
) -> None:
    assert client.post("/api/games", json={}, headers=headers).status_code == 201


@pytest.mark.parametrize("path", ["/api/levels", "/healthz", "/api/nothing", "/api/docs", "/"])
def test_every_response_has_the_security_headers(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy
    assert "http" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


def test_api_responses_are_not_cached(client: TestClient) -> None:
    assert client.get("/api/levels").headers["cache-control"] == "no-store"


def test_the_api_documentation_loads_no_resources(client: TestClient) -> None:
    page = client.get("/api/docs").text
    assert "POST /api/games/{game_id}/moves" in page
    for word in ("src=", "<script", "<link", "http://", "https://", "@import"):
        assert word not in page


def send_bytes(address: tuple[str, int], data: bytes) -> bytes:
    """Send data to a server and return everything that it sends until it closes the connection."""
    with socket.create_connection(address, PATIENCE) as client:
        client.sendall(data)
        return b"".join(iter(lambda: client.recv(65536), b""))


INCOMPLETE_REQUEST = (
    b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    b'Content-Type: application/json\r\nContent-Length: 20\r\n\r\n{"level"'
)


def test_an_incomplete_body_gets_408(tmp_path: Path) -> None:
    with listening_server(tmp_path, body_timeout=0.2) as address:
        response = send_bytes(address, INCOMPLETE_REQUEST)
        assert response.startswith(b"HTTP/1.1 408 ")
        assert b'"code": "request-timeout"' in response
        with connect(f"http://127.0.0.1:{address[1]}") as client:
            assert 'reason="body-timeout"' in client.get("/metrics").text


def test_a_request_with_two_host_headers_is_refused(tmp_path: Path) -> None:
    with listening_server(tmp_path) as address:
        response = send_bytes(
            address,
            b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: localhost\r\n"
            b"Connection: close\r\n\r\n",
        )
    assert response.startswith(b"HTTP/1.1 421 ")


@pytest.mark.parametrize(
    ("limit", "status", "reason"),
    [("max_concurrent_requests", 503, "overload"), ("max_network_requests", 429, "concurrency")],
)
def test_a_request_beyond_a_concurrency_limit_is_refused(
    tmp_path: Path, limit: str, status: int, reason: str
) -> None:
    with open_client(tmp_path, **{limit: 1}) as client:
        locks = context_of(client).game_cache._locks

        async def send_two_requests() -> int:
            lock = locks.setdefault("x", asyncio.Lock())
            async with lock:
                first = asyncio.create_task(status_of(client.app, complete_body()))
                while not lock._waiters:
                    await asyncio.sleep(0)
                second = await status_of(client.app, complete_body())
            assert await first == 404
            return second

        assert client.portal.call(send_two_requests) == status
        text = client.get("/metrics").text
        assert f'sapper_requests_refused_total{{reason="{reason}"}} 1.0' in text


def test_idle_bodies_are_not_requests_in_progress(tmp_path: Path) -> None:
    # 500 clients that sent one byte each once stopped the server.
    with open_client(tmp_path, max_concurrent_requests=1, max_network_requests=1) as client:

        async def send_idle_requests() -> int:
            never = asyncio.Event()
            idle = [asyncio.create_task(status_of(client.app, _wait(never))) for _ in range(5)]
            await asyncio.sleep(0)
            status = await status_of(client.app, complete_body())
            for task in idle:
                task.cancel()
            return status

        assert client.portal.call(send_idle_requests) == 404


def test_incomplete_bodies_of_a_network_are_limited(tmp_path: Path) -> None:
    with listening_server(tmp_path, max_network_bodies=3) as address:
        with ExitStack() as stack:
            for _ in range(3):
                client = stack.enter_context(socket.create_connection(address, PATIENCE))
                client.sendall(INCOMPLETE_REQUEST)
            response = send_bytes(address, INCOMPLETE_REQUEST)
            assert response.startswith(b"HTTP/1.1 429 ")
            assert b"connection: close" in response.lower()
        with connect(f"http://127.0.0.1:{address[1]}") as other:
            assert new_game(other)["version"] == 0


async def status_of(app: Any, receive: Any) -> int:
    """Send a request to undo a move in an unknown game, and return the status."""
    scope: dict[str, Any] = {
        "type": "http", "method": "POST", "path": "/api/games/x/undo", "query_string": b"",
        "headers": [(b"host", b"sapper.test"), (b"content-type", b"application/json")],
        "client": None,
    }  # fmt: skip
    status: list[int] = []

    async def record_status(message: Any) -> None:
        if message["type"] == "http.response.start":
            status.append(message["status"])

    await app(scope, receive, record_status)
    return status[0]


def complete_body() -> Any:
    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b'{"version":0}', "more_body": False}

    return receive


def _wait(event: asyncio.Event) -> Any:
    async def receive() -> dict[str, Any]:
        await event.wait()
        return {"type": "http.disconnect"}

    return receive
