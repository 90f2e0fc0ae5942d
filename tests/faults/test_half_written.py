"""Files that a crash or a full disk left half written: one clear error, or all that is whole."""

from pathlib import Path

import pytest
from terminal import run_sapper

from sapper import Game, Rules, read_replay, write_replay
from sapper.errors import ReplayError, StoreError
from sapper.store.local_player import local_player
from sapper.web.player_identity import read_secret


@pytest.fixture(scope="module")
def record() -> str:
    game = Game(Rules.level("beginner"), seed=42)
    game.reveal((4, 4))
    game.flag((0, 0))
    game.flag((0, 1))
    return write_replay(game)


def test_a_record_cut_anywhere_is_an_error_or_the_beginning_of_the_game(record: str) -> None:
    whole = read_replay(record).history
    refused = 0
    for end in range(len(record)):
        try:
            made = read_replay(record[:end]).history
        except ReplayError:
            refused += 1
        else:
            # Cut within the digits of the last cell, a line may still be a move.
            assert made[:-1] == whole[: max(len(made) - 1, 0)]
    assert refused > len(record) // 2


def test_the_command_says_what_is_wrong_with_half_a_record(record: str, tmp_path: Path) -> None:
    path = tmp_path / "half.replay"
    path.write_text(record[: record.index("flag 0,1") + 3])
    result = run_sapper("review", str(path))
    assert result.returncode == 2
    assert result.stderr.startswith("error: ")
    assert "line 6" in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("content", [b"", b"half", b"x" * 31])
def test_half_a_secret_key_is_refused_with_what_to_do(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "secret.key"
    path.write_bytes(content)
    path.chmod(0o600)
    with pytest.raises(StoreError, match=f"it has {len(content)} bytes") as caught:
        read_secret(path)
    assert "remove it" in str(caught.value.hint)
    assert path.read_bytes() == content


@pytest.mark.parametrize("content", ["", "half", "\0" * 22])
def test_half_a_player_is_refused_with_what_to_do(tmp_path: Path, content: str) -> None:
    (tmp_path / "player").write_text(content)
    with pytest.raises(StoreError, match="names no player") as caught:
        local_player(tmp_path)
    assert "remove it" in str(caught.value.hint)


def test_drafts_of_a_start_that_was_killed_are_in_nobodys_way(tmp_path: Path) -> None:
    (tmp_path / "secret.key.123.abcd").write_bytes(b"half")
    (tmp_path / "player.123.abcd").write_text("half")
    assert len(read_secret(tmp_path / "secret.key")) == 32
    assert local_player(tmp_path) == local_player(tmp_path)
