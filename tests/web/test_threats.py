"""Attacks that no other file has: names, files and paths made to do harm; cheating; bombs."""

import asyncio
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from server import (
    NEEDS_THE_USUAL_MEMORY,
    another_player,
    begin,
    connect,
    error_of,
    move,
    open_client,
    server_process,
)
from starlette.testclient import TestClient

from sapper import Game, Rules, analyse
from sapper.game.replay import write_replay
from sapper.web import worker
from sapper.web.player_identity import COOKIE_SECONDS
from sapper.web.worker import answer_to, limit_memory

STATIC = Path(worker.__file__).parent / "static"
SCRIPT = "<img src=x onerror=alert(1)><script>alert(1)</script>"


# Another name leads to this machine: DNS rebinding.


@pytest.mark.parametrize(
    "host",
    ["evil.example", "sapper.test.evil.example", "127.0.0.1.evil.example", "evil.example:8023",
     "localhost.evil.example", "", "[::1", "a b", "127.0.0.1@evil.example", "0x7f.1"],
)  # fmt: skip
@pytest.mark.parametrize("path", ["/", "/api/levels", "/api/games", "/healthz", "/metrics"])
def test_a_name_that_is_not_this_servers_is_refused(
    client: TestClient, host: str, path: str
) -> None:
    answer = client.get(path, headers={"Host": host})
    assert answer.status_code == 421
    assert error_of(answer)["code"] == "unknown-host"


@pytest.mark.parametrize(
    "host",
    ["sapper.test", "SAPPER.TEST", "sapper.test:8023", "127.0.0.1:8023", "127.0.0.1", "[::1]:8023",
     "localhost:8023", "192.0.2.7", "localhost."],
)  # fmt: skip
def test_addresses_and_names_of_this_server_are_served(client: TestClient, host: str) -> None:
    assert client.get("/api/levels", headers={"Host": host}).status_code == 200


def test_a_name_can_be_allowed_by_the_command(tmp_path: Path) -> None:
    arguments = ("--allow-host", "play.example")
    with server_process(tmp_path, *arguments) as (_, url), connect(url) as client:
        assert client.get("/healthz", headers={"Host": "play.example"}).status_code == 200
        assert client.get("/healthz", headers={"Host": "evil.example"}).status_code == 421


# Requests of other sites that only ask.


@pytest.mark.parametrize("path", ["/api/drills/next", "/api/games", "/main.js"])
def test_another_sites_page_cannot_even_ask(client: TestClient, path: str) -> None:
    headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}
    assert client.get(path, headers=headers).status_code == 403


@pytest.mark.parametrize(
    ("path", "dest"),
    [
        ("/", "iframe"),
        ("/metrics", "embed"),
        ("/api/drills/next", "iframe"),
        ("/api/drills/next", "document"),
        ("/api/games", "document"),
    ],
)
def test_a_frame_or_a_window_of_another_site_cannot_make_the_server_think(
    client: TestClient, path: str, dest: str
) -> None:
    headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": dest}
    answer = client.get(path, headers=headers)
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers


def test_a_link_on_another_site_leads_here(client: TestClient) -> None:
    headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    assert client.get("/", headers=headers).status_code == 200
    assert client.get("/api/docs", headers=headers).status_code == 200
    assert client.post("/api/games", json={}, headers=headers).status_code == 403


# Scripts in names, positions and files.


def test_the_page_makes_no_markup_of_text() -> None:
    ways = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function|srcdoc"
    scripts = list(STATIC.rglob("*.js"))
    assert len(scripts) > 10
    for script in scripts:
        assert not re.search(ways, script.read_text(encoding="utf-8")), script.name


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
        ("GET", f"/api/drills/next?theme={SCRIPT[:40]}", None),
        ("GET", f"/link/{SCRIPT}", None),
    ],
)
def test_text_that_comes_back_is_never_a_page(
    client: TestClient, method: str, path: str, body: Any
) -> None:
    answer = client.request(method, path, json=body)
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "script-src 'self'" in answer.headers["content-security-policy"]


def test_a_record_is_sent_as_plain_text(client: TestClient) -> None:
    game = begin(client, level="2x1/1", start="any")
    for column in range(2):
        if game["result"] is None:
            game = move(client, game, "reveal", (0, column))
    answer = client.get(f"/api/games/{game['id']}/replay")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.headers["x-content-type-options"] == "nosniff"


# Paths that lead out of the page's folder, as no client library would send them.


@pytest.mark.parametrize(
    "path",
    ["/../secret.key", "/../../../../etc/passwd", "//etc/passwd", "/static/../../secret.key",
     "/..\\..\\secret.key", "/./../secret.key", "/screens/../../app.py", "/\x00", "/a\x00.txt",
     "/" + "a" * 300, "/" + "../" * 40 + "etc/passwd", "/\udcff", "/~root"],
)  # fmt: skip
def test_no_path_leads_out_of_the_folder_of_the_page(client: TestClient, path: str) -> None:
    status, body = ask_raw(client, path)
    assert status == 404
    assert b"not-found" in body


