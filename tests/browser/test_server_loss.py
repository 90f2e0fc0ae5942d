"""The server is killed in the middle of a game and comes back."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browser.board import PageBoard
from browser.conftest import Server, Visits
from playwright.sync_api import Browser, Page, expect

Photograph = Callable[[Page, str], Path]


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    """A server that no other test needs."""
    running = Server(tmp_path)
    yield running
    running.kill()


def test_a_game_survives_that_the_server_is_killed(
    browser: Browser, mortal: Server, photograph: Photograph
) -> None:
    visits = Visits(browser, mortal)
    visits.may_fail = "ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET"
    page = visits.open()
    page.locator("#game-status", has_text="Ready").wait_for()
    made: dict[str, Any] = page.request.post(
        "/api/games", data={"level": "9x9/10", "start": "opening", "seed": 42}
    ).json()
    page.goto(f"/#/game/{made['id']}")
    board = PageBoard(page, made["id"])
    board.wait_until_shown()
    board.click((4, 4))
    rows = board.game["rows"]
    hidden = next((r, c) for r in range(9) for c in range(9) if rows[r][c] == "#")

    mortal.kill()
    page.mouse.click(**board.at(hidden), button="right")
    banner = page.locator("#connection-banner")
    expect(banner).to_contain_text("The server does not answer. Nothing is lost")
    photograph(page, "server-away")

    mortal.start()
    page.click("#connection-retry")
    expect(banner).to_be_hidden()
    expect(page.locator("#mines-left b")).to_have_text("9")
    after = board.game["rows"]
    assert after[hidden[0]][hidden[1]] == "F"
    assert [row.replace("F", "#") for row in after] == rows
    for context in visits.contexts:
        context.close()
    assert visits.faults == []
