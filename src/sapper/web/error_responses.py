"""Whatever goes wrong, in one shape: `{"error": {"code", "message", "hint"}}`."""

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
_NAMES: Final = {
    400: "bad-request",
    403: "forbidden",
    404: "not-found",
    405: "method-not-allowed",
    408: "too-slow",
    413: "too-large",
    415: "unsupported-type",
    422: "invalid-request",
    429: "too-busy",
    500: "internal",
    503: "unavailable",
}
_NOT_JSON: Final = "the body is not JSON"
TOO_DEEP: Final = "the body is nested too deep"


class Problem(Exception):
    """An answer that is an error of HTTP rather than of the game."""

    def __init__(
        self,
        status: int,
        message: str,
        *,
        code: str | None = None,
        hint: str | None = None,
        retry_after: int | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code or _NAMES[status]
        self.hint = hint
        self.retry_after = retry_after


STRICT_HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
"""What browsers are told with every answer."""


def problem_response(
    status: int,
    code: str,
    message: str,
    hint: str | None = None,
    *,
    headers: dict[str, str] | None = None,
    **more: Any,
) -> Response:
    """Return an error as every client expects it."""
    body = {"error": {"code": code, "message": message, "hint": hint, **more}}
    return Response(json.dumps(body), status, headers, "application/json")


def code_of(error: errors.SapperError) -> str:
    """Return the name of an error for programs.

    >>> code_of(errors.IllegalMove("no"))
    'illegal-move'
    """
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", type(error).__name__).lower()


def add_handlers(app: FastAPI) -> None:
    """Let the application answer every error in the one shape; the guard answers the unexpected."""

    @app.exception_handler(errors.SapperError)
    async def _sapper(_request: Request, error: errors.SapperError) -> Response:
        status = _STATUS.get(type(error), 422)
        more: dict[str, Any] = {}
        if isinstance(error, errors.InconsistentView):
            more["cell"] = list(error.cell) if error.cell else None
        if isinstance(error, errors.StaleVersion):
            more["version"] = error.version
        headers = None
        if status == 503:
            headers = {"Retry-After": "1"}
            log.warning("%s", error)
        return problem_response(
            status, code_of(error), str(error), error.hint, headers=headers, **more
        )

    @app.exception_handler(Problem)
    async def _problem(_request: Request, error: Problem) -> Response:
        headers = None if error.retry_after is None else {"Retry-After": str(error.retry_after)}
        return problem_response(error.status, error.code, str(error), error.hint, headers=headers)

    @app.exception_handler(HTTPException)
    async def _http(request: Request, error: HTTPException) -> Response:
        status, headers = error.status_code, dict(error.headers or {})
        allowed = _methods_at(app, request.url.path)
        if status in (404, 405) and allowed and request.method not in allowed:
            # The page takes whatever no route has taken, and knows nothing of their methods.
            status, headers = 405, {"Allow": ", ".join(sorted(allowed))}
        if status == 400 and error.__cause__ is not None:  # so the framework tells of a body
            deep = isinstance(error.__cause__, RecursionError)
            message = TOO_DEEP if deep else _NOT_JSON
            return problem_response(400, _NAMES[400], message)
        message = {
            404: f"there is nothing at {request.url.path[:80]}",
            405: f"{request.method} is not possible at {request.url.path[:80]}",
        }.get(status, str(error.detail))
        return problem_response(status, _NAMES.get(status, "error"), message, headers=headers)

    @app.exception_handler(RequestValidationError)
    async def _invalid(request: Request, error: RequestValidationError) -> Response:
        given = request.headers.get("content-type", "")
        if isinstance(error.body, bytes) and not _is_json(given):
            # The framework did not read it, and would only say that it is no object.
            told = f"not {errors.quoted(given)}" if given else "and its type was not told"
            return problem_response(
                415,
                _NAMES[415],
                f"the body must be JSON, {told}",
                "send it with Content-Type: application/json",
            )
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"] if part != "body")
        if first["type"] == "json_invalid":
            return problem_response(400, _NAMES[400], _NOT_JSON)
        if first["type"] == "missing" and not where:
            return problem_response(422, _NAMES[422], "the body is missing", "see /api/docs")
        message = f"{where}: {first['msg']}" if where else str(first["msg"])
        return problem_response(422, _NAMES[422], message[:300], "see /api/docs")


def _is_json(content_type: str) -> bool:
    """Tell whether a body of this type is read as JSON.

    >>> [_is_json(given) for given in ("application/json; charset=utf-8", "application/a+json")]
    [True, True]
    >>> [_is_json(given) for given in ("text/plain", "application/x-www-form-urlencoded", "")]
    [False, False, False]
    """
    kind = content_type.partition(";")[0].strip().lower()
    main, _, sub = kind.partition("/")
    return main == "application" and (sub == "json" or sub.endswith("+json"))


def _methods_at(app: FastAPI, path: str) -> set[str]:
    """Return the methods that the API has at an address, none if it has no such address."""
    paths: dict[str, dict[str, Any]] = app.openapi()["paths"]
    if path in paths:
        # The document does not tell of HEAD.
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
