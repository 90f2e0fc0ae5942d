"""Detection of common file types that contain no board, for use in error messages."""

import re
from typing import Final

_SIGNATURES: Final[tuple[tuple[bytes, str], ...]] = (
    (b"\x89PNG\r\n", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"BM", "a BMP image"),
    (b"%PDF", "a PDF document"),
    (b"PK\x03\x04", "a ZIP archive"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"SQLite format 3\x00", "an SQLite database"),
    (b"*rmv", "an RMV recording"),
)
_MARKUP: Final = re.compile(
    rb"\s*(?:<\?xml.{0,200}?\?>\s*)?<(!doctype html|html|svg)\b", re.I | re.S
)


def unsupported_file_type(data: bytes) -> str | None:
    """Return the type of an unsupported file, such as "a PNG image", or None if it is unknown."""
    start = data[:400].removeprefix(b"\xef\xbb\xbf")
    if start[:4] == b"RIFF" and start[8:12] == b"WEBP":
        return "a WebP image"
    if markup := _MARKUP.match(start):
        return "an SVG image" if markup[1].lower() == b"svg" else "an HTML page"
    if start.lstrip()[:2] in (b'{"', b"{}", b"[{"):
        return "a JSON document"
    return next((kind for prefix, kind in _SIGNATURES if start.startswith(prefix)), None)
