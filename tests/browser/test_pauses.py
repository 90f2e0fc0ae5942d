"""A game that the player leaves is paused, with its board covered."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Screenshot, StartGame, settle
from tests.browser.page_board import PageBoard

MINUTE = 60_000


def set_hidden(page: Page, *, is_hidden: bool) -> None:
    """Hide or show the tab as the browser does when the player switches tabs."""
    page.evaluate(
        """(isHidden) => {
            Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        is_hidden,
    )


@pytest.fixture
def running(start_game: StartGame) -> PageBoard:
    """A game whose clock is running, on a page with a controlled clock."""
    board = start_game("9x9/10", 42)
    board.page.clock.install()
    board.page.reload()
    board.wait_until_shown()
    board.click((4, 4))
    expect(board.page.locator("#game-status")).to_have_text("Playing")
    return board


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


def test_a_short_look_at_another_tab_costs_a_win_its_rank(running: PageBoard) -> None:
    # Switching tabs once paused the game immediately, and paused games are not ranked.
    page = running.page
    set_hidden(page, is_hidden=True)
    page.clock.fast_forward(MINUTE - 1000)
    set_hidden(page, is_hidden=False)
    page.clock.fast_forward(2 * MINUTE)
    settle(page)
    assert running.game["pauses"] == 0
    expect(page.locator("#pause-cover")).to_be_hidden()


def test_a_game_in_a_hidden_tab_is_paused_after_a_minute(running: PageBoard) -> None:
    page = running.page
    set_hidden(page, is_hidden=True)
    with page.expect_response("**/pause"):
        page.clock.fast_forward(MINUTE + 1000)
    assert running.game["paused"]
    set_hidden(page, is_hidden=False)
    expect(page.locator("#pause-cover")).to_contain_text("Paused games are not ranked.")


def test_a_hidden_tab_pauses_a_game_that_is_played_in_another_tab(running: PageBoard) -> None:
    # A board that was open in two tabs was once paused by the tab in the background.
    page = running.page
    set_hidden(page, is_hidden=True)
    second = page.context.new_page()
    second.goto(page.url)
    expect(second.locator("#game-status")).to_have_text("Playing")
    page.clock.fast_forward(2 * MINUTE)
    settle(page)
    assert running.game["pauses"] == 0
    page.close()
    settle(second)
    assert PageBoard(second, running.id).game["pauses"] == 0


def test_enter_acts_on_the_cell_under_the_mouse_instead_of_continue(running: PageBoard) -> None:
    page = running.page
    page.mouse.move(**running.centre_of((0, 8)))
    page.keyboard.press("m")
    page.evaluate("document.getElementById('pause-game').click()")
    expect(page.locator("#resume-game")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#pause-cover")).to_be_hidden()


def test_the_pause_button_covers_the_board(running: PageBoard) -> None:
    page = running.page
    page.click("#pause-game")
    expect(page.locator("#resume-game")).to_be_focused()
    expect(page.locator("#pause-game")).to_be_hidden()
    page.keyboard.press("Enter")
    expect(page.locator("#pause-cover")).to_be_hidden()
    expect(page.locator("#pause-game")).to_be_visible()
