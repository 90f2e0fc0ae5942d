"""The files of the page as browsers get them."""

import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

STATIC = Path(__file__).parent.parent.parent / "src" / "sapper" / "web" / "static"
FILES = sorted(str(path.relative_to(STATIC)) for path in STATIC.rglob("*") if path.is_file())


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_served_compressed_and_as_it_is(client: TestClient, name: str) -> None:
    packed = client.get(f"/{name}", headers={"Accept-Encoding": "gzip"})
    plain = client.get(f"/{name}", headers={"Accept-Encoding": "identity"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in plain.headers
    assert packed.content == plain.content == (STATIC / name).read_bytes()
    assert packed.headers["Content-Type"] == plain.headers["Content-Type"]
    assert int(packed.headers["Content-Length"]) < len(plain.content)


def test_a_file_that_the_browser_has_is_not_sent_again(client: TestClient) -> None:
    first = client.get("/")
    again = client.get("/", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_file_that_is_not_there_is_not_found(client: TestClient) -> None:
    assert client.get("/nothing.js").status_code == 404
    assert client.get("/../app.py").status_code == 404


def test_the_page_has_no_script_or_style_inside_and_loads_nothing_from_elsewhere() -> None:
    index = (STATIC / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", index)
    assert re.findall(r"<script(?![^>]*\bsrc=)", index) == []
    for name in FILES:
        text = (STATIC / name).read_text(encoding="utf-8")
        for address in re.findall(r"https?://[^\s\"'`)]+", text):
            assert address == "http://www.w3.org/2000/svg", name
