"""A PostgreSQL server that stops, crashes, hangs up, and comes back."""

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from server import begin, error_of, move, open_client
from starlette.testclient import TestClient

from tools.throwaway_postgres import ThrowawayPostgres


@pytest.fixture(scope="module")
def own_postgres() -> Iterator[ThrowawayPostgres]:
    """One that only these tests use, because they stop it."""
    with ThrowawayPostgres(durable=True) as server:
        yield server


@pytest.fixture
def url(own_postgres: ThrowawayPostgres) -> str:
    return own_postgres.new_url()


@pytest.fixture
def client(url: str, tmp_path: Path) -> Iterator[TestClient]:
    with open_client(tmp_path, database=url) as opened:
        yield opened


def check_away(answer: Any) -> None:
    assert answer.status_code == 503, answer.text
    assert answer.headers["Retry-After"] == "1"
    error = error_of(answer)
    assert error["code"] == "store-error"
    assert "sapper-postgres" not in error["message"]  # where the database is


def test_moves_wait_for_nobody_while_it_is_stopped_and_go_on_when_it_is_back(
    client: TestClient, own_postgres: ThrowawayPostgres
) -> None:
    game = move(client, begin(client, seed=42), "flag", (0, 0))
    address = f"/api/games/{game['id']}"
    body = {"kind": "flag", "cell": [0, 1], "version": 1}
    own_postgres.stop()
    try:
        for _ in range(2):
            check_away(client.post(f"{address}/moves", json=body))
            check_away(client.get(address))
            check_away(client.get("/healthz"))
            check_away(client.post("/api/games", json={"level": "beginner"}))
    finally:
        own_postgres.start()
    assert client.get("/healthz").json()["database"] == "postgresql"
    assert client.get(address).json()["version"] == 1
    assert move(client, game, "flag", (0, 1))["version"] == 2


def test_a_crash_of_the_server_loses_no_move_that_was_acknowledged(
    client: TestClient, own_postgres: ThrowawayPostgres
) -> None:
    game = begin(client, level="16x16/40", seed=42)
    for number in range(30):
        game = move(client, game, "flag", (number // 16, number % 16))
    own_postgres.stop(signal.SIGKILL)
    own_postgres.start()
    read = client.get(f"/api/games/{game['id']}").json()
    assert (read["version"], read["rows"]) == (30, game["rows"])
    assert move(client, game, "flag", (5, 5))["version"] == 31


def test_a_connection_that_was_cut_meanwhile_is_not_noticed_by_the_player(
    client: TestClient, url: str
) -> None:
    game = move(client, begin(client, seed=42), "flag", (0, 0))
    with psycopg.connect(url, autocommit=True) as other:
        cut = other.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
        ).fetchall()
    assert cut
    game = move(client, game, "flag", (0, 1))
    assert client.get(f"/api/games/{game['id']}").json()["version"] == 2


def test_a_row_that_another_holds_for_long_is_told_and_holds_up_no_other_game(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sapper.store.database.BUSY_SECONDS", 0.1)
    with open_client(tmp_path, database=url) as client:
        game, other_game = (begin(client, seed=seed) for seed in (1, 2))
        address = f"/api/games/{game['id']}"
        body = {"kind": "flag", "cell": [0, 1], "version": 0}
        with psycopg.connect(url) as other:
            other.execute("SELECT 1 FROM games WHERE id = %s FOR UPDATE", [game["id"]])
            check_away(client.post(f"{address}/moves", json=body))
            assert move(client, other_game, "flag", (0, 0))["version"] == 1
            assert client.get(address).json()["version"] == 0
        assert move(client, game, "flag", (0, 1))["version"] == 1
