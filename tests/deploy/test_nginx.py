"""The reverse proxy in deploy/nginx.conf protects the application from slow and hostile clients."""

import os
import pwd
import re
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx2
import pytest

from tests.sapper_command import PATIENCE
from tests.server import connect, listening_server, move, new_game

ROOT = Path(__file__).parents[2]
SITE = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
MAIN = """
daemon off;
user {user};
pid {folder}/nginx.pid;
error_log {folder}/error.log;
worker_processes 1;
worker_rlimit_nofile 8192;
events {{ worker_connections 4096; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    set_real_ip_from 127.0.0.0/8;
    real_ip_header X-Test-Client;
    {site}
}}
"""
TIMEOUT = 1  # seconds, in place of the timeouts in deploy/nginx.conf
MOVE_HEADER = (
    b"POST /api/games/nothing/moves HTTP/1.1\r\nHost: localhost\r\n"
    b"Content-Type: application/json\r\nContent-Length: 44\r\n\r\n"
)


@dataclass(frozen=True)
class Proxy:
    """nginx in front of a Sapper server."""

    port: int
    server_port: int

    def connect_from(self, address: str, receive_buffer: int | None = None) -> socket.socket:
        """Connect to nginx from a loopback address, which counts as a separate client."""
        client = socket.socket()
        if receive_buffer:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        client.settimeout(PATIENCE)
        client.bind((address, 0))
        client.connect(("127.0.0.1", self.port))
        return client

    def player(self) -> httpx2.Client:
        """Return a well-behaved client at 127.0.0.1."""
        return connect(f"http://127.0.0.1:{self.port}")

    def requests(self) -> int:
        """Return the number of requests that have reached the application, including this one."""
        with connect(f"http://127.0.0.1:{self.server_port}") as direct:
            metrics = direct.get("/metrics").text
        lines = re.findall(r"^sapper_request_seconds_count{.*} ([\d.]+)$", metrics, re.MULTILINE)
        lines += re.findall(r"^sapper_requests_in_progress ([\d.]+)$", metrics, re.MULTILINE)
        return int(sum(map(float, lines)))

    def reached_application(self, since: int) -> int:
        """Return the number of other requests after an earlier call of `requests`."""
        return self.requests() - since - 1


def replace_once(text: str, old: str, new: str) -> str:
    assert text.count(old) == 1, old
    return text.replace(old, new)


def configuration(folder: Path, port: int, server_port: int) -> str:
    """Return deploy/nginx.conf for a test: without TLS, on free ports and with short timeouts."""
    site = replace_once(SITE, "server 127.0.0.1:8023;", f"server 127.0.0.1:{server_port};")
    site = replace_once(site, "listen 443 ssl;", f"listen 127.0.0.1:{port} backlog=1024;")
    site = replace_once(site, "listen [::]:443 ssl;", "")
    site, certificates = re.subn(r"ssl_certificate\w* \S+;", "", site)
    site, timeouts = re.subn(
        r"(client_header|client_body|send)_timeout \d+s", rf"\1_timeout {TIMEOUT}s", site
    )
    assert (certificates, timeouts) == (2, 3)
    user = pwd.getpwuid(os.geteuid()).pw_name
    return MAIN.format(user=user, folder=folder, site=site)


@pytest.fixture
def proxy(tmp_path: Path) -> Iterator[Proxy]:
    found = subprocess.run(
        [ROOT / "tools" / "find-nginx"], capture_output=True, text=True, check=True
    )
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    with listening_server(tmp_path) as (_, server_port):
        path = tmp_path / "nginx.conf"
        path.write_text(configuration(tmp_path, port, server_port), encoding="utf-8")
        nginx = subprocess.Popen(
            [found.stdout.strip(), "-p", tmp_path, "-e", tmp_path / "error.log", "-c", path],
            env={name: value for name, value in os.environ.items() if name != "LD_PRELOAD"},
        )
        try:
            wait_for(lambda: is_listening(port) or nginx.poll() is not None)
            assert nginx.poll() is None, (tmp_path / "error.log").read_text(encoding="utf-8")
            yield Proxy(port, server_port)
        finally:
            nginx.terminate()
            nginx.wait(PATIENCE)


