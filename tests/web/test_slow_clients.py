"""Clients that are slow, silent or endless: each is cut off, and the others are served."""

import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
from server import begin, listening
from terminal import PATIENCE

from sapper.web.connections import TRAFFIC

Address = tuple[str, int]


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
        assert read_to_the_end(client) in (b"", *[_answer_431()])
        assert get(address).status_code == 200


def _answer_431() -> bytes:
    return (
        b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
        b"connection: close\r\ncontent-length: 0\r\n\r\n"
    )


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
    with listening(tmp_path, most_connections=5) as address:
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
    with listening(tmp_path, most_connections=50) as address:
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