def test_a_link_in_the_folder_of_the_page_does_not_lead_out_of_it(tmp_path: Path) -> None:
    static = tmp_path / "static"
    static.mkdir()
    (static / "index.html").write_text("page", encoding="utf-8")
    (tmp_path / "private").write_text("private", encoding="utf-8")
    (static / "way-out").symlink_to(tmp_path / "private")
    with open_client(tmp_path, static_folder=static) as client:
        assert client.get("/").text == "page"
        assert client.get("/way-out").status_code == 404


def ask_raw(client: TestClient, path: str) -> tuple[int, bytes]:
    """Ask with a path just as it is."""
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


def test_a_cookie_of_another_purpose_or_time_is_nobody(client: TestClient) -> None:
    game = begin(client)
    players = client.app.state.context.players
    player = players.read(client.cookies["sapper_player"])
    old = 1_790_000_000 - 2 * COOKIE_SECONDS
    for value in (
        players.link(player),
        players.sign(player, old),
        player,
        f"{player}..",
        "x" * 5000,
    ):
        thief = another_player(client)
        thief.cookies.set("sapper_player", value)
        assert thief.get(f"/api/games/{game['id']}").status_code == 404


def test_an_old_cookie_is_renewed_by_play_and_the_game_stays(client: TestClient) -> None:
    begin(client)
    first = client.cookies["sapper_player"]
    begin(client)
    assert client.cookies["sapper_player"].split(".")[0] == first.split(".")[0]
    assert len(client.get("/api/games").json()["games"]) == 2


# Peeking by the work that an answer takes.


def calls_of(question: Callable[[], Any]) -> list[str]:
    """The names of all functions that are called, in their order."""
    called: list[str] = []

    def note(frame: Any, event: str, _argument: Any) -> None:
        if event == "call":
            called.append(frame.f_code.co_qualname)

    sys.setprofile(note)
    try:
        question()
    finally:
        sys.setprofile(None)
    return called


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("hint", {"grade": 3, "seconds": 60.0}),
        ("odds", {"seconds": 60.0}),
        ("review", {"seconds": 600.0}),
    ],
)
def test_help_takes_the_same_steps_whatever_lies_under_the_hidden_cells(
    name: str, arguments: dict[str, Any]
) -> None:
    rules = Rules(12, 12, 26)
    game = Game(rules, seed=1234567890123456)
    game.reveal((0, 0))
    samples = analyse(game.view).sample(5, seed=2)
    records = []
    for layout in samples:
        mines = [(int(r), int(c)) for r, c in zip(*layout.nonzero(), strict=True)]
        other = Game.from_layout(rules, mines)
        other.reveal((0, 0))
        assert other.view == game.view
        records.append(write_replay(other))
    ask = worker.QUESTIONS[name]
    answers = [ask(record=record, **arguments) for record in records]  # also warms all caches up
    assert all(answer == answers[0] for answer in answers)
    one, *others = [calls_of(lambda r=record: ask(record=r, **arguments)) for record in records]
    assert len(one) > 100
    assert all(other == one for other in others)


# Positions made to take for ever.


def test_a_question_that_needs_too_much_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**_: Any) -> None:
        raise MemoryError

    monkeypatch.setitem(worker.QUESTIONS, "odds", fail)
    answer = answer_to('{"ask": "odds", "with": {}}')
    assert answer["error"]["type"] == "BudgetExceeded"


@NEEDS_THE_USUAL_MEMORY
def test_a_process_that_thinks_gets_no_more_memory_than_it_may_have() -> None:
    import subprocess

    program = (
        "from sapper.web.worker import limit_memory\n"
        "limit_memory(1500)\n"
        "try:\n    bytearray(2 * 2**30)\n"
        "except MemoryError:\n    print('refused')\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stdout == b"refused\n"


def test_a_process_that_has_more_memory_already_is_left_alone() -> None:
    import resource

    before = resource.getrlimit(resource.RLIMIT_AS)
    limit_memory(1)
    assert resource.getrlimit(resource.RLIMIT_AS) == before


# Statistics.


@pytest.mark.parametrize("help_taken", ["ai", "hint", "odds", "review", "undo", "seed", "retry"])
def test_a_game_won_with_help_is_counted_apart(client: TestClient, help_taken: str) -> None:
    setup: dict[str, Any] = {"level": "2x1/1", "start": "safe"}
    if help_taken == "retry":
        setup = {"retry_of": finish(client, begin(client, **setup))["id"]}
    if help_taken == "seed":
        setup["seed"] = 5
    if help_taken == "undo":
        setup["practice"] = True
    game = begin(client, **setup)
    path = f"/api/games/{game['id']}"
    if help_taken == "ai":
        client.post(f"{path}/ai", json={"steps": 1, "version": 0})
    elif help_taken in ("hint", "review"):
        assert client.get(f"{path}/{help_taken}").status_code == 200
    elif help_taken == "odds":
        assert client.get(f"{path}/probabilities").status_code == 200
    game = client.get(path).json()
    end = game if game["result"] else finish(client, game)
    assert end["assisted"]
    levels = client.get("/api/stats").json()["levels"]
    assert sum(level["games"] for level in levels if level["assisted"]) == 1
    assert sum(level["games"] for level in levels if not level["assisted"]) == (
        1 if help_taken == "retry" else 0
    )


def finish(client: TestClient, game: dict[str, Any]) -> dict[str, Any]:
    return move(client, game, "reveal", (0, 0))
