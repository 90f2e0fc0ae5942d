"""The file of preferences, whatever is in it."""

from pathlib import Path

import pytest

from sapper.strategies import default_name
from sapper.tui.preferences import Preferences


@pytest.mark.parametrize(
    "content", ["", "nonsense", "[]", "[" * 9000, '{"speed": -5, "strategy": ["x"]}', "\x00"]
)
def test_a_file_that_makes_no_sense_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str
) -> None:
    monkeypatch.setenv("SAPPER_DATA", str(tmp_path))
    (tmp_path / "terminal.json").write_text(content, encoding="utf-8")
    kept = Preferences()
    assert kept.strategy == default_name()
    assert kept.speed == 2
