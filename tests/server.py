"""The server: in this process for most tests, in a process of its own where it must be real."""

import os
import re
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
import uvicorn
from starlette.testclient import TestClient
from terminal import COMMAND, PATIENCE, environment

from sapper.web.app import create_app
from sapper.web.server import configure
from sapper.web.settings import Settings

BASE = "http://sapper.test"
NEEDS_THE_USUAL_MEMORY = pytest.mark.skipif(
    "libasan" in os.environ.get("LD_PRELOAD", ""),
    reason="sanitizers take memory in their own way, and the whole range of addresses",
)


def make_settings(folder: Path, **changes: Any) -> Settings:
    """Settings with everything in one folder."""
    database = f"sqlite:///{folder / 'sapper.sqlite'}"
    return Settings(
        **{
            "database": database,
            "secret_file": folder / "secret.key",
            "thinkers": 1,
            "hosts": ("sapper.test",),
            **changes,
        }
    )


@contextmanager
def open_client(folder: Path, **changes: Any) -> Iterator[TestClient]:
    """A client of a server in this process; it keeps its cookie as a browser does."""
    app = create_app(make_settings(folder, **changes))
    with TestClient(app, base_url=BASE, raise_server_exceptions=False) as client:
        yield client


def another_player(client: TestClient) -> TestClient:
    """Somebody else at the same server."""
    return TestClient(client.app, base_url=BASE, raise_server_exceptions=False)


def begin(client: Any, **setup: Any) -> dict[str, Any]:
    answer = client.post("/api/games", json={"level": "beginner", **setup})
    assert answer.status_code == 201, answer.text
    return answer.json()


def move(client: Any, game: dict[str, Any], kind: str, cell: tuple[int, int]) -> dict[str, Any]:
    answer = client.post(
        f"/api/games/{game['id']}/moves",
        json={"kind": kind, "cell": cell, "version": game["version"]},
    )
    assert answer.status_code == 200, answer.text
    return answer.json()


def error_of(answer: Any) -> dict[str, Any]:
    """The error of an answer, which must have the one shape."""
    body = answer.json()
    assert set(body) == {"error"}
    assert {"code", "message", "hint"} <= set(body["error"])
    assert answer.status_code >= 400
    return body["error"]


@contextmanager
def listening(folder: Path, **changes: Any) -> Iterator[tuple[str, int]]:
    """A server in this process that really listens, and its address; for clients that misbehave."""
    settings = make_settings(folder, **changes)
    server = uvicorn.Server(configure(create_app(settings), settings))
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            yield listener.getsockname()
        finally:
            server.should_exit = True
            thread.join(PATIENCE)


@contextmanager
def server_process(folder: Path, *arguments: str, **options: Any) -> Iterator[tuple[Any, str]]:
    """`sapper web` in a process of its own, and its URL; killed at the end."""
    url = f"sqlite:///{folder / 'sapper.sqlite'}"
    process = subprocess.Popen(
        [*COMMAND, "web", "--no-open", "--port", "0", "--database", url, *arguments],
        stderr=subprocess.PIPE, text=True, env=environment(SAPPER_DATA=str(folder)),
        **options,
    )  # fmt: skip
    try:
        said = process.stderr.readline()
        found = re.search(r"http://\S+/", said)
        assert found, said + process.stderr.read()
        yield process, found[0]
    finally:
        process.kill()
        process.communicate(timeout=PATIENCE)


def connect(url: str, cookies: Any = None) -> httpx2.Client:
    """A client of a real server."""
    return httpx2.Client(base_url=url, cookies=cookies, timeout=PATIENCE, trust_env=False)
