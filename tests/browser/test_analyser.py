"""The analyser: painting, text, files, errors, odds and links."""

from pathlib import Path

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from sapper.compat.formats import read
from tests.browser.conftest import Screenshot, Visitors, delay_requests, settle
from tests.browser.page_board import PageBoard


@pytest.fixture
def analyser(visitors: Visitors) -> PageBoard:
    page = visitors.open("/#/analyse")
    expect(page.locator("#analyser-metrics")).to_contain_text("Layouts")
    return PageBoard(page, "")


def load_text(page: Page, text: str) -> None:
    page.fill("#position-text", text)
    with page.expect_response("**/api/convert"):
        page.click("#position-load")


def test_a_position_shows_its_odds_and_its_best_move(
    analyser: PageBoard, screenshot: Screenshot
) -> None:
    page = analyser.page
    with page.expect_response("**/analyse"):
        load_text(page, "5x2/3\n#11##\n#####")
    expect(page.locator("#analyser-text")).to_contain_text("Best move: B2 (10% risk).")
    expect(page.locator("#analyser-metrics")).to_contain_text("Layouts10")
    expect(page.locator("#analyser-metrics")).to_contain_text("Win chance")
    expect(page.locator("#odds-legend")).to_be_visible()
    screenshot(page, "analyser")


def test_an_inconsistent_position_highlights_its_clue(
    analyser: PageBoard, visitors: Visitors, screenshot: Screenshot
) -> None:
    visitors.allowed_errors = "422"
    page = analyser.page
    with page.expect_response("**/analyse"):
        load_text(page, "4x3/2\n1###\n####\n##8#")
    text = page.locator("#analyser-text")
    expect(text).to_have_class("message error")
    expect(text).to_contain_text("C3")
    assert analyser.pixel((2, 2), 1, 0.06, 0.5)[3] > 200
    screenshot(page, "analyser-fault")


def test_invalid_text_shows_an_error_and_keeps_the_position(
    analyser: PageBoard, visitors: Visitors
) -> None:
    visitors.allowed_errors = "422"
    page = analyser.page
    columns = page.get_attribute("#board", "aria-colcount")
    load_text(page, "3x2/1\n###\n##")
    expect(page.locator("#analyser-text")).to_contain_text("Line 3: expected 3 columns, found 2.")
    assert page.get_attribute("#board", "aria-colcount") == columns


def test_a_late_response_does_not_hide_an_input_error(
    analyser: PageBoard, visitors: Visitors
) -> None:
    visitors.allowed_errors = "422"
    page = analyser.page
    delayed = delay_requests(page, "**/api/analyse")
    with page.expect_request("**/api/analyse"):
        page.click("#position-clear")
    load_text(page, "not a position")
    text = page.locator("#analyser-text")
    expect(text).to_have_class("message error")
    with page.expect_response("**/api/analyse"):
        delayed[0].continue_()
    settle(page)
    expect(text).to_have_class("message error")


def test_a_late_response_for_an_earlier_position_is_not_shown(analyser: PageBoard) -> None:
    page = analyser.page
    text = page.locator("#analyser-text")
    delayed: list[tuple[Route, APIResponse]] = []

    def delay(route: Route) -> None:
        if "5x2/3" in (route.request.post_data or ""):
            delayed.append((route, route.fetch()))
        else:
            route.continue_()

    page.route("**/analyse", delay)
    load_text(page, "5x2/3\n#11##\n#####")
    while not delayed:
        page.wait_for_timeout(20)
    text.evaluate(
        """text => {
            window.shownTexts = [];
            const record = () => window.shownTexts.push(text.textContent);
            new MutationObserver(record).observe(text, { childList: true, subtree: true });
        }"""
    )
    load_text(page, "4x2/2\n1221\n####")
    # The page waits a moment before the next request, so this response arrives first.
    for route, response in delayed:
        route.fulfill(response=response)
    expect(text).to_contain_text("(safe)")
    assert not [shown for shown in page.evaluate("window.shownTexts") if "10% risk" in shown]


def test_a_position_is_painted_with_mouse_and_keyboard(
    analyser: PageBoard, visitors: Visitors
) -> None:
    visitors.allowed_errors = "422"
    page = analyser.page
    load_text(page, "3x2/1\n###\n###")
    expect(page.locator("#board")).to_have_attribute("aria-colcount", "3")
    page.click("#brushes [data-symbol='1']")
    page.mouse.click(**analyser.centre_of((0, 0)))
    page.mouse.click(**analyser.centre_of((1, 2)), button="right")
    expect(page.locator("#position-text")).to_have_value("3x2/1\n1##\n##F")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("2")
    expect(page.locator("#position-text")).to_have_value("3x2/1\n1#2\n##F")
    page.keyboard.press("Backspace")
    page.fill("#position-mines", "2")
    page.locator("#position-mines").blur()
    expect(page.locator("#position-text")).to_have_value("3x2/2\n1##\n##F")


