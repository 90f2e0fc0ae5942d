"""The parts of the reference that are generated from the program itself.

A page includes a generated part with a marker on its own line, for example
`<!-- generated: commands -->`.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import groupby
from typing import Any

import typer.main
from pydantic.fields import FieldInfo
from typer.cli import get_docs_for_click

from sapper import strategies
from sapper.cli import app
from sapper.play.five_systems import System, five_systems
from sapper.web import api_docs
from sapper.web.app import create_app
from sapper.web.settings import VARIABLES, Settings

_MARKER = re.compile(r"^<!-- generated: (\S+) -->$", re.MULTILINE)


def fill_markers(text: str) -> str:
    """Return a page with each marker replaced by the part that it names.

    Raises ValueError if a marker names an unknown part.
    """

    def generate(match: re.Match[str]) -> str:
        if match[1] not in PARTS:
            raise ValueError(f"{match[0]} must name one of {', '.join(PARTS)}, not {match[1]!r}")
        return PARTS[match[1]]()

    return _MARKER.sub(generate, text)


def commands() -> str:
    """Return a table of all commands, followed by the arguments and options of each command."""
    program = typer.main.get_group(app)
    context = typer.Context(program, info_name="sapper")
    rows = []
    for name, command in program.commands.items():
        text = _described(command.help, f"the {name} command")
        rows.append((f"[`sapper {name}`](#sapper-{name})", text.partition("\n\n")[0]))
        for parameter in command.params:
            _described(getattr(parameter, "help", None), f"{parameter.name} of the {name} command")
    sections = [
        get_docs_for_click(obj=command, ctx=context, indent=1, call_prefix="sapper")
        for command in program.commands.values()
    ]
    return "\n".join([_table(("command", "purpose"), rows), *sections])


def routes() -> str:
    """Return the routes of the HTTP API by topic, followed by the types of bodies and responses."""
    document = openapi()
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            _described(operation.get("description"), f"the route {method.upper()} {path}")
    names = [name for name, _, _ in api_docs.schemas(document)]
    reference = re.compile(rf"\b({'|'.join(names)})\b")

    def linked(rows: Iterable[Sequence[str]], column: int) -> list[list[str]]:
        return [
            [
                reference.sub(lambda match: f"[{match[1]}](#{match[1].lower()})", cell)
                if place == column
                else cell
                for place, cell in enumerate(row)
            ]
            for row in rows
        ]

    lines = []
    for tag, group in groupby(api_docs.routes(document), key=lambda route: route.tag):
        lines.append(f"## {tag.capitalize()}\n")
        for route in group:
            lines += [f"### {route.method} {route.path}\n", f"{route.text}\n"]
            for title, rows in (("parameter", route.parameters), ("body", route.fields)):
                if rows:
                    lines.append(_table((title, "type", "description"), linked(_named(rows), 1)))
            if route.responses:
                lines.append(_table(("status", "response"), linked(route.responses, 1)))
    lines.append("## Types\n")
    for name, text, rows in api_docs.schemas(document):
        lines += [f"### {name}\n", f"{text}\n"]
        lines.append(_table(("field", "type", "description"), linked(_named(rows), 1)))
    return "\n".join(lines)


def openapi() -> dict[str, Any]:
    """Return the OpenAPI document of the server."""
    document: dict[str, Any] = create_app().openapi()
    return document


def settings() -> str:
    """Return a table of the settings that environment variables can change."""
    rows = []
    for name, variable in VARIABLES.items():
        field = Settings.model_fields[name]
        text = _described(field.description, f"the setting {name}")
        rows.append((f"`{variable}`", _default(field), text))
    return _table(("variable", "default", "description"), rows)


def _default(field: FieldInfo) -> str:
    if field.default_factory is not None:
        return "computed"
    if field.default == ():
        return "none"
    return f"`{field.default}`"


def strategy_names() -> str:
    """Return a table of all strategies."""
    rows = [(f"`{name}`", strategies.get(name).summary) for name in strategies.names()]
    return _table(("name", "method"), rows)


def system_features(system: System) -> str:
    """Return a table of a system's features, followed by the differences from its document."""
    rows = (
        (feature.text, feature.shown_by, ", ".join(f"`{test}`" for test in feature.tests))
        for feature in system.features
    )
    differences = "".join(f"- {difference}\n" for difference in system.differences)
    table = _table(("feature", "in Sapper", "test"), rows)
    return f"{table}\nSapper differs from the original in these ways:\n\n{differences}"


def _described(text: str | None, subject: str) -> str:
    """Return the description of a subject. Raises ValueError if it is missing."""
    if not text:
        raise ValueError(f"{subject} has no description")
    return text


def _named(rows: Iterable[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    return [(f"`{name}`", kind, meaning) for name, kind, meaning in rows]


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(map(_cell, line))} |\n" for line in lines)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


PARTS: dict[str, Callable[[], str]] = {
    "commands": commands,
    "routes": routes,
    "settings": settings,
    "strategies": strategy_names,
    **{
        f"features-{system.strategy}": partial(system_features, system) for system in five_systems()
    },
}
"""The functions that generate the parts, keyed by the name in the marker."""
