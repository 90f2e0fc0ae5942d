"""The analyser: painting, pasting, files, faults, odds and links."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from browser.board import PageBoard
from playwright.sync_api import APIResponse, Page, Route, expect

Photograph = Callable[[Page, str], Path]


@pytest.fixture
def analyser(visits: Any) -> PageBoard:
    page = visits.open("/#/analyse")
    expect(page.locator("#analyser-metrics")).to_contain_text("layouts")
    return PageBoard(page, "")


def read(page: Page, text: str) -> None:
    page.fill("#position-text", text)
    page.click("#position-load")


def test_a_position_gets_its_odds_and_its_best_move(
    analyser: PageBoard, photograph: Photograph
) -> None:
    page = analyser.page
    with page.expect_response("**/analyse"):
        read(page, "5x2/3\n#11##\n#####")
    expect(page.locator("#analyser-text")).to_contain_text("Best: B2, 10% risk.")
    expect(page.locator("#analyser-metrics")).to_contain_text("layouts10")
    expect(page.locator("#analyser-metrics")).to_contain_text("chance to win")
    expect(page.locator("#odds-legend")).to_be_visible()
    photograph(page, "analyser")


def test_a_position_that_cannot_be_is_marked_at_its_clue(
    analyser: PageBoard, visits: Any, photograph: Photograph
) -> None:
    visits.may_fail = "422"
    page = analyser.page
    with page.expect_response("**/analyse"):
        read(page, "4x3/2\n1###\n####\n##8#")
    text = page.locator("#analyser-text")
    expect(text).to_have_class("message error")
    expect(text).to_contain_text("C3")
    assert analyser.pixel((2, 2), 1, 0.06, 0.5)[3] > 200
    photograph(page, "analyser-fault")


def test_text_that_is_no_position_is_explained_and_changes_nothing(analyser: PageBoard) -> None:
    page = analyser.page
    before = page.get_attribute("#board", "aria-colcount")
    read(page, "3x2/1\n###\n##")
    expect(page.locator("#analyser-text")).to_contain_text("Row 2 has 2 cells, not 3.")
    assert page.get_attribute("#board", "aria-colcount") == before


def test_a_late_answer_does_not_hide_what_is_wrong_with_the_input(analyser: PageBoard) -> None:
    page = analyser.page
    late: list[Any] = []

    def hold(route: Any) -> None:
        late.append(route)

    page.route("**/api/analyse", hold)
    with page.expect_request("**/api/analyse"):
        page.click("#position-clear")
    read(page, "no position")
    text = page.locator("#analyser-text")
    expect(text).to_have_class("message error")
    with page.expect_response("**/api/analyse"):
        late[0].continue_()
    page.wait_for_function("() => new Promise((done) => setTimeout(() => done(true), 50))")
    expect(text).to_have_class("message error")


def test_a_position_is_painted_with_mouse_and_keyboard(analyser: PageBoard, visits: Any) -> None:
    visits.may_fail = "422"
    page = analyser.page
    read(page, "3x2/1\n###\n###")
    expect(page.locator("#board")).to_have_attribute("aria-colcount", "3")
    page.click("#brushes [data-symbol='1']")
    page.mouse.click(**analyser.at((0, 0)))
    page.mouse.click(**analyser.at((1, 2)), button="right")
    expect(page.locator("#position-text")).to_have_value("3x2/1\n1##\n##F")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("2")
    expect(page.locator("#position-text")).to_have_value("3x2/1\n1#2\n##F")
    page.keyboard.press("Backspace")
    page.fill("#position-mines", "2")
    page.locator("#position-mines").blur()
    expect(page.locator("#position-text")).to_have_value("3x2/2\n1##\n##F")


def test_a_file_of_text_is_read(analyser: PageBoard, tmp_path: Path) -> None:
    file = tmp_path / "position.txt"
    file.write_text("4x1/1\n1#..\n", encoding="utf-8")
    analyser.page.set_input_files("#position-file", file)
    expect(analyser.page.locator("#position-text")).to_have_value("4x1/1\n1#..")


def test_a_board_in_mbf_is_read(analyser: PageBoard, tmp_path: Path) -> None:
    file = tmp_path / "board.mbf"
    file.write_bytes(bytes([4, 2, 0, 1, 3, 0]))
    analyser.page.set_input_files("#position-file", file)
    expect(analyser.page.locator("#position-text")).to_have_value("4x2/1\n..1*\n..11")


def test_a_link_leads_to_the_same_position(analyser: PageBoard, visits: Any) -> None:
    read(analyser.page, "4x2/2\n1221\n####")
    expect(analyser.page.locator("#analyser-text")).to_contain_text("Best:")
    link = analyser.page.url
    other = visits.open(link.removeprefix(visits.server.url))
    expect(other.locator("#position-text")).to_have_value("4x2/2\n1221\n####")


def test_the_best_move_is_explained_with_its_proof(analyser: PageBoard) -> None:
    page = analyser.page
    read(page, "4x2/2\n1221\n####")
    expect(page.locator("#analyser-text")).to_contain_text("certainly safe")
    page.click("#explain-best-move")
    expect(page.locator("#analyser-text")).to_contain_text("is safe: reveal it")


def test_an_answer_to_a_position_that_was_left_is_not_shown(analyser: PageBoard) -> None:
    page = analyser.page
    text = page.locator("#analyser-text")
    held: list[tuple[Route, APIResponse]] = []

    def hold(route: Route) -> None:
        if "5x2/3" in (route.request.post_data or ""):
            held.append((route, route.fetch()))
        else:
            route.continue_()

    page.route("**/analyse", hold)
    read(page, "5x2/3\n#11##\n#####")
    while not held:
        page.wait_for_timeout(20)
    text.evaluate(
        """text => {
            window.said = [];
            const note = () => window.said.push(text.textContent);
            new MutationObserver(note).observe(text, { childList: true, subtree: true });
        }"""
    )
    read(page, "4x2/2\n1221\n####")
    # Before the next question is asked, which takes a moment.
    for route, response in held:
        route.fulfill(response=response)
    expect(text).to_contain_text("certainly safe")
    assert not [said for said in page.evaluate("window.said") if "10% risk" in said]
