"""The default request limits, which a visitor must never notice."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.conftest import Server, Visitors, shown_puzzle

SCREENS = ("daily", "rush", "learn", "learn/numbers", "patterns", "games", "stats", "analyse")


def test_a_hasty_visitor_of_every_screen_is_never_refused(browser: Browser, tmp_path: Path) -> None:
    server = Server(tmp_path, limits={})
    visitors = Visitors(browser, server)
    try:
        page = visitors.open()
        page.locator("#game-status", has_text="Ready").wait_for()
        for screen in SCREENS * 2:
            page.goto(f"/#/{screen}")
            page.wait_for_load_state("networkidle")
        with page.expect_response("**/puzzles/next*") as response:
            page.goto("/#/puzzles")
        shown_puzzle(page, response)
        for number in range(1, 6):
            page.keyboard.press("a")
            expect(page.locator("#puzzle-score")).to_contain_text(f"of {number} correct")
            with page.expect_response("**/puzzles/next*") as response:
                page.keyboard.press(" ")
            shown_puzzle(page, response)
        for context in visitors.contexts:
            context.close()
    finally:
        server.kill()
    assert visitors.errors == []
