"""A PostgreSQL server that stops, crashes, closes connections and returns."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from starlette.testclient import TestClient

from sapper.store import database
from tests.server import error_of, move, new_game, open_client
from tools.throwaway_postgres import ThrowawayPostgres


@pytest.fixture(scope="module")
def own_postgres() -> Iterator[ThrowawayPostgres]:
    """A separate PostgreSQL server, because these tests stop it."""
    with ThrowawayPostgres(durable=True) as server:
        yield server


@pytest.fixture
def url(own_postgres: ThrowawayPostgres) -> str:
    return own_postgres.new_url()


@pytest.fixture
def client(url: str, tmp_path: Path) -> Iterator[TestClient]:
    with open_client(tmp_path, database=url) as opened:
        yield opened


def check_unavailable(response: Any) -> None:
    assert response.status_code == 503, response.text
    assert response.headers["Retry-After"] == "1"
    error = error_of(response)
    assert error["code"] == "store-error"
    assert "sapper-postgres" not in error["message"]  # the location of the database


def test_requests_fail_fast_while_the_database_is_stopped_and_succeed_afterwards(
    client: TestClient, own_postgres: ThrowawayPostgres
) -> None:
    game = move(client, new_game(client, seed=42), "flag", (0, 0))
    address = f"/api/games/{game['id']}"
    body = {"kind": "flag", "cell": [0, 1], "version": 1}
    own_postgres.stop()
    try:
        for _ in range(2):
            check_unavailable(client.post(f"{address}/moves", json=body))
            check_unavailable(client.get(address))
            check_unavailable(client.get("/healthz"))
            check_unavailable(client.post("/api/games", json={"level": "beginner"}))
    finally:
        own_postgres.start()
    assert client.get("/healthz").json()["database"] == "postgresql"
    assert client.get(address).json()["version"] == 1
    assert move(client, game, "flag", (0, 1))["version"] == 2


def test_a_frozen_database_server_gets_503_and_stores_a_repeated_move_once(
    client: TestClient, own_postgres: ThrowawayPostgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A move once waited for as long as the server was frozen.
    monkeypatch.setattr(database, "RESPONSE_TIMEOUT_SECONDS", 0.5)
    game = move(client, new_game(client, seed=42), "flag", (0, 0))
    address = f"/api/games/{game['id']}"
    body = {"kind": "flag", "cell": [0, 1], "version": 1}
    processes = own_postgres.processes()
    for process in processes:
        os.kill(process, signal.SIGSTOP)
    try:
        for _ in range(2):
            response = client.post(f"{address}/moves", json=body)
            check_unavailable(response)
            assert "did not respond within 0.5 seconds" in error_of(response)["message"]
    finally:
        for process in processes:
            os.kill(process, signal.SIGCONT)
    monkeypatch.undo()
    assert client.post(f"{address}/moves", json=body).status_code == 409
    read = client.get(address).json()
    assert (read["version"], read["rows"][0]) == (2, "FF#######")


@pytest.mark.parametrize("path", ["/api/games/%00", "/api/shared/a%00b", "/api/games/%00/replay"])
def test_an_id_with_a_null_character_is_not_found(client: TestClient, path: str) -> None:
    # PostgreSQL rejects such a value, which was once reported as a failure of the database.
    new_game(client)
    assert client.get(path).status_code == 404


def test_a_retry_of_an_id_with_a_null_character_is_not_found(client: TestClient) -> None:
    new_game(client)
    assert client.post("/api/games", json={"retry_of": "a\0b"}).status_code == 404


def test_a_database_crash_loses_no_acknowledged_move(
    client: TestClient, own_postgres: ThrowawayPostgres
) -> None:
    game = new_game(client, level="16x16/40", seed=42)
    for number in range(30):
        game = move(client, game, "flag", (number // 16, number % 16))
    own_postgres.stop(signal.SIGKILL)
    own_postgres.start()
    read = client.get(f"/api/games/{game['id']}").json()
    assert (read["version"], read["rows"]) == (30, game["rows"])
    assert move(client, game, "flag", (5, 5))["version"] == 31


def test_a_closed_idle_connection_is_replaced_without_an_error(
    client: TestClient, url: str
) -> None:
    game = move(client, new_game(client, seed=42), "flag", (0, 0))
    with psycopg.connect(url, autocommit=True) as other:
        terminated = other.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
        ).fetchall()
    assert terminated
    game = move(client, game, "flag", (0, 1))
    assert client.get(f"/api/games/{game['id']}").json()["version"] == 2


def test_a_locked_row_is_an_error_for_its_game_only(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sapper.store.database.LOCK_TIMEOUT_SECONDS", 0.1)
    with open_client(tmp_path, database=url) as client:
        game, other_game = (new_game(client, seed=seed) for seed in (1, 2))
        address = f"/api/games/{game['id']}"
        body = {"kind": "flag", "cell": [0, 1], "version": 0}
        with psycopg.connect(url) as other:
            other.execute("SELECT 1 FROM games WHERE id = %s FOR UPDATE", [game["id"]])
            check_unavailable(client.post(f"{address}/moves", json=body))
            assert move(client, other_game, "flag", (0, 0))["version"] == 1
            assert client.get(address).json()["version"] == 0
        assert move(client, game, "flag", (0, 1))["version"] == 1
