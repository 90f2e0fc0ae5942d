"""Slow, silent and malformed clients are disconnected while other clients are served."""

import json
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

import httpx2
import pytest
from server import listening_server, new_game, server_process
from terminal import PATIENCE

from sapper.web.connection_limits import CONNECTIONS

Address = tuple[str, int]
UPGRADE = b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"


@contextmanager
def connected(address: Address) -> Iterator[socket.socket]:
    with socket.create_connection(address, PATIENCE) as client:
        yield client


def read_all(client: socket.socket) -> bytes:
    """Return everything that the server sends until it closes the connection."""
    received = b""
    try:
        while part := client.recv(65536):
            received += part
    except ConnectionResetError:
        pass
    return received


def get(address: Address, path: str = "/healthz") -> httpx2.Response:
    return httpx2.get(f"http://127.0.0.1:{address[1]}{path}", timeout=PATIENCE, trust_env=False)


def test_a_silent_client_is_disconnected(tmp_path: Path) -> None:
    with listening_server(tmp_path, header_timeout=0.2) as address, connected(address) as client:
        assert read_all(client) == b""
        assert get(address).status_code == 200
    assert CONNECTIONS.closed["slow-header"] >= 1


def test_a_client_with_a_slow_header_is_disconnected(tmp_path: Path) -> None:
    with listening_server(tmp_path, header_timeout=0.5) as address, connected(address) as client:
        client.settimeout(0.05)
        data = iter(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"X-Slow: yes\r\n" * 10**6)
        received = b"waiting"
        while received:
            try:
                client.sendall(bytes([next(data)]))
                received = client.recv(100)
            except TimeoutError:
                received = b"waiting"
            except ConnectionError:
                received = b""


def test_empty_lines_do_not_keep_a_connection_open(tmp_path: Path) -> None:
    with listening_server(tmp_path, header_timeout=0.2) as address, connected(address) as client:
        client.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert client.recv(65536).startswith(b"HTTP/1.1 200")
        client.sendall(b"\r\n")
        read_all(client)


def test_an_endless_header_is_refused(tmp_path: Path) -> None:
    with (
        listening_server(tmp_path, max_header_bytes=10_000) as address,
        connected(address) as client,
    ):
        client.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: ")
        try:
            for _ in range(1000):
                client.sendall(b"x" * 1000)
        except ConnectionError:
            pass
        response = read_all(client)
        assert response == b"" or _is_error(response, 431, "header-too-large")
        assert get(address).status_code == 200


def _is_error(response: bytes, status: int, code: str) -> bool:
    """Return whether this is an error response with security headers."""
    head, body = response.split(b"\r\n\r\n", 1)
    return (
        head.startswith(f"HTTP/1.1 {status} ".encode())
        and b"nosniff" in head
        and b"default-src 'none'" in head
        and json.loads(body)["error"]["code"] == code
    )


@pytest.mark.parametrize(
    "head",
    [
        b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"a" * 40_000 + b"\r\n\r\n",
        b"GET /" + b"a" * 40_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"X: 1\r\n" * 8000 + b"\r\n",
    ],
    ids=["field", "path", "many fields"],
)
def test_a_large_header_is_refused(tmp_path: Path, head: bytes) -> None:
    with listening_server(tmp_path) as address, connected(address) as client:
        client.sendall(head)
        assert _is_error(read_all(client), 431, "header-too-large")
        assert get(address).status_code == 200


_CHUNKED = (
    b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n"
)


def test_the_size_of_trailers_is_limited(tmp_path: Path) -> None:
    with listening_server(tmp_path) as address, connected(address) as client:
        client.sendall(_CHUNKED + b"2\r\n{}\r\n0\r\n" + b"X: 1\r\n" * 20_000 + b"\r\n")
        assert b"HTTP/1.1 201" not in read_all(client)
        assert get(address).status_code == 200


def test_excessive_chunk_overhead_is_refused(tmp_path: Path) -> None:
    with listening_server(tmp_path) as address, connected(address) as client:
        with suppress(ConnectionError):
            client.sendall(_CHUNKED + b"2;" + b"x" * 2_000_000)
        response = read_all(client)
        assert response == b"" or _is_error(response, 413, "content-too-large")
        assert get(address).status_code == 200


@pytest.mark.parametrize("request_line", [b"FOO / HTTP/1.1", b"\x16\x03\x01\x02\x00\x01"])
def test_a_malformed_request_gets_an_error_response(tmp_path: Path, request_line: bytes) -> None:
    with listening_server(tmp_path) as address, connected(address) as client:
        client.sendall(request_line + b"\r\nHost: 127.0.0.1\r\n\r\n")
        assert _is_error(read_all(client), 400, "bad-request")


