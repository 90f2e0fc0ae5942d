"""The fast path for moves gives the same responses as the framework."""

import json
from typing import Any

import pytest
from server import error_of, move, new_game
from starlette.testclient import TestClient

FAST = "application/json"
NORMAL = "application/json; charset=utf-8"  # equivalent, but handled by the framework

GOOD = {"kind": "flag", "cell": [0, 0], "version": 1}


def send(client: TestClient, game_id: str, content: bytes, content_type: str) -> Any:
    return client.post(
        f"/api/games/{game_id}/moves", content=content, headers={"Content-Type": content_type}
    )


def without_time(response: Any) -> dict[str, Any]:
    return {name: value for name, value in response.json().items() if name not in ("id", "seconds")}


@pytest.mark.parametrize(
    "content",
    [
        json.dumps(GOOD).encode(),
        json.dumps({**GOOD, "kind": "reveal", "cell": [0, 7]}).encode(),
        json.dumps({**GOOD, "kind": "chord", "cell": [8, 8]}).encode(),
        json.dumps({**GOOD, "version": 0}).encode(),
        json.dumps({**GOOD, "version": 7}).encode(),
        json.dumps({**GOOD, "cell": [99, 0]}).encode(),
        json.dumps({**GOOD, "cell": [-1, 0]}).encode(),
        json.dumps({**GOOD, "cell": [True, 0]}).encode(),
        json.dumps({**GOOD, "cell": [1.0, 0]}).encode(),
        json.dumps({**GOOD, "cell": ["1", "0"]}).encode(),
        json.dumps({**GOOD, "version": 1.0}).encode(),
        json.dumps({**GOOD, "version": "1"}).encode(),
        json.dumps({**GOOD, "version": 2**70}).encode(),
        json.dumps({**GOOD, "kind": "undo"}).encode(),
        json.dumps({**GOOD, "more": 1}).encode(),
        json.dumps([GOOD]).encode(),
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
def test_both_paths_give_the_same_response(client: TestClient, content: bytes) -> None:
    responses = []
    for content_type in (FAST, NORMAL):
        game = move(client, new_game(client, seed=42), "reveal", (0, 0))
        responses.append(send(client, game["id"], content, content_type))
    fast, normal = responses
    assert fast.status_code == normal.status_code
    assert without_time(fast) == without_time(normal)
    assert {**fast.headers, "content-length": ""} == {**normal.headers, "content-length": ""}


@pytest.mark.parametrize("content_type", [FAST, NORMAL])
def test_both_paths_hide_the_games_of_other_players(client: TestClient, content_type: str) -> None:
    game = new_game(client, seed=42)
    client.cookies.clear()
    content = json.dumps({**GOOD, "version": 0}).encode()
    for game_id in (game["id"], "nothing", "x" * 64):
        response = send(client, game_id, content, content_type)
        assert (response.status_code, error_of(response)["code"]) == (404, "not-found")


def test_both_paths_count_as_one_route(client: TestClient) -> None:
    game = new_game(client, seed=42)
    content = json.dumps({**GOOD, "version": 0}).encode()
    for content_type in (FAST, NORMAL):
        send(client, game["id"], content, content_type)
    counted = [
        line
        for line in client.get("/metrics").text.splitlines()
        if line.startswith("sapper_request_seconds_count") and "moves" in line
    ]
    assert sorted(line.rpartition(" ")[2] for line in counted) == ["1.0", "1.0"]  # 200 and 409
    assert all('route="/api/games/{game_id}/moves"' in line for line in counted)
