"""Token buckets and the limits of players and networks."""

import asyncio
from bisect import bisect
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from types import SimpleNamespace

import pytest
from starlette.testclient import TestClient

from sapper import Game, Rules
from sapper.store.puzzle_records import MAX_ATTEMPTS, PuzzleRecords
from sapper.web import middleware, rate_limit
from sapper.web.game_cache import GAME_BYTES
from sapper.web.rate_limit import NetworkLimits, RefusalDelays, TokenBuckets, client_network
from sapper.web.request_charges import CURRENT_CLIENT, Client, pay_for_work
from sapper.web.routes import history_routes
from sapper.web.settings import Settings
from tests.server import another_player, context_of, error_of, move, new_game, open_client


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_refills_over_time() -> None:
    clock = Clock()
    buckets = TokenBuckets(per_second=2, burst=3, clock=clock)
    assert [buckets.take("me") for _ in range(5)] == [0, 0, 0, 1, 1]
    clock.now += 0.5
    assert [buckets.take("me") for _ in range(2)] == [0, 1]
    clock.now += 1000
    assert [buckets.take("me") for _ in range(4)] == [0, 0, 0, 1]


def test_each_client_has_its_own_bucket() -> None:
    buckets = TokenBuckets(per_second=1, burst=1, clock=Clock())
    assert [buckets.take(name) for name in ("me", "you", "me")] == [0, 0, 1]


def test_a_refusal_returns_the_time_until_enough_tokens_are_available() -> None:
    clock = Clock()
    buckets = TokenBuckets(per_second=0.5, burst=10, clock=clock)
    assert buckets.take("me", 8) == 0
    assert buckets.take("me", 8) == 12
    clock.now += 12
    assert buckets.take("me", 8) == 0


def test_a_cost_above_the_burst_needs_only_a_full_bucket() -> None:
    buckets = TokenBuckets(per_second=1, burst=2, clock=Clock())
    assert buckets.take("me", 5) == 0
    assert buckets.take("me") == 4


def test_a_clock_set_back_neither_adds_nor_removes_tokens() -> None:
    clock = Clock()
    buckets = TokenBuckets(per_second=1, burst=2, clock=clock)
    assert buckets.take("me") == 0
    clock.now -= 500
    assert [buckets.take("me") for _ in range(2)] == [0, 1]


def test_the_number_of_buckets_is_limited() -> None:
    buckets = TokenBuckets(per_second=1, burst=1, max_clients=10, clock=Clock())
    for number in range(1000):
        buckets.take(str(number))
    assert len(buckets) == 10


def test_a_player_beyond_the_rate_gets_429_and_others_do_not(tmp_path: Path) -> None:
    with open_client(tmp_path, request_burst=5, requests_per_second=0.001) as client:
        game = new_game(client)
        for _ in range(5):
            assert client.get(f"/api/games/{game['id']}").status_code == 200
        response = client.get(f"/api/games/{game['id']}")
        assert response.status_code == 429
        assert int(response.headers["retry-after"]) == 1000
        assert error_of(response)["code"] == "too-many-requests"
        new_game(another_player(client))
        assert client.get("/healthz").status_code == 200
        assert (
            'sapper_requests_refused_total{reason="rate-limit"} 1.0'
            in another_player(client).get("/metrics").text
        )


def test_a_refused_move_changes_nothing(tmp_path: Path) -> None:
    with open_client(tmp_path, request_burst=1, requests_per_second=0.001) as client:
        game = move(client, new_game(client), "flag", (0, 0))
        body = {"kind": "flag", "cell": [0, 1], "version": 1}
        response = client.post(f"/api/games/{game['id']}/moves", json=body)
        assert response.status_code == 429
        assert context_of(client).store.load_game(game["id"]).version == 1


@pytest.fixture
def immediate_refusals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limit, "_MIN_REFUSAL_DELAY", 0.0)
    monkeypatch.setattr(rate_limit, "_MAX_REFUSAL_DELAY", 0.0)


def open_limited_client(folder: Path, **limits: int) -> AbstractContextManager[TestClient]:
    """Open a client of a server with small limits, whose token buckets do not refill."""
    return open_client(
        folder,
        network_requests_per_second=0.001,
        network_bytes_per_second=0.001,
        new_players_per_minute=0.06,
        **limits,
    )


@pytest.mark.usefixtures("immediate_refusals")
def test_all_players_of_a_network_share_its_limit(tmp_path: Path) -> None:
    # A client could once multiply its limit by requesting hundreds of cookies.
    with open_limited_client(tmp_path, network_request_burst=11) as client:
        new_game(another_player(client))
        new_game(client)
        response = client.get("/api/games")
        assert response.status_code == 429
        assert error_of(response)["code"] == "too-many-requests"
        forged = another_player(client)
        forged.cookies.set("sapper_player", "A" * 22 + ".1790000000." + "A" * 43)
        assert forged.get("/api/games").status_code == 429


