"""The files of the page, as small as browsers take them."""

import gzip
import os
from functools import lru_cache
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope


class Page(StaticFiles):
    """The files of the page. Browsers ask each time whether they have changed."""

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


_KEPT = ("content-type", "cache-control", "vary", "etag", "last-modified")


@lru_cache(maxsize=256)
def _compressed(path: str, _changed_at: int) -> bytes:
    return gzip.compress(Path(path).read_bytes(), 6, mtime=0)
