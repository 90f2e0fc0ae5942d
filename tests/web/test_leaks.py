"""No response about an unfinished game reveals where its mines are.

The test compares boards. It plays a game through every route of the API and then samples a second
layout that is consistent with the final view. The same requests on the second board must get
identical responses. A third run generates the first board from its seed.

The requests must cover every route of the OpenAPI document, so new routes must be added here.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from sapper import Game, Rules, analyse, parse_view
from sapper.game.game_options import GameOptions
from tests.server import context_of, open_client

RULES = Rules(12, 12, 26)
SEED = 1234567890123456
FIRST = (0, 0)

# Method, route, body and expected status of each request, in order.
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
    ("GET", "/api/games/{game_id}/summary", None, 422),
    ("GET", "/api/games/{game_id}/replay", None, 422),
    ("GET", "/api/games/{game_id}/replay?format=json", None, 422),
    ("POST", "/api/games/{game_id}/undo", {}, 200),
    ("POST", "/api/games/{game_id}/pause", None, 200),
    ("GET", "/api/games/{game_id}/hint?grade=2", None, 422),
    ("POST", "/api/games/{game_id}/resume", None, 200),
    ("POST", "/api/games/{game_id}/share", None, 200),
    ("GET", "/api/shared/{token}", None, 200),
    ("GET", "/api/shared/{token}/replay", None, 422),
    ("GET", "/api/shared/{token}/replay?format=json", None, 422),
    ("GET", "/api/games", None, 200),
    ("GET", "/api/games/export", None, 200),
    ("GET", "/api/daily", None, 200),
    ("POST", "/api/games/{game_id}/challenge", {}, 422),
    ("POST", "/api/games", {"retry_of": "{game_id}"}, 201),
    ("GET", "/api/stats", None, 200),
    ("GET", "/api/settings", None, 200),
    ("PUT", "/api/settings", {"theme": "dark"}, 200),
    ("GET", "/api/levels", None, 200),
    ("GET", "/api/strategies", None, 200),
    ("GET", "/api/systems", None, 200),
    ("POST", "/api/analyse", {"position": "{position}"}, 200),
    ("POST", "/api/convert", {"base64": "BAIAAQMA"}, 200),
    ("GET", "/healthz", None, 200),
    ("GET", "/api/docs", None, 200),
]
# Routes without information about unfinished games. Puzzles come from other boards or from finished
# games, and the boards of lessons are public.
UNRELATED_ROUTES = {
    ("GET", "/api/challenges/{code}"),
    ("POST", "/api/challenges/{code}/games"),
    ("POST", "/api/daily/{level}"),
    ("POST", "/api/games/import"),
    ("POST", "/api/scan"),
    ("DELETE", "/api/games"),
    ("DELETE", "/api/games/{game_id}"),
    ("GET", "/metrics"),
    ("GET", "/link/{token}"),
    ("GET", "/api/puzzles/next"),
    ("POST", "/api/puzzles/rush"),
    ("GET", "/api/puzzles/progress"),
    ("POST", "/api/puzzles/{attempt_id}"),
    ("GET", "/api/lessons"),
    ("GET", "/api/patterns"),
    ("GET", "/api/lessons/{lesson_id}"),
    ("POST", "/api/lessons/{lesson_id}/steps/{number}"),
}


def play(client: TestClient, game: Game) -> tuple[list[str], dict[str, Any]]:
    """Send all requests; return the normalised responses and the final game."""
    context = context_of(client)
    player = "P" * 22
    client.cookies.set("sapper_player", context.identity.sign_cookie(player))
    game_id, created = context.store.create(player, game, options=GameOptions(practice=True))
    created.result()
    token, version, position, responses = "", 0, "", []
    for method, route, body, status in REQUESTS:
        path = route.replace("{game_id}", game_id).replace("{token}", token)
        whole = {**body, "version": version} if body is not None and "{" in route else body
        sent = json.dumps(whole).replace("{game_id}", game_id)
        sent = sent.replace("{position}", position.replace("\n", "\\n"))
        response = client.request(method, path, content=sent if body is not None else None,
                                headers={"Content-Type": "application/json"})  # fmt: skip
        assert response.status_code == status, f"{method} {path}: {response.text}"
        responses.append(f"{method} {route}\n{normalise(response.text, game_id, token)}")
        if response.headers["content-type"] == "application/json":
            received = response.json()
            token = received.get("share") or token if isinstance(received, dict) else token
            state = received.get("game", received)
            if state.get("id") == game_id:
                version = state["version"]
                position = "\n".join([str(RULES), *state["rows"]])
    state = client.get(f"/api/games/{game_id}").json()
    assert state["status"] == "playing"
    return responses, state


def normalise(text: str, game_id: str, token: str) -> str:
    text = text.replace(game_id, "ID").replace(token or "no token", "TOKEN")
    times = "seconds|at|created_at|moved_at|seconds_lost|three_bv_per_second"
    text = re.sub(rf'"({times})": ?[\d.e+-]+', r'"\1":0', text)
    text = re.sub(r"after [\d.]+ s:", "after 0 s:", text)
    # The analyser receives a position without its game, and its rollouts depend on the machine.
    text = re.sub(r'"rollouts": ?\{.*?"candidates": ?\[.*?\]\}', '"rollouts":{}', text)
    text = re.sub(r'"id":"[\w-]{22}"', '"id":"ID"', text)
    return re.sub(r'"share":"[\w-]{22}"', '"share":"TOKEN"', text)


@pytest.fixture(scope="module")
def responses_for_three_boards(tmp_path_factory: pytest.TempPathFactory) -> list[list[str]]:
    seeded = Game(RULES, SEED)
    seeded.reveal(FIRST)
    layout = seeded.layout

    def play_on(board: Game) -> tuple[list[str], dict[str, Any]]:
        with open_client(Path(tmp_path_factory.mktemp("leaks"))) as client:
            return play(client, board)

    first, state = play_on(Game.from_layout(RULES, layout))
    second, _ = play_on(Game.from_layout(RULES, another_layout(state, layout)))
    third, _ = play_on(Game(RULES, SEED))
    return [first, second, third]


def another_layout(state: dict[str, Any], layout: frozenset) -> list[tuple[int, int]]:
    """Return a different layout that is consistent with the view."""
    view = parse_view("\n".join([str(RULES), *state["rows"]]))
    for drawn in analyse(view).sample(20, seed=1):
        cells = [(int(r), int(c)) for r, c in zip(*drawn.nonzero(), strict=True)]
        if len(layout - set(cells)) > 5:
            return cells
    raise AssertionError("this position has a single layout; choose another seed")


def test_boards_with_the_same_view_get_the_same_responses(
    responses_for_three_boards: list[list[str]],
) -> None:
    first, second, _ = responses_for_three_boards
    for expected, response in zip(first, second, strict=True):
        assert expected == response


def test_a_seeded_board_gets_the_same_responses_without_its_seed(
    responses_for_three_boards: list[list[str]],
) -> None:
    first, _, seeded = responses_for_three_boards
    for expected, response in zip(first, seeded, strict=True):
        assert expected == response
        assert str(SEED) not in response


def test_the_requests_cover_every_route(client: TestClient) -> None:
    paths = client.get("/api/openapi.json").json()["paths"]
    routes = {(method.upper(), path) for path, methods in paths.items() for method in methods}
    requested = {(method, route.partition("?")[0]) for method, route, _, _ in REQUESTS}
    assert routes == requested | UNRELATED_ROUTES


def test_the_openapi_document_lists_every_route(client: TestClient) -> None:
    # A route that is missing from the document would escape the tests above.
    paths = client.get("/api/openapi.json").json()["paths"]
    assert isinstance(client.app, FastAPI)
    served = {getattr(route, "path", "") for route in walk(client.app.routes)}
    assert served - {"", "/", "/api/openapi.json"} == set(paths)


def walk(routes: Any) -> Any:
    for route in routes:
        yield route
        inner = getattr(route, "original_router", None) or getattr(route, "router", None)
        if inner is not None:
            yield from walk(inner.routes)
