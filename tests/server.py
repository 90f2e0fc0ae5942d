"""Servers for tests: in this process, or in a separate process for realistic conditions."""

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

from sapper.web.app import create_app
from sapper.web.context import Context
from sapper.web.server import uvicorn_config
from sapper.web.settings import Settings
from tests.sapper_command import COMMAND, PATIENCE, environment

BASE = "http://sapper.test"
NEEDS_STANDARD_ALLOCATOR = pytest.mark.skipif(
    "libasan" in os.environ.get("LD_PRELOAD", ""),
    reason="sanitizers replace the allocator and reserve the whole address space",
)


def make_settings(folder: Path, **changes: Any) -> Settings:
    """Return settings that store everything in one folder."""
    database = f"sqlite:///{folder / 'sapper.sqlite'}"
    return Settings(
        **{
            "database": database,
            "secret_file": folder / "secret.key",
            "workers": 1,
            "prestart_worker": False,
            "hosts": ("sapper.test",),
            **changes,
        }
    )


@contextmanager
def open_client(folder: Path, **changes: Any) -> Iterator[TestClient]:
    """Yield a client of a server in this process; like a browser, it stores its cookie."""
    app = create_app(make_settings(folder, **changes))
    with TestClient(app, base_url=BASE, raise_server_exceptions=False) as client:
        yield client


def context_of(client: TestClient) -> Context:
    """Return the state that all routes of a client's server share."""
    context = client.app.state.context  # type: ignore[attr-defined]
    assert isinstance(context, Context)
    return context


def another_player(client: TestClient) -> TestClient:
    """Return a client of the same server without a cookie."""
    return TestClient(client.app, base_url=BASE, raise_server_exceptions=False)


def new_game(client: Any, **setup: Any) -> dict[str, Any]:
    response = client.post("/api/games", json={"level": "beginner", **setup})
    assert response.status_code == 201, response.text
    return response.json()


def move(client: Any, game: dict[str, Any], kind: str, cell: tuple[int, int]) -> dict[str, Any]:
    response = client.post(
        f"/api/games/{game['id']}/moves",
        json={"kind": kind, "cell": cell, "version": game["version"]},
    )
    assert response.status_code == 200, response.text
    return response.json()


def error_of(response: Any) -> dict[str, Any]:
    """Check the form of an error response and return its error."""
    body = response.json()
    assert set(body) == {"error"}
    assert {"code", "message", "hint"} <= set(body["error"])
    assert response.status_code >= 400
    return body["error"]


@contextmanager
def listening_server(folder: Path, **changes: Any) -> Iterator[tuple[str, int]]:
    """Run a server in this process that accepts real connections; yield its address."""
    settings = make_settings(folder, **changes)
    server = uvicorn.Server(uvicorn_config(create_app(settings)))
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
    """Run `sapper web` in a separate process and yield it with its URL; kill it at the end."""
    url = f"sqlite:///{folder / 'sapper.sqlite'}"
    process = subprocess.Popen(
        [*COMMAND, "web", "--no-open", "--port", "0", "--database", url, *arguments],
        stderr=subprocess.PIPE, text=True, env=environment(SAPPER_DATA=str(folder)),
        **options,
    )  # fmt: skip
    try:
        line = process.stderr.readline()
        url_match = re.search(r"http://\S+/", line)
        assert url_match, line + process.stderr.read()
        yield process, url_match[0]
    finally:
        process.kill()
        process.communicate(timeout=PATIENCE)


def connect(url: str, cookies: Any = None) -> httpx2.Client:
    """Return a client of a server in another process."""
    return httpx2.Client(base_url=url, cookies=cookies, timeout=PATIENCE, trust_env=False)
