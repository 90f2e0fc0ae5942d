"""Drills: questions, answers with proofs, and late or failed requests."""

import re
from typing import Any

from playwright.sync_api import Page, Route, expect

from sapper import View, analyse, parse_view
from tests.browser.conftest import Screenshot, Visitors, delay_requests, settle
from tests.browser.page_board import PageBoard

ANSWERS = re.compile(r"/api/drills/[^/?]+$")


def wait_until_shown(page: Page, drill: dict[str, Any]) -> None:
    """Wait until the page shows a drill, because earlier clicks answer the previous one."""
    expect(page.locator("#drill-question")).to_have_attribute("data-drill", drill["id"])


def first_hidden_cell(view: View) -> tuple[int, int]:
    return next(
        (row, column)
        for row in range(view.height)
        for column in range(view.width)
        if view.clue((row, column)) is None
    )


def test_drills_are_answered_with_their_proof(visitors: Visitors, screenshot: Screenshot) -> None:
    page = visitors.open("/#/drills")
    expect(page.locator("#drill-question")).not_to_be_empty()
    themes = page.locator("#drill-theme option").all_inner_texts()
    assert len(themes) > 3
    # Every drill of this theme has a safe cell. The correct answer to others may be a guess.
    with page.expect_response("**/drills/next?theme=subset") as first:
        page.select_option("#drill-theme", "subset")
    wait_until_shown(page, first.value.json())
    with page.expect_response(ANSWERS) as answer:
        page.click("#drill-show-answer")
    # A request for the answer is not called incorrect.
    expect(page.locator("#drill-text")).to_have_text(answer.value.json()["explanation"])
    assert answer.value.json()["answers"]
    screenshot(page, "drill")
    with page.expect_response("**/drills/next*") as second:
        page.click("#drill-next")
    wait_until_shown(page, second.value.json())
    view = parse_view(second.value.json()["position"])
    page.mouse.click(**PageBoard(page, "").centre_of(min(analyse(view).safe)))
    expect(page.locator("#drill-text")).to_contain_text("Correct. ")
    expect(page.locator("#drill-score")).to_have_text("1 of 2 correct")


def test_a_drill_shows_its_mine_count(visitors: Visitors) -> None:
    # Drills about the mine count could once not be solved as shown.
    page = visitors.open("/#/drills")
    expect(page.locator("#drill-question")).not_to_be_empty()
    with page.expect_response("**/drills/next?theme=mine-count") as response:
        page.select_option("#drill-theme", "mine-count")
    wait_until_shown(page, response.value.json())
    mines = parse_view(response.value.json()["position"]).mines
    expect(page.locator("#drill-mines")).to_contain_text(f"{mines} mine")


def test_flagging_a_certain_mine_in_a_drill_is_not_a_wrong_answer(visitors: Visitors) -> None:
    page = visitors.open("/#/drills")
    expect(page.locator("#drill-question")).not_to_be_empty()
    with page.expect_response("**/drills/next?theme=subset") as response:
        page.select_option("#drill-theme", "subset")
    wait_until_shown(page, response.value.json())
    view = parse_view(response.value.json()["position"])
    safe = analyse(view).safe
    flagged = next(
        cell for cell in view.rules.cells() if view.clue(cell) is None and cell not in safe
    )
    board = PageBoard(page, "")
    page.mouse.click(**board.centre_of(flagged), button="right")
    mines = page.locator("#drill-mines")
    expect(mines).to_have_text(f"{view.mines - 1} mines left of {view.mines}.")
    settle(page)
    expect(page.locator("#drill-text")).to_be_empty()
    expect(page.locator("#drill-score")).to_be_empty()
    page.mouse.click(**board.centre_of(min(safe)))
    expect(page.locator("#drill-text")).to_contain_text("Correct. ")


def test_a_late_drill_does_not_replace_the_one_of_a_newer_theme(visitors: Visitors) -> None:
    page = visitors.open("/#/drills")
    expect(page.locator("#drill-question")).not_to_be_empty()
    delayed = delay_requests(page, "**/drills/next?theme=subset")
    page.select_option("#drill-theme", "subset")
    with page.expect_response("**/drills/next?theme=fifty-fifty") as newer:
        page.select_option("#drill-theme", "fifty-fifty")
    wait_until_shown(page, newer.value.json())
    with page.expect_response("**/drills/next?theme=subset"):
        delayed[0].continue_()
    settle(page)
    wait_until_shown(page, newer.value.json())


def test_a_drill_can_be_answered_again_after_a_failed_request(visitors: Visitors) -> None:
    visitors.allowed_errors = "429"
    page = visitors.open("/#/drills")
    expect(page.locator("#drill-question")).not_to_be_empty()

    def reject(route: Route) -> None:
        error = {"code": "too-many", "message": "too many requests at once", "hint": "try again"}
        route.fulfill(status=429, json={"error": error})

    page.route(ANSWERS, reject)
    page.click("#drill-show-answer")
    expect(page.locator("#toast")).to_contain_text("Too many requests at once. Try again.")
    page.unroute(ANSWERS)
    page.click("#drill-show-answer")
    expect(page.locator("#drill-text")).not_to_be_empty()
    expect(page.locator("#toast")).to_be_hidden()
