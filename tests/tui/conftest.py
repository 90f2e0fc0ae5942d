"""A separate data folder for every test, and one folder for all snapshots."""

from pathlib import Path

import pytest
from pytest_textual_snapshot import SVGImageExtension

SNAPSHOTS = Path(__file__).parent.parent / "snapshots"

SVGImageExtension.dirname = classmethod(lambda _, *, test_location: str(SNAPSHOTS))  # noqa: ARG005


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SAPPER_DATA", str(tmp_path))
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("COLORFGBG", raising=False)
    monkeypatch.setenv("COLORTERM", "truecolor")  # makes snapshots independent of the terminal
    return tmp_path
