"""Valid JSON bodies get the same responses from `JsonRoute` as from FastAPI."""

import json
from typing import Any

import pytest
from server import error_of, move, new_game
from starlette.testclient import TestClient

DIRECT = "application/json"
FASTAPI = "application/json; charset=utf-8"  # equivalent, but handled by FastAPI

MOVE = {"kind": "flag", "cell": [0, 0], "version": 1}


def post(client: TestClient, path: str, content: bytes, content_type: str) -> Any:
    return client.post(path, content=content, headers={"Content-Type": content_type})


def without_identity(response: Any) -> dict[str, Any]:
    """Return the body of a response without values that differ between two equal games."""
    return {name: value for name, value in response.json().items() if name not in ("id", "seconds")}


@pytest.mark.parametrize(
    "content",
    [
        json.dumps(MOVE).encode(),
        json.dumps({**MOVE, "kind": "reveal", "cell": [0, 7]}).encode(),
        json.dumps({**MOVE, "kind": "chord", "cell": [8, 8]}).encode(),
        json.dumps({**MOVE, "version": 0}).encode(),
        json.dumps({**MOVE, "version": 7}).encode(),
        json.dumps({**MOVE, "cell": [99, 0]}).encode(),
        json.dumps({**MOVE, "cell": [-1, 0]}).encode(),
        json.dumps({**MOVE, "cell": [True, 0]}).encode(),
        json.dumps({**MOVE, "cell": [1.0, 0]}).encode(),
        json.dumps({**MOVE, "cell": ["1", "0"]}).encode(),
        json.dumps({**MOVE, "version": 1.0}).encode(),
        json.dumps({**MOVE, "version": "1"}).encode(),
        json.dumps({**MOVE, "version": 2**70}).encode(),
        json.dumps({**MOVE, "kind": "undo"}).encode(),
        json.dumps({**MOVE, "more": 1}).encode(),
        json.dumps([MOVE]).encode(),
        b'{"kind":"flag","cell":[0,0],"version":1,"version":0}',
        b'{"kind":"flag","cell":[0,NaN],"version":1}',
        b'{"kind":"flag","cell":[0,0],"version":1}  ',
        b'{"kind":"fl\xff","cell":[0,0],"version":1}',
        b'\xef\xbb\xbf{"kind":"flag","cell":[0,0],"version":1}',
        b'{"kind":"flag"',
        b"null",
        b"",
    ],
)
def test_a_move_gets_the_same_response(client: TestClient, content: bytes) -> None:
    responses = []
    for content_type in (DIRECT, FASTAPI):
        game = move(client, new_game(client, seed=42), "reveal", (0, 0))
        responses.append(post(client, f"/api/games/{game['id']}/moves", content, content_type))
    direct, fastapi = responses
    assert direct.status_code == fastapi.status_code
    assert without_identity(direct) == without_identity(fastapi)
    assert {**direct.headers, "content-length": ""} == {**fastapi.headers, "content-length": ""}


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/api/games", {"level": "beginner", "seed": 42}, 201),
        ("/api/games", {"seed": 1.0}, 201),
        ("/api/games", {"seed": 2**64}, 422),
        ("/api/games", {"practice": 1}, 422),
        ("/api/games/nothing/undo", {"version": 1}, 404),
        ("/api/games/nothing/ai", {"version": 1}, 404),
        (f"/api/games/{'x' * 64}/moves", MOVE, 404),
        (f"/api/games/{'x' * 65}/moves", MOVE, 422),
        ("/api/drills/nothing", {"cell": None}, 404),
        ("/api/analyse", {"position": "nonsense"}, 422),
        ("/api/convert", {"base64": "nonsense"}, 422),
    ],
)
def test_a_request_gets_the_same_response(
    client: TestClient, path: str, body: dict[str, Any], status: int
) -> None:
    direct, fastapi = (
        post(client, path, json.dumps(body).encode(), kind) for kind in (DIRECT, FASTAPI)
    )
    assert (direct.status_code, fastapi.status_code) == (status, status)
    assert without_identity(direct) == without_identity(fastapi)


@pytest.mark.parametrize("content_type", [DIRECT, FASTAPI])
def test_the_games_of_other_players_are_hidden(client: TestClient, content_type: str) -> None:
    game = new_game(client, seed=42)
    client.cookies.clear()
    content = json.dumps({**MOVE, "version": 0}).encode()
    response = post(client, f"/api/games/{game['id']}/moves", content, content_type)
    assert (response.status_code, error_of(response)["code"]) == (404, "not-found")


def test_all_moves_count_as_one_route(client: TestClient) -> None:
    game = new_game(client, seed=42)
    content = json.dumps({**MOVE, "version": 0}).encode()
    for content_type in (DIRECT, FASTAPI):
        post(client, f"/api/games/{game['id']}/moves", content, content_type)
    counted = [
        line
        for line in client.get("/metrics").text.splitlines()
        if line.startswith("sapper_request_seconds_count") and "moves" in line
    ]
    assert sorted(line.rpartition(" ")[2] for line in counted) == ["1.0", "1.0"]  # 200 and 409
    assert all('route="/api/games/{game_id}/moves"' in line for line in counted)


@pytest.mark.parametrize("content_type", [DIRECT, FASTAPI])
def test_a_body_with_thousands_of_errors_gets_a_short_response(
    client: TestClient, content_type: str
) -> None:
    # FastAPI took 8 milliseconds to report each of them, and other players had to wait.
    content = json.dumps({f"field {number}": 0 for number in range(3000)}).encode()
    response = post(client, "/api/games", content, content_type)
    assert response.status_code == 422
    assert error_of(response)["message"] == "the body has 3000 errors"
