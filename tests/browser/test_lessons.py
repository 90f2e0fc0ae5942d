"""Lessons on the page: the list, a lesson from its first step to its last, and late responses."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Screenshot, Visitors, delay_requests, settle
from tests.browser.page_board import PageBoard

FEEDBACK = "#lesson-feedback"


def press(page: Page, cell: tuple[int, int], **options: str) -> None:
    """Click a cell and wait for the assessment of the move."""
    with page.expect_response("**/steps/*"):
        page.mouse.click(**PageBoard(page, "").centre_of(cell), **options)


def test_a_beginner_completes_the_first_lesson(visitors: Visitors, screenshot: Screenshot) -> None:
    page = visitors.open("/#/learn")
    screenshot(page, "lessons")
    page.click("text=What a number means")
    expect(page.locator("#lesson-heading")).to_have_text("One neighbour left")
    press(page, (0, 0))
    expect(page.locator(FEEDBACK)).to_contain_text("A1 is a mine.")
    press(page, (0, 2))
    expect(page.locator(FEEDBACK)).to_contain_text("but this step asks for another move")
    press(page, (0, 0), button="right")
    expect(page.locator(FEEDBACK)).to_contain_text("If only one neighbour of a 1 is hidden")
    screenshot(page, "lesson")
    for cells, button in (
        ([(0, 2), (1, 2), (2, 2)], "right"),
        ([(0, 2), (1, 2)], "left"),
        ([(3, 1), (3, 2), (3, 3)], "right"),
    ):
        page.click("#lesson-next")
        for cell in cells:
            press(page, cell, button=button)
    expect(page.locator("#lesson-next")).to_have_text("Next lesson")
    page.click("#lesson-next")
    expect(page.locator("#lesson-title")).to_have_text("Openings")
    page.set_viewport_size({"width": 360, "height": 640})
    screenshot(page, "lesson-phone")
    page.click("text=All lessons")
    expect(page.locator("#lessons-summary")).to_have_text("You have completed 1 of 13 lessons.")


def test_a_lesson_works_by_keyboard_alone(visitors: Visitors) -> None:
    page = visitors.open("/#/learn/numbers")
    expect(page.locator("#lesson-heading")).to_have_text("One neighbour left")
    for key in ("Home", "ArrowUp", "ArrowUp", "ArrowUp"):
        page.keyboard.press(key)
    with page.expect_response("**/steps/1"):
        page.keyboard.press("f")
    expect(page.locator(FEEDBACK)).to_contain_text("If only one neighbour")
    page.keyboard.press("Enter")  # the focus is on the button for the next step
    expect(page.locator("#lesson-heading")).to_have_text("As many hidden cells as mines")


def test_a_late_assessment_does_not_change_a_step_that_was_opened_later(visitors: Visitors) -> None:
    page = visitors.open("/#/learn/numbers")
    expect(page.locator("#lesson-heading")).to_have_text("One neighbour left")
    delayed = delay_requests(page, "**/steps/1")
    page.mouse.click(**PageBoard(page, "").centre_of((0, 0)), button="right")
    page.click("#lesson-next")
    expect(page.locator("#lesson-heading")).to_have_text("As many hidden cells as mines")
    with page.expect_response("**/steps/1"):
        delayed[0].continue_()
    settle(page)
    expect(page.locator(FEEDBACK)).to_be_empty()


def test_the_link_of_an_unknown_lesson_is_explained(visitors: Visitors) -> None:
    visitors.allowed_errors = "404"
    page = visitors.open("/#/learn/knitting")
    expect(page.locator("#toast")).to_contain_text("Unknown lesson 'knitting'")
