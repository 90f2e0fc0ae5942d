"""The analyser's pictures: chosen, dropped or pasted, with a preview and doubtful cells."""

from PIL import Image
from playwright.sync_api import expect

from sapper import Game, Rules
from tests.browser.conftest import Screenshot, Visitors
from tests.vision.board_pictures import CLASSIC, draw, encoded


def picture() -> bytes:
    game = Game(Rules.level("beginner", start="opening"), seed=3)
    game.reveal((4, 4))
    return encoded(draw(list(game.view.rows), CLASSIC, cell=24))


def test_a_chosen_picture_becomes_the_position(visitors: Visitors, screenshot: Screenshot) -> None:
    page = visitors.open("/#/analyse")
    file = {"name": "board.png", "mimeType": "image/png", "buffer": picture()}
    with page.expect_response("**/api/scan"):
        page.set_input_files("#picture-file", files=[file])
    expect(page.locator("#picture-text")).to_contain_text("board with 10 mines.")
    expect(page.locator("#picture-preview")).to_be_visible()
    expect(page.locator("#position-text")).to_have_value(
        "9x9/10\n#########\n#########\n#########\n#221211##\n#1....1##\n#21.112##\n##1.1####\n##112####\n#########"
    )
    expect(page.locator("#analyser-text")).to_contain_text("Best move")
    screenshot(page, "picture")


def test_a_picture_without_a_board_shows_an_error(visitors: Visitors) -> None:
    visitors.allowed_errors = "422"
    page = visitors.open("/#/analyse")
    plain = encoded(Image.new("RGB", (300, 200), (90, 120, 150)))
    file = {"name": "plain.png", "mimeType": "image/png", "buffer": plain}
    page.set_input_files("#picture-file", files=[file])
    expect(page.locator("#analyser-text")).to_contain_text("No board found in the picture.")
    expect(page.locator("#picture-card")).to_be_hidden()
