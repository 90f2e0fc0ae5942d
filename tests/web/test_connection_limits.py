"""Clients that are slow, silent or endless: each is cut off, and the others are served."""

import json
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

import httpx2
import pytest
from server import begin, listening, server_process
from terminal import PATIENCE

from sapper.web.connection_limits import TRAFFIC

Address = tuple[str, int]
UPGRADE = b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"


@contextmanager
def connected(address: Address) -> Iterator[socket.socket]:
    with socket.create_connection(address, PATIENCE) as client:
        yield client


def read_to_the_end(client: socket.socket) -> bytes:
    """Everything that the server sends until it hangs up; a test hangs if it never does."""
    received = b""
    try:
        while part := client.recv(65536):
            received += part
    except ConnectionResetError:
        pass
    return received


def get(address: Address, path: str = "/healthz") -> httpx2.Response:
    return httpx2.get(f"http://127.0.0.1:{address[1]}{path}", timeout=PATIENCE, trust_env=False)


def test_a_client_that_says_nothing_is_cut_off(tmp_path: Path) -> None:
    with listening(tmp_path, header_seconds=0.2) as address, connected(address) as client:
        assert read_to_the_end(client) == b""
        assert get(address).status_code == 200
    assert TRAFFIC.ended["slow head"] >= 1


def test_a_head_that_comes_in_drops_is_cut_off(tmp_path: Path) -> None:
    with listening(tmp_path, header_seconds=0.5) as address, connected(address) as client:
        client.settimeout(0.05)
        drops = iter(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"X-Slow: yes\r\n" * 10**6)
        received = b"waiting"
        while received:
            try:
                client.sendall(bytes([next(drops)]))
                received = client.recv(100)
            except TimeoutError:
                received = b"waiting"
            except ConnectionError:
                received = b""


def test_empty_lines_do_not_keep_a_connection(tmp_path: Path) -> None:
    with listening(tmp_path, header_seconds=0.2) as address, connected(address) as client:
        client.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert client.recv(65536).startswith(b"HTTP/1.1 200")
        client.sendall(b"\r\n")
        read_to_the_end(client)


def test_a_head_without_end_is_refused(tmp_path: Path) -> None:
    with listening(tmp_path, header_bytes=10_000) as address, connected(address) as client:
        client.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: ")
        try:
            for _ in range(1000):
                client.sendall(b"x" * 1000)
        except ConnectionError:
            pass
        answer = read_to_the_end(client)
        assert answer == b"" or _is_problem(answer, 431, "head-too-large")
        assert get(address).status_code == 200


def _is_problem(answer: bytes, status: int, code: str) -> bool:
    """Tell whether it is an error in the one shape, with what browsers are told."""
    head, body = answer.split(b"\r\n\r\n", 1)
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
    ids=["line", "address", "lines"],
)
def test_a_long_head_that_comes_at_once_is_refused(tmp_path: Path, head: bytes) -> None:
    with listening(tmp_path) as address, connected(address) as client:
        client.sendall(head)
        assert _is_problem(read_to_the_end(client), 431, "head-too-large")
        assert get(address).status_code == 200


_CHUNKED = (
    b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n"
)


def test_lines_behind_a_body_have_an_end(tmp_path: Path) -> None:
    with listening(tmp_path) as address, connected(address) as client:
        client.sendall(_CHUNKED + b"2\r\n{}\r\n0\r\n" + b"X: 1\r\n" * 20_000 + b"\r\n")
        assert b"HTTP/1.1 201" not in read_to_the_end(client)
        assert get(address).status_code == 200


def test_a_body_that_is_mostly_wrapping_is_refused(tmp_path: Path) -> None:
    with listening(tmp_path) as address, connected(address) as client:
        with suppress(ConnectionError):
            client.sendall(_CHUNKED + b"2;" + b"x" * 2_000_000)
        answer = read_to_the_end(client)
        assert answer == b"" or _is_problem(answer, 413, "too-large")
        assert get(address).status_code == 200


