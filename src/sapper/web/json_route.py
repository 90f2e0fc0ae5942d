"""The API route class, which validates JSON bodies directly from their bytes."""

import inspect
from collections.abc import Callable, Coroutine
from typing import Any, Final, get_type_hints

from fastapi import Request
from fastapi.routing import APIRoute
from pydantic import BaseModel, TypeAdapter, ValidationError
from starlette.responses import Response

from sapper.web.error_responses import HttpError, is_json

_JSON_HEADER: Final = (b"content-type", b"application/json")
_MAX_ERRORS: Final = 20
# FastAPI validates only shorter bodies, because it reports every error of a body.
_MAX_FASTAPI_BYTES: Final = 4096

Handler = Callable[[Request], Coroutine[Any, Any, Response]]


class JsonRoute(APIRoute):
    """A route that handles valid JSON bodies faster than FastAPI's default route.

    FastAPI first parses a body into Python objects and then validates them. It also resolves
    dependencies, although no route has any. A prototype of this class cut the CPU time per move
    from about 0.65 ms to 0.55 ms. All other requests, including invalid ones, fall back to FastAPI,
    which reports validation errors.
    """

    def get_route_handler(self) -> Handler:
        """Return the function that handles requests to this route."""
        handle: Handler = super().get_route_handler()
        hints = get_type_hints(self.endpoint, include_extras=True)
        names = list(inspect.signature(self.endpoint).parameters)
        path_names = list(self.param_convertors)
        others = [name for name in names if name not in ("request", *path_names)]
        if len(others) != 1 or not _is_subclass(hints[others[0]], BaseModel):
            return handle
        if "request" not in names or not _is_subclass(hints.get("return"), Response):
            return handle
        body_name, body_type = others[0], hints[others[0]]
        path_types = {name: TypeAdapter(hints[name]) for name in path_names}

        async def handle_json(request: Request) -> Response:
            content = await request.body()
            is_large = len(content) > _MAX_FASTAPI_BYTES
            if _JSON_HEADER not in request.scope["headers"] and not (
                is_large and is_json(request.headers.get("content-type", ""))
            ):
                return await handle(request)
            try:
                arguments = {
                    name: path_type.validate_python(request.path_params[name])
                    for name, path_type in path_types.items()
                }
                arguments[body_name] = body_type.model_validate_json(content)
            except ValidationError as error:
                if error.error_count() > _MAX_ERRORS:
                    # FastAPI would report each of them, which takes milliseconds.
                    message = f"the body has {error.error_count()} errors"
                    raise HttpError(422, message, hint="see /api/docs") from None
                return await handle(request)
            response: Response = await self.endpoint(request=request, **arguments)
            return response

        return handle_json


def _is_subclass(kind: Any, base: type) -> bool:
    return isinstance(kind, type) and issubclass(kind, base)
