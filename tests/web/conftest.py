from collections.abc import Iterator
from pathlib import Path

import pytest
from server import open_client
from starlette.testclient import TestClient


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with open_client(tmp_path) as opened:
        yield opened
