"""HTTP API documentation generated from the OpenAPI document."""

import html
from collections.abc import Iterator
from typing import Any, NamedTuple

# JSON parsers may round larger integers, so the documentation omits larger bounds.
_MAX_EXACT_INTEGER = 2**53
_METHODS = ("get", "post", "put", "delete", "patch")


class Route(NamedTuple):
    """An API operation, identified by its HTTP method and path."""

    method: str
    path: str
    tag: str
    text: str
    parameters: list[tuple[str, str, str]]
    """The name, type and description of each parameter."""
    fields: list[tuple[str, str, str]]
    """The name, type and description of each body field."""
    responses: list[tuple[str, str]]
    """The status and description of each successful response."""


def routes(document: dict[str, Any]) -> Iterator[Route]:
    """Yield all routes in the order in which they appear in the OpenAPI document."""
    for path, methods in document["paths"].items():
        for method in _METHODS:
            if method in methods:
                yield _to_route(document, path, method, methods[method])


def _to_route(document: dict[str, Any], path: str, method: str, operation: dict[str, Any]) -> Route:
    parameters = [
        (p["name"], _type(p["schema"]), p.get("description", ""))
        for p in operation.get("parameters", [])
    ]
    content = operation.get("requestBody", {}).get("content", {})
    fields = []
    for media, body in content.items():
        schema = _resolve(document, body["schema"])
        for name, field in schema.get("properties", {}).items():
            required = "" if name in schema.get("required", []) else ", optional"
            fields.append((name, _type(field) + required, field.get("description", "")))
        if not schema.get("properties"):
            fields.append((media, _type(schema), schema.get("description", "")))
    # Errors have the same form for all routes, so they are documented once.
    responses = [
        (status, _describe_response(document, response))
        for status, response in operation["responses"].items()
        if status.startswith("2")
    ]
    text = operation.get("description") or operation.get("summary", "")
    return Route(
        method.upper(), path, operation.get("tags", [""])[0], text, parameters, fields, responses
    )


def _resolve(document: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    name = _referenced_name(schema)
    found: dict[str, Any] = document["components"]["schemas"][name] if name else schema
    return found


def _describe_response(document: dict[str, Any], response: dict[str, Any]) -> str:
    for media, content in response.get("content", {}).items():
        schema = content.get("schema", {})
        name = _referenced_name(schema)
        if name:
            text = str(_resolve(document, schema).get("description", ""))
            return f"{name}: {text}" if text else name
        if media == "text/plain" or not schema:
            return str(media)
        return _type(schema)
    return str(response.get("description", ""))


def _type(schema: dict[str, Any]) -> str:
    if "anyOf" in schema:
        return " or ".join(_type(each) for each in schema["anyOf"])
    if "enum" in schema or "const" in schema:
        return " or ".join(f'"{value}"' for value in schema.get("enum", [schema.get("const")]))
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {}))}"
    kind = _referenced_name(schema) or str(schema.get("type", "any"))
    low = schema.get("minimum", schema.get("exclusiveMinimum"))
    high = schema.get("maximum", schema.get("exclusiveMaximum"))
    if low is not None and high is not None and high <= _MAX_EXACT_INTEGER:
        return f"{kind} from {low:g} to {high:.0f}"
    return f"{kind} of at most {schema['maxLength']} characters" if "maxLength" in schema else kind


def _referenced_name(schema: dict[str, Any]) -> str:
    """Return the name of the type that a schema references, or "" if it has no reference."""
    return str(schema.get("$ref", "")).rpartition("/")[2]


def schemas(document: dict[str, Any]) -> Iterator[tuple[str, str, list[tuple[str, str, str]]]]:
    """Yield the name, description and fields of every type that has fields."""
    for name, schema in document["components"]["schemas"].items():
        fields = [
            (field_name, _type(field), field.get("description", ""))
            for field_name, field in schema.get("properties", {}).items()
        ]
        if fields:
            yield name, schema.get("description", ""), fields


def to_html(document: dict[str, Any]) -> str:
    """Return the API documentation as a self-contained HTML page."""

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
            parts.append(table(("parameter", "type", "description"), route.parameters))
        if route.fields:
            parts.append(table(("body field", "type", "description"), route.fields))
        parts.append(table(("status", "response"), route.responses))
    parts.append("<h1>Types</h1>")
    for name, text, fields in schemas(document):
        parts.append(f"<h2>{html.escape(name)}</h2><p>{html.escape(text)}</p>")
        parts.append(table(("field", "type", "description"), fields))
    title = f"{document['info']['title']} {document['info']['version']} HTTP API"
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{html.escape(title)}</title></head><body><h1>{html.escape(title)}</h1>"
        '<p>Programs can read the <a href="/api/openapi.json">OpenAPI document</a>.</p>'
        f"{''.join(parts)}</body></html>"
    )