@pytest.mark.parametrize("request_line", [b"FOO / HTTP/1.1", b"\x16\x03\x01\x02\x00\x01"])
def test_what_is_no_request_gets_the_one_shape(tmp_path: Path, request_line: bytes) -> None:
    with listening(tmp_path) as address, connected(address) as client:
        client.sendall(request_line + b"\r\nHost: 127.0.0.1\r\n\r\n")
        assert _is_problem(read_to_the_end(client), 400, "bad-request")


def test_what_is_no_request_is_not_logged(tmp_path: Path) -> None:
    with server_process(tmp_path) as (process, url):
        address = ("127.0.0.1", urlsplit(url).port or 0)
        for words in (b"\0\1\2\r\n", UPGRADE):
            with connected(address) as client:
                client.sendall(words)
                assert client.recv(100).startswith(b"HTTP/1.1 ")
        process.terminate()
        said = process.stderr.read()
    assert "Invalid" not in said
    assert "WebSocket" not in said


def test_a_request_that_names_two_hosts_is_refused(tmp_path: Path) -> None:
    with listening(tmp_path) as address, connected(address) as client:
        client.sendall(
            b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: localhost\r\n"
            b"Connection: close\r\n\r\n"
        )
        assert read_to_the_end(client).startswith(b"HTTP/1.1 421 ")


def test_a_body_that_does_not_come_is_answered_with_408(tmp_path: Path) -> None:
    with listening(tmp_path, body_seconds=0.2) as address, connected(address) as client:
        client.sendall(
            b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            b'Content-Type: application/json\r\nContent-Length: 20\r\n\r\n{"level"'
        )
        answer = read_to_the_end(client)
        assert answer.startswith(b"HTTP/1.1 408 ")
        assert b'"code": "too-slow"' in answer
        assert 'reason="slow"' in get(address, "/metrics").text


def test_a_client_that_does_not_read_its_answers_is_cut_off(tmp_path: Path) -> None:
    request = b"GET /api/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    before = TRAFFIC.ended["slow reader"]
    with listening(tmp_path, answer_seconds=0.2) as address, socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)  # it cannot take much unread
        client.settimeout(PATIENCE)
        client.connect(address)
        client.sendall(request * 300)
        end = time.monotonic() + PATIENCE
        while TRAFFIC.ended["slow reader"] == before:
            assert time.monotonic() < end, "it may go on for ever"
            time.sleep(0.05)
        assert get(address).status_code == 200


def test_too_many_connections_cost_the_longest_idle_one(tmp_path: Path) -> None:
    with listening(tmp_path, max_connections=5) as address:
        clients = [socket.create_connection(address, PATIENCE) for _ in range(5)]
        try:
            assert get(address).status_code == 200
            assert read_to_the_end(clients[0]) == b""
            clients[4].sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            assert clients[4].recv(65536).startswith(b"HTTP/1.1 200")
        finally:
            for client in clients:
                client.close()


def test_a_player_is_served_while_hundreds_of_clients_say_nothing(tmp_path: Path) -> None:
    with listening(tmp_path, max_connections=50) as address:
        silent = [socket.create_connection(address, PATIENCE) for _ in range(200)]
        try:
            with httpx2.Client(
                base_url=f"http://127.0.0.1:{address[1]}", timeout=PATIENCE, trust_env=False
            ) as client:
                assert begin(client)["status"] == "ready"
        finally:
            for each in silent:
                each.close()


def test_an_upgrade_to_a_websocket_is_only_a_request(tmp_path: Path) -> None:
    with listening(tmp_path) as address, connected(address) as client:
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
def test_the_name_in_a_whole_address_counts_and_not_that_of_host(
    tmp_path: Path, target: str, hosts: list[str], status: int
) -> None:
    lines = [f"GET {target} HTTP/1.1", *(f"Host: {host}" for host in hosts), "Connection: close"]
    with listening(tmp_path) as address, connected(address) as client:
        client.sendall("\r\n".join([*lines, "", ""]).encode())
        assert int(read_to_the_end(client).split()[1]) == status
