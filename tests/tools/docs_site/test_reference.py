import re
from typing import Any

import pytest
import typer

from sapper.web.app import create_app
from sapper.web.settings import Settings
from tools.docs_site import reference


def test_markers_are_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(reference.PARTS, "boards", lambda: "9x9/10")
    page = "Before.\n\n<!-- generated: boards -->\n\nAfter `<!-- generated: boards -->`.\n"
    assert reference.fill_markers(page) == "Before.\n\n9x9/10\n\n" + page.rpartition("\n\n")[2]


def test_an_unknown_marker_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"must name one of commands, .*, not 'comands'"):
        reference.fill_markers("<!-- generated: comands -->")


def test_a_command_without_a_description_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    app = typer.Typer()
    app.command("one", help="The first.")(lambda: None)
    app.command("two")(lambda: None)
    monkeypatch.setattr(reference, "app", app)
    with pytest.raises(ValueError, match="the two command has no description"):
        reference.commands()


def test_an_option_without_a_description_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def play(seed: int = 0) -> None:
        """Play."""

    app = typer.Typer()
    app.command()(play)
    app.command("other", help="The other.")(lambda: None)
    monkeypatch.setattr(reference, "app", app)
    with pytest.raises(ValueError, match="seed of the play command has no description"):
        reference.commands()


def test_a_route_without_a_description_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    document: dict[str, Any] = create_app().openapi()
    del document["paths"]["/api/levels"]["get"]["description"]
    monkeypatch.setattr(reference, "openapi", lambda: document)
    with pytest.raises(ValueError, match="the route GET /api/levels has no description"):
        reference.routes()


def test_a_setting_without_a_description_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Settings.model_fields["max_cells"], "description", None)
    with pytest.raises(ValueError, match="the setting max_cells has no description"):
        reference.settings()


def test_bars_inside_a_cell_are_escaped() -> None:
    rows = [line for line in reference.routes().splitlines() if line.startswith("|")]
    assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {3, 4}


def test_types_of_the_http_api_link_to_their_sections() -> None:
    page = reference.routes()
    targets = set(re.findall(r"\]\(#(\w+)\)", page))
    assert len(targets) > 10
    assert targets <= {name.lower() for name in re.findall(r"^### (\w+)$", page, re.MULTILINE)}
