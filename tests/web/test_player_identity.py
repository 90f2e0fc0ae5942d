"""The secret key and signed cookies."""

import stat
import time
from pathlib import Path

import pytest

from sapper.errors import StoreError
from sapper.web.player_identity import PlayerIdentity, load_secret
from tests.server import new_game, open_client

DAY = 86_400


def test_the_secret_key_is_created_once_and_private_to_its_owner(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "secret.key"
    key = load_secret(path)
    assert len(key) == 32
    assert load_secret(path) == key
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [each.name for each in path.parent.iterdir()] == ["secret.key"]


def test_a_secret_key_readable_by_other_users_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "secret.key"
    load_secret(path)
    path.chmod(0o644)
    with pytest.raises(StoreError, match="is readable by other users"):
        load_secret(path)


def test_a_secret_key_of_the_wrong_length_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "secret.key"
    path.write_bytes(b"short")
    path.chmod(0o600)
    with pytest.raises(StoreError, match="expected 32 bytes, found 5"):
        load_secret(path)


def test_a_modified_cookie_is_rejected() -> None:
    identity = PlayerIdentity(b"k" * 32)
    good = identity.sign_cookie("A" * 22)
    assert identity.verify_cookie(good) == "A" * 22
    player, at, signature = good.split(".")
    for forged in [
        f"{'B' * 22}.{at}.{signature}",
        f"{player}.AAAAAA.{signature}",
        f"{player}.{at}.{'A' * 43}",
        f"{player}.{at}",
        "",
        good + "x",
        PlayerIdentity(b"x" * 32).sign_cookie("A" * 22),
        identity.sign_link("A" * 22),
    ]:
        assert identity.verify_cookie(forged) is None


def test_cookies_and_links_expire(monkeypatch: pytest.MonkeyPatch) -> None:
    identity = PlayerIdentity(b"k" * 32)
    cookie, link = identity.sign_cookie("A" * 22), identity.sign_link("A" * 22)
    now = time.time()
    for seconds, is_cookie_valid, is_link_valid in [
        (-DAY, True, True),  # the system clock was set back
        (3590, True, True),
        (3610, True, False),
        (400 * DAY - 10, True, False),
        (400 * DAY + 10, False, False),
    ]:
        monkeypatch.setattr(time, "time", lambda at=now + seconds: at)
        assert (identity.verify_cookie(cookie) == "A" * 22) is is_cookie_valid
        assert (identity.verify_link(link) == "A" * 22) is is_link_valid


def test_a_new_key_invalidates_all_cookies(tmp_path: Path) -> None:
    with open_client(tmp_path) as client:
        game = new_game(client)
        cookies = client.cookies
    (tmp_path / "secret.key").unlink()
    with open_client(tmp_path) as client:
        client.cookies = cookies
        assert client.get(f"/api/games/{game['id']}").status_code == 404