def is_listening(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True


def wait_for(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


def read_all(client: socket.socket) -> bytes:
    """Return everything that nginx sends until it closes the connection."""
    received = b""
    try:
        while part := client.recv(65536):
            received += part
    except ConnectionResetError:
        pass
    return received


@contextmanager
def clients(proxy: Proxy, addresses: list[str], data: bytes) -> Iterator[list[socket.socket]]:
    """Open one connection from each address and send the same data on all of them."""
    with ExitStack() as stack:
        opened = [stack.enter_context(proxy.connect_from(address)) for address in addresses]
        for client in opened:
            client.sendall(data)
        yield opened


def attackers(count: int, per_address: int) -> list[str]:
    return [f"127.0.1.{1 + number // per_address}" for number in range(count)]


def check_player_can_play(proxy: Proxy) -> None:
    with proxy.player() as player:
        game = new_game(player)
        assert move(player, game, "flag", (0, 0))["version"] == 1


def test_a_game_is_played_through_the_proxy(proxy: Proxy) -> None:
    check_player_can_play(proxy)
    with proxy.player() as player:
        assert player.get("/").headers["content-type"].startswith("text/html")
        assert player.get("/healthz").json()["status"] == "ok"


def test_slow_bodies_do_not_reach_the_application(proxy: Proxy) -> None:
    before = proxy.requests()
    with clients(proxy, attackers(500, per_address=50), MOVE_HEADER + b"{") as slow:
        for _ in range(3):
            for client in slow:
                client.sendall(b" ")
        assert proxy.reached_application(before) == 0
        check_player_can_play(proxy)
        assert [read_all(client) for client in slow] == [b""] * 500  # timed out


def test_slow_headers_do_not_reach_the_application(proxy: Proxy) -> None:
    before = proxy.requests()
    with clients(proxy, attackers(500, per_address=500), b"GET /healthz HTTP/1.1\r\nX-") as slow:
        for client in slow:
            client.sendall(b"S")
        check_player_can_play(proxy)
        before += 2
        assert [read_all(client) for client in slow] == [b""] * 500  # timed out
    assert proxy.reached_application(before) == 0


def test_silent_clients_are_disconnected(proxy: Proxy) -> None:
    with clients(proxy, attackers(300, per_address=300), b"") as silent:
        check_player_can_play(proxy)
        assert [read_all(client) for client in silent] == [b""] * 300


def test_an_address_with_too_many_requests_is_refused_and_others_are_served(proxy: Proxy) -> None:
    before = proxy.requests()
    with clients(proxy, attackers(150, per_address=150), MOVE_HEADER + b"{") as opened:
        check_player_can_play(proxy)
        responses = [read_all(client) for client in opened]
    statuses = [response[:12] for response in responses]
    assert statuses.count(b"HTTP/1.1 429") == 100
    assert statuses.count(b"") == 50  # timed out
    assert proxy.reached_application(before) == 2


def test_all_subnets_of_a_site_share_one_limit(proxy: Proxy) -> None:
    # Each address of an IPv6 network once had a limit of its own.
    with ExitStack() as stack:
        opened = []
        for number in range(60):
            client = stack.enter_context(proxy.connect_from("127.0.1.1"))
            header = f"X-Test-Client: 2001:db8:1:{number:x}::1\r\n".encode()
            client.sendall(MOVE_HEADER.replace(b"Content-Type", header + b"Content-Type") + b"{")
            opened.append(client)
        statuses = [read_all(client)[:12] for client in opened]
    assert statuses.count(b"HTTP/1.1 429") == 10


def test_a_network_beyond_its_rate_does_not_reach_the_application(proxy: Proxy) -> None:
    request = b"GET /icon.svg HTTP/1.1\r\nHost: localhost\r\n"
    before = proxy.requests()
    with clients(proxy, ["127.0.1.1"] * 4, (request + b"\r\n") * 899) as opened:
        for client in opened:
            client.sendall(request + b"Connection: close\r\n\r\n")
        responses = [read_all(client) for client in opened]
    assert any(b"HTTP/1.1 429 " in response for response in responses)
    assert 1000 <= proxy.reached_application(before) < 2000


def test_a_slow_reader_is_disconnected_and_does_not_occupy_the_application(proxy: Proxy) -> None:
    request = b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
    before = proxy.requests()
    with proxy.connect_from("127.0.1.1", receive_buffer=4096) as client:
        client.sendall(request * 300)
        time.sleep(3 * TIMEOUT)
        check_player_can_play(proxy)
        complete = read_all(client).count(b"HTTP/1.1 200")
    assert complete < 300
    assert proxy.reached_application(before) < 300


@pytest.mark.parametrize(
    ("request_bytes", "status"),
    [
        (b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 40_000 + b"\r\n\r\n", 400),
        (b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n" + b"X: 1\r\n" * 8000 + b"\r\n", 400),
        (b"GET /" + b"a" * 40_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", 414),
        (MOVE_HEADER.replace(b"44", b"70000"), 413),
        (b"\x16\x03\x01\x02\x00\x01\r\n\r\n", 400),
        (b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n", 400),
        (b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", 404),
    ],
    ids=[
        "large field",
        "many fields",
        "long path",
        "large body",
        "not HTTP",
        "two hosts",
        "metrics",
    ],
)
def test_an_unacceptable_request_does_not_reach_the_application(
    proxy: Proxy, request_bytes: bytes, status: int
) -> None:
    before = proxy.requests()
    with proxy.connect_from("127.0.1.1") as client:
        client.sendall(request_bytes)
        assert read_all(client).startswith(f"HTTP/1.1 {status} ".encode())
    assert proxy.reached_application(before) == 0


def test_the_host_of_an_absolute_url_is_the_host_that_the_application_checks(proxy: Proxy) -> None:
    with proxy.connect_from("127.0.1.1") as client:
        client.sendall(
            b"GET http://evil.example/healthz HTTP/1.1\r\nHost: localhost\r\n"
            b"Connection: close\r\n\r\n"
        )
        assert read_all(client).startswith(b"HTTP/1.1 421 ")


def test_a_forged_client_address_is_replaced(proxy: Proxy) -> None:
    # A client that could choose its address would have a rate limit of its own for each address.
    with proxy.player() as player:
        for number in range(2000):
            player.cookies.clear()
            address = f"198.51.{number // 250}.{number % 250}"
            headers = {"X-Forwarded-For": address, "X-Forwarded-Proto": "https"}
            response = player.post("/api/games", json={}, headers=headers)
            if response.status_code != 201:
                break
            assert "secure" not in response.headers["set-cookie"].lower()  # the test uses no TLS
    assert response.status_code == 429
