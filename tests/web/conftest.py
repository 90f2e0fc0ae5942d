from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from server import open_client
from starlette.testclient import TestClient

# These are about games in the database: they run on PostgreSQL too.
_ON_BOTH = {"test_games", "test_player", "test_leaks"}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "client" in metafunc.fixturenames and Path(metafunc.module.__file__).stem in _ON_BOTH:
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
