"""The documentation site that `make docs` builds: complete, connected and self-contained."""

import inspect
import re
import subprocess
import tomllib
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import griffe
import pytest
import typer.main

import sapper
from sapper import strategies
from sapper.cli import app
from sapper.web.app import create_app
from sapper.web.settings import VARIABLES
from tools.docs_site.staging import DOCS, ROOT_PAGES

ROOT = Path(__file__).parent.parent
SITE = ROOT / "build" / "site"
# The attributes that make a browser load something. The target of a link (<a href>) is not loaded.
LOADED = {("link", "href"), ("script", "src"), ("img", "src"), ("iframe", "src"), ("source", "src")}


class Page(HTMLParser):
    """The links, loaded resources, anchors and text of one page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.anchors: set[str] = set()
        self.texts: list[str] = []
        self.is_hidden = False
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        # The text of scripts, and the sign beside a heading that links to it, are not content.
        self.is_hidden = tag in ("script", "style") or ("class", "headerlink") in attributes
        for name, value in attributes:
            if name in ("id", "name") and value:
                self.anchors.add(value)
            elif (tag, name) in LOADED and value:
                self.loads.append(value)
            elif (tag, name) == ("a", "href") and value:
                self.links.append(value)

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002
        self.is_hidden = False

    def handle_data(self, data: str) -> None:
        if not self.is_hidden:
            self.texts.append(data)

    @property
    def text(self) -> str:
        return " ".join("".join(self.texts).split())


@cache
def pages() -> dict[Path, Page]:
    found = {path: Page(path) for path in sorted(SITE.rglob("*.html"))}
    assert len(found) > 30, "build the site first: make docs"
    return found


def page(name: str) -> Page:
    return pages()[SITE / name]


def test_make_test_builds_the_site_before_pytest_reads_it() -> None:
    recipe = subprocess.run(
        ["make", "--dry-run", "--always-make", "test"],
        cwd=ROOT, capture_output=True, text=True, check=True, timeout=60,
    ).stdout  # fmt: skip
    assert recipe.index("python -m tools.docs_site") < recipe.index("bin/pytest")


def local_targets(path: Path) -> Iterator[tuple[Path, str]]:
    for target in [*pages()[path].links, *pages()[path].loads]:
        if not re.match(r"[a-z]+:", target):
            name, _, fragment = unquote(target).partition("#")
            yield (path.parent / name).resolve() if name else path, fragment


def test_every_link_leads_to_a_file_and_an_anchor() -> None:
    broken = []
    for path in pages():
        if path.name == "404.html":  # its links start at the root of a web server
            continue
        for target, fragment in local_targets(path):
            if not target.is_file():
                broken.append(f"{path}: {target}")
            elif fragment and fragment not in pages()[target].anchors:
                broken.append(f"{path}: {target}#{fragment}")
    assert not broken


def test_pages_load_nothing_from_the_network() -> None:
    for path, content in pages().items():
        remote = [target for target in content.loads if re.match(r"(?:https?:)?//", target)]
        assert not remote, path


def test_stylesheets_load_nothing_from_the_network() -> None:
    stylesheets = sorted(SITE.rglob("*.css"))
    assert stylesheets
    for path in stylesheets:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"""(?:@import|url\()\s*["']?(?:https?:)?//""", text), path


def nav_pages(nav: Any) -> Iterator[str]:
    for entry in nav:
        for target in entry.values():
            if isinstance(target, str):
                yield target
            else:
                yield from nav_pages(target)


def test_the_navigation_lists_every_page_once() -> None:
    configuration = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))
    listed = list(nav_pages(configuration["project"]["nav"]))
    sources = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}
    notebooks = {f"notebooks/{path.stem}.md" for path in DOCS.glob("notebooks/*.ipynb")}
    assert len(listed) == len(set(listed))
    assert set(listed) == sources | notebooks | set(ROOT_PAGES.values())


def test_every_command_is_documented_with_all_its_options() -> None:
    commands = typer.main.get_group(app).commands
    content = page("reference/cli.html")
    assert {"play", "generate"} <= set(commands)
    for name, command in commands.items():
        assert f"sapper-{name}" in content.anchors
        assert f"$ sapper {name} " in content.text
        for parameter in command.params:
            for option in [*parameter.opts, *parameter.secondary_opts]:
                assert option.startswith("-") <= (option in content.text), (name, option)


def test_every_setting_is_documented() -> None:
    content = page("reference/settings.html")
    for variable in VARIABLES.values():
        assert variable in content.text, variable


def test_every_route_and_type_of_the_http_api_is_documented() -> None:
    document = create_app().openapi()
    content = page("reference/http.html")
    assert len(document["paths"]) >= 15
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            heading = f"{method.upper()} {path}"
            first = operation["description"].partition("\n\n")[0].replace("`", "")
            assert f"{heading} {' '.join(first.split())}" in content.text, heading
    for name, schema in document["components"]["schemas"].items():
        if schema.get("properties"):
            assert name.lower() in content.anchors, name


def public_modules() -> list[str]:
    """Return the modules that list their public names, and those of `sapper` itself."""
    package = Path(sapper.__file__).parent
    return [
        ".".join(["sapper", *path.relative_to(package).parts[:-1]])
        for path in sorted(package.rglob("__init__.py"))
        if "__all__" in path.read_text(encoding="utf-8")
    ] + ["sapper.errors"]


def public_names(module_name: str) -> list[str]:
    module = import_module(module_name)
    if hasattr(module, "__all__"):
        return [name for name in module.__all__ if not name.startswith("__")]
    return [
        name
        for name, value in vars(module).items()
        if inspect.isclass(value) and value.__module__ == module_name
    ]


@cache
def library() -> griffe.Object:
    return griffe.load("sapper", search_paths=[ROOT / "src"], resolve_aliases=True)


@pytest.mark.parametrize("module_name", public_modules())
def test_every_public_name_has_an_entry_and_a_docstring(module_name: str) -> None:
    anchors = {
        anchor
        for path, content in pages().items()
        if path.is_relative_to(SITE / "reference" / "python")
        for anchor in content.anchors
    }
    names = [f"{module_name}.{name}" for name in public_names(module_name)]
    assert not [name for name in names if name not in anchors]
    assert not [name for name in names if not library()[name.removeprefix("sapper.")].docstring]


def test_every_member_that_a_reference_page_selects_exists() -> None:
    """mkdocstrings ignores unknown names in `members`."""
    text = "\n".join(
        path.read_text(encoding="utf-8") for path in DOCS.glob("reference/python/*.md")
    )
    selections = re.findall(r"^::: sapper\.(\S+)\n +options:\n +members: \[(.+)\]$", text, re.M)
    assert len(selections) == text.count("members:")
    for module_name, members in selections:
        for name in members.split(", "):
            assert library()[f"{module_name}.{name}"].docstring, f"{module_name}.{name}"


def test_every_strategy_is_listed_and_explained() -> None:
    listed = page("reference/python/strategies.html").text
    guide = page("guide/strategies.html").text
    for name in strategies.names():
        assert name in listed, name
        assert name in guide, name


def test_a_guide_shows_every_command() -> None:
    guides = [*SITE.glob("guide/*.html"), *SITE.glob("concepts/*.html"), SITE / "readme.html"]
    text = " ".join(pages()[path].text for path in guides)
    for name in typer.main.get_group(app).commands:
        assert f"sapper {name}" in text, f"no guide shows sapper {name}"
