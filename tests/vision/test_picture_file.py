"""Decoding of valid, damaged, oversized and unsupported image files."""

import struct
import subprocess
import sys
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from sapper.errors import PictureError
from sapper.vision.picture_file import MAX_BYTES, load_picture
from sapper.vision.picture_signatures import is_picture
from tests.vision.board_pictures import encoded

PLAIN = Image.new("RGB", (60, 40), (10, 20, 30))


def png_header(width: int, height: int) -> bytes:
    """Return a PNG file that claims a size and has no pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    size = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", size) + chunk(b"IDAT", b"") + chunk(b"IEND", b"")


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "BMP", "GIF"])
def test_common_formats_are_decoded(kind: str) -> None:
    data = encoded(PLAIN, kind)
    assert is_picture(data)
    picture, factor = load_picture(data)
    assert (picture.shape, factor) == ((40, 60, 3), 1)


def test_a_path_a_pillow_image_and_an_array_give_the_same_picture(tmp_path: Path) -> None:
    file = tmp_path / "plain.png"
    PLAIN.save(file)
    for source in (file, str(file), PLAIN, np.asarray(PLAIN)):
        assert (load_picture(source)[0] == np.asarray(PLAIN)).all()


def test_transparent_pixels_are_white() -> None:
    picture, _ = load_picture(encoded(Image.new("RGBA", (60, 40), (0, 0, 0, 0))))
    assert (picture == 255).all()


def test_a_photo_is_turned_upright() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # turned by 90 degrees
    picture, _ = load_picture(encoded(PLAIN, "JPEG", exif=exif))
    assert picture.shape == (60, 40, 3)


def test_a_large_photo_is_turned_upright_and_shrunk() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # turned by 90 degrees
    photo = Image.new("RGB", (4000, 3000), (255, 255, 255))
    photo.paste((255, 0, 0), (0, 0, 4000, 300))
    picture, factor = load_picture(encoded(photo, "JPEG", exif=exif))
    assert (picture.shape, factor) == ((2000, 1500, 3), 2)
    assert picture[1000, 1490].tolist() == pytest.approx([255, 0, 0], abs=3)
    assert picture[1000, 10].tolist() == [255, 255, 255]


@pytest.mark.parametrize("mode", ["RGBA", "LA", "P"])
def test_transparent_pixels_of_large_pictures_are_white(mode: str) -> None:
    large = Image.new(mode, (4000, 3000))
    options = {"transparency": 0} if mode == "P" else {}
    picture, factor = load_picture(encoded(large, "PNG", **options))
    assert (picture.shape, factor) == ((1500, 2000, 3), 2)
    assert (picture == 255).all()


@pytest.mark.skipif(not Path("/proc").exists(), reason="reads the peak memory from /proc")
def test_the_largest_picture_is_decoded_in_less_than_300_megabytes(tmp_path: Path) -> None:
    file = tmp_path / "large.png"
    Image.new("RGB", (6000, 4000)).save(file)
    program = (
        "import sys\n"
        "from sapper.vision.picture_file import load_picture\n"
        "load_picture(sys.argv[1])\n"
        "print(open('/proc/self/status').read())\n"
    )
    status = subprocess.run(
        [sys.executable, "-c", program, str(file)], capture_output=True, text=True, check=True
    ).stdout
    peak = status.partition("VmHWM:")[2].split()[0]
    assert int(peak) < 300_000


def test_large_pictures_are_shrunk_for_the_search() -> None:
    picture, factor = load_picture(Image.new("RGB", (4000, 3000)))
    assert (picture.shape, factor) == ((1500, 2000, 3), 2)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"hello", "not an image"),
        (b"", "not an image"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "SVG images are not supported"),
        (b"<?xml version='1.0'?><svg/>", "SVG images are not supported"),
        (png_header(20_000, 20_000), "too large: the limit is 24,000,000 pixels"),
        (png_header(6_000, 5_000), "too large: 6000x5000 exceeds the limit of 24,000,000 pixels"),
        (png_header(10_000, 10_000), "too large: the limit is 24,000,000 pixels"),
        (png_header(60, 40), "damaged"),
        (encoded(PLAIN)[:60], "damaged"),
        (encoded(PLAIN, "JPEG")[:-200], "damaged"),
        (encoded(Image.new("RGB", (8, 8))), "too small: 8x8 pixels"),
        (bytes(MAX_BYTES + 1), "file is too large"),
    ],
)  # fmt: skip
def test_unusable_files_are_refused(data: bytes, message: str) -> None:
    with pytest.raises(PictureError, match=message):
        load_picture(data)


def test_an_animation_is_refused() -> None:
    frames = [Image.new("RGB", (60, 40), (shade, 0, 0)) for shade in (0, 90, 200)]
    data = encoded(frames[0], "GIF", save_all=True, append_images=frames[1:])
    with pytest.raises(PictureError, match="animated"):
        load_picture(data)


def test_a_decompression_bomb_is_refused_before_it_is_decoded() -> None:
    bomb = png_header(100_000, 100_000)
    with pytest.raises(PictureError, match="too large"):
        load_picture(bomb)


@pytest.mark.parametrize(
    "array", [np.zeros((40, 60)), np.zeros((40, 60, 4), np.uint8), np.zeros((40, 60), np.uint8)]
)
def test_arrays_of_other_shapes_are_refused(array: np.ndarray) -> None:
    with pytest.raises(PictureError, match="an image array must be uint8"):
        load_picture(array)


def test_other_objects_are_refused() -> None:
    with pytest.raises(PictureError, match="cannot read an image from 42"):
        load_picture(42)


@pytest.mark.parametrize("text", [b"9x9/10\n", b"#1.", b"\xef\xbb\xbf9x9/10"])
def test_position_texts_are_not_pictures(text: bytes) -> None:
    assert not is_picture(text)
