"""Every test has a data folder of its own: nobody's games are touched."""

from pathlib import Path

import pytest
from pytest_textual_snapshot import SVGImageExtension

SNAPSHOTS = Path(__file__).parent.parent / "snapshots"

# All pictures in one place, whatever test they belong to.
SVGImageExtension.dirname = classmethod(lambda _, *, test_location: str(SNAPSHOTS))  # noqa: ARG005


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SAPPER_DATA", str(tmp_path))
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("COLORFGBG", raising=False)
    monkeypatch.setenv("COLORTERM", "truecolor")  # else pictures depend on where they are taken
    return tmp_path
