"""Tilted images, boards that are cut off, and images with other problems."""

import numpy as np
import pytest
from PIL import Image, ImageDraw

from sapper import scan
from sapper.errors import PictureError
from sapper.vision import board_choice
from sapper.vision.lattice import Lattice
from sapper.vision.picture_defects import cut_edge
from tests.vision.board_pictures import LOOKS, MergedLook, draw, draw_merged
from tests.vision.test_scanner import position

ROWS = position(16, 16, 40, seed=5)
CELL, LEFT, TOP = 24, 40, 70


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("degrees", [3, 20])
def test_a_tilted_board_is_refused(look: str, degrees: int) -> None:
    picture = draw(ROWS, LOOKS[look], cell=CELL, margin=(LEFT, TOP))
    tilted = picture.rotate(degrees, Image.Resampling.BICUBIC, expand=True, fillcolor=(90, 90, 90))
    with pytest.raises(PictureError, match="the image is tilted"):
        scan(tilted)


def test_a_photo_at_an_angle_is_refused() -> None:
    picture = draw(ROWS, cell=CELL, margin=(LEFT, TOP))
    width, height = picture.size
    corners = (0, 0, 30, height, width, height - 40, width - 60, 20)
    photo = picture.transform(picture.size, Image.Transform.QUAD, corners, Image.Resampling.BICUBIC)
    with pytest.raises(PictureError, match="the image is tilted"):
        scan(photo)


@pytest.mark.parametrize(
    ("look", "edge", "box"),
    [
        ("classic", "left", (LEFT + 5 * CELL + 13, 0, None, None)),
        ("classic", "right", (0, 0, LEFT + 8 * CELL + 11, None)),
        ("dark", "bottom", (0, 0, None, TOP + 7 * CELL + 12)),
        ("checkerboard", "top", (0, TOP + 4 * CELL + 10, None, None)),
    ],
)
def test_a_board_that_is_cut_off_is_refused(
    look: str, edge: str, box: tuple[int, int, int | None, int | None]
) -> None:
    picture = draw(ROWS, LOOKS[look], cell=CELL, margin=(LEFT, TOP))
    left, top, right, bottom = box
    cut = picture.crop((left, top, right or picture.width, bottom or picture.height))
    with pytest.raises(PictureError, match=f"cut off at the {edge} edge") as caught:
        scan(cut)
    assert caught.value.size is not None


@pytest.mark.parametrize(
    ("look", "margin"), [("classic", (0, 0)), ("dark", (7, 7)), ("checkerboard", (12, 12))]
)
def test_a_narrow_margin_is_not_a_board_that_is_cut_off(look: str, margin: tuple[int, int]) -> None:
    picture = draw(ROWS, LOOKS[look], cell=CELL, margin=margin)
    assert list(scan(picture).rows) == ROWS


def test_a_search_that_reaches_its_time_limit_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_choice.find_boards, "__kwdefaults__", {"seconds": -1.0})
    with pytest.raises(PictureError, match="reached its time limit"):
        scan(draw(ROWS, cell=CELL))


def test_a_button_in_the_margin_does_not_cut_off_the_board() -> None:
    rows = ["........."] * 11 + ["111111111", "#########"]
    picture = draw_merged(rows, MergedLook(), cell=48, margin=(31, 117))
    x, y = 31 + 9 * 48 + 8, 117 + 12 * 48 + 24
    ImageDraw.Draw(picture).ellipse((x - 20, y - 20, x + 20, y + 20), fill=(255, 111, 0))
    lattice = Lattice(31.0, 117.0, 48.0, 48.0)
    assert cut_edge(np.asarray(picture), lattice, rows=13, columns=9) is None
