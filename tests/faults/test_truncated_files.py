"""Files truncated by a crash or a full disk: one error, or the intact part."""

from pathlib import Path

import pytest

from sapper import Game, Rules, read_replay, write_replay
from sapper.errors import ReplayError, StoreError
from sapper.store.local_player import local_player
from sapper.web.player_identity import load_secret
from tests.sapper_command import run_sapper


@pytest.fixture(scope="module")
def record() -> str:
    game = Game(Rules.level("beginner"), seed=42)
    game.reveal((4, 4))
    game.flag((0, 0))
    game.flag((0, 1))
    return write_replay(game)


def test_a_truncated_replay_is_an_error_or_the_start_of_the_game(record: str) -> None:
    whole = read_replay(record).history
    rejected = 0
    for end in range(len(record)):
        try:
            history = read_replay(record[:end]).history
        except ReplayError:
            rejected += 1
        else:
            # A line cut within the digits of its last cell may still be a valid move.
            assert history[:-1] == whole[: max(len(history) - 1, 0)]
    assert rejected > len(record) // 2


def test_the_command_reports_the_line_of_a_truncated_replay(record: str, tmp_path: Path) -> None:
    path = tmp_path / "half.replay"
    path.write_text(record[: record.index("flag 0,1") + 3])
    result = run_sapper("review", str(path))
    assert result.returncode == 2
    assert result.stderr.startswith("error: ")
    assert "line 6" in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("content", [b"", b"half", b"x" * 31])
def test_a_truncated_secret_key_is_rejected_with_a_hint(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "secret.key"
    path.write_bytes(content)
    path.chmod(0o600)
    with pytest.raises(StoreError, match=f"found {len(content)}") as caught:
        load_secret(path)
    assert "delete the file" in str(caught.value.hint)
    assert path.read_bytes() == content


@pytest.mark.parametrize("content", ["", "half", "\0" * 22])
def test_a_truncated_player_file_is_rejected_with_a_hint(tmp_path: Path, content: str) -> None:
    (tmp_path / "player").write_text(content)
    with pytest.raises(StoreError, match="does not contain a player name") as caught:
        local_player(tmp_path)
    assert "delete the file" in str(caught.value.hint)


def test_temporary_files_of_a_killed_start_are_ignored(tmp_path: Path) -> None:
    (tmp_path / "secret.key.123.abcd").write_bytes(b"half")
    (tmp_path / "player.123.abcd").write_text("half")
    assert len(load_secret(tmp_path / "secret.key")) == 32
    assert local_player(tmp_path) == local_player(tmp_path)
