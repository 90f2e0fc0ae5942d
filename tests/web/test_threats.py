"""Attacks: DNS rebinding, cross-site requests, injection, path traversal, peeking and cheating."""

import asyncio
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from sapper import Game, Rules, analyse, web
from sapper.play.computation import compute_inline
from sapper.play.game_service import GameService, PlayerGame
from sapper.play.session import Session
from sapper.web.worker import limit_memory
from tests.server import (
    NEEDS_STANDARD_ALLOCATOR,
    another_player,
    connect,
    context_of,
    error_of,
    move,
    new_game,
    open_client,
    server_process,
)

STATIC = Path(web.__file__).parent / "static"
SCRIPT = "<img src=x onerror=alert(1)><script>alert(1)</script>"


# DNS rebinding: another name resolves to this machine.


@pytest.mark.parametrize(
    "host",
    ["evil.example", "sapper.test.evil.example", "127.0.0.1.evil.example", "evil.example:8023",
     "localhost.evil.example", "", "[::1", "a b", "127.0.0.1@evil.example", "0x7f.1"],
)  # fmt: skip
@pytest.mark.parametrize("path", ["/", "/api/levels", "/api/games", "/healthz", "/metrics"])
def test_an_unknown_host_name_is_refused(client: TestClient, host: str, path: str) -> None:
    response = client.get(path, headers={"Host": host})
    assert response.status_code == 421
    assert error_of(response)["code"] == "unknown-host"


@pytest.mark.parametrize(
    "host",
    ["sapper.test", "SAPPER.TEST", "sapper.test:8023", "127.0.0.1:8023", "127.0.0.1", "[::1]:8023",
     "localhost:8023", "192.0.2.7", "localhost."],
)  # fmt: skip
def test_ip_addresses_and_allowed_host_names_are_served(client: TestClient, host: str) -> None:
    assert client.get("/api/levels", headers={"Host": host}).status_code == 200


def test_a_host_name_can_be_allowed_on_the_command_line(tmp_path: Path) -> None:
    arguments = ("--allow-host", "play.example")
    with server_process(tmp_path, *arguments) as (_, url), connect(url) as client:
        assert client.get("/healthz", headers={"Host": "play.example"}).status_code == 200
        assert client.get("/healthz", headers={"Host": "evil.example"}).status_code == 421


# Cross-site requests that only read.


@pytest.mark.parametrize("path", ["/api/puzzles/next", "/api/games", "/main.js"])
def test_a_page_of_another_site_cannot_read(client: TestClient, path: str) -> None:
    headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}
    assert client.get(path, headers=headers).status_code == 403


@pytest.mark.parametrize(
    ("path", "dest"),
    [
        ("/", "iframe"),
        ("/metrics", "embed"),
        ("/api/puzzles/next", "iframe"),
        ("/api/puzzles/next", "document"),
        ("/api/games", "document"),
    ],
)
def test_a_frame_or_window_of_another_site_cannot_start_jobs(
    client: TestClient, path: str, dest: str
) -> None:
    headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": dest}
    response = client.get(path, headers=headers)
    assert response.status_code == 403
    assert "set-cookie" not in response.headers


def test_another_site_may_link_to_the_page(client: TestClient) -> None:
    headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    assert client.get("/", headers=headers).status_code == 200
    assert client.get("/api/docs", headers=headers).status_code == 200
    assert client.post("/api/games", json={}, headers=headers).status_code == 403


# Script injection through names, positions and files.


