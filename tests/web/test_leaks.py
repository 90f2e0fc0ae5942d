"""Nothing that the server says of a running game tells where its mines are.

The proof is by two boards. A game is played through every route of the API; then a second layout is
drawn at random among all that agree with what was seen at the end. The same requests on that board
must get the same answers, word for word. A third time the board comes from its seed.

The requests are looked up by the routes of the OpenAPI document: a new route must be added here.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from server import open_client
from starlette.testclient import TestClient

from sapper import Game, Rules, analyse, parse_view
from sapper.game.game_options import GameOptions

RULES = Rules(12, 12, 26)
SEED = 1234567890123456
FIRST = (0, 0)

# Method, route, body, and the status that a running game must get. In this order.
REQUESTS: list[tuple[str, str, Any, int]] = [
    ("GET", "/api/games/{game_id}", None, 200),
    ("POST", "/api/games/{game_id}/moves", {"kind": "reveal", "cell": FIRST}, 200),
    ("POST", "/api/games/{game_id}/moves", {"kind": "flag", "cell": (11, 11)}, 200),
    ("POST", "/api/games/{game_id}/moves", {"kind": "chord", "cell": (11, 11)}, 200),
    ("POST", "/api/games/{game_id}/moves", {"kind": "reveal", "cell": (99, 0)}, 422),
    ("POST", "/api/games/{game_id}/ai", {"strategy": "exact", "steps": 3}, 200),
    ("POST", "/api/games/{game_id}/ai", {"strategy": "random:nothing", "steps": 3}, 422),
    ("GET", "/api/games/{game_id}/hint?grade=1", None, 200),
    ("GET", "/api/games/{game_id}/hint?grade=3", None, 200),
    ("GET", "/api/games/{game_id}/probabilities", None, 200),
    ("GET", "/api/games/{game_id}/review", None, 200),
    ("GET", "/api/games/{game_id}/replay", None, 422),
    ("GET", "/api/games/{game_id}/replay?format=json", None, 422),
    ("POST", "/api/games/{game_id}/undo", {}, 200),
    ("POST", "/api/games/{game_id}/share", None, 200),
    ("GET", "/api/shared/{token}", None, 200),
    ("GET", "/api/shared/{token}/replay", None, 422),
    ("GET", "/api/shared/{token}/replay?format=json", None, 422),
    ("GET", "/api/games", None, 200),
    ("POST", "/api/games", {"retry_of": "{game_id}"}, 422),
    ("GET", "/api/stats", None, 200),
    ("GET", "/api/settings", None, 200),
    ("PUT", "/api/settings", {"theme": "dark"}, 200),
    ("GET", "/api/levels", None, 200),
    ("GET", "/api/strategies", None, 200),
    ("POST", "/api/analyse", {"position": "{position}"}, 200),
    ("POST", "/api/convert", {"base64": "BAIAAQMA"}, 200),
    ("GET", "/healthz", None, 200),
    ("GET", "/api/docs", None, 200),
]
# What is not about a running game: figures of the server, and drills, which are made from other
# boards or from games that are over.
ELSEWHERE = {
    ("GET", "/metrics"),
    ("GET", "/link/{token}"),
    ("GET", "/api/drills/next"),
    ("POST", "/api/drills/{drill_id}"),
}


def play(client: TestClient, game: Game) -> tuple[list[str], dict[str, Any]]:
    """Make all requests on a board; return the answers without names and times, and the game."""
    context = client.app.state.context
    player = "P" * 22
    client.cookies.set("sapper_player", context.players.sign(player, 1_790_000_000))
    game_id, kept = context.store.create(player, game, terms=GameOptions(practice=True))
    kept.result()
    token, version, position, answers = "", 0, "", []
    for method, route, body, status in REQUESTS:
        path = route.replace("{game_id}", game_id).replace("{token}", token)
        whole = {**body, "version": version} if body is not None and "{" in route else body
        sent = json.dumps(whole).replace("{game_id}", game_id)
        sent = sent.replace("{position}", position.replace("\n", "\\n"))
        answer = client.request(method, path, content=sent if body is not None else None,
                                headers={"Content-Type": "application/json"})  # fmt: skip
        assert answer.status_code == status, f"{method} {path}: {answer.text}"
        answers.append(f"{method} {route}\n{normal(answer.text, game_id, token)}")
        if answer.headers["content-type"] == "application/json":
            told = answer.json()
            token = told.get("share") or token if isinstance(told, dict) else token
            state = told.get("game", told)
            if state.get("id") == game_id:
                version = state["version"]
                position = "\n".join([str(RULES), *state["rows"]])
    state = client.get(f"/api/games/{game_id}").json()
    assert state["status"] == "playing"
    return answers, state


def normal(text: str, game_id: str, token: str) -> str:
    text = text.replace(game_id, "ID").replace(token or "no token", "TOKEN")
    times = "seconds|at|created_at|moved_at|seconds_lost|three_bv_per_second"
    text = re.sub(rf'"({times})": ?[\d.e+-]+', r'"\1":0', text)
    text = re.sub(r"after [\d.]+ s:", "after 0 s:", text)
    # The analyser is told a position and no game, and how long it thinks depends on the machine.
    text = re.sub(r'"thought": ?\{.*?"compared": ?\[.*?\]\}', '"thought":{}', text)
    return re.sub(r'"share":"[\w-]{22}"', '"share":"TOKEN"', text)


@pytest.fixture(scope="module")
def answers_of_three_boards(tmp_path_factory: pytest.TempPathFactory) -> list[list[str]]:
    seeded = Game(RULES, SEED)
    seeded.reveal(FIRST)
    layout = seeded.layout

    def ask(board: Game) -> tuple[list[str], dict[str, Any]]:
        with open_client(Path(tmp_path_factory.mktemp("leaks"))) as client:
            return play(client, board)

    first, state = ask(Game.from_layout(RULES, layout))
    second, _ = ask(Game.from_layout(RULES, another_layout(state, layout)))
    third, _ = ask(Game(RULES, SEED))
    return [first, second, third]


def another_layout(state: dict[str, Any], layout: frozenset) -> list[tuple[int, int]]:
    """Mines that explain all that was seen, in other places."""
    view = parse_view("\n".join([str(RULES), *state["rows"]]))
    for drawn in analyse(view).sample(20, seed=1):
        cells = [(int(r), int(c)) for r, c in zip(*drawn.nonzero(), strict=True)]
        if len(layout - set(cells)) > 5:
            return cells
    raise AssertionError("this position has but one layout; choose another seed")


def test_two_boards_that_look_the_same_get_the_same_answers(
    answers_of_three_boards: list[list[str]],
) -> None:
    one, two, _ = answers_of_three_boards
    for mine, other in zip(one, two, strict=True):
        assert mine == other


def test_a_board_from_a_seed_gets_the_same_answers_and_the_seed_is_in_none(
    answers_of_three_boards: list[list[str]],
) -> None:
    one, _, seeded = answers_of_three_boards
    for mine, other in zip(one, seeded, strict=True):
        assert mine == other
        assert str(SEED) not in other


def test_every_route_of_the_api_is_among_them(client: TestClient) -> None:
    paths = client.get("/api/openapi.json").json()["paths"]
    routes = {(method.upper(), path) for path, methods in paths.items() for method in methods}
    asked = {(method, route.partition("?")[0]) for method, route, _, _ in REQUESTS}
    assert routes == asked | ELSEWHERE


def test_the_document_has_every_route_of_the_application(client: TestClient) -> None:
    # Else a route that is left out of the document would escape the tests above.
    paths = client.get("/api/openapi.json").json()["paths"]
    served = {getattr(route, "path", "") for route in walk(client.app.routes)}
    assert served - {"", "/", "/api/openapi.json"} == set(paths)


def walk(routes: Any) -> Any:
    for route in routes:
        yield route
        inner = getattr(route, "original_router", None) or getattr(route, "router", None)
        if inner is not None:
            yield from walk(inner.routes)


def test_the_counters_of_the_server_name_no_game(client: TestClient) -> None:
    game_id = client.post("/api/games", json={"seed": SEED}).json()["id"]
    client.get(f"/api/games/{game_id}")
    text = client.get("/metrics").text
    assert "sapper_request_seconds" in text
    assert game_id not in text
    assert str(SEED) not in text
