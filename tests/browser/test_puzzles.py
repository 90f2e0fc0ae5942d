"""Puzzles: questions, answers with proofs, and late or failed requests."""

import re

from playwright.sync_api import Route, expect

from sapper import View, analyse, parse_view
from tests.browser.conftest import Screenshot, Visitors, delay_requests, settle, shown_puzzle
from tests.browser.page_board import PageBoard

ANSWERS = re.compile(r"/api/puzzles/(?!progress)[^/?]+$")


def first_hidden_cell(view: View) -> tuple[int, int]:
    return next(
        (row, column)
        for row in range(view.height)
        for column in range(view.width)
        if view.clue((row, column)) is None
    )


def test_puzzles_are_answered_with_their_proof(visitors: Visitors, screenshot: Screenshot) -> None:
    page = visitors.open("/#/puzzles")
    expect(page.locator("#puzzle-question")).not_to_be_empty()
    themes = page.locator("#puzzle-theme option").all_inner_texts()
    assert len(themes) > 3
    # Every puzzle of this theme has a safe cell. The correct answer to others may be a guess.
    with page.expect_response("**/puzzles/next?mode=theme&theme=single-clue") as first:
        page.select_option("#puzzle-theme", "single-clue")
    shown_puzzle(page, first)
    with page.expect_response(ANSWERS) as answer:
        page.click("#puzzle-show-answer")
    # A request for the answer is not called incorrect.
    expect(page.locator("#puzzle-text")).to_have_text(answer.value.json()["explanation"])
    assert answer.value.json()["answers"]
    screenshot(page, "puzzle")
    with page.expect_response("**/puzzles/next*") as second:
        page.click("#puzzle-next")
    shown_puzzle(page, second)
    view = parse_view(second.value.json()["position"])
    cells = analyse(view).mines if second.value.json()["kind"] == "mine" else analyse(view).safe
    page.mouse.click(**PageBoard(page, "").centre_of(min(cells)))
    expect(page.locator("#puzzle-text")).to_contain_text("Correct. ")
    expect(page.locator("#puzzle-score")).to_have_text("1 of 2 correct")


def test_a_late_puzzle_does_not_replace_the_one_of_a_newer_theme(visitors: Visitors) -> None:
    page = visitors.open("/#/puzzles")
    expect(page.locator("#puzzle-question")).not_to_be_empty()
    delayed = delay_requests(page, "**/puzzles/next?mode=theme&theme=single-clue")
    page.select_option("#puzzle-theme", "single-clue")
    with page.expect_response("**/puzzles/next?mode=theme&theme=chain") as newer:
        page.select_option("#puzzle-theme", "chain")
    shown_puzzle(page, newer)
    with page.expect_response("**/puzzles/next?mode=theme&theme=single-clue"):
        delayed[0].continue_()
    settle(page)
    shown_puzzle(page, newer)


def test_a_puzzle_can_be_answered_again_after_a_failed_request(visitors: Visitors) -> None:
    visitors.allowed_errors = "429"
    page = visitors.open("/#/puzzles")
    expect(page.locator("#puzzle-question")).not_to_be_empty()

    def reject(route: Route) -> None:
        error = {"code": "too-many", "message": "too many requests at once", "hint": "try again"}
        route.fulfill(status=429, json={"error": error})

    page.route(ANSWERS, reject)
    page.click("#puzzle-show-answer")
    expect(page.locator("#toast")).to_contain_text("Too many requests at once. Try again.")
    page.unroute(ANSWERS)
    page.click("#puzzle-show-answer")
    expect(page.locator("#puzzle-text")).not_to_be_empty()
    expect(page.locator("#toast")).to_be_hidden()


def test_a_puzzle_shows_its_mine_count(visitors: Visitors) -> None:
    # Drills about the mine count could once not be solved as shown.
    page = visitors.open("/#/puzzles")
    expect(page.locator("#puzzle-question")).not_to_be_empty()
    with page.expect_response("**/puzzles/next?mode=theme&theme=mine-count") as response:
        page.select_option("#puzzle-theme", "mine-count")
    shown_puzzle(page, response)
    mines = parse_view(response.value.json()["position"]).mines
    expect(page.locator("#puzzle-mines")).to_contain_text(f"{mines} mine")


def test_flagging_a_certain_mine_in_a_puzzle_is_not_a_wrong_answer(visitors: Visitors) -> None:
    page = visitors.open("/#/puzzles")
    expect(page.locator("#puzzle-question")).not_to_be_empty()
    with page.expect_response("**/puzzles/next?mode=theme&theme=corner") as response:
        page.select_option("#puzzle-theme", "corner")
    shown_puzzle(page, response)
    view = parse_view(response.value.json()["position"])
    flagged, mine = sorted(analyse(view).mines)[:2]
    board = PageBoard(page, "")
    page.mouse.click(**board.centre_of(flagged), button="right")
    mines = page.locator("#puzzle-mines")
    expect(mines).to_have_text(f"{view.mines - 1} mines left of {view.mines}.")
    settle(page)
    expect(page.locator("#puzzle-text")).to_be_empty()
    expect(page.locator("#puzzle-score")).to_be_empty()
    page.mouse.click(**board.centre_of(mine))
    expect(page.locator("#puzzle-text")).to_contain_text("Correct. ")


