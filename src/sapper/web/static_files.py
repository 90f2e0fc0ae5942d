"""Static file serving with gzip compression."""

import gzip
import os
import re
from functools import lru_cache
from pathlib import Path
from posixpath import dirname, join, normpath

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

# Path segments that the file system ignores. They come from extra slashes and from dots.
_IGNORED_SEGMENTS = frozenset(("", ".", ".."))
_IMPORT = re.compile(r'^import [^;]*?from "(\.[^"]+)";', re.MULTILINE)
_COPIED_HEADERS = ("content-type", "cache-control", "vary", "link", "etag", "last-modified")


class CompressedStaticFiles(StaticFiles):
    """A static file server with gzip compression.

    Browsers must revalidate cached files before reusing them. A Link header makes the browser
    request all of the page's JavaScript modules at once, instead of discovering them level by
    level.
    """

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return the static file at a path.

        Raises HTTPException with status 404 if the path is not normalised, as in `/main.js/`.
        """
        requested: str = scope["path"]
        if requested != "/" and not _IGNORED_SEGMENTS.isdisjoint(requested[1:].split("/")):
            raise HTTPException(status_code=404)
        return await super().get_response(path, scope)

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """Return a file, compressed with gzip if the browser supports it.

        If the browser's cached copy is current, the response has status 304.
        """
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["Cache-Control"] = "no-cache"
        response.headers["Vary"] = "Accept-Encoding"
        path = Path(full_path)
        if path.suffix == ".html" and (modules := _preload_header(path.parent)):
            response.headers["Link"] = modules
        accepted = Headers(scope=scope).get("accept-encoding", "")
        if isinstance(response, NotModifiedResponse) or "gzip" not in accepted:
            return response
        headers = {
            name: response.headers[name] for name in _COPIED_HEADERS if name in response.headers
        }
        compressed = Response(
            _compressed(path, stat_result.st_mtime_ns), status_code, headers=headers
        )
        compressed.headers["Content-Encoding"] = "gzip"
        return compressed


@lru_cache(maxsize=1)
def _preload_header(folder: Path) -> str:
    """Return a header that preloads the main module and the modules that it statically imports."""
    modules: set[str] = set()
    pending = {"main.js"}
    while pending:
        module = pending.pop()
        if not (folder / module).is_file():
            continue
        modules.add(module)
        text = (folder / module).read_text(encoding="utf-8")
        imported = {normpath(join(dirname(module), path)) for path in _IMPORT.findall(text)}
        pending |= imported - modules
    return ", ".join(f"</{module}>; rel=modulepreload" for module in sorted(modules))


@lru_cache(maxsize=256)
def _compressed(path: Path, _modified_at: int) -> bytes:
    return gzip.compress(path.read_bytes(), 6, mtime=0)
