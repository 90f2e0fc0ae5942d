from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.server import open_client

# Tests of stored data, which also run on PostgreSQL.
_FOLDER = Path(__file__).parent
_ON_BOTH_DATABASES = {
    _FOLDER / "test_app.py",
    _FOLDER / "test_leaks.py",
    _FOLDER / "test_metrics.py",
    _FOLDER / "routes" / "test_daily_routes.py",
    _FOLDER / "routes" / "test_puzzle_routes.py",
    _FOLDER / "routes" / "test_game_routes.py",
    _FOLDER / "routes" / "test_lesson_routes.py",
    _FOLDER / "routes" / "test_history_routes.py",
    _FOLDER / "routes" / "test_player_routes.py",
}
assert all(path.exists() for path in _ON_BOTH_DATABASES)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "client" in metafunc.fixturenames and metafunc.definition.path in _ON_BOTH_DATABASES:
        metafunc.parametrize("kind", ["sqlite", "postgresql"])


@pytest.fixture
def kind() -> str:
    return "sqlite"


@pytest.fixture
def client(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[TestClient]:
    changes: dict[str, Any] = {}
    if kind == "postgresql":
        changes["database"] = request.getfixturevalue("postgres").new_url()
    with open_client(tmp_path, **changes) as opened:
        yield opened
