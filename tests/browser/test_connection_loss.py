"""A server that is killed and restarted in the middle of a game."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.conftest import Screenshot, Server, StartGame, Visitors
from tests.browser.page_board import PageBoard, mines_of, neighbours


@pytest.fixture
def killable_server(tmp_path: Path) -> Iterator[Server]:
    """A server for this test alone."""
    running = Server(tmp_path)
    yield running
    running.kill()


def test_a_game_survives_a_killed_server(
    browser: Browser, killable_server: Server, screenshot: Screenshot
) -> None:
    visitors = Visitors(browser, killable_server)
    visitors.allowed_errors = "ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET"
    page = visitors.open()
    page.locator("#game-status", has_text="Ready").wait_for()
    game: dict[str, Any] = page.request.post(
        "/api/games", data={"level": "9x9/10", "start": "opening", "seed": 42}
    ).json()
    page.goto(f"/#/game/{game['id']}")
    board = PageBoard(page, game["id"])
    board.wait_until_shown()
    board.click((4, 4))
    rows = board.game["rows"]
    hidden = next((r, c) for r in range(9) for c in range(9) if rows[r][c] == "#")

    killable_server.kill()
    page.mouse.click(**board.centre_of(hidden), button="right")
    banner = page.locator("#connection-banner")
    expect(banner).to_contain_text("The server is not responding. Your moves are safe.")
    screenshot(page, "server-away")

    killable_server.start()
    page.click("#connection-retry")
    expect(banner).to_be_hidden()
    expect(page.locator("#mines-left b")).to_have_text("9")
    # The page shows the flag before the server has stored it.
    expect(page.locator("#board")).to_have_attribute("data-version", "2")
    rows_after = board.game["rows"]
    assert rows_after[hidden[0]][hidden[1]] == "F"
    assert [row.replace("F", "#") for row in rows_after] == rows
    for context in visitors.contexts:
        context.close()
    assert visitors.errors == []


def test_a_connection_lost_in_the_middle_of_a_chord_loses_no_move(
    start_game: StartGame, visitors: Visitors
) -> None:
    visitors.allowed_errors = "ERR_FAILED|409"
    board = start_game("9x9/10", 42)
    page = board.page
    board.click((4, 4))
    mines = mines_of("9x9/10", 42, (4, 4))
    rows = board.game["rows"]
    clue, around = next(
        ((r, c), near)
        for r in range(9)
        for c in range(9)
        if rows[r][c].isdigit()
        and (near := [n for n in neighbours((r, c), 9, 9) if rows[n[0]][n[1]] == "#"])
        and any(n not in mines for n in near)
    )
    for cell in around:
        if cell in mines:
            board.click(cell, button="right")

    def lose_response(route: Route) -> None:
        if route.request.post_data not in lost:
            lost.append(route.request.post_data)
            route.fetch()  # the server makes the move, but the page gets no response
        route.abort()

    lost: list[str | None] = []
    # The page retries by itself, so the banner could otherwise disappear before the test sees it.
    page.route("**/moves", lose_response)
    page.mouse.click(**board.centre_of(clue))
    flag = next(cell for cell in mines if cell not in around)
    page.mouse.click(**board.centre_of(flag), button="right")
    banner = page.locator("#connection-banner")
    expect(banner).to_be_visible()
    page.unroute("**/moves")
    page.locator("#connection-retry").dispatch_event("click")  # the banner may be gone already
    expect(banner).to_be_hidden()
    assert len(lost) == 1
    clicks = 3 + sum(cell in mines for cell in around)
    expect(page.locator("#board")).to_have_attribute("data-version", str(clicks))
    assert all(board.symbol(cell) != "#" for cell in around)
    assert board.symbol(flag) == "F"
    assert board.game["clicks"] == clicks
    expect(page.locator("#toast")).to_be_hidden()


def test_a_screen_that_could_not_be_loaded_opens_when_the_server_is_back(
    visitors: Visitors,
) -> None:
    visitors.allowed_errors = "ERR_FAILED|Failed to fetch"
    page = visitors.open()
    page.locator("#game-status", has_text="Ready").wait_for()
    page.route("**/screens/puzzles.js", lambda route: route.abort())
    page.goto("/#/puzzles")
    expect(page.locator("#connection-banner")).to_be_visible()
    page.unroute("**/screens/puzzles.js")
    page.click("#connection-retry")
    expect(page.locator("#puzzle-question")).not_to_be_empty()
    expect(page.locator("#connection-banner")).to_be_hidden()


def test_help_that_cannot_be_loaded_names_the_cause_and_opens_later(visitors: Visitors) -> None:
    # The page once showed the browser's own words.
    visitors.allowed_errors = "ERR_FAILED|Failed to fetch"
    page = visitors.open()
    page.locator("#game-status", has_text="Ready").wait_for()
    page.route("**/screens/help_dialog.js", lambda route: route.abort())
    page.click("#open-help")
    expect(page.locator("#toast")).to_have_text("The server is not responding. ")
    page.unroute("**/screens/help_dialog.js")
    page.click("#open-help")
    expect(page.locator("#help-shortcuts li").first).to_be_visible()


def test_a_first_visit_loads_exactly_the_preloaded_modules(visitors: Visitors) -> None:
    page = visitors.open()
    page.locator("#game-status", has_text="Ready").wait_for()
    loaded = page.evaluate(
        "performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)"
    )
    header = page.request.get("/").headers["link"]
    assert {path for path in loaded if path.endswith(".js")} == set(re.findall("<([^>]+)>", header))
