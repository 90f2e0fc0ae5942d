"""The daily boards on the page."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Screenshot, Visitors, is_wider_than_window

SIZES = {"phone": (360, 640), "landscape": (844, 390), "desktop": (1280, 800), "wide": (1920, 1080)}


@pytest.mark.parametrize("name", SIZES)
def test_a_daily_board_is_played_and_continued_in_another_tab(
    visitors: Visitors, screenshot: Screenshot, name: str
) -> None:
    width, height = SIZES[name]
    page = visitors.open()
    page.set_viewport_size({"width": width, "height": height})
    page.locator("#game-status", has_text="Ready").wait_for()
    page.goto("/#/daily")
    card = page.locator('[data-level="beginner"].card')
    card.get_by_role("button", name="Play").click()
    page.wait_for_url("**/#/game/*")
    game_id = page.url.split("/")[-1]
    game = page.request.get(f"/api/games/{game_id}").json()
    assert (game["no_guess"], game["level"]) == (True, "beginner")
    move = {"kind": "reveal", "cell": [4, 4], "version": 0}
    page.request.post(f"/api/games/{game_id}/moves", data=move)
    page.goto("/#/daily")
    expect(card.get_by_role("button", name="Continue")).to_be_visible()
    assert not is_wider_than_window(page)
    screenshot(page, f"daily-{name}")