def test_a_malformed_request_is_not_logged(tmp_path: Path) -> None:
    with server_process(tmp_path) as (process, url):
        address = ("127.0.0.1", urlsplit(url).port or 0)
        for data in (b"\0\1\2\r\n", UPGRADE):
            with connected(address) as client:
                client.sendall(data)
                assert client.recv(100).startswith(b"HTTP/1.1 ")
        process.terminate()
        stderr = process.stderr.read()
    assert "Invalid" not in stderr
    assert "WebSocket" not in stderr


def test_a_request_with_two_host_headers_is_refused(tmp_path: Path) -> None:
    with listening_server(tmp_path) as address, connected(address) as client:
        client.sendall(
            b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: localhost\r\n"
            b"Connection: close\r\n\r\n"
        )
        assert read_all(client).startswith(b"HTTP/1.1 421 ")


def test_an_incomplete_body_gets_408(tmp_path: Path) -> None:
    with listening_server(tmp_path, body_timeout=0.2) as address, connected(address) as client:
        client.sendall(
            b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            b'Content-Type: application/json\r\nContent-Length: 20\r\n\r\n{"level"'
        )
        response = read_all(client)
        assert response.startswith(b"HTTP/1.1 408 ")
        assert b'"code": "request-timeout"' in response
        assert 'reason="body-timeout"' in get(address, "/metrics").text


def test_a_client_that_does_not_read_is_disconnected(tmp_path: Path) -> None:
    request = b"GET /api/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    before = CONNECTIONS.closed["slow-reader"]
    with listening_server(tmp_path, write_timeout=0.2) as address, socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)  # limits the unread data
        client.settimeout(PATIENCE)
        client.connect(address)
        client.sendall(request * 300)
        end = time.monotonic() + PATIENCE
        while CONNECTIONS.closed["slow-reader"] == before:
            assert time.monotonic() < end, "the client stays connected"
            time.sleep(0.05)
        assert get(address).status_code == 200


def test_the_connection_idle_longest_is_closed_beyond_the_limit(tmp_path: Path) -> None:
    with listening_server(tmp_path, max_connections=5) as address:
        clients = [socket.create_connection(address, PATIENCE) for _ in range(5)]
        try:
            assert get(address).status_code == 200
            assert read_all(clients[0]) == b""
            clients[4].sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            assert clients[4].recv(65536).startswith(b"HTTP/1.1 200")
        finally:
            for client in clients:
                client.close()


def test_a_player_is_served_among_hundreds_of_silent_clients(tmp_path: Path) -> None:
    with listening_server(tmp_path, max_connections=50) as address:
        silent = [socket.create_connection(address, PATIENCE) for _ in range(200)]
        try:
            with httpx2.Client(
                base_url=f"http://127.0.0.1:{address[1]}", timeout=PATIENCE, trust_env=False
            ) as client:
                assert new_game(client)["status"] == "ready"
        finally:
            for each in silent:
                each.close()


def test_a_websocket_upgrade_is_handled_as_a_plain_request(tmp_path: Path) -> None:
    with listening_server(tmp_path) as address, connected(address) as client:
        client.sendall(
            b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\n"
            b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: eA==\r\n\r\n"
        )
        assert client.recv(65536).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize(
    ("target", "hosts", "status"),
    [
        ("http://evil.example/healthz", ["127.0.0.1"], 421),
        ("HTTP://evil.example:80/healthz", ["127.0.0.1"], 421),
        ("http://evil.example?/healthz", ["127.0.0.1"], 400),
        ("http://127.0.0.1@evil.example/healthz", ["127.0.0.1"], 421),
        ("http://sapper.test/healthz", ["127.0.0.1"], 200),
        ("HTTP://[::1]:8023/healthz", ["127.0.0.1"], 200),
        ("http://127.0.0.1/healthz", ["evil.example"], 200),
        ("http://127.0.0.1/healthz", [], 421),
        ("http://127.0.0.1/healthz", ["127.0.0.1", "127.0.0.1"], 421),
        ("/healthz?from=http://evil.example/", ["127.0.0.1"], 200),
    ],
)
def test_the_host_of_an_absolute_url_overrides_the_host_header(
    tmp_path: Path, target: str, hosts: list[str], status: int
) -> None:
    lines = [f"GET {target} HTTP/1.1", *(f"Host: {host}" for host in hosts), "Connection: close"]
    with listening_server(tmp_path) as address, connected(address) as client:
        client.sendall("\r\n".join([*lines, "", ""]).encode())
        assert int(read_all(client).split()[1]) == status
