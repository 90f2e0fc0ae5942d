"""The real server in processes of its own: killed, restarted, two at once."""

import os
import signal
import socket
import threading
from pathlib import Path
from typing import Any

import httpx2
import pytest
from server import begin, connect, error_of, move, server_process
from terminal import PATIENCE, run_sapper

from sapper import read_replay
from sapper.cli import main
from sapper.store import Store
from sapper.web.server import _listen


def play_until_killed(process: Any, client: Any, game: dict[str, Any]) -> dict[str, Any]:
    """Make moves while the process is killed; return the game as it was last acknowledged."""
    killer = threading.Timer(0.05, process.kill)
    try:
        for number in range(100_000):
            if number == 20:
                killer.start()
            game = move(client, game, "flag", (number % 16, number // 16 % 16))
    except httpx2.TransportError:
        return game
    raise AssertionError("the server lives on")


def test_no_acknowledged_move_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    cookies, game = None, {}
    for _ in range(3):
        with server_process(tmp_path) as (process, url), connect(url, cookies) as client:
            game = check_kept(client, game) if game else begin(client, level="16x16/1", seed=5)
            cookies = client.cookies
            game = play_until_killed(process, client, game)
    store = Store(f"sqlite:///{tmp_path / 'sapper.sqlite'}")
    stored = store.game(game["id"])
    store.close()
    assert game["version"] <= stored.version
    assert len(stored.moves) == stored.version >= 60
    assert read_replay(stored.record()).version == stored.version


def check_kept(client: Any, acknowledged: dict[str, Any]) -> dict[str, Any]:
    """Read a game after a restart. Its last move may have been kept without being answered."""
    read = client.get(f"/api/games/{acknowledged['id']}").json()
    assert acknowledged["version"] <= read["version"] <= acknowledged["version"] + 1
    if read["version"] == acknowledged["version"]:
        assert read["rows"] == acknowledged["rows"]
    return read


def test_of_two_moves_at_once_in_two_processes_one_is_refused(tmp_path: Path) -> None:
    with (
        server_process(tmp_path) as (_, first_url),
        server_process(tmp_path) as (_, second_url),
        connect(first_url) as one,
    ):
        game = begin(one, level="16x16/40")
        accepted: list[int] = []
        refused: list[str] = []

        def play(url: str, row: int) -> None:
            with connect(url, one.cookies) as client:
                state = game
                while len(mine := [n for n in accepted if n // 1000 == row]) < 15:
                    answer = client.post(
                        f"/api/games/{game['id']}/moves",
                        json={"kind": "flag", "cell": [row, len(mine) % 16],
                              "version": state["version"]},
                    )  # fmt: skip
                    if answer.status_code == 200:
                        state = answer.json()
                        accepted.append(row * 1000 + len(mine))
                    else:
                        refused.append(error_of(answer)["code"])
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
    assert set(refused) == {"stale-version"}


def test_the_command_says_where_it_listens_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    with server_process(tmp_path) as (process, url):
        with connect(url) as client:
            assert client.get("/healthz").json()["database"] == "sqlite"
            assert client.get("/api/levels").headers.get("server") is None
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) in (0, 130)


def test_ctrl_c_in_a_terminal_ends_all_processes_quietly(tmp_path: Path) -> None:
    with server_process(tmp_path, start_new_session=True) as (process, url):
        with connect(url) as client:
            game = begin(client)
            assert client.get(f"/api/games/{game['id']}/hint").status_code == 200
        os.killpg(process.pid, signal.SIGINT)  # a terminal sends it to the thinkers too
        _, said = process.communicate(timeout=PATIENCE)
        assert process.returncode in (0, 130)
        assert "Traceback" not in said
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)


def test_a_port_that_is_taken_is_an_error_with_a_hint(tmp_path: Path) -> None:
    with server_process(tmp_path) as (_, url):
        port = url.rstrip("/").rpartition(":")[2]
        result = run_sapper("web", "--no-open", "--port", port, SAPPER_DATA=str(tmp_path))
    assert result.returncode == 2
    assert result.stderr.startswith(f"error: cannot listen at 127.0.0.1 port {port}")
    assert "hint: choose another with --port" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--port", "70000"], "error: 70000 is no port"),
        (["--database", "nonsense"], "error: the database URL cannot be read"),
        (["--database", "mysql://x/y"], "error: cannot keep games in 'mysql'"),
        (["--database", "sqlite://"], "error: games are not kept in memory"),
        (["--database", "sqlite:////proc/nothing/x.sqlite"], "error: cannot make the folder"),
        (["--host", "not an address"], "error: 'not an address' is no name of a host"),
    ],
)
def test_bad_options_end_with_one_line(
    arguments: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setenv("SAPPER_DATA", str(tmp_path))
    assert main(["web", "--no-open", "--port", "0", *arguments]) == 2
    assert capsys.readouterr().err.startswith(message)


def test_an_address_that_others_can_reach_gives_a_warning(
    capsys: pytest.CaptureFixture[str],
) -> None:
    # The database is bad, so that nothing is served there even for the time of a test.
    options = ["--no-open", "--port", "0", "--host", "0.0.0.0", "--database", "mysql://x/y"]
    assert main(["web", *options]) == 2
    assert "warning: 0.0.0.0 can be reached from other machines" in capsys.readouterr().err


def test_the_address_can_be_reached_as_soon_as_it_is_told() -> None:
    # It was bound but not listened at: whoever came at once was refused.
    with _listen("127.0.0.1", 0) as listener, socket.create_connection(listener.getsockname()):
        pass


def test_the_link_of_the_player_is_told_to_a_terminal_only(tmp_path: Path) -> None:
    with server_process(tmp_path) as (process, url), connect(url) as client:
        assert client.get("/healthz").status_code == 200
        process.terminate()
        assert "/link/" not in process.stderr.read()
