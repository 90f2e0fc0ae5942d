"""Boards that can be solved without guessing."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import is_new_game
from tests.browser.page_board import PageBoard


def test_a_no_guess_board_highlights_its_start_cell(page: Page) -> None:
    with page.expect_response(is_new_game):
        page.check("#no-guess")
    with page.expect_response(is_new_game) as answer:
        page.select_option("#no-guess-difficulty", "easy")
    game = answer.value.json()
    expect(page.locator("#badges")).to_contain_text("No guessing, easy")
    expect(page.locator("#hint-text")).to_contain_text("Start at the highlighted cell.")
    board = PageBoard(page, game["id"])
    assert board.pixel(tuple(game["first"]), 1, 0.06, 0.5)[3] > 200
    row, column = game["first"]
    # The keyboard cursor starts there too.
    expect(page.locator("#board")).to_have_attribute(
        "aria-activedescendant", f"cell-{row}-{column}"
    )
    board.click((row, column))
    assert board.game["status"] == "playing"


def test_a_hint_for_the_start_cell_is_not_assistance(page: Page) -> None:
    answer = page.request.post("/api/games", data={"level": "beginner", "no_guess": True})
    game = answer.json()
    page.goto(f"/#/game/{game['id']}")
    board = PageBoard(page, game["id"])
    expect(page.locator("#badges")).to_contain_text("No guessing")
    with page.expect_response("**/hint?grade=1"):
        page.click("#show-hint")
    expect(page.locator("#hint-label")).to_have_text("Show clues")
    expect(page.locator("#badges")).not_to_contain_text("Assisted")
    assert not board.game["assisted"]
    board.click(tuple(game["first"]))
    with page.expect_response("**/hint?grade=1"):
        page.click("#show-hint")
    expect(page.locator("#badges")).to_contain_text("Assisted")
    assert board.game["assisted"]


def test_the_no_guess_switch_does_not_interrupt_a_game(page: Page) -> None:
    page.keyboard.press("Space")
    expect(page.locator("#game-status")).to_have_text("Playing")
    url = page.url
    page.check("#no-guess")
    expect(page.locator("#toast")).to_have_text("This applies to your next game.")
    assert page.url == url
    with page.expect_response(is_new_game) as answer:
        page.keyboard.press("F2")
    assert answer.value.json()["no_guess"] is True
