"""The health check, the preloaded content and the garbage collection of the application."""

import gc
import time
from pathlib import Path

from starlette.testclient import TestClient

from sapper.generate.puzzle_supply import load_supply
from tests.server import context_of, error_of, open_client


def test_the_health_check_fails_while_the_database_is_unavailable(client: TestClient) -> None:
    assert client.get("/healthz").json()["status"] == "ok"
    context = context_of(client)
    engine = context.store._engine
    with engine.execution_options(writing=True).begin() as connection:
        connection.exec_driver_sql("ALTER TABLE schema_version RENAME TO gone")
    response = client.get("/healthz")
    assert response.status_code == 503
    assert response.headers["retry-after"]
    assert error_of(response)["code"] == "store-error"
    with engine.execution_options(writing=True).begin() as connection:
        connection.exec_driver_sql("ALTER TABLE gone RENAME TO schema_version")
    assert client.get("/healthz").status_code == 200


def test_the_health_check_times_out_if_the_database_hangs(tmp_path: Path) -> None:
    with open_client(tmp_path, health_timeout=0.05) as client:
        context = context_of(client)
        for _ in range(8):  # more than the number of reader threads
            context.service._readers.submit(time.sleep, 0.5)
        response = client.get("/healthz")
        assert response.status_code == 503
        assert response.headers["retry-after"] == "1"
        assert "did not respond within 0.05 seconds" in error_of(response)["message"]


def test_all_content_is_loaded_before_the_first_request(tmp_path: Path) -> None:
    # The first puzzle once delayed the moves of all players by 0.2 seconds.
    load_supply.cache_clear()
    with open_client(tmp_path, prestart_worker=True) as client:
        assert load_supply.cache_info().currsize == 1
        loaded = set(vars(context_of(client).service))
        assert {"puzzles", "lessons", "challenges", "daily", "history"} <= loaded


def test_garbage_collection_is_infrequent_only_while_the_server_runs(tmp_path: Path) -> None:
    # Full collections once stopped the server for up to 0.1 seconds.
    before = gc.get_threshold()
    with open_client(tmp_path):
        assert gc.get_threshold()[0] == 20_000
        assert gc.get_freeze_count() > 10_000
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0
