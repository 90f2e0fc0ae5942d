"""Decoding of image files, with limits on time and memory."""

import io
import os
import warnings
from pathlib import Path
from typing import Any

import cv2
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
        picture = _from_array(source)
    elif isinstance(source, Image.Image):
        _check_size(*source.size)
        picture = _to_rgb(source)
    else:
        picture = _decode(_contents(source))
    if min(picture.shape[:2]) < _MIN_EDGE:
        raise PictureError(
            f"the image is too small: {picture.shape[1]}x{picture.shape[0]} pixels",
            hint=f"a board needs at least {_MIN_EDGE} pixels in both directions",
        )
    factor = int(np.ceil(np.sqrt(picture.shape[0] * picture.shape[1] / _WORKING_PIXELS)))
    if factor > 1:
        size = (picture.shape[1] // factor, picture.shape[0] // factor)
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    return picture, factor


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


def _decode(data: bytes) -> Picture:
    if is_svg(data):
        raise PictureError("SVG images are not supported", hint=_HINT)
    try:
        with _open(data) as image:
            _check_size(*image.size)
            _check_frames(getattr(image, "n_frames", 1))
            return _to_rgb(image)
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


def _check_frames(count: int) -> None:
    if count > 1:
        raise PictureError("animated images are not supported", hint="use a single frame")


def _to_rgb(image: Image.Image) -> Picture:
    """Return the pixels as RGB, rotated upright and placed on a white background."""
    upright = ImageOps.exif_transpose(image)
    if upright.mode in {"RGBA", "LA", "PA"} or "transparency" in upright.info:
        rgba = upright.convert("RGBA")
        white = Image.new("RGBA", rgba.size, (255, 255, 255, 255))
        upright = Image.alpha_composite(white, rgba)
    return np.asarray(upright.convert("RGB"))


def _from_array(array: "np.ndarray[Any, Any]") -> Picture:
    if array.dtype != np.uint8 or array.ndim != 3 or array.shape[2] != 3:
        raise PictureError(
            f"an image array must be uint8 with the shape (height, width, 3), not {array.dtype} "
            f"{array.shape}"
        )
    _check_size(array.shape[1], array.shape[0])
    return array
