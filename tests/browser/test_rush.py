"""Puzzle rush: lives, score, the missed puzzles and the best scores in the statistics."""

from playwright.sync_api import expect

from sapper import analyse, parse_view
from tests.browser.conftest import Screenshot, Visitors, shown_puzzle
from tests.browser.page_board import PageBoard


def test_a_run_ends_after_three_misses_and_shows_them(
    visitors: Visitors, screenshot: Screenshot
) -> None:
    page = visitors.open("/#/rush")
    expect(page.locator("#rush-text")).to_contain_text("three minutes")
    with page.expect_response("**/puzzles/next?mode=rush*") as response:
        page.click("#rush-start")
    puzzle = shown_puzzle(page, response, "rush")
    odds = analyse(parse_view(puzzle["position"]))
    cells = odds.mines if puzzle["kind"] == "mine" else odds.safe
    with page.expect_response("**/puzzles/next?mode=rush*") as response:
        page.mouse.click(**PageBoard(page, "").centre_of(min(cells)))
    expect(page.locator("#rush-score")).to_have_text("1")
    shown_puzzle(page, response, "rush")
    screenshot(page, "rush")
    for lives in ("♥♥♡", "♥♡♡"):
        with page.expect_response("**/puzzles/next?mode=rush*") as response:
            page.keyboard.press("a")
        shown_puzzle(page, response, "rush")
        expect(page.locator("#rush-lives")).to_have_text(lives)
    page.keyboard.press("a")
    expect(page.locator("#rush-text")).to_contain_text("You solved 1 puzzle. This is your best")
    expect(page.locator("#rush-missed button")).to_have_count(3)
    page.locator("#rush-missed button").last.click()
    expect(page.locator("#rush-text")).not_to_contain_text("You solved")
    screenshot(page, "rush-result")
    expect(page.locator("#rush-best li")).to_have_count(1)
    page.goto("/#/stats")
    expect(page.locator("#stats-puzzles")).to_contain_text("Best rush scores")
    expect(page.get_by_role("region", name="Best rush scores").locator("td").first).to_have_text(
        "1"
    )


def test_the_statistics_show_the_rating_as_a_chart_and_a_table(
    visitors: Visitors, screenshot: Screenshot
) -> None:
    page = visitors.open("/#/puzzles")
    expect(page.locator("#puzzle-question")).not_to_be_empty()
    for number in (1, 2):
        page.keyboard.press("a")
        expect(page.locator("#puzzle-score")).to_contain_text(f"of {number} correct, rating")
        with page.expect_response("**/puzzles/next*") as response:
            page.keyboard.press(" ")
        shown_puzzle(page, response)
    page.goto("/#/stats")
    chart = page.get_by_role("img", name="Puzzle rating after each of 2 attempts")
    expect(chart).to_be_visible()
    page.click("text=Show as a table")
    expect(page.get_by_role("region", name="Latest ratings").locator("tbody tr")).to_have_count(2)
    screenshot(page, "puzzle-statistics")
