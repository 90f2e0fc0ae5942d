"""A game that the player leaves is paused, with its board covered."""

from playwright.sync_api import expect

from tests.browser.conftest import Screenshot, StartGame, settle


def test_a_game_that_is_left_is_paused_and_continues_on_request(
    start_game: StartGame, screenshot: Screenshot
) -> None:
    board = start_game("9x9/10", 42)
    page = board.page
    board.click((4, 4))
    expect(page.locator("#game-status")).to_have_text("Playing")
    page.goto("/#/stats")
    expect(page.locator("#page-title")).to_have_text("Sapper: Statistics")
    page.go_back()
    expect(page.locator("#pause-cover")).to_be_visible()
    settle(page)
    screenshot(page, "paused")
    time = page.locator("#clock-text").text_content()
    page.wait_for_timeout(1200)
    assert page.locator("#clock-text").text_content() == time
    page.locator("#resume-game").click()
    expect(page.locator("#pause-cover")).to_be_hidden()
    settle(page)
    assert (board.game["paused"], board.game["pauses"]) == (False, 1)
