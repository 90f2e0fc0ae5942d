"""Error responses of the form `{"error": {"code", "message", "hint"}}`.

If the error concerns a cell, a field or an input line, the response also includes `cell`, `field`
or `line`.
"""

import json
import logging
import re
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import compile_path

from sapper import errors

log = logging.getLogger("sapper.web")

_STATUS: Final[dict[type[errors.SapperError], int]] = {
    errors.NotFound: 404,
    errors.StaleVersion: 409,
    errors.StoreError: 503,
    errors.StrategyFailed: 500,
}
_CODES: Final = {
    400: "bad-request",
    403: "forbidden",
    404: "not-found",
    405: "method-not-allowed",
    408: "request-timeout",
    413: "content-too-large",
    415: "unsupported-media-type",
    422: "invalid-request",
    429: "too-many-requests",
    500: "internal-error",
    503: "service-unavailable",
}
_SUBJECT: Final = ("cell", "field", "line", "version")
"""The attributes that identify the subject of an error."""
_NOT_JSON: Final = "the body is not valid JSON"
TOO_DEEPLY_NESTED: Final = "the body is nested too deeply"


class HttpError(Exception):
    """An HTTP error that does not correspond to an error in the game."""

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: str | None = None,
        hint: str | None = None,
        retry_after: int | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code or _CODES[status]
        self.hint = hint
        self.retry_after = retry_after


def error_response(
    status: int,
    message: str,
    hint: str | None = None,
    *,
    code: str | None = None,
    headers: dict[str, str] | None = None,
    **details: Any,
) -> Response:
    """Return an error response. If `code` is None, the status determines the error code."""
    error = {"code": code or _CODES.get(status, "error"), "message": message, "hint": hint}
    return Response(
        json.dumps({"error": {**error, **details}}), status, headers, "application/json"
    )


def error_code(error: errors.SapperError) -> str:
    """Return the machine-readable code for an error.

    >>> error_code(errors.IllegalMove("no"))
    'illegal-move'
    """
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", type(error).__name__).lower()


def add_exception_handlers(app: FastAPI) -> None:
    """Register handlers that convert exceptions to error responses.

    Unexpected exceptions are handled by `RequestMiddleware`.
    """

    @app.exception_handler(errors.SapperError)
    async def _handle_sapper_error(_request: Request, error: errors.SapperError) -> Response:
        status = _STATUS.get(type(error), 422)
        subject = {name: getattr(error, name, None) for name in _SUBJECT}
        details = {name: value for name, value in subject.items() if value is not None}
        headers = None
        if status == 503:
            headers = {"Retry-After": "1"}
            log.warning("%s", error)
        return error_response(
            status, str(error), error.hint, code=error_code(error), headers=headers, **details
        )

    @app.exception_handler(HttpError)
    async def _handle_http_error(_request: Request, error: HttpError) -> Response:
        headers = None if error.retry_after is None else {"Retry-After": str(error.retry_after)}
        return error_response(
            error.status, str(error), error.hint, code=error.code, headers=headers
        )

    @app.exception_handler(HTTPException)
    async def _handle_framework_error(request: Request, error: HTTPException) -> Response:
        status, headers = error.status_code, dict(error.headers or {})
        allowed = _allowed_methods(app, request.url.path)
        if status in (404, 405) and allowed and request.method not in allowed:
            # Unmatched requests reach the static files, which do not know the methods of the API.
            status, headers = 405, {"Allow": ", ".join(sorted(allowed))}
        if status == 400 and error.__cause__ is not None:  # The framework could not read the body.
            is_too_deep = isinstance(error.__cause__, RecursionError)
            return error_response(400, TOO_DEEPLY_NESTED if is_too_deep else _NOT_JSON)
        message = {
            404: f"nothing found at {request.url.path[:80]}",
            405: f"{request.method} is not allowed at {request.url.path[:80]}",
        }.get(status, str(error.detail))
        return error_response(status, message, headers=headers)

    @app.exception_handler(RequestValidationError)
    async def _handle_invalid_request(request: Request, error: RequestValidationError) -> Response:
        content_type = request.headers.get("content-type", "")
        if isinstance(error.body, bytes) and not _is_json(content_type):
            # The framework does not parse this body and would only report that an object is
            # missing.
            message = "the body must be JSON, but the Content-Type header is missing"
            if content_type:
                message = f"the body must be JSON, not {errors.short_repr(content_type)}"
            return error_response(415, message, "set the Content-Type header to application/json")
        first = error.errors()[0]
        location = ".".join(str(part) for part in first["loc"] if part != "body")
        if first["type"] == "json_invalid":
            return error_response(400, _NOT_JSON)
        if first["type"] == "missing" and not location:
            return error_response(422, "the body is missing", "see /api/docs")
        message = f"{location}: {first['msg']}" if location else str(first["msg"])
        field = next((part for part in first["loc"][1:] if isinstance(part, str)), None)
        details: dict[str, Any] = {} if field is None else {"field": field}
        return error_response(422, message[:300], "see /api/docs", **details)


def _is_json(content_type: str) -> bool:
    """Return whether FastAPI parses a body with this content type as JSON.

    >>> [_is_json(kind) for kind in ("application/json; charset=utf-8", "application/a+json")]
    [True, True]
    >>> [_is_json(kind) for kind in ("text/plain", "application/x-www-form-urlencoded", "")]
    [False, False, False]
    """
    kind = content_type.partition(";")[0].strip().lower()
    main, _, sub = kind.partition("/")
    return main == "application" and (sub == "json" or sub.endswith("+json"))


def _allowed_methods(app: FastAPI, path: str) -> set[str]:
    """Return the HTTP methods supported for a path, or an empty set for an unknown path."""
    paths: dict[str, dict[str, Any]] = app.openapi()["paths"]
    if path in paths:
        # The OpenAPI document does not list HEAD.
        routes = [route for route in app.routes if isinstance(route, APIRoute)]
        heads = {
            "HEAD" for route in routes if route.path == path and "HEAD" in (route.methods or ())
        }
        return {method.upper() for method in paths[path]} | heads
    return {
        method.upper()
        for pattern, methods in paths.items()
        if "{" in pattern and compile_path(pattern)[0].match(path)
        for method in methods
    }
