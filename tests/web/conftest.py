from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from server import open_client
from starlette.testclient import TestClient

# Tests of stored data, which also run on PostgreSQL.
_ON_BOTH_DATABASES = {
    "test_app", "test_drill_cards", "test_games", "test_leaks", "test_metrics", "test_player",
}  # fmt: skip


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if (
        "client" in metafunc.fixturenames
        and Path(metafunc.module.__file__).stem in _ON_BOTH_DATABASES
    ):
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
