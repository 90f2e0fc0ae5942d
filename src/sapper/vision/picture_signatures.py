"""Detection of image files by their first bytes, without importing a decoder."""

# The first bytes of PNG, JPEG, GIF, BMP, TIFF (two byte orders) and PDF files.
_SIGNATURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"BM", b"II*\0", b"MM\0*", b"%PDF")
_HEAD_BYTES = 512


def is_picture(data: bytes) -> bool:
    """Return whether a file is an image, even if its format is not supported."""
    return (
        data.startswith(_SIGNATURES)
        or (data[:4] == b"RIFF" and data[8:12] == b"WEBP")
        or data[4:8] == b"ftyp"  # HEIC and AVIF files have this signature.
        or is_svg(data)
    )


def is_svg(data: bytes) -> bool:
    """Return whether a file is an SVG image."""
    head = data[:_HEAD_BYTES].removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    return head.startswith(b"<svg") or (head.startswith((b"<?xml", b"<!")) and b"<svg" in head)