@pytest.mark.usefixtures("immediate_refusals")
@pytest.mark.parametrize("path", ["/", "/main.js", "/healthz", "/metrics", "/api/levels", "/x"])
def test_every_path_has_a_rate_limit(tmp_path: Path, path: str) -> None:
    with open_limited_client(tmp_path, network_request_burst=1) as client:
        first, second = client.get(path), client.get(path)
    assert first.status_code == (404 if path == "/x" else 200)
    assert second.status_code == 429


def test_a_network_beyond_its_rate_waits_for_the_refusal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Refusing a flood of requests at once would take as much time as serving it.
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    with open_limited_client(tmp_path, network_request_burst=1) as client:
        client.get("/")
        with monkeypatch.context() as patch:
            patch.setattr(middleware, "asyncio", SimpleNamespace(sleep=sleep))
            assert client.get("/").status_code == 429
    assert len(slept) == 1
    assert 1.0 <= slept[0] <= 1.02


def test_many_refused_connections_do_not_wake_up_at_the_same_time() -> None:
    # The refusals of 1000 connections were once all sent after exactly one second, again and again.
    delays = RefusalDelays()
    with ExitStack() as stack:
        waits = sorted(stack.enter_context(delays.next_delay("many")) for _ in range(1000))
        with delays.next_delay("other") as other:
            assert other <= 1.02
    per_second = max(bisect(waits, wait + 1) - number for number, wait in enumerate(waits))
    assert waits[0] >= 1.0
    assert waits[-1] <= 5.0
    assert per_second < 500
    with delays.next_delay("many") as first_again:
        assert first_again <= 1.02


def test_a_charge_may_exceed_the_tokens_and_delays_the_next_request() -> None:
    clock = Clock()
    buckets = TokenBuckets(per_second=1, burst=10, clock=clock)
    buckets.charge("me", 13)
    assert buckets.take("me") == 4
    clock.now += 4
    assert buckets.take("me") == 0
    buckets.charge("me", 1000)
    assert buckets.take("me") == 11


@pytest.mark.usefixtures("immediate_refusals")
def test_a_large_board_costs_more_than_one_request(tmp_path: Path) -> None:
    with open_limited_client(tmp_path, network_request_burst=100) as client:
        game = new_game(client, level="100x100/2000")  # 5 for the game, 20 for its cells
        path = f"/api/games/{game['id']}"
        assert [client.get(path).status_code for _ in range(5)] == [200] * 4 + [429]


@pytest.mark.usefixtures("immediate_refusals")
def test_a_large_body_costs_more_than_one_request(tmp_path: Path) -> None:
    # Validation errors of a body with thousands of fields take as long as ten moves.
    with open_limited_client(tmp_path, network_request_burst=50) as client:
        body = {f"field {number}": 0 for number in range(3000)}
        statuses = [client.post("/api/analyse", json=body).status_code for _ in range(3)]
        assert statuses == [422, 422, 429]


@pytest.mark.usefixtures("immediate_refusals")
def test_loading_a_long_game_costs_more_than_one_request(tmp_path: Path) -> None:
    with open_limited_client(tmp_path, network_request_burst=200, max_cached_games=0) as client:
        game = new_game(client, level="2x1/1")
        played = Game(Rules(2, 1, 1), 1)
        for _ in range(5000):
            played.flag((0, 0))
        context_of(client).store.append_moves(game["id"], played, since=0).result()
        path = f"/api/games/{game['id']}"
        assert [client.get(path).status_code for _ in range(5)] == [200] * 3 + [429] * 2


def test_a_page_of_the_game_list_costs_more_than_one_request(tmp_path: Path) -> None:
    # A page once had the price of a simple request, although it may examine 50,000 games.
    with open_limited_client(tmp_path, network_request_burst=60) as client:
        new_game(client)
        path = "/api/games?limit=100"
        assert [client.get(path).status_code for _ in range(3)] == [200, 200, 429]


def test_a_summary_costs_more_than_one_request(tmp_path: Path) -> None:
    # A summary once had the price of a simple request, although it compares 50,000 games.
    with open_limited_client(tmp_path, network_request_burst=30) as client:
        game = move(client, new_game(client, level="2x1/1", start="safe"), "reveal", (0, 0))
        path = f"/api/games/{game['id']}/summary"
        assert [client.get(path).status_code for _ in range(3)] == [200, 200, 429]


@pytest.mark.parametrize(
    ("query", "headers"),
    [
        ("a&" * 3900, {}),
        ("", {"Cookie": "a;" * 3900}),
        ("", {f"X-{number}": "a" for number in range(200)}),
    ],
)
def test_a_head_that_takes_long_to_parse_is_refused(
    client: TestClient, query: str, headers: dict[str, str]
) -> None:
    # Requests with 3900 parameters each once delayed everyone's moves by 3 seconds.
    response = client.get(f"/api/levels?{query}", headers=headers)
    assert response.status_code == 400
    assert "exceeds the limit" in error_of(response)["message"]


