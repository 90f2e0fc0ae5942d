"""A server killed under load, as `python -m benchmarks.load.kill_benchmark` does 50 times."""

from pathlib import Path

import pytest

from benchmarks.load.game_scripts import GameScript, write_scripts
from benchmarks.load.kill_benchmark import run_kill_test
from tools.throwaway_postgres import ThrowawayPostgres


@pytest.fixture(scope="module")
def scripts() -> list[GameScript]:
    return write_scripts("intermediate", 6)


def test_no_acknowledged_move_is_lost_on_sqlite(tmp_path: Path, scripts: list[GameScript]) -> None:
    result = run_kill_test(
        tmp_path, f"sqlite:///{tmp_path / 'kills.sqlite'}", scripts, kills=2, players=10
    )
    assert result.errors == []
    assert result.kills == 2
    assert result.acknowledged_moves >= 2


def test_no_acknowledged_move_is_lost_by_two_processes_on_postgresql(
    tmp_path: Path, scripts: list[GameScript], postgres: ThrowawayPostgres
) -> None:
    result = run_kill_test(tmp_path, postgres.new_url(), scripts, kills=1, players=10, workers=2)
    assert result.errors == []
    assert result.acknowledged_moves >= 1


def test_no_acknowledged_move_is_lost_when_postgresql_crashes(
    tmp_path: Path, scripts: list[GameScript]
) -> None:
    with ThrowawayPostgres(durable=True) as postgres:
        result = run_kill_test(
            tmp_path,
            postgres.new_url(),
            scripts,
            kills=2,
            players=10,
            crashed_database=postgres,
        )
    assert result.errors == []
    assert result.kills == 2
