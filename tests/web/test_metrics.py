"""Metrics for Prometheus."""

from starlette.testclient import TestClient

from tests.server import move, new_game

SEED = 1234567890123456


def test_metrics_contain_the_limits_and_the_process(client: TestClient) -> None:
    text = client.get("/metrics").text
    assert 'sapper_limit{name="max_queued_jobs"} 32.0' in text
    assert 'sapper_limit{name="requests_per_second"} 50.0' in text
    for name in ("sapper_jobs ", "process_resident_memory_bytes", "sapper_cached_games"):
        assert name in text


def test_unknown_methods_share_one_label(client: TestClient) -> None:
    for number in range(20):
        assert client.request(f"MADEUP{number}", "/api/levels").status_code == 405
    text = client.get("/metrics").text
    assert "MADEUP" not in text
    assert 'method="other"' in text


def test_requests_are_counted_by_route(client: TestClient) -> None:
    game = new_game(client)
    move(client, game, "reveal", (4, 4))
    text = client.get("/metrics").text
    assert 'route="/api/games/{game_id}/moves",status="200"' in text
    assert "sapper_writes_total 2.0" in text


def test_metrics_contain_no_game_id_and_no_seed(client: TestClient) -> None:
    game_id = client.post("/api/games", json={"seed": SEED}).json()["id"]
    client.get(f"/api/games/{game_id}")
    text = client.get("/metrics").text
    assert "sapper_request_seconds" in text
    assert game_id not in text
    assert str(SEED) not in text