def test_the_page_never_parses_text_as_markup() -> None:
    pattern = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function|srcdoc"
    scripts = list(STATIC.rglob("*.js"))
    assert len(scripts) > 10
    for script in scripts:
        assert not re.search(pattern, script.read_text(encoding="utf-8")), script.name


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/api/analyse", {"position": SCRIPT}),
        ("POST", "/api/analyse", {"position": f"3x1/1\n{SCRIPT}"}),
        ("POST", "/api/games", {"level": SCRIPT[:40]}),
        ("POST", "/api/games", {SCRIPT: 1}),
        ("POST", "/api/convert", {"base64": SCRIPT}),
        ("PUT", "/api/settings", {"name": SCRIPT}),
        ("GET", f"/api/{SCRIPT}", None),
        ("GET", f"/{SCRIPT}", None),
        ("GET", f"/api/shared/{SCRIPT}", None),
        ("GET", f"/api/puzzles/next?theme={SCRIPT[:40]}", None),
        ("GET", f"/link/{SCRIPT}", None),
    ],
)
def test_reflected_text_is_never_html(
    client: TestClient, method: str, path: str, body: Any
) -> None:
    response = client.request(method, path, json=body)
    assert response.headers["content-type"] == "application/json"
    assert response.headers["x-content-type-options"] == "nosniff"
    assert "script-src 'self'" in response.headers["content-security-policy"]


def test_a_replay_is_sent_as_plain_text(client: TestClient) -> None:
    game = new_game(client, level="2x1/1", start="any")
    for column in range(2):
        if game["result"] is None:
            game = move(client, game, "reveal", (0, column))
    response = client.get(f"/api/games/{game['id']}/replay")
    assert response.headers["content-type"] == "text/plain; charset=utf-8"
    assert response.headers["x-content-type-options"] == "nosniff"


# Path traversal, with paths that HTTP clients would normalise.


@pytest.mark.parametrize(
    "path",
    ["/../secret.key", "/../../../../etc/passwd", "//etc/passwd", "/static/../../secret.key",
     "/..\\..\\secret.key", "/./../secret.key", "/screens/../../app.py", "/\x00", "/a\x00.txt",
     "/" + "a" * 300, "/" + "../" * 40 + "etc/passwd", "/\udcff", "/~root"],
)  # fmt: skip
def test_no_path_leaves_the_static_folder(client: TestClient, path: str) -> None:
    status, body = get_raw(client, path)
    assert status == 404
    assert b"not-found" in body


def test_a_symbolic_link_in_the_static_folder_is_not_followed(tmp_path: Path) -> None:
    static = tmp_path / "static"
    static.mkdir()
    (static / "index.html").write_text("page", encoding="utf-8")
    (tmp_path / "private").write_text("private", encoding="utf-8")
    (static / "way-out").symlink_to(tmp_path / "private")
    with open_client(tmp_path, static_folder=static) as client:
        assert client.get("/").text == "page"
        assert client.get("/way-out").status_code == 404


def get_raw(client: TestClient, path: str) -> tuple[int, bytes]:
    """Request a path without normalising it."""
    scope = {
        "type": "http", "http_version": "1.1", "method": "GET", "path": path, "query_string": b"",
        "raw_path": path.encode("utf-8", "surrogateescape"), "root_path": "", "scheme": "http",
        "headers": [(b"host", b"sapper.test")], "client": ("192.0.2.1", 1), "server": ("x", 80),
    }  # fmt: skip
    messages: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        messages.append(message)

    client.portal.call(_call, client.app, scope, receive, send)
    body = b"".join(message.get("body", b"") for message in messages[1:])
    return messages[0]["status"], body


async def _call(app: Callable[..., Any], *arguments: Any) -> None:
    await asyncio.wait_for(app(*arguments), 60)


# Cookies.


def test_other_values_are_rejected_as_cookies(client: TestClient) -> None:
    game = new_game(client)
    identity = context_of(client).identity
    player = identity.verify_cookie(client.cookies["sapper_player"])
    for value in (
        identity.sign_link(player),
        player,
        f"{player}..",
        "x" * 3000,
    ):
        thief = another_player(client)
        thief.cookies.set("sapper_player", value)
        assert thief.get(f"/api/games/{game['id']}").status_code == 404


def test_a_new_game_renews_the_cookie_of_the_player(client: TestClient) -> None:
    new_game(client)
    first = client.cookies["sapper_player"]
    new_game(client)
    assert client.cookies["sapper_player"].split(".")[0] == first.split(".")[0]
    assert len(client.get("/api/games?result=unfinished").json()["games"]) == 2


