"""Server processes: kills, restarts, concurrency, disconnects and start-up errors."""

import json
import os
import signal
import socket
import subprocess
import threading
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx2
import pytest

from sapper.cli import main
from sapper.store import Store
from sapper.web.server import _listen
from tests.sapper_command import PATIENCE, run_sapper
from tests.server import connect, error_of, move, new_game, server_process


def play_until_killed(process: Any, client: Any, game: dict[str, Any]) -> dict[str, Any]:
    """Make moves until the process is killed; return the last acknowledged game."""
    killer = threading.Timer(0.05, process.kill)
    try:
        for number in range(100_000):
            if number == 20:
                killer.start()
            game = move(client, game, "flag", (number % 16, number // 16 % 16))
    except httpx2.TransportError:
        return game
    raise AssertionError("the server was not killed")


def test_no_acknowledged_move_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    cookies, game = None, {}
    for _ in range(3):
        with server_process(tmp_path) as (process, url), connect(url, cookies) as client:
            game = (
                check_restored(client, game) if game else new_game(client, level="16x16/1", seed=5)
            )
            cookies = client.cookies
            game = play_until_killed(process, client, game)
    store = Store(f"sqlite:///{tmp_path / 'sapper.sqlite'}")
    stored = store.load_game(game["id"])
    store.close()
    assert game["version"] <= stored.version
    assert len(stored.moves) == stored.version >= 60
    assert stored.to_game().version == stored.version


def check_restored(client: Any, acknowledged: dict[str, Any]) -> dict[str, Any]:
    """Load a game after a restart; the last move may have been stored without a response."""
    read = client.get(f"/api/games/{acknowledged['id']}").json()
    assert acknowledged["version"] <= read["version"] <= acknowledged["version"] + 1
    if read["version"] == acknowledged["version"]:
        assert read["rows"] == acknowledged["rows"]
    return read


def test_one_of_two_concurrent_moves_in_two_processes_is_rejected(tmp_path: Path) -> None:
    with (
        server_process(tmp_path) as (_, first_url),
        server_process(tmp_path) as (_, second_url),
        connect(first_url) as one,
    ):
        game = new_game(one, level="16x16/40")
        accepted: list[int] = []
        rejected: list[str] = []

        def play(url: str, row: int) -> None:
            with connect(url, one.cookies) as client:
                state = game
                while len(mine := [n for n in accepted if n // 1000 == row]) < 15:
                    response = client.post(
                        f"/api/games/{game['id']}/moves",
                        json={"kind": "flag", "cell": [row, len(mine) % 16],
                              "version": state["version"]},
                    )  # fmt: skip
                    if response.status_code == 200:
                        state = response.json()
                        accepted.append(row * 1000 + len(mine))
                    else:
                        rejected.append(error_of(response)["code"])
                        state = client.get(f"/api/games/{game['id']}").json()

        threads = [
            threading.Thread(target=play, args=(url, row))
            for row, url in ((1, first_url), (2, second_url))
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
        final = one.get(f"/api/games/{game['id']}").json()
    assert len(accepted) == final["version"] == 30
    assert set(rejected) == {"stale-version"}


def test_the_command_prints_its_url_and_stops_on_ctrl_c(tmp_path: Path) -> None:
    with server_process(tmp_path) as (process, url):
        with connect(url) as client:
            assert client.get("/healthz").json()["database"] == "sqlite"
            assert client.get("/api/levels").headers.get("server") is None
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) in (0, 130)


def test_ctrl_c_in_a_terminal_stops_all_processes_quietly(tmp_path: Path) -> None:
    with server_process(tmp_path, start_new_session=True) as (process, url):
        with connect(url) as client:
            game = new_game(client)
            assert client.get(f"/api/games/{game['id']}/hint").status_code == 200
        os.killpg(process.pid, signal.SIGINT)  # a terminal signals the workers too
        _, stderr = process.communicate(timeout=PATIENCE)
        assert process.returncode in (0, 130)
        assert "Traceback" not in stderr
    assert live_processes_of_group(process.pid) == []


def live_processes_of_group(group: int) -> list[str]:
    """Return the commands of a process group, without processes that only wait to be reaped."""
    # The sanitizer libraries preloaded into this process would slow ps down.
    environment = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    listed = subprocess.run(
        ["ps", "-eo", "pgid=,stat=,args="],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    processes = [line.split(maxsplit=2) for line in listed.stdout.splitlines()]
    return [command for pgid, stat, command in processes if int(pgid) == group and stat[0] != "Z"]


def test_the_default_address_is_port_8023_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    addresses = []
    monkeypatch.setattr(
        "sapper.web.server.serve", lambda _settings, host, port, **_: addresses.append((host, port))
    )
    assert main(["web"]) == 0
    assert addresses == [("127.0.0.1", 8023)]


def test_a_port_in_use_is_an_error_with_a_hint(tmp_path: Path) -> None:
    with server_process(tmp_path) as (_, url):
        port = url.rstrip("/").rpartition(":")[2]
        result = run_sapper("web", "--no-open", "--port", port, SAPPER_DATA=str(tmp_path))
    assert result.returncode == 2
    assert result.stderr.startswith(f"error: cannot listen on 127.0.0.1 port {port}")
    assert "hint: choose another port with --port" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--port", "70000"], "error: --port must be between 0 and 65535, not 70000"),
        (["--database", "nonsense"], "error: invalid database URL"),
        (["--database", "mysql://x/y"], "error: unsupported database 'mysql'"),
        (["--database", "sqlite://"], "error: in-memory databases are not supported"),
        (["--database", "sqlite:////proc/nothing/x.sqlite"], "error: cannot create the folder"),
        (["--host", "not an address"], "error: invalid host name 'not an address'"),
    ],
)
def test_invalid_options_give_one_error_line(
    arguments: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setenv("SAPPER_DATA", str(tmp_path))
    assert main(["web", "--no-open", "--port", "0", *arguments]) == 2
    assert capsys.readouterr().err.startswith(message)


def test_listening_on_a_public_address_gives_a_warning(
    capsys: pytest.CaptureFixture[str],
) -> None:
    # The unsupported database prevents the test from serving on a public address.
    options = ["--no-open", "--port", "0", "--host", "0.0.0.0", "--database", "mysql://x/y"]
    assert main(["web", *options]) == 2
    assert "warning: 0.0.0.0 is reachable from other machines" in capsys.readouterr().err


def test_the_address_accepts_connections_as_soon_as_it_is_printed() -> None:
    # The socket was once bound but not listening, so early connections were refused.
    with _listen("127.0.0.1", 0) as listener, socket.create_connection(listener.getsockname()):
        pass


def test_the_link_of_the_player_is_printed_only_to_a_terminal(tmp_path: Path) -> None:
    with server_process(tmp_path) as (process, url), connect(url) as client:
        assert client.get("/healthz").status_code == 200
        process.terminate()
        assert "/link/" not in process.stderr.read()


def test_disconnecting_clients_do_not_affect_other_players(tmp_path: Path) -> None:
    with server_process(tmp_path) as (_, url), connect(url) as client:
        game = new_game(client)
        address = urlsplit(url)
        for _ in range(20):
            body = json.dumps({"level": "expert"}).encode()
            head = f"POST /api/games HTTP/1.1\r\nHost: {address.netloc}\r\n"
            head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
            with socket.create_connection((address.hostname, address.port)) as disconnecting:
                disconnecting.sendall(head.encode() + body)
            with socket.create_connection((address.hostname, address.port)) as disconnecting:
                disconnecting.sendall(head.encode() + body[:5])  # an incomplete body
        for column in range(3):
            game = move(client, game, "flag", (0, column))
        assert client.get(f"/api/games/{game['id']}").json()["version"] == 3


def test_a_malformed_request_is_not_logged(tmp_path: Path) -> None:
    upgrade = b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    with server_process(tmp_path) as (process, url):
        for data, status in ((b"\0\1\2\r\n", 400), (upgrade + b"\r\n", 200)):
            with socket.create_connection(("127.0.0.1", urlsplit(url).port), PATIENCE) as client:
                client.sendall(data)
                assert client.recv(100).startswith(f"HTTP/1.1 {status} ".encode())
        process.terminate()
        assert process.stderr.read() == ""
