"""Reading whole images that the tests draw themselves."""

import pytest
from PIL import Image, ImageDraw

from sapper import Game, Rules, analyse, scan
from sapper.errors import PictureError
from tests.vision.board_pictures import CHECKERBOARD, CLASSIC, DARK, LOOKS, Look, draw, encoded


def position(width: int, height: int, mines: int, seed: int) -> list[str]:
    game = Game(Rules(width=width, height=height, mines=mines, start="opening"), seed=seed)
    game.reveal((height // 2, width // 2))
    return list(game.view.rows)


@pytest.mark.parametrize("look", LOOKS)
def test_a_drawn_board_is_read_cell_by_cell(look: str) -> None:
    rows = position(16, 16, 40, seed=5)
    assert list(scan(draw(rows, LOOKS[look])).rows) == rows


@pytest.mark.parametrize("cell", [12, 16, 31, 60, 100])
def test_cells_of_any_size_are_read(cell: int) -> None:
    rows = position(9, 9, 10, seed=3)
    assert list(scan(draw(rows, CLASSIC, cell=cell)).rows) == rows


def test_a_fractional_pitch_is_found() -> None:
    rows = position(30, 16, 99, seed=8)
    picture = draw(rows, cell=24)
    shrunk = picture.resize((round(picture.width * 0.87), round(picture.height * 0.87)))
    assert list(scan(shrunk).rows) == rows


@pytest.mark.parametrize("gap", [8, 12])
def test_a_board_with_wide_gaps_between_cells_is_found(gap: int) -> None:
    rows = position(9, 9, 10, seed=3)
    look = Look(hidden=(150, 150, 160), line=None, is_raised=False, panel=(255, 255, 255))
    result = scan(draw(rows, look, cell=24, gap=gap))
    assert list(result.rows) == rows
    step = 24 + gap
    expected = (40 - gap / 2, 70 - gap / 2, 9 * step, 9 * step)
    assert result.box == pytest.approx(expected, abs=gap / 2 + 1)


def test_flags_question_marks_and_mines_are_read() -> None:
    rows = ["1F1....", "111.111", "....1F#", "..112##", "..1#?##", "..12###", "...1###"]
    assert list(scan(draw(rows, CLASSIC, cell=32)).rows) == rows


def test_a_jpeg_picture_is_read() -> None:
    rows = position(16, 16, 40, seed=11)
    assert list(scan(encoded(draw(rows, DARK), "JPEG", quality=80)).rows) == rows


def test_the_result_leads_to_the_odds() -> None:
    rows = position(9, 9, 10, seed=3)
    result = scan(encoded(draw(rows)))
    assert result.mines == 10
    assert result.view().rows == rows
    assert analyse(result.view()).safe


def test_the_box_surrounds_the_board() -> None:
    rows = position(9, 9, 10, seed=3)
    left, top, width, height = scan(draw(rows, cell=24, margin=(52, 90))).box
    assert (left, top) == pytest.approx((52, 90), abs=2)
    assert (width, height) == pytest.approx((216, 216), abs=3)


def test_an_unknown_size_has_no_mine_count() -> None:
    rows = position(13, 11, 20, seed=1)
    result = scan(draw(rows, CHECKERBOARD, cell=30))
    assert result.mines is None
    assert result.text.startswith("13x11/?\n")
    with pytest.raises(PictureError, match="does not show the number of mines") as caught:
        result.view()
    assert caught.value.field == "mines"
    assert result.view(mines=20).mines == 20


def test_given_mines_are_used() -> None:
    rows = position(13, 11, 20, seed=1)
    assert scan(draw(rows, cell=30), mines=20).mines == 20


def test_the_json_names_size_rows_and_doubtful_cells() -> None:
    rows = position(9, 9, 10, seed=3)
    answer = scan(draw(rows)).to_json()
    assert (answer["width"], answer["height"], answer["mines"]) == (9, 9, 10)
    assert answer["rows"] == rows
    assert answer["doubtful"] == []
    assert 0.5 < answer["confidence"] <= 1


def test_a_picture_without_a_board_is_refused() -> None:
    with pytest.raises(PictureError, match="no board found"):
        scan(Image.new("RGB", (640, 480), (200, 210, 220)))


def test_two_boards_are_refused() -> None:
    one, other = draw(position(9, 9, 10, seed=3)), draw(position(9, 9, 10, seed=4))
    both = Image.new("RGB", (one.width + other.width, one.height), (192, 192, 192))
    both.paste(one, (0, 0))
    both.paste(other, (one.width, 0))
    with pytest.raises(PictureError, match="two boards"):
        scan(both)


def test_boards_of_different_skins_and_sizes_are_two_boards() -> None:
    one = draw(position(9, 9, 10, seed=3), CHECKERBOARD, cell=24)
    other = draw(position(9, 9, 10, seed=4), DARK, cell=30)
    both = Image.new("RGB", (one.width + other.width, other.height), (192, 192, 192))
    both.paste(one, (0, 0))
    both.paste(other, (one.width, 0))
    with pytest.raises(PictureError, match="two boards"):
        scan(both)


def test_a_board_with_faint_lines_beside_a_larger_board_is_a_second_board() -> None:
    one = draw(position(9, 9, 10, seed=3), CHECKERBOARD, cell=24)
    other = draw(position(9, 9, 10, seed=4), CLASSIC, cell=40)
    both = Image.new("RGB", (one.width + other.width, other.height), (192, 192, 192))
    both.paste(one, (0, 0))
    both.paste(other, (one.width, 0))
    with pytest.raises(PictureError, match="two boards: 9x9 and 9x9"):
        scan(both)


def test_boards_of_different_skins_with_cells_of_the_same_size_are_two_boards() -> None:
    one = draw(position(9, 9, 10, seed=3), CLASSIC, cell=24)
    other = draw(position(9, 9, 10, seed=4), CHECKERBOARD, cell=24)
    both = Image.new("RGB", (one.width + other.width, one.height), (192, 192, 192))
    both.paste(one, (0, 0))
    both.paste(other, (one.width, 0))
    with pytest.raises(PictureError, match="two boards: 9x9 and 9x9"):
        scan(both)


def test_a_beginner_board_beside_an_expert_board_is_a_second_board() -> None:
    one = draw(position(30, 16, 99, seed=8), CLASSIC, cell=30)
    other = draw(position(9, 9, 10, seed=4), CLASSIC, cell=18)
    both = Image.new("RGB", (one.width + other.width, one.height), (192, 192, 192))
    both.paste(one, (0, 0))
    both.paste(other, (one.width, 0))
    with pytest.raises(PictureError, match="two boards: 30x16 and 9x9"):
        scan(both)


def test_a_table_of_numbers_is_not_a_second_board() -> None:
    rows = position(9, 9, 10, seed=3)
    picture = Image.new("RGB", (1100, 500), (250, 250, 250))
    picture.paste(draw(rows, CLASSIC, cell=18), (20, 20))
    pen = ImageDraw.Draw(picture)
    for row in range(18):
        for column in range(10):
            x, y = 380 + column * 60, 30 + row * 20
            pen.rectangle((x, y, x + 60, y + 20), outline=(150, 150, 150))
            pen.text((x + 6, y + 4), str(row * 137 * (column + 1) % 1000), fill=(0, 0, 0))
    assert list(scan(picture).rows) == rows


def test_a_contradictory_board_is_refused() -> None:
    rows = ["#######", "#18181#", "#81818#", "#18181#", "#81818#", "#18181#", "#######"]
    with pytest.raises(PictureError, match="inconsistent clues"):
        scan(draw(rows, CLASSIC, cell=40))


def test_a_frame_as_wide_as_a_cell_is_not_a_row_of_the_board() -> None:
    rows = position(9, 9, 10, seed=3)
    board = draw(rows, DARK, cell=30, margin=(0, 0)).crop((0, 0, 270, 270))
    picture = Image.new("RGB", (500, 500), (238, 238, 238))
    picture.paste((128, 128, 128), (100, 120, 430, 450))
    picture.paste(board, (130, 150))
    assert list(scan(picture).rows) == rows


def test_a_board_on_a_crowded_desktop_is_found() -> None:
    rows = position(9, 9, 10, seed=3)
    desktop = Image.new("RGB", (1280, 800), (30, 60, 90))
    pen = ImageDraw.Draw(desktop)
    pen.rectangle((0, 0, 700, 800), fill=(255, 255, 255))
    for y in range(10, 780, 18):
        pen.text((10, y), "for cell in board.cells: count += cell.mines " * 2, fill=(40, 40, 40))
    for x in range(720, 1270, 64):
        for y in range(10, 300, 20):
            pen.rectangle((x, y, x + 64, y + 20), outline=(200, 200, 200))
    desktop.paste(draw(rows, CLASSIC, cell=16), (640, 330))
    assert list(scan(desktop).rows) == rows
