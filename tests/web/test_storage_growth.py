"""The bytes that a network pays for cover the growth of the database."""

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from sapper import Game, Rules
from sapper.game.game_options import GameOptions
from sapper.web.rate_limit import NetworkLimits
from tests.server import context_of, new_game, open_client

PLAYER = "P" * 22


def database_size(client: TestClient, folder: Path) -> int:
    """Return the size of the database file after all pages have been copied into it."""
    context_of(client).store._checkpointer.checkpoint()
    return (folder / "sapper.sqlite").stat().st_size


def create_games(client: TestClient) -> None:
    for number in range(300):
        new_game(client, level="100x100/2000", seed=2**64 - 1 - number)


def create_games_on_a_fixed_layout(client: TestClient) -> None:
    context = context_of(client)
    board = Game.from_layout(Rules(50, 100, 4000), [divmod(n, 50) for n in range(4000)])
    board.reveal((0, 0))
    game_id, created = context.store.create(PLAYER, board, options=GameOptions())
    created.result()
    client.cookies.set("sapper_player", context.identity.sign_cookie(PLAYER))
    for _ in range(20):
        new_game(client, retry_of=game_id)


def make_moves(client: TestClient) -> None:
    game = new_game(client, level="100x100/2000")
    for version in range(1500):
        body = {"kind": "question", "cell": [99, 99], "version": version}
        assert client.post(f"/api/games/{game['id']}/moves", json=body).status_code == 200


def save_settings(client: TestClient) -> None:
    for _ in range(100):
        client.cookies.clear()
        response = client.put("/api/settings", json={"text": "x" * 3000})
        assert response.status_code == 200


def store_puzzles(client: TestClient) -> None:
    for _ in range(150):
        run = client.post("/api/puzzles/rush").json()["id"]
        assert client.get(f"/api/puzzles/next?mode=rush&run={run}").status_code == 200


@pytest.mark.parametrize(
    "store_data",
    [
        create_games,
        create_games_on_a_fixed_layout,
        make_moves,
        save_settings,
        store_puzzles,
    ],
)
def test_a_network_pays_for_the_growth_of_the_database(
    tmp_path: Path, store_data: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    paid: list[float] = []

    class RecordingLimits(NetworkLimits):
        def __init__(self, settings: Any) -> None:
            super().__init__(settings)
            take, charge = self.stored_bytes.take, self.stored_bytes.charge
            self.stored_bytes.take = lambda who, cost: paid.append(cost) or take(who, cost)
            self.stored_bytes.charge = lambda who, cost: paid.append(cost) or charge(who, cost)

    monkeypatch.setattr("sapper.web.middleware.NetworkLimits", RecordingLimits)
    no_limits = {
        "network_request_burst": 10**6, "request_burst": 10**6, "network_byte_burst": 10**9,
    }  # fmt: skip
    with open_client(tmp_path, **no_limits) as client:
        before = database_size(client, tmp_path)
        store_data(client)
        growth = database_size(client, tmp_path) - before
    assert growth > 10_000
    assert growth <= sum(paid) <= 4 * growth
