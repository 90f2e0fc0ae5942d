"""Token buckets and the request limits of players and anonymous clients."""

from pathlib import Path

from server import another_player, error_of, move, new_game, open_client

from sapper.web.rate_limit import TokenBuckets


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
        assert client.app.state.context.store.load_game(game["id"]).version == 1


def test_clients_without_a_cookie_share_the_limit_of_their_network(tmp_path: Path) -> None:
    with open_client(
        tmp_path, anonymous_request_burst=10, anonymous_requests_per_second=0.001
    ) as client:
        new_game(another_player(client))
        new_game(another_player(client))
        response = another_player(client).post("/api/games", json={})
        assert response.status_code == 429
        assert "set-cookie" not in response.headers
        forged = another_player(client)
        forged.cookies.set("sapper_player", "A" * 22 + ".1790000000." + "A" * 43)
        assert forged.get("/api/games").status_code == 429


def test_static_files_and_health_checks_have_no_rate_limit(tmp_path: Path) -> None:
    with open_client(
        tmp_path, anonymous_request_burst=1, anonymous_requests_per_second=0.001
    ) as client:
        assert {client.get(path).status_code for path in ("/", "/main.js", "/healthz") * 3} == {200}
