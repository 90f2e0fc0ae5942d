"""Static files over HTTP."""

import re
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from sapper.errors import StoreError
from tests.server import context_of

STATIC = Path(__file__).parent.parent.parent / "src" / "sapper" / "web" / "static"
FILES = sorted(str(path.relative_to(STATIC)) for path in STATIC.rglob("*") if path.is_file())


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_served_with_and_without_compression(client: TestClient, name: str) -> None:
    packed = client.get(f"/{name}", headers={"Accept-Encoding": "gzip"})
    plain = client.get(f"/{name}", headers={"Accept-Encoding": "identity"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in plain.headers
    assert packed.content == plain.content == (STATIC / name).read_bytes()
    assert packed.headers["Content-Type"] == plain.headers["Content-Type"]
    assert int(packed.headers["Content-Length"]) < len(plain.content)


def test_an_unchanged_file_is_not_sent_again(client: TestClient) -> None:
    first = client.get("/")
    again = client.get("/", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_missing_file_is_not_found(client: TestClient) -> None:
    assert client.get("/nothing.js").status_code == 404
    assert client.get("/../app.py").status_code == 404


def test_the_page_has_no_inline_code_and_loads_nothing_from_other_sites() -> None:
    index = (STATIC / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", index)
    assert re.findall(r"<script(?![^>]*\bsrc=)", index) == []
    for name in FILES:
        text = (STATIC / name).read_bytes().decode("latin-1")  # one file is a font
        for address in re.findall(r"https?://[^\s\"'`)]+", text):
            assert address == "http://www.w3.org/2000/svg", name


@pytest.mark.parametrize("encoding", ["gzip", "identity"])
def test_the_page_preloads_only_the_modules_of_the_game(client: TestClient, encoding: str) -> None:
    page = client.get("/", headers={"Accept-Encoding": encoding})
    modules = re.findall(r"</([^>]+)>; rel=modulepreload", page.headers["Link"])
    assert set(modules) < set(FILES)
    assert {"main.js", "screens/play.js", "state/board.js"} <= set(modules)
    assert not {"screens/puzzles.js", "screens/analyser.js"} & set(modules)
    assert "Link" not in client.get("/main.js").headers


@pytest.mark.parametrize("path", ["/", "/main.js", "/healthz", "/metrics", "/api/docs"])
def test_head_returns_the_headers_of_get_without_a_body(client: TestClient, path: str) -> None:
    client.get(path), client.head(path)  # creates the metrics of both methods
    head, get = client.head(path), client.get(path)
    assert (head.status_code, head.content) == (200, b"")
    assert set(head.headers) == set(get.headers)
    assert head.headers["Content-Type"] == get.headers["Content-Type"]
    if path != "/metrics":  # the metrics change with each request
        assert head.headers["Content-Length"] == get.headers["Content-Length"]


def test_head_of_the_health_check_fails_if_the_database_is_unavailable(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise StoreError("the database is unavailable")

    monkeypatch.setattr(context_of(client).store, "check", fail)
    assert client.head("/healthz").status_code == 503


@pytest.mark.parametrize("target", [
    "/main.js/", "/main.js//", "//main.js", "/./main.js", "/main.js/.", "/state/../main.js", "//",
])  # fmt: skip
def test_a_file_has_a_single_path(client: TestClient, target: str) -> None:
    # HTTP clients normalise paths, so the request is built by hand.
    status: list[int] = []

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            status.append(message["status"])

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    scope = {
        "type": "http", "method": "GET", "path": target, "query_string": b"", "client": None,
        "headers": [(b"host", b"sapper.test")], "root_path": "",
    }  # fmt: skip
    client.portal.call(client.app, scope, receive, send)
    assert status == [404]
    assert client.get("/main.js").status_code == 200
