"""The start page: a new board, unfinished games, paused games and first visits."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Screenshot, StartGame, Visitors
from tests.browser.page_board import PageBoard

FIRST = (4, 4)


def shown_game(page: Page) -> PageBoard:
    expect(page).to_have_url(re.compile(r"#/game/[\w-]+$"))
    return PageBoard(page, page.url.rpartition("/")[2])


def test_the_start_page_reopens_an_abandoned_board_with_its_clock_still_running(
    start_game: StartGame, screenshot: Screenshot
) -> None:
    board = start_game()
    board.click(FIRST)
    page = board.page
    page.goto("about:blank")
    page.goto("/")
    expect(page.locator("#game-status")).to_have_text("Ready")
    expect(page.locator("#clock-text")).to_have_text("0:00")
    assert shown_game(page).id != board.id
    # The unfinished game is only offered.
    offer = page.locator("#unfinished-games a")
    expect(offer).to_have_text(re.compile(r"^Beginner\s*Continue, 77%$"))
    screenshot(page, "unfinished-games")
    offer.click()
    expect(page.locator("#pause-cover")).to_be_visible()
    assert shown_game(page).id == board.id


def test_play_in_the_header_shows_an_untouched_board_again(page: Page) -> None:
    game = shown_game(page)
    page.click("[data-section=stats]")
    page.click("[data-section~=play]")
    expect(page.locator("#game-status")).to_have_text("Ready")
    assert shown_game(page).id == game.id
    expect(page.locator("#pause-cover")).to_be_hidden()


def test_first_visits_explain_the_two_basic_moves_in_one_line(visitors: Visitors) -> None:
    page = visitors.open()
    tip = page.locator("#first-visit-tip")
    expect(tip).to_contain_text("Left-click to reveal, right-click to flag.")
    expect(tip.get_by_role("link")).to_have_attribute("href", "#/learn/numbers")
    page.locator("#game-status", has_text="Ready").wait_for()
    page.keyboard.press("Space")
    expect(page.locator("#game-status")).to_have_text("Playing")
    expect(tip).to_be_hidden()
    page.goto("about:blank")
    page.goto("/")
    expect(page.locator("#game-status")).to_have_text("Ready")
    expect(tip).to_be_hidden()
    phone = visitors.open(has_touch=True, is_mobile=True)
    expect(phone.locator("#first-visit-tip")).to_contain_text("Tap to reveal, long-press to flag.")


def test_a_link_of_a_deleted_game_opens_a_new_one(visitors: Visitors) -> None:
    visitors.allowed_errors = "404"
    page = visitors.open("/#/game/no-such-game")
    expect(page.locator("#toast")).to_contain_text("game")
    expect(page.locator("#game-status")).to_have_text("Ready")
    assert shown_game(page).id != "no-such-game"
