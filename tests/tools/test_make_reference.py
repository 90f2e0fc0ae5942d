import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from sapper.web.app import create_app

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def make_reference() -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        "make_reference", ROOT / "tools/make_reference.py"
    )
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_of_the_command_line_is_up_to_date(make_reference: ModuleType) -> None:
    page = (ROOT / "docs/reference/cli.md").read_text(encoding="utf-8")
    assert make_reference.reference() == page, "write it anew: make docs"


def test_every_command_has_a_section(make_reference: ModuleType) -> None:
    page = make_reference.reference()
    assert {"play", "generate"} <= set(make_reference.command_names())
    for name in make_reference.command_names():
        assert f"## sapper {name}\n" in page
        assert f"Usage: sapper {name} [OPTIONS]" in page


def test_the_page_of_the_http_api_is_up_to_date(make_reference: ModuleType) -> None:
    page = (ROOT / "docs/reference/http.md").read_text(encoding="utf-8")
    assert make_reference.http_reference() == page, "write it anew: make docs"


def test_every_route_is_documented_with_a_sentence(make_reference: ModuleType) -> None:
    page = make_reference.http_reference()
    document = create_app().openapi()
    assert len(document["paths"]) >= 15
    for path, methods in document["paths"].items():
        for method, about in methods.items():
            assert f"## {method.upper()} {path}\n\n{about['description']}\n" in page