def test_a_text_file_is_loaded(analyser: PageBoard, tmp_path: Path) -> None:
    file = tmp_path / "position.txt"
    file.write_text("4x1/1\n.1#1\n", encoding="utf-8")
    analyser.page.set_input_files("#position-file", file)
    expect(analyser.page.locator("#position-text")).to_have_value("4x1/1\n.1#1")


def test_dragging_paints_and_undo_removes_the_stroke(
    analyser: PageBoard, visitors: Visitors
) -> None:
    visitors.allowed_errors = "422"
    page = analyser.page
    load_text(page, "4x2/1\n####\n####")
    expect(page.locator("#board")).to_have_attribute("aria-colcount", "4")
    page.click("#brushes [data-symbol='.']")
    page.mouse.move(**analyser.centre_of((0, 0)))
    page.mouse.down()
    page.mouse.move(**analyser.centre_of((0, 3)), steps=12)
    page.mouse.up()
    text = page.locator("#position-text")
    expect(text).to_have_value("4x2/1\n....\n####")
    page.click("#position-undo")
    expect(text).to_have_value("4x2/1\n####\n####")
    page.click("#position-redo")
    expect(text).to_have_value("4x2/1\n....\n####")
    page.keyboard.press("Control+z")
    expect(text).to_have_value("4x2/1\n####\n####")
    page.mouse.click(**analyser.centre_of((1, 1)))
    expect(text).to_have_value("4x2/1\n####\n#.##")
    expect(page.locator("#position-redo")).to_be_disabled()


def test_a_saved_record_is_opened(analyser: PageBoard, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    record = "sapper-replay 1\nrules 4x2/1 any\nmines 0,3\n0.000 reveal 0,0\n"
    file.write_text(record, encoding="utf-8")
    analyser.page.set_input_files("#position-file", file)
    text = analyser.page.locator("#position-text")
    expect(text).to_have_value("4x2/1\n..1#\n..1#")
    analyser.page.click("#position-clear")
    load_text(analyser.page, record)
    expect(text).to_have_value("4x2/1\n..1#\n..1#")


def test_a_rawvf_recording_is_opened(analyser: PageBoard) -> None:
    # The page once could not open recordings in this format.
    recording = Path(__file__).parents[1] / "data" / "formats" / "clicks.rawvf"
    analyser.page.set_input_files("#position-file", recording)
    expect(analyser.page.locator("#position-text")).to_have_value(
        str(read(recording.read_bytes(), default="position").view)
    )


def test_a_damaged_picture_is_an_error_and_the_old_figures_disappear(
    analyser: PageBoard, visitors: Visitors, tmp_path: Path
) -> None:
    # A PNG file once led to an error about MBF, and the old figures stayed beside it.
    visitors.allowed_errors = "422"
    page = analyser.page
    file = tmp_path / "board.png"
    file.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(20))
    page.set_input_files("#position-file", file)
    expect(page.locator("#analyser-text")).to_contain_text("The file is not an image")
    expect(page.locator("#analyser-metrics")).to_be_hidden()
    expect(page.locator("#odds-legend")).to_be_hidden()
    expect(page.locator("#explain-best-move")).to_be_hidden()


def test_an_mbf_file_is_loaded(analyser: PageBoard, tmp_path: Path) -> None:
    file = tmp_path / "board.mbf"
    file.write_bytes(bytes([4, 2, 0, 1, 3, 0]))
    analyser.page.set_input_files("#position-file", file)
    expect(analyser.page.locator("#position-text")).to_have_value("4x2/1\n..1*\n..11")


def test_a_link_opens_the_same_position(analyser: PageBoard, visitors: Visitors) -> None:
    load_text(analyser.page, "4x2/2\n1221\n####")
    analyser.page.wait_for_url("**/analyse/4x2x2_1221_HHHH")
    link = analyser.page.url
    other = visitors.open(link.removeprefix(visitors.server.url))
    expect(other.locator("#position-text")).to_have_value("4x2/2\n1221\n####")


def test_the_best_move_is_explained_with_its_proof(analyser: PageBoard) -> None:
    page = analyser.page
    with page.expect_response("**/analyse") as response:
        load_text(page, "4x2/2\n1221\n####")
    expect(page.locator("#analyser-text")).to_contain_text("(safe)")
    page.click("#explain-best-move")
    expect(page.locator("#analyser-text")).to_have_text(response.value.json()["hint"]["text"])


def test_a_malformed_url_shows_an_error(visitors: Visitors) -> None:
    visitors.allowed_errors = "422"
    page = visitors.open("/#/analyse/%E0%A4%A")
    expect(page.locator("#analyser-text")).to_have_class("message error")
