"""Moves take a way around the framework; whoever sends them cannot tell."""

import json
from typing import Any

import pytest
from server import begin, error_of, move
from starlette.testclient import TestClient

QUICK = "application/json"
USUAL = "application/json; charset=utf-8"  # means the same, and takes the way of the framework

GOOD = {"kind": "flag", "cell": [0, 0], "version": 1}


def send(client: TestClient, game_id: str, content: bytes, content_type: str) -> Any:
    return client.post(
        f"/api/games/{game_id}/moves", content=content, headers={"Content-Type": content_type}
    )


def without_time(answer: Any) -> dict[str, Any]:
    return {name: value for name, value in answer.json().items() if name not in ("id", "seconds")}


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
def test_both_ways_give_the_same_answer(client: TestClient, content: bytes) -> None:
    answers = []
    for content_type in (QUICK, USUAL):
        game = move(client, begin(client, seed=42), "reveal", (0, 0))
        answers.append(send(client, game["id"], content, content_type))
    quick, usual = answers
    assert quick.status_code == usual.status_code
    assert without_time(quick) == without_time(usual)
    assert {**quick.headers, "content-length": ""} == {**usual.headers, "content-length": ""}


@pytest.mark.parametrize("content_type", [QUICK, USUAL])
def test_the_game_of_another_is_unknown_on_both_ways(client: TestClient, content_type: str) -> None:
    game = begin(client, seed=42)
    client.cookies.clear()
    content = json.dumps({**GOOD, "version": 0}).encode()
    for game_id in (game["id"], "nothing", "x" * 64):
        answer = send(client, game_id, content, content_type)
        assert (answer.status_code, error_of(answer)["code"]) == (404, "unknown-game")


def test_both_ways_are_counted_as_one_route(client: TestClient) -> None:
    game = begin(client, seed=42)
    content = json.dumps({**GOOD, "version": 0}).encode()
    for content_type in (QUICK, USUAL):
        send(client, game["id"], content, content_type)
    counted = [
        line
        for line in client.get("/metrics").text.splitlines()
        if line.startswith("sapper_request_seconds_count") and "moves" in line
    ]
    assert sorted(line.rpartition(" ")[2] for line in counted) == ["1.0", "1.0"]  # 200 and 409
    assert all('route="/api/games/{game_id}/moves"' in line for line in counted)
