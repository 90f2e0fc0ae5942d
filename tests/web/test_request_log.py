"""The request log: one line for each request, without private data."""

import io
import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from sapper.web import request_log
from tests.sapper_command import run_sapper
from tests.server import context_of, move, new_game, open_client

SEED = 9182736455463728


@contextmanager
def logged(
    folder: Path, log_format: Any, **changes: Any
) -> Iterator[tuple[TestClient, io.StringIO]]:
    """Yield a client and the stream that receives the server's log."""
    stream = io.StringIO()
    with (
        request_log.configured_logging(log_format, stream),
        open_client(folder, **changes) as client,
    ):
        yield client, stream


def lines_of(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_every_request_is_logged_as_one_line_of_json(tmp_path: Path) -> None:
    with logged(tmp_path, "json") as (client, stream):
        game = new_game(client)
        move(client, game, "reveal", (0, 0))
        client.get("/api/games/nothing")
        client.get("/main.js")
    created, moved, missing, page = lines_of(stream)
    assert created["event"] == moved["event"] == "request"
    assert (created["method"], created["route"], created["status"]) == ("POST", "/api/games", 201)
    assert (moved["route"], moved["status"]) == ("/api/games/{game_id}/moves", 200)
    assert (missing["route"], missing["status"]) == ("/api/games/{game_id}", 404)
    assert page["status"] == 200
    assert moved["milliseconds"] > 0
    assert moved["time"].endswith("+00:00")
    assert len({line["request"] for line in lines_of(stream)}) == 4
    assert "player" not in created
    assert moved["player"] == missing["player"]


def test_a_refused_request_is_logged_with_the_reason(tmp_path: Path) -> None:
    with logged(tmp_path, "json") as (client, stream):
        client.post("/api/games", json={}, headers={"Origin": "https://evil.example"})
        client.get("/api/levels", headers={"Host": "evil.example"})
    assert [line["refused"] for line in lines_of(stream)] == ["origin", "host"]


def test_the_text_format_is_short(tmp_path: Path) -> None:
    with logged(tmp_path, "text") as (client, stream):
        new_game(client)
        logging.getLogger("sapper.web").warning("the disk is full")
    request, warning = stream.getvalue().splitlines()
    assert "  POST /api/games  201  " in request
    assert warning.endswith(" warning: the disk is full")


def test_requests_are_not_logged_by_default(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with open_client(tmp_path) as client:
        new_game(client)
    assert "/api/games" not in caplog.text


def test_the_log_contains_no_private_data(tmp_path: Path) -> None:
    with logged(tmp_path, "json") as (client, stream):
        game = new_game(client, seed=SEED)
        game = move(client, game, "reveal", (0, 0))
        client.get(f"/api/games/{game['id']}/hint", params={"grade": "3"})
        client.put("/api/settings", json={"name": "a secret in the body"})
        token = client.post(f"/api/games/{game['id']}/share").json()["share"]
        client.get(f"/api/shared/{token}")
        context = context_of(client)
        player = context.identity.verify_cookie(client.cookies["sapper_player"])
        link = context.identity.sign_link(player)
        client.get(f"/link/{link}", follow_redirects=False)
        client.get("/api/games", headers={"Authorization": "a secret in a header"})
        cookie = client.cookies["sapper_player"]
        key = (tmp_path / "secret.key").read_bytes()
    text = stream.getvalue()
    assert text.count("\n") == 8
    secrets = [str(SEED), cookie, cookie.rpartition(".")[2], player, link, token, game["id"]]
    for secret in [*secrets, "secret in", "grade=3", key.hex(), "127.0.0.1", "testclient"]:
        assert secret not in text


def test_a_failed_link_request_is_logged_without_its_token(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with logged(tmp_path, "json") as (client, stream):
        context = context_of(client)

        def fail(*_: object) -> None:
            raise ZeroDivisionError

        link = context.identity.sign_link("A" * 22)
        monkeypatch.setattr(context.identity, "verify_link", fail)
        response = client.get(f"/link/{link}")
    assert response.status_code == 500
    failure, request = lines_of(stream)
    assert failure["level"] == "error"
    assert "ZeroDivisionError" in failure["traceback"]
    assert request["request"] in failure["message"]
    assert request["request"] in response.json()["error"]["hint"]
    assert link not in stream.getvalue()


def test_an_unexpected_failure_has_the_security_headers(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    new_game(client)
    monkeypatch.setattr(context_of(client).store.history, "list_games", fail)
    response = client.get("/api/games")
    assert response.status_code == 500
    assert response.headers["content-security-policy"].startswith("default-src 'none'")
    assert response.headers["x-content-type-options"] == "nosniff"
    assert response.headers["cache-control"] == "no-store"


def test_a_database_error_is_logged_without_values(tmp_path: Path) -> None:
    with logged(tmp_path, "json") as (client, stream):
        game = new_game(client)
        engine = context_of(client).store._engine
        with engine.execution_options(writing=True).begin() as connection:
            connection.exec_driver_sql("ALTER TABLE games RENAME TO gone")
        assert client.get(f"/api/games/{game['id']}").status_code == 503
    warning = lines_of(stream)[1]
    assert warning["level"] == "warning"
    assert "no such table" in warning["message"]
    assert game["id"] not in stream.getvalue()


@pytest.mark.parametrize(
    "damage", [f"seed = '{SEED}x'", f"seed = '{SEED}{SEED}'", f"size = '{SEED}'"]
)
def test_a_damaged_game_is_logged_without_its_seed(tmp_path: Path, damage: str) -> None:
    # The error for a damaged column once contained its value.
    with logged(tmp_path, "json", max_cached_games=0) as (client, stream):
        game = new_game(client, seed=SEED)
        engine = context_of(client).store._engine
        with engine.execution_options(writing=True).begin() as connection:
            connection.exec_driver_sql(f"UPDATE games SET {damage}")
        response = client.get(f"/api/games/{game['id']}")
    assert response.status_code == 503
    assert response.json()["error"]["message"] == "the stored game is damaged"
    assert str(SEED) not in stream.getvalue()


def test_an_unknown_log_format_is_rejected(tmp_path: Path) -> None:
    result = run_sapper("web", "--no-open", "--log", "xml", SAPPER_DATA=str(tmp_path))
    assert result.returncode == 2
    assert result.stderr == "error: log must be 'json', 'text' or 'off', not 'xml'\n"
