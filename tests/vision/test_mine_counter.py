"""Mine counters in seven-segment digits, and the mine counts that follow from them."""

import numpy as np
import pytest
from PIL import Image, ImageDraw

from sapper import scan
from sapper.vision.mine_counter import read_counter
from sapper.vision.scanner import _mine_count
from tests.vision.board_pictures import draw

SEGMENTS = ["abcdef", "bc", "abdeg", "abcdg", "bcfg", "acdfg", "acdefg", "abc", "abcdefg", "abcdfg"]
PLACES = {
    "a": (0.2, 0, 0.8, 0.1), "b": (0.85, 0.05, 1, 0.47), "c": (0.85, 0.53, 1, 0.95),
    "d": (0.2, 0.9, 0.8, 1), "e": (0, 0.53, 0.15, 0.95), "f": (0, 0.05, 0.15, 0.47),
    "g": (0.2, 0.45, 0.8, 0.55),
}  # fmt: skip
BOX = (40.0, 70.0, 216.0, 216.0)


def draw_counter(
    picture: Image.Image, text: str, at: tuple[int, int], *, size: tuple[int, int] = (14, 28)
) -> None:
    """Draw a number in lit segments on a black panel, with the other segments dimmed."""
    pen = ImageDraw.Draw(picture)
    width, height = size
    pitch = round(width * 1.4)
    x, y = at
    pen.rectangle((x - 3, y - 3, x + pitch * len(text), y + height + 3), fill=(0, 0, 0))
    for index, digit in enumerate(text):
        for name, (x0, y0, x1, y1) in PLACES.items():
            lit = (255, 0, 0) if name in SEGMENTS[int(digit)] else (90, 0, 0)
            left = x + index * pitch
            corners = (
                left + x0 * (width - 1), y + y0 * (height - 1),
                left + x1 * (width - 1), y + y1 * (height - 1),
            )  # fmt: skip
            pen.rectangle(corners, fill=lit)


@pytest.mark.parametrize("number", ["010", "123", "456", "789", "041", "11", "0999"])
@pytest.mark.parametrize("size", [(8, 16), (14, 28), (26, 48)])
def test_seven_segment_digits_are_read(number: str, size: tuple[int, int]) -> None:
    picture = Image.new("RGB", (420, 300), (192, 192, 192))
    draw_counter(picture, number, (46, 10), size=size)
    assert read_counter(np.asarray(picture), (40, 70, 360, 216), 24) == int(number)


def test_the_number_on_the_right_is_the_time() -> None:
    picture = Image.new("RGB", (300, 300), (192, 192, 192))
    draw_counter(picture, "123", (190, 20))
    assert read_counter(np.asarray(picture), BOX, 24) is None


def test_red_text_and_flags_are_not_a_counter() -> None:
    picture = Image.new("RGB", (300, 300), (192, 192, 192))
    pen = ImageDraw.Draw(picture)
    pen.text((46, 20), "Game", fill=(255, 0, 0), font_size=30)
    pen.polygon([(150, 20), (150, 50), (120, 35)], fill=(255, 0, 0))
    assert read_counter(np.asarray(picture), BOX, 24) is None


def test_the_counter_gives_the_mine_count_of_a_size_without_a_standard() -> None:
    rows = ["1F1....", "111.111", "....1F#", "..112##", "..1#?##", "..12###", "...1###"]
    picture = draw(rows, cell=32)
    assert scan(picture).mines is None
    draw_counter(picture, "006", (44, 20))
    assert scan(picture).mines == 8


@pytest.mark.parametrize(
    ("rows", "counter", "mines"),
    [
        (("1F1", "111", "###"), None, None),
        (("1F1", "111", "###"), 1, None),  # The clues allow no second mine.
        (("1F1#", "111#", "####", "####"), 2, 3),
        (("1X1#", "111#", "####", "####"), 2, 3),  # A wrong flag is counted as a flag.
        (("#" * 9,) * 9, 10, 10),
        (("#" * 9,) * 9, 12, None),  # Not the standard count, so one of the two is wrong.
        (("#" * 9,) * 9, 888, 10),  # More mines than cells, so the number is something else.
        (("#" * 9,) * 9, None, 10),
        (("*#1", "..1", "..1"), 7, 1),  # The mines are shown.
    ],
)
def test_the_mine_count_agrees_with_the_cells(
    rows: tuple[str, ...], counter: int | None, mines: int | None
) -> None:
    assert _mine_count(rows, counter) == mines
