"""Decoding of image files, with limits on time and memory."""

import io
import os
import warnings
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageOps, UnidentifiedImageError

from sapper.errors import PictureError, short_repr
from sapper.vision.lattice import Picture
from sapper.vision.picture_signatures import is_svg

MAX_BYTES = 20 * 1024 * 1024
MAX_PIXELS = 24_000_000  # The maximum number of pixels, such as 6000x4000.
# The number of pixels above which an image is shrunk before the search.
_WORKING_PIXELS = 5_000_000
_MIN_EDGE = 24
_FORMATS = ("PNG", "JPEG", "WEBP", "BMP", "GIF")
_HINT = "use a PNG, JPEG, WebP, BMP or GIF image"


def load_picture(source: Any) -> tuple[Picture, int]:
    """Return an image as RGB pixels, and the factor by which it was scaled down.

    `source` is a path, the contents of a file, a Pillow image or an array of shape (height, width,
    3). Raises PictureError if the image is damaged, animated or too large.
    """
    if isinstance(source, np.ndarray):
        return _shrunk_rgb(_from_array(source))
    if isinstance(source, Image.Image):
        _check_size(*source.size)
        return _shrunk_rgb(source)
    return _decode(_contents(source))


def _contents(source: Any) -> bytes:
    if isinstance(source, bytes | bytearray | memoryview):
        data = bytes(source)
    elif isinstance(source, str | os.PathLike):
        with Path(source).open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    else:
        raise PictureError(
            f"cannot read an image from {short_repr(source)}",
            hint="pass a path, bytes, a Pillow image or a NumPy array",
        )
    if len(data) > MAX_BYTES:
        raise PictureError(f"the image file is too large: the limit is {MAX_BYTES:,} bytes")
    return data


def _decode(data: bytes) -> tuple[Picture, int]:
    if is_svg(data):
        raise PictureError("SVG images are not supported", hint=_HINT)
    try:
        with _open(data) as image:
            _check_size(*image.size)
            _check_frames(getattr(image, "n_frames", 1))
            return _shrunk_rgb(image)
    except UnidentifiedImageError:
        raise PictureError("the file is not an image in a supported format", hint=_HINT) from None
    except PictureError:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise PictureError(
            f"the image is too large: the limit is {MAX_PIXELS:,} pixels",
            hint="crop the image to the board",
        ) from None
    except (OSError, SyntaxError, ValueError, EOFError) as error:
        raise PictureError(f"the image is damaged: {error}") from None


def _open(data: bytes) -> Image.Image:
    """Read the header of an image file. The pixels are decoded later."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", Image.DecompressionBombWarning)
        return Image.open(io.BytesIO(data), formats=_FORMATS)


def _check_size(width: int, height: int) -> None:
    if width * height > MAX_PIXELS:
        raise PictureError(
            f"the image is too large: {width}x{height} exceeds the limit of {MAX_PIXELS:,} pixels",
            hint="crop the image to the board",
        )
    if min(width, height) < _MIN_EDGE:
        raise PictureError(
            f"the image is too small: {width}x{height} pixels",
            hint=f"a board needs at least {_MIN_EDGE} pixels in both directions",
        )


def _check_frames(count: int) -> None:
    if count > 1:
        raise PictureError("animated images are not supported", hint="use a single frame")


def _shrunk_rgb(image: Image.Image) -> tuple[Picture, int]:
    """Return an image as RGB pixels, upright, and the factor by which it was scaled down.

    Transparent pixels are placed on a white background. A large image is scaled down first, so that
    the other steps copy only a small image.
    """
    is_transparent = image.mode in {"RGBA", "LA", "PA"} or "transparency" in image.info
    mode = "RGBA" if is_transparent else "RGB"
    pixels = image if image.mode == mode else image.convert(mode)
    factor = int(np.ceil(np.sqrt(image.width * image.height / _WORKING_PIXELS)))
    if factor > 1:
        pixels = pixels.reduce(factor)
    pixels = ImageOps.exif_transpose(pixels)
    if is_transparent:
        white = Image.new("RGBA", pixels.size, (255, 255, 255, 255))
        pixels = Image.alpha_composite(white, pixels).convert("RGB")
    return np.asarray(pixels), factor


def _from_array(array: "np.ndarray[Any, Any]") -> Image.Image:
    if array.dtype != np.uint8 or array.ndim != 3 or array.shape[2] != 3:
        raise PictureError(
            f"an image array must be uint8 with the shape (height, width, 3), not {array.dtype} "
            f"{array.shape}"
        )
    _check_size(array.shape[1], array.shape[0])
    return Image.fromarray(array)
