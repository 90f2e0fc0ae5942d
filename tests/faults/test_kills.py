"""The server killed while people play; `python -m benchmarks.load.kills` does it 50 times."""

from pathlib import Path

import pytest

from benchmarks.load.kills import kill_often
from benchmarks.load.scripts import Script, write_scripts
from tools.throwaway_postgres import ThrowawayPostgres


@pytest.fixture(scope="module")
def scripts() -> list[Script]:
    return write_scripts("intermediate", 6)


def test_nothing_acknowledged_is_lost_on_sqlite(tmp_path: Path, scripts: list[Script]) -> None:
    outcome = kill_often(
        tmp_path, f"sqlite:///{tmp_path / 'kills.sqlite'}", scripts, kills=2, players=10
    )
    assert outcome.faults == []
    assert outcome.kills == 2
    assert outcome.acknowledged >= 2


def test_nothing_acknowledged_is_lost_by_two_workers_on_postgres(
    tmp_path: Path, scripts: list[Script], postgres: ThrowawayPostgres
) -> None:
    outcome = kill_often(tmp_path, postgres.new_url(), scripts, kills=1, players=10, workers=2)
    assert outcome.faults == []
    assert outcome.acknowledged >= 1
