"""The files of the page, as small as browsers take them."""

import gzip
import os
from functools import lru_cache
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope


class Page(StaticFiles):
    """The files of the page. Browsers ask each time whether they have changed."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return the file at an address; each file has one, and `/main.js/` is not it."""
        asked: str = scope["path"]
        if asked != "/" and not _STEPS_IN_BETWEEN.isdisjoint(asked[1:].split("/")):
            raise HTTPException(404)
        return await super().get_response(path, scope)

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """Return a file, compressed if the browser can read that, or that it has it already."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["Cache-Control"] = "no-cache"
        response.headers["Vary"] = "Accept-Encoding"
        accepted = Headers(scope=scope).get("accept-encoding", "")
        if isinstance(response, NotModifiedResponse) or "gzip" not in accepted:
            return response
        compressed = Response(
            _compressed(os.fspath(full_path), stat_result.st_mtime_ns),
            status_code,
            headers={name: response.headers[name] for name in _KEPT if name in response.headers},
        )
        compressed.headers["Content-Encoding"] = "gzip"
        return compressed


# What the file system passes over: slashes that are doubled or at the end, and dots.
_STEPS_IN_BETWEEN = frozenset(("", ".", ".."))
_KEPT = ("content-type", "cache-control", "vary", "etag", "last-modified")


@lru_cache(maxsize=256)
def _compressed(path: str, _changed_at: int) -> bytes:
    return gzip.compress(Path(path).read_bytes(), 6, mtime=0)
