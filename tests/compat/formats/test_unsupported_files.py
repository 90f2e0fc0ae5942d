"""Recognition of files that contain no board."""

import pytest

from sapper.compat.formats import conversion
from sapper.compat.formats.unsupported_files import unsupported_file_type
from sapper.errors import FormatError


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"\x89PNG\r\n\x1a\n", "a PNG image"),
        (b"\xff\xd8\xff\xe0", "a JPEG image"),
        (b"RIFF\x00\x00\x00\x00WEBP", "a WebP image"),
        (b"<svg xmlns=", "an SVG image"),
        (b'<?xml version="1.0"?>\n<svg>', "an SVG image"),
        (b"<!DOCTYPE html>", "an HTML page"),
        (b"%PDF-1.7", "a PDF document"),
        (b'{"rows": []}', "a JSON document"),
        (b"PK\x03\x04", "a ZIP archive"),
        (b"sapper-replay 1", None),
        (b"9x9/10\n", None),
        (b"", None),
    ],
)
def test_common_files_are_recognised(data: bytes, expected: str | None) -> None:
    assert unsupported_file_type(data) == expected


def test_the_error_names_the_type_of_the_file() -> None:
    with pytest.raises(FormatError, match="the file is a PNG image, not a board or a game"):
        conversion.read(b"\x89PNG\r\n\x1a\n")
