import argparse
import importlib.util
import inspect
import re
import shlex
from importlib import import_module
from pathlib import Path
from types import ModuleType

import httpx2
import pytest
from server import listening
from terminal import PATIENCE

import sapper
from sapper import strategies
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


def test_the_page_of_the_library_is_up_to_date(make_reference: ModuleType) -> None:
    page = (ROOT / "docs/reference/api.md").read_text(encoding="utf-8")
    assert make_reference.api_reference.page() == page, "write it anew: make docs"


def test_every_public_name_has_a_section_and_says_something(make_reference: ModuleType) -> None:
    api = make_reference.api_reference
    sections = dict(re.findall(r"^### (\S+)\n\n(.+?)(?=^##|\Z)", api.page(), re.M | re.S))
    for module_name in api.MODULES:
        module = import_module(module_name)
        for name in api.public_names(module):
            text = sections[f"{module_name}.{name}"]
            assert len(text.split()) >= 1
            value = getattr(module, name)
            if inspect.isclass(value) or inspect.isfunction(value):
                assert value.__doc__, f"{module_name}.{name} has no docstring"


def test_every_name_that_a_module_of_the_library_offers_is_looked_at(
    make_reference: ModuleType,
) -> None:
    """A new package with public names must be put into the page."""
    package = Path(sapper.__file__).parent
    known = make_reference.api_reference.MODULES
    for path in package.glob("**/__init__.py"):
        name = ".".join(["sapper", *path.relative_to(package).parts[:-1]])
        if "__all__" in path.read_text(encoding="utf-8"):
            assert name in known, f"{name} is not in tools/api_reference.py"


def test_every_strategy_is_explained(make_reference: ModuleType) -> None:
    page = make_reference.api_reference.page()
    guide = (ROOT / "docs/guide/strategies.md").read_text(encoding="utf-8")
    for name in strategies.names():
        assert f"| `{name}` |" in page
        assert f"`{name}`" in guide, f"{name} is not in docs/guide/strategies.md"


def test_every_command_is_named_in_a_page_that_people_read(make_reference: ModuleType) -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs/guide").glob("*.md")]
    pages += (ROOT / "docs/concepts").glob("*.md")
    text = "\n".join(page.read_text(encoding="utf-8") for page in pages)
    for name in make_reference.command_names():
        assert f"sapper {name}" in text, f"no guide shows sapper {name}"


def test_the_page_of_the_http_api_is_up_to_date(make_reference: ModuleType) -> None:
    page = (ROOT / "docs/reference/http.md").read_text(encoding="utf-8")
    assert make_reference.http_reference() == page, "write it anew: make docs"


def test_every_example_with_curl_works(make_reference: ModuleType, tmp_path: Path) -> None:
    page = make_reference.http_reference()
    (block,) = re.findall(r"```console\n(.+?)```", page, re.S)
    commands = re.findall(r"^\$ (curl (?:.*\\\n)*.*)$", block, re.M)
    assert len(commands) == 2
    assert all(len(line) <= 100 for line in block.splitlines())
    with listening(tmp_path) as address:
        url = f"http://127.0.0.1:{address[1]}"
        with httpx2.Client(timeout=PATIENCE, trust_env=False) as client:
            first = send_as_curl(client, commands[0].replace("$URL", url))
            assert (first.status_code, first.json()["level"]) == (201, "expert")
            game = first.json()["id"]
            second = send_as_curl(client, commands[1].replace("$URL", url).replace("kXp...", game))
            assert (second.status_code, second.json()["version"]) == (200, 1)


def send_as_curl(client: httpx2.Client, command: str) -> httpx2.Response:
    """Send what curl would send; the words are split as a shell does it."""
    parser = argparse.ArgumentParser()
    for option in ("-c", "-b", "-H", "-d"):
        parser.add_argument(option)
    parser.add_argument("url")
    words = parser.parse_args(shlex.split(command.replace("\\\n", ""))[1:])
    assert words.c == words.b == "jar"
    name, _, value = words.H.partition(": ")
    return client.post(words.url, content=words.d, headers={name: value})


def test_every_route_is_documented_with_a_sentence(make_reference: ModuleType) -> None:
    page = make_reference.http_reference()
    document = create_app().openapi()
    assert len(document["paths"]) >= 15
    for path, methods in document["paths"].items():
        for method, about in methods.items():
            assert f"## {method.upper()} {path}\n\n{about['description']}\n" in page
