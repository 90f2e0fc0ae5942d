"""The preferences file."""

from pathlib import Path

import pytest

from sapper.strategies import default_name
from sapper.tui.preferences import Preferences


@pytest.mark.parametrize(
    "content", ["", "nonsense", "[]", "[" * 9000, '{"speed": -5, "strategy": ["x"]}', "\x00"]
)
def test_defaults_apply_if_the_file_is_invalid(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str
) -> None:
    monkeypatch.setenv("SAPPER_DATA", str(tmp_path))
    (tmp_path / "terminal.json").write_text(content, encoding="utf-8")
    preferences = Preferences()
    assert preferences.strategy == default_name()
    assert preferences.speed == 2
