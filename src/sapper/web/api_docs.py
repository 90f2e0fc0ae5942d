"""The HTTP API for readers, from its OpenAPI document: a page of the docs and one of the server."""

import html
from collections.abc import Iterator
from typing import Any, NamedTuple

# Larger limits are doubles in the document, and not exact.
_MAX_EXACT = 2**53
_METHODS = ("get", "post", "put", "delete", "patch")


class Route(NamedTuple):
    """One method at one address."""

    method: str
    path: str
    tag: str
    text: str
    parameters: list[tuple[str, str, str]]
    """Name, type and meaning."""
    fields: list[tuple[str, str, str]]
    """Of the body."""
    answers: list[tuple[str, str]]
    """Status and what comes."""


def routes(document: dict[str, Any]) -> Iterator[Route]:
    """Yield all routes, in the order of the application."""
    for path, methods in document["paths"].items():
        for method in _METHODS:
            if method in methods:
                yield _route(document, path, method, methods[method])


def _route(document: dict[str, Any], path: str, method: str, about: dict[str, Any]) -> Route:
    parameters = [
        (p["name"], _type(p["schema"]), p.get("description", ""))
        for p in about.get("parameters", [])
    ]
    content = about.get("requestBody", {}).get("content", {})
    fields = []
    for media, body in content.items():
        schema = _resolve(document, body["schema"])
        for name, field in schema.get("properties", {}).items():
            required = "" if name in schema.get("required", []) else ", optional"
            fields.append((name, _type(field) + required, field.get("description", "")))
        if not schema.get("properties"):
            fields.append((media, _type(schema), schema.get("description", "")))
    # What goes wrong has the same shape everywhere, and is told once.
    answers = [
        (status, _answer(document, answer))
        for status, answer in about["responses"].items()
        if status.startswith("2")
    ]
    text = about.get("description") or about.get("summary", "")
    return Route(
        method.upper(), path, about.get("tags", [""])[0], text, parameters, fields, answers
    )


def _resolve(document: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    name = _name(schema)
    found: dict[str, Any] = document["components"]["schemas"][name] if name else schema
    return found


def _answer(document: dict[str, Any], answer: dict[str, Any]) -> str:
    for media, content in answer.get("content", {}).items():
        schema = content.get("schema", {})
        name = _name(schema)
        if name:
            text = str(_resolve(document, schema).get("description", ""))
            return f"{name}: {text}" if text else name
        if media == "text/plain" or not schema:
            return str(media)
        return _type(schema)
    return str(answer.get("description", ""))


def _type(schema: dict[str, Any]) -> str:
    if "anyOf" in schema:
        return " or ".join(_type(each) for each in schema["anyOf"])
    if "enum" in schema or "const" in schema:
        return " or ".join(f'"{value}"' for value in schema.get("enum", [schema.get("const")]))
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {}))}"
    kind = _name(schema) or str(schema.get("type", "any"))
    low = schema.get("minimum", schema.get("exclusiveMinimum"))
    high = schema.get("maximum", schema.get("exclusiveMaximum"))
    if low is not None and high is not None and high <= _MAX_EXACT:
        return f"{kind} from {low:g} to {high:.0f}"
    return f"{kind} up to {schema['maxLength']} long" if "maxLength" in schema else kind


def _name(schema: dict[str, Any]) -> str:
    """Return the name of the type that a schema refers to, if it does."""
    return str(schema.get("$ref", "")).rpartition("/")[2]


def schemas(document: dict[str, Any]) -> Iterator[tuple[str, str, list[tuple[str, str, str]]]]:
    """Yield every type that answers use: its name, its meaning and its fields."""
    for name, schema in document["components"]["schemas"].items():
        fields = [
            (field, _type(about), about.get("description", ""))
            for field, about in schema.get("properties", {}).items()
        ]
        if fields:
            yield name, schema.get("description", ""), fields


def to_markdown(document: dict[str, Any], introduction: str) -> str:
    """Return the page of the docs."""
    lines = [introduction]
    for route in routes(document):
        lines += [f"## {route.method} {route.path}\n", f"{route.text}\n"]
        for title, rows in (("parameter", route.parameters), ("body", route.fields)):
            if rows:
                lines += [_table((title, "type", "meaning"), rows)]
        lines += [_table(("status", "answer"), route.answers)]
    lines += ["## Types\n"]
    for name, text, fields in schemas(document):
        lines += [f"### {name}\n", f"{text}\n", _table(("field", "type", "meaning"), fields)]
    return "\n".join(lines)


def _table(heads: tuple[str, ...], rows: list[Any]) -> str:
    lines = [heads, ("---",) * len(heads), *rows]
    cells = [[_cell(cell) for cell in line] for line in lines]
    return "\n".join("| " + " | ".join(line) + " |" for line in cells) + "\n"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def to_html(document: dict[str, Any]) -> str:
    """Return the page of the server; it loads nothing."""

    def table(heads: tuple[str, ...], rows: list[Any]) -> str:
        head = "".join(f'<th scope="col">{html.escape(cell)}</th>' for cell in heads)
        body = "".join(
            "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>"
            for row in rows
        )
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

    parts = []
    for route in routes(document):
        parts.append(f"<h2>{route.method} {html.escape(route.path)}</h2>")
        parts.append(f"<p>{html.escape(route.text)}</p>")
        if route.parameters:
            parts.append(table(("parameter", "type", "meaning"), route.parameters))
        if route.fields:
            parts.append(table(("body", "type", "meaning"), route.fields))
        parts.append(table(("status", "answer"), route.answers))
    parts.append("<h1>Types</h1>")
    for name, text, fields in schemas(document):
        parts.append(f"<h2>{html.escape(name)}</h2><p>{html.escape(text)}</p>")
        parts.append(table(("field", "type", "meaning"), fields))
    title = f"{document['info']['title']} {document['info']['version']}: the HTTP API"
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{html.escape(title)}</title></head><body><h1>{html.escape(title)}</h1>"
        '<p>For programs: <a href="/api/openapi.json">the OpenAPI document</a>.</p>'
        f"{''.join(parts)}</body></html>"
    )
