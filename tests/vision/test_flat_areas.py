"""Boards whose hidden cells are merged into flat areas, and plain margins around boards."""

import pytest
from PIL import ImageDraw

from sapper import scan
from tests.vision.board_pictures import Colour, Look, MergedLook, draw, draw_merged, encoded

BOTTOM = [
    ".1F1.1#1.",
    ".111.111.",
    "2321.....",
    "F##1.....",
    "2321...11",
    "111....1F",
    "1F1.11111",
    "111.1#1..",
    "121223221",
    "F4F4#3F3#",
    "#########",
    "#########",
    "#########",
    "#########",
]
AROUND = [
    "############",
    "############",
    "#####F#F####",
    "####12332111",
    "####1.......",
    "###F1.....11",
    "##211..1122F",
    "###12122#3F#",
    "###F##2#####",
    "######2#####",
    "############",
    "############",
]
LEFT_AND_BOTTOM = [
    "####F1..1#",
    "####21..11",
    "####1.....",
    "####1.....",
    "####1.....",
    "####1..111",
    "####2111#1",
    "####2F2221",
    "##########",
    "##########",
    "##########",
    "##########",
    "##########",
]
RIGHT = [
    "F3F1.......1#",
    "F311.11211.1#",
    "11...1F#F211#",
    ".....22######",
    "11..12#######",
    "#2..1#4######",
    "#2..23F######",
    "11..1########",
    "111.12#######",
    "#F1..1#######",
]
BOARDS = {"bottom": BOTTOM, "around": AROUND, "left": LEFT_AND_BOTTOM}

BRIGHT_DIGITS: tuple[Colour, ...] = (
    (120, 170, 255), (110, 220, 120), (255, 120, 110), (170, 140, 255),
    (240, 170, 90), (90, 220, 220), (240, 240, 240), (170, 170, 170),
)  # fmt: skip
LOOKS = {
    "white": MergedLook(),
    "dark": MergedLook(
        page=(18, 18, 18), hidden=(88, 92, 104), flag=(120, 124, 138), revealed=(18, 18, 18),
        revealed_other=(27, 27, 27), digits=BRIGHT_DIGITS,
    ),
    "similar margin": MergedLook(
        page=(238, 238, 242), hidden=(205, 212, 224), flag=(170, 180, 200), inset=0.0,
        revealed=(255, 255, 255), revealed_other=(246, 246, 246),
    ),
    "coloured": MergedLook(
        page=(250, 246, 236), hidden=(64, 120, 92), flag=(40, 84, 62), revealed=(250, 246, 236),
        revealed_other=(243, 237, 222), inset=0.05,
    ),
}  # fmt: skip


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("look", LOOKS)
def test_merged_hidden_cells_are_read(board: str, look: str) -> None:
    assert list(scan(draw_merged(BOARDS[board], LOOKS[look])).rows) == BOARDS[board]


@pytest.mark.parametrize("look", ["similar margin", "coloured"])
def test_merged_hidden_cells_at_the_right_edge_are_read(look: str) -> None:
    assert list(scan(draw_merged(RIGHT, LOOKS[look])).rows) == RIGHT


@pytest.mark.parametrize("look", LOOKS)
def test_merged_hidden_cells_are_read_in_a_jpeg_picture(look: str) -> None:
    data = encoded(draw_merged(BOTTOM, LOOKS[look]), "JPEG", quality=85)
    assert list(scan(data).rows) == BOTTOM


def test_a_round_button_over_merged_hidden_cells_does_not_cut_the_board() -> None:
    picture = draw_merged(BOTTOM, MergedLook())
    x, y = 31 + 9 * 48 - 24, 117 + 14 * 48
    ImageDraw.Draw(picture).ellipse((x - 40, y - 40, x + 40, y + 40), fill=(255, 111, 0))
    assert list(scan(picture).rows) == BOTTOM


@pytest.mark.parametrize("page", [(66, 66, 66), (238, 238, 242), (255, 255, 255)])
def test_a_board_without_hidden_cells_is_not_extended_by_the_margin(page: Colour) -> None:
    rows = ["1F1....", "111.111", "....1F1", "..11211", "..1F1..", "..111..", "......."]
    look = Look(revealed=(250, 250, 250), line=(170, 170, 170), is_raised=False, panel=page)
    assert list(scan(draw(rows, look, cell=40, margin=(80, 120))).rows) == rows


@pytest.mark.parametrize("cell", [30, 36])
@pytest.mark.parametrize("margin", [(2, 3), (2.5, 3.4), (3.3, 2.2)])
@pytest.mark.parametrize("colour", [(150, 150, 150), (192, 192, 192), (60, 64, 72)])
def test_a_margin_in_the_colour_of_hidden_cells_is_not_part_of_the_board(
    cell: int, margin: tuple[float, float], colour: Colour
) -> None:
    look = Look(
        hidden=colour, revealed=(235, 235, 235), line=(110, 110, 110), is_raised=False,
        panel=colour,
    )  # fmt: skip
    size = (round(margin[0] * cell), round(margin[1] * cell))
    assert list(scan(draw(RIGHT, look, cell=cell, margin=size)).rows) == RIGHT