# Timing attacks on hidden mines.


def calls_of(function: Callable[[], Any]) -> list[str]:
    """Return the names of all functions that are called, in order."""
    called: list[str] = []

    def record(frame: Any, event: str, _argument: Any) -> None:
        if event == "call":
            called.append(frame.f_code.co_qualname)

    sys.setprofile(record)
    try:
        function()
    finally:
        sys.setprofile(None)
    return called


@pytest.mark.parametrize("name", ["hint", "odds", "review"])
def test_assistance_makes_the_same_calls_for_every_consistent_layout(name: str) -> None:
    rules = Rules(12, 12, 26)
    game = Game(rules, seed=1234567890123456)
    game.reveal((0, 0))
    samples = analyse(game.view).sample(5, seed=2)
    games = []
    for layout in samples:
        mines = [(int(r), int(c)) for r, c in zip(*layout.nonzero(), strict=True)]
        other = Game.from_layout(rules, mines)
        other.reveal((0, 0))
        assert other.view == game.view
        games.append(other)

    def assist(chosen: Game) -> Any:
        service = GameService(compute_inline, seconds=600.0)
        player_game = PlayerGame("me", Session.resume(chosen))
        return asyncio.run(getattr(service, name)(player_game))

    results = [assist(chosen) for chosen in games]  # also fills all caches
    assert all(result == results[0] for result in results)
    first, *others = [calls_of(lambda g=chosen: assist(g)) for chosen in games]
    assert len(first) > 100
    assert all(other == first for other in others)


# Jobs that need too much memory.


@NEEDS_STANDARD_ALLOCATOR
def test_the_memory_of_a_worker_is_limited() -> None:
    import subprocess

    program = (
        "from sapper.web.worker import limit_memory\n"
        "limit_memory(1500)\n"
        "try:\n    bytearray(2 * 2**30)\n"
        "except MemoryError:\n    print('refused')\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stdout == b"refused\n"


def test_a_process_that_already_exceeds_the_limit_is_not_limited() -> None:
    import resource

    before = resource.getrlimit(resource.RLIMIT_AS)
    limit_memory(1)
    assert resource.getrlimit(resource.RLIMIT_AS) == before


# Cheating in the statistics.


@pytest.mark.parametrize("assistance", ["ai", "hint", "odds", "review", "undo", "seed", "retry"])
def test_an_assisted_win_counts_as_assisted(client: TestClient, assistance: str) -> None:
    setup: dict[str, Any] = {"level": "2x1/1", "start": "safe"}
    if assistance == "odds":
        setup["level"] = "2x2/1"
    if assistance == "retry":
        setup = {"retry_of": finish(client, new_game(client, **setup))["id"]}
    if assistance == "seed":
        setup["seed"] = 5
    if assistance == "undo":
        setup["practice"] = True
    game = new_game(client, **setup)
    path = f"/api/games/{game['id']}"
    if assistance == "ai":
        client.post(f"{path}/ai", json={"steps": 1, "version": 0})
    elif assistance in ("hint", "review"):
        assert client.get(f"{path}/{assistance}").status_code == 200
    elif assistance == "odds":
        # Odds before the first reveal state the start rule and are no assistance.
        assert not client.get(f"{path}/probabilities").json()["assisted"]
        game = move(client, game, "reveal", (1, 1))
        assert client.get(f"{path}/probabilities").json()["assisted"]
        game = move(client, game, "reveal", (0, 1))
    game = client.get(path).json()
    end = game if game["result"] else finish(client, game)
    assert end["assisted"]
    levels = client.get("/api/stats").json()["levels"]
    assert sum(level["games"] for level in levels if level["assisted"]) == 1
    assert sum(level["games"] for level in levels if not level["assisted"]) == (
        1 if assistance == "retry" else 0
    )


def finish(client: TestClient, game: dict[str, Any]) -> dict[str, Any]:
    return move(client, game, "reveal", (0, 0))
