"""Files of exported games."""

from pathlib import Path

import pytest

from sapper.errors import ReplayError
from sapper.play.game_files import read_games
from sapper.play.history_service import GameRecord


def test_unusual_fields_are_replaced_by_defaults(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    lines = (
        '{"record": "r"}',
        '{"record": "r", "id": 7, "played_at": "x"}',
        '{"record": "r", "id": "g", "played_at": NaN}',
        '{"record": "r", "played_at": 1e999}',
        '{"record": "r", "played_at": ' + "9" * 500 + "}",
        '{"record": "r", "id": "g", "played_at": 12.5}',
    )
    path.write_text("\ufeff" + "\n\n".join(lines))
    nothing = GameRecord("r")
    assert read_games(path) == [
        nothing, nothing, GameRecord("r", "g"), nothing, nothing, GameRecord("r", "g", 12.5),
    ]  # fmt: skip


@pytest.mark.parametrize("line", ["x", "[]", "7", '{"record": 7}', "{" * 100_000, "\0"])
def test_a_malformed_line_is_named(line: str, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(f'{{"record": "r"}}\n{line}\n')
    with pytest.raises(ReplayError, match="line 2 is not an exported game") as caught:
        read_games(path)
    assert caught.value.line == 2


def test_an_empty_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("\n")
    with pytest.raises(ReplayError, match="contains no games"):
        read_games(path)