@pytest.mark.parametrize("path", ["/" + "a/" * 600, "/api/games/" + "a" * 1000])
def test_a_long_path_is_refused(client: TestClient, path: str) -> None:
    # Routing a path of 40 KB once took 150 ms.
    response = client.get(path)
    assert response.status_code == 400
    assert error_of(response)["message"] == "the path exceeds the limit of 1000 characters"


@pytest.mark.usefixtures("immediate_refusals")
def test_requests_for_unknown_hosts_count_against_the_rate_limit(tmp_path: Path) -> None:
    # One client once received 100,000 such refusals in 9 seconds.
    with open_limited_client(tmp_path, network_request_burst=3) as client:
        headers = {"Host": "unknown.test"}
        statuses = [client.get("/", headers=headers).status_code for _ in range(4)]
        assert statuses == [421, 421, 421, 429]


@pytest.mark.usefixtures("immediate_refusals")
def test_the_price_of_puzzles_grows_with_the_players_attempts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A class of 30 students behind one address could once not solve puzzles at the same time,
    # because each puzzle had the price of a player with 2000 attempts.
    paths = ["/api/puzzles/next", "/api/puzzles/progress"]
    with open_limited_client(tmp_path, network_request_burst=70) as client:
        for _ in range(5):
            assert [client.get(path).status_code for path in paths] == [200, 200]
        monkeypatch.setattr(PuzzleRecords, "count_attempts", lambda *_: MAX_ATTEMPTS)
        assert [client.get(path).status_code for path in paths] == [200, 200]
        assert client.get("/api/puzzles/next").status_code == 429


def test_an_export_pays_for_each_of_its_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A game with 20,000 moves once had the price of a game with 100 moves.
    paid: list[int] = []

    async def pay_for_work(*, moves: int) -> None:
        paid.append(moves)

    monkeypatch.setattr(history_routes, "pay_for_work", pay_for_work)
    with open_limited_client(tmp_path) as client:
        game = new_game(client, level="2x1/1", start="safe")
        for _ in range(150):
            game = move(client, game, "flag", (0, 1))
        move(client, game, "reveal", (0, 0))
        assert client.get("/api/games/export").text.count("\n") == 1
    assert len(paid) == 1
    assert 450 < paid[0] < 460


def test_a_long_response_waits_until_its_network_can_pay(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    limits = NetworkLimits(Settings())
    limits.requests = TokenBuckets(per_second=1, burst=10, clock=clock)
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)
        clock.now += seconds

    async def pay_three_times() -> None:
        CURRENT_CLIENT.set(Client("network", limits, None))
        for _ in range(3):
            await pay_for_work(moves=800)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    with ThreadPoolExecutor(1) as executor:  # browser tests leave an event loop running
        executor.submit(asyncio.run, pay_three_times()).result()
    assert [int(wait) for wait in waits] == [6, 8]  # plus a random part


def test_new_players_of_a_network_are_limited(tmp_path: Path) -> None:
    # One client once created 900 players in three seconds.
    with open_limited_client(tmp_path, new_player_burst=3) as client:
        new_game(client)
        assert another_player(client).put("/api/settings", json={}).status_code == 200
        assert another_player(client).get("/api/puzzles/next").status_code == 200
        for response in (
            another_player(client).post("/api/games", json={}),
            another_player(client).put("/api/settings", json={}),
            another_player(client).get("/api/puzzles/next"),
        ):
            assert response.status_code == 429
            assert error_of(response)["message"] == "too many new players"
            assert "set-cookie" not in response.headers
        new_game(client)  # known players are not affected


def test_the_data_stored_by_a_network_is_limited(tmp_path: Path) -> None:
    # Retries of a large no-guess board once stored 26 MB per minute.
    with open_limited_client(tmp_path, network_byte_burst=GAME_BYTES + 2500) as client:
        game = new_game(client)
        assert client.put("/api/settings", json={"text": "x" * 1000}).status_code == 200
        game = move(client, game, "flag", (0, 0))
        game = move(client, game, "flag", (0, 1))
        body = {"kind": "flag", "cell": [0, 2], "version": 2}
        for response in (
            client.put("/api/settings", json={}),
            client.post("/api/games", json={}),
            client.get("/api/puzzles/next"),
            client.post(f"/api/games/{game['id']}/moves", json=body),
        ):
            assert response.status_code == 429
            assert error_of(response)["message"] == "too much data stored"
        assert context_of(client).store.load_game(game["id"]).version == 2


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"),
        ("2001:db8:1:ff00::1", "2001:db8:1::/48"),
        ("2001:db8:2::1", "2001:db8:2::/48"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
    ],
)
def test_all_subnets_of_a_site_are_one_network(address: str, network: str) -> None:
    # The 256 /64 networks of a home connection once had a limit each.
    assert client_network(address) == network
