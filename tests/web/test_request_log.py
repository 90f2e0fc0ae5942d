"""The log: a line for each request, and nothing in it that is somebody's secret."""

import io
import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from server import begin, move, open_client
from starlette.testclient import TestClient
from terminal import run_sapper

from sapper.web import request_log

SEED = 9182736455463728


@contextmanager
def logged(folder: Path, kind: Any, **changes: Any) -> Iterator[tuple[TestClient, io.StringIO]]:
    """A client, and what the server writes while it is asked."""
    stream = io.StringIO()
    with request_log.opened(kind, stream), open_client(folder, **changes) as client:
        yield client, stream


def lines_of(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_every_request_is_one_line_of_json(tmp_path: Path) -> None:
    with logged(tmp_path, "json") as (client, stream):
        game = begin(client)
        move(client, game, "reveal", (0, 0))
        client.get("/api/games/nothing")
        client.get("/main.js")
    begun, moved, missed, page = lines_of(stream)
    assert begun["event"] == moved["event"] == "request"
    assert (begun["method"], begun["route"], begun["status"]) == ("POST", "/api/games", 201)
    assert (moved["route"], moved["status"]) == ("/api/games/{game_id}/moves", 200)
    assert (missed["route"], missed["status"]) == ("/api/games/{game_id}", 404)
    assert page["status"] == 200
    assert moved["milliseconds"] > 0
    assert moved["time"].endswith("+00:00")
    assert len({line["request"] for line in lines_of(stream)}) == 4
    assert "player" not in begun
    assert moved["player"] == missed["player"]


def test_a_refusal_says_why(tmp_path: Path) -> None:
    with logged(tmp_path, "json") as (client, stream):
        client.post("/api/games", json={}, headers={"Origin": "https://evil.example"})
        client.get("/api/levels", headers={"Host": "evil.example"})
    assert [line["refused"] for line in lines_of(stream)] == ["origin", "host"]


def test_a_line_for_people_is_short(tmp_path: Path) -> None:
    with logged(tmp_path, "text") as (client, stream):
        begin(client)
        logging.getLogger("sapper.web").warning("the disk is full")
    request, warning = stream.getvalue().splitlines()
    assert "  POST /api/games  201  " in request
    assert warning.endswith(" warning: the disk is full")


def test_without_the_option_requests_leave_no_line(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with open_client(tmp_path) as client:
        begin(client)
    assert "/api/games" not in caplog.text


def test_the_log_has_no_seed_cookie_body_id_token_or_parameter(tmp_path: Path) -> None:
    with logged(tmp_path, "json") as (client, stream):
        game = begin(client, seed=SEED)
        game = move(client, game, "reveal", (0, 0))
        client.get(f"/api/games/{game['id']}/hint", params={"grade": "3"})
        client.put("/api/settings", json={"name": "a secret of mine"})
        token = client.post(f"/api/games/{game['id']}/share").json()["share"]
        client.get(f"/api/shared/{token}")
        context = client.app.state.context
        player = context.players.read(client.cookies["sapper_player"])
        link = context.players.link(player)
        client.get(f"/link/{link}", follow_redirects=False)
        client.get("/api/games", headers={"Authorization": "a secret of theirs"})
        cookie = client.cookies["sapper_player"]
        key = (tmp_path / "secret.key").read_bytes()
    text = stream.getvalue()
    assert text.count("\n") == 8
    secrets = [str(SEED), cookie, cookie.rpartition(".")[2], player, link, token, game["id"]]
    for secret in [*secrets, "secret of", "grade=3", key.hex(), "127.0.0.1", "testclient"]:
        assert secret not in text


def test_an_unexpected_failure_of_a_link_does_not_log_its_token(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with logged(tmp_path, "json") as (client, stream):
        context = client.app.state.context

        def fail(*_: object) -> None:
            raise ZeroDivisionError

        link = context.players.link("A" * 22)
        monkeypatch.setattr(context.players, "linked", fail)
        answer = client.get(f"/link/{link}")
    assert answer.status_code == 500
    failure, request = lines_of(stream)
    assert failure["level"] == "error"
    assert "ZeroDivisionError" in failure["traceback"]
    assert request["request"] in failure["message"]
    assert request["request"] in answer.json()["error"]["hint"]
    assert link not in stream.getvalue()


def test_an_unexpected_failure_carries_the_strict_headers_too(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    begin(client)
    monkeypatch.setattr(client.app.state.context.store, "games_of", fail)
    answer = client.get("/api/games")
    assert answer.status_code == 500
    assert answer.headers["content-security-policy"].startswith("default-src 'none'")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "no-store"


def test_a_database_that_fails_is_in_the_log_without_values(tmp_path: Path) -> None:
    with logged(tmp_path, "json") as (client, stream):
        game = begin(client)
        engine = client.app.state.context.store._engine
        with engine.execution_options(writing=True).begin() as connection:
            connection.exec_driver_sql("ALTER TABLE games RENAME TO gone")
        assert client.get(f"/api/games/{game['id']}").status_code == 503
    warning = lines_of(stream)[1]
    assert warning["level"] == "warning"
    assert "no such table" in warning["message"]
    assert game["id"] not in stream.getvalue()


def test_a_bad_form_of_the_log_is_refused(tmp_path: Path) -> None:
    result = run_sapper("web", "--no-open", "--log", "xml", SAPPER_DATA=str(tmp_path))
    assert result.returncode == 2
    assert result.stderr == "error: 'xml' is no form of a log: choose json, text, off\n"
