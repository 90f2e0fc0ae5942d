"""Other sites, headers, cookies and the secret key."""

import stat
import time
from pathlib import Path

import pytest
from server import BASE, begin, error_of, open_client
from starlette.testclient import TestClient

from sapper.errors import StoreError
from sapper.web.player_identity import COOKIE_SECONDS, Players, read_secret


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://sapper.test.evil.example"},
        {"Origin": f"{BASE}:81"},
        {"Origin": "http://["},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "cross-site", "Origin": "http://sapper.test"},
    ],
)
def test_what_another_site_sends_is_refused(client: TestClient, headers: dict) -> None:
    answer = client.post("/api/games", json={}, headers=headers)
    assert answer.status_code == 403
    assert error_of(answer)["code"] == "forbidden"
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "http://sapper.test"},
        {"Origin": "http://sapper.test", "Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "none"},
    ],
)
def test_what_the_page_or_a_program_sends_is_taken(client: TestClient, headers: dict) -> None:
    assert client.post("/api/games", json={}, headers=headers).status_code == 201


@pytest.mark.parametrize("path", ["/api/levels", "/healthz", "/api/nothing", "/api/docs", "/"])
def test_every_answer_carries_the_strict_headers(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy
    assert "http" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


def test_answers_of_the_api_are_kept_by_nobody(client: TestClient) -> None:
    assert client.get("/api/levels").headers["cache-control"] == "no-store"


def test_the_page_of_the_api_loads_nothing(client: TestClient) -> None:
    page = client.get("/api/docs").text
    assert "POST /api/games/{game_id}/moves" in page
    for word in ("src=", "<script", "<link", "http://", "https://", "@import"):
        assert word not in page


def test_the_secret_key_is_made_once_and_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "secret.key"
    key = read_secret(path)
    assert len(key) == 32
    assert read_secret(path) == key
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [each.name for each in path.parent.iterdir()] == ["secret.key"]


def test_a_secret_key_that_others_can_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "secret.key"
    read_secret(path)
    path.chmod(0o644)
    with pytest.raises(StoreError, match="others can read the secret key"):
        read_secret(path)


def test_a_secret_key_of_another_length_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "secret.key"
    path.write_bytes(b"short")
    path.chmod(0o600)
    with pytest.raises(StoreError, match="has 5 bytes, not 32"):
        read_secret(path)


def test_a_cookie_is_believed_only_as_it_was_signed() -> None:
    players = Players(b"k" * 32)
    now = int(time.time())
    good = players.sign("A" * 22, now)
    assert players.read(good) == "A" * 22
    player, at, signature = good.split(".")
    for forged in [
        f"{'B' * 22}.{at}.{signature}",
        f"{player}.{now + 1}.{signature}",
        f"{player}.{at}.{'A' * 43}",
        f"{player}.{at}",
        "",
        good + "x",
        Players(b"x" * 32).sign("A" * 22, now),
        players.sign("A" * 22, now - COOKIE_SECONDS - 10),
    ]:
        assert players.read(forged) is None


def test_another_key_forgets_all_players(tmp_path: Path) -> None:
    with open_client(tmp_path) as client:
        game = begin(client)
        cookies = client.cookies
    (tmp_path / "secret.key").unlink()
    with open_client(tmp_path) as client:
        client.cookies = cookies
        assert client.get(f"/api/games/{game['id']}").status_code == 404