def test_a_wrong_cell_is_refuted_by_a_layout_on_the_board(
    visitors: Visitors, screenshot: Screenshot
) -> None:
    page = visitors.open("/#/puzzles")
    expect(page.locator("#puzzle-question")).not_to_be_empty()
    with page.expect_response("**/puzzles/next?mode=theme&theme=corner") as response:
        page.select_option("#puzzle-theme", "corner")
    shown_puzzle(page, response)
    view = parse_view(response.value.json()["position"])
    mines = analyse(view).mines
    wrong = next(
        cell for cell in view.rules.cells() if view.clue(cell) is None and cell not in mines
    )
    page.mouse.click(**PageBoard(page, "").centre_of(wrong))
    # The layout in which the cell is no mine comes first, then the proof.
    expect(page.locator("#puzzle-text")).to_contain_text("could be safe: the layout shown")
    expect(page.locator("#puzzle-why")).to_have_text("Show the proof")
    screenshot(page, "puzzle-counterexample")
    page.keyboard.press("w")
    expect(page.locator("#puzzle-why")).to_have_text("Why not my cell?")
    expect(page.locator("#puzzle-text")).to_contain_text("is a mine")


def test_a_missed_puzzle_is_tried_again_without_a_rating_by_keyboard(visitors: Visitors) -> None:
    page = visitors.open("/#/puzzles/corner")
    expect(page.locator("#puzzle-question")).not_to_be_empty()
    attempt = page.locator("#puzzle-question").get_attribute("data-attempt")
    expect(page.locator("#puzzle-progress-text")).to_have_text("0 of 50 solved")
    page.keyboard.press("a")
    expect(page.locator("#puzzle-score")).to_have_text("0 of 1 correct")
    page.keyboard.press("r")
    expect(page.locator("#puzzle-text")).to_be_empty()
    expect(page.locator("#puzzle-question")).to_have_attribute("data-attempt", str(attempt))
    with page.expect_response(ANSWERS) as retried:
        page.keyboard.press("a")
    assert retried.value.json()["rating_change"] == 0
    expect(page.locator("#puzzle-score")).to_have_text("0 of 1 correct")
    with page.expect_response("**/puzzles/next*") as following:
        page.keyboard.press(" ")
    shown_puzzle(page, following)
    page.keyboard.press("a")
    # The name of the pattern leads to the library.
    page.click("#puzzle-text a")
    expect(page.locator("#pattern-name")).to_have_text("corner")


def test_a_solved_puzzle_advances_the_progress_of_its_theme(visitors: Visitors) -> None:
    page = visitors.open()
    with page.expect_response("**/puzzles/next*") as response:
        page.goto("/#/puzzles/corner")
    shown_puzzle(page, response)
    view = parse_view(response.value.json()["position"])
    page.mouse.click(**PageBoard(page, "").centre_of(min(analyse(view).mines)))
    expect(page.locator("#puzzle-text")).to_contain_text("Correct. ")
    expect(page.locator("#puzzle-progress-text")).to_have_text("1 of 50 solved")


def test_a_puzzle_that_is_answered_is_not_asked_again_after_a_visit_elsewhere(
    visitors: Visitors,
) -> None:
    with_next = "**/puzzles/next*"
    page = visitors.open()
    with page.expect_response(with_next) as first:
        page.goto("/#/puzzles/corner")
    shown_puzzle(page, first)
    expect(page.locator("#puzzle-next")).to_be_hidden()
    page.click("#puzzle-show-answer")
    expect(page.locator("#puzzle-next")).to_be_visible()
    page.click("nav >> text=Learn")
    expect(page.locator("#lesson-list")).to_be_visible()
    with page.expect_response(with_next) as second:
        page.go_back()
    shown_puzzle(page, second)


def test_the_page_says_that_no_missed_puzzle_is_due(visitors: Visitors) -> None:
    visitors.allowed_errors = "404"
    page = visitors.open("/#/puzzles/corner")
    expect(page.locator("#puzzle-question")).not_to_be_empty()
    page.select_option("#puzzle-theme", "mistakes")
    expect(page.locator("#puzzle-text")).to_contain_text("No missed puzzles are due")
    expect(page.locator("#puzzle-question")).to_be_empty()
    expect(page.locator("#puzzle-show-answer")).to_be_hidden()
