"""The analyser's images: chosen, dropped or pasted, with a preview and doubtful cells."""

from PIL import Image
from playwright.sync_api import expect

from sapper import Game, Rules
from tests.browser.conftest import Screenshot, Visitors
from tests.browser.page_board import PageBoard
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
    expect(page.locator("#analyser-text")).to_contain_text("No board found in the image.")
    expect(page.locator("#picture-card")).to_be_hidden()


def test_a_click_gives_a_doubtful_cell_its_other_reading(
    visitors: Visitors, screenshot: Screenshot
) -> None:
    page = visitors.open("/#/analyse")
    answer = {
        "width": 4, "height": 4, "mines": 3, "rows": ["1###", "11##", ".1##", ".1##"],
        "confidence": 0.8, "doubtful": [[0, 0]], "alternatives": ["#"], "corrected": [],
        "box": [0, 0, 96, 96],
    }  # fmt: skip
    page.route("**/api/scan", lambda route: route.fulfill(json=answer))
    file = {"name": "board.png", "mimeType": "image/png", "buffer": picture()}
    page.set_input_files("#photo-file", files=[file])
    expect(page.locator("#picture-text")).to_contain_text("Check A1")
    expect(page.locator("#position-text")).to_have_value("4x4/3\n1###\n11##\n.1##\n.1##")
    screenshot(page, "doubtful-cell")
    centre = PageBoard(page, "").centre_of((0, 0))
    page.mouse.click(centre["x"], centre["y"])
    expect(page.locator("#position-text")).to_have_value("4x4/3\n####\n11##\n.1##\n.1##")


def test_phones_offer_to_take_a_photo(visitors: Visitors, screenshot: Screenshot) -> None:
    page = visitors.open("/#/analyse")
    assert page.locator("#photo-file").get_attribute("capture") == "environment"
    expect(page.get_by_text("Take photo…")).to_be_hidden()
    phone = visitors.open(
        "/#/analyse", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    expect(phone.get_by_text("Take photo…")).to_be_visible()
    file = {"name": "board.png", "mimeType": "image/png", "buffer": picture()}
    phone.set_input_files("#photo-file", files=[file])
    expect(phone.locator("#picture-text")).to_contain_text("board with 10 mines.")
    phone.locator("#picture-card").scroll_into_view_if_needed()
    screenshot(phone, "picture-phone")
