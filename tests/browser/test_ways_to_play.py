"""Playing by touch on a phone, by keyboard alone, in the dark, and with a screen reader."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from browser.board import PageBoard, mines_of
from playwright.sync_api import Page, expect

Begin = Callable[..., PageBoard]
Photograph = Callable[[Page, str], Path]
SIZE, SEED, FIRST = "9x9/10", 42, (4, 4)
PHONES = {"large": {"width": 390, "height": 844}, "small": {"width": 360, "height": 640}}


def phone(size: str) -> dict[str, Any]:
    return {
        "viewport": PHONES[size],
        "has_touch": True,
        "is_mobile": True,
        "device_scale_factor": 2,
    }


def long_press(board: PageBoard, cell: tuple[int, int]) -> None:
    """Hold a finger on a cell until that has made a move, by the events of a touch screen."""
    session = board.page.context.new_cdp_session(board.page)
    point = board.at(cell)
    # Lifted after some time instead, it could come before the page has looked at its clock.
    with board.page.expect_response("**/moves"):
        session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize("size", PHONES)
def test_a_phone_plays_by_touch(begin: Begin, size: str, photograph: Photograph) -> None:
    board = begin(**phone(size))
    page = board.page
    board.tap(FIRST)
    assert board.game["status"] == "playing"
    mine = min(mines_of(SIZE, SEED, FIRST))
    long_press(board, mine)
    assert board.symbol(mine) == "F"
    page.locator("#bottom-toolbar [data-command=flag-mode]").tap()
    board.tap(mine)
    assert board.symbol(mine) == "#"
    # Nothing is wider than the screen, and the bar with the tools can be reached.
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("#bottom-toolbar [data-command=hint]").tap()
    expect(page.locator("#hint-text")).not_to_be_empty()
    page.evaluate("scrollTo(0, 0)")
    photograph(page, f"phone-{size}")


def test_a_large_board_pans_under_a_finger_and_presses_nothing(begin: Begin) -> None:
    board = begin("30x16/99", **phone("large"))
    page = board.page
    scroller = page.locator("#board")
    assert scroller.evaluate("(it) => it.scrollWidth > it.clientWidth")
    box = page.locator(".board-viewport").bounding_box()
    assert box is not None
    session = page.context.new_cdp_session(page)
    session.send(
        "Input.synthesizeScrollGesture",
        {"x": box["x"] + 200, "y": box["y"] + 150, "xDistance": -150, "speed": 2000},
    )
    page.wait_for_function("() => document.getElementById('board').scrollLeft > 100")
    assert board.game["version"] == 0


def test_ctrl_and_the_wheel_zoom_around_the_pointer(begin: Begin) -> None:
    board = begin("100x100/1500")
    width = "() => document.querySelector('.board-content').clientWidth"
    before = board.page.evaluate(width)
    board.page.mouse.move(400, 400)
    board.page.keyboard.down("Control")
    board.page.mouse.wheel(0, -200)
    board.page.keyboard.up("Control")
    board.page.wait_for_function(f"() => ({width})() > {before} * 1.2")
    # The window onto the board is all that is drawn.
    canvas = board.page.evaluate("document.querySelector('#board canvas').width")
    assert canvas <= 1280


def test_a_game_is_won_by_keyboard_alone(begin: Begin) -> None:
    board = begin("5x5/3", 3)
    page = board.page
    # Nothing has the focus yet: keys go to the board.
    page.keyboard.press("Home")
    page.keyboard.press("PageUp")
    cursor = [0, 0]

    def go(row: int, column: int) -> None:
        while cursor != [row, column]:
            r, c = cursor
            key = (
                "ArrowDown" if row > r else "ArrowUp" if row < r
                else "ArrowRight" if column > c else "ArrowLeft"
            )  # fmt: skip
            page.keyboard.press(key)
            cursor[0] += (row > r) - (row < r)
            if row == r:
                cursor[1] += (column > c) - (column < c)

    with page.expect_response("**/moves"):
        page.keyboard.press("Space")
    mines = mines_of("5x5/3", 3, (0, 0))
    mine = min(mines)
    go(*mine)
    with page.expect_response("**/moves"):
        page.keyboard.press("f")
    assert board.symbol(mine) == "F"
    for row in range(5):
        for column in range(5):
            if (row, column) not in mines and board.symbol((row, column)) == "#":
                go(row, column)
                with page.expect_response("**/moves"):
                    page.keyboard.press("Enter")
    expect(page.locator("#game-status")).to_have_text("Won")


def test_keys_give_help_hints_odds_moves_of_the_ai_and_undo(
    begin: Begin, photograph: Photograph
) -> None:
    board = begin(practice=True)
    page = board.page
    page.locator("#board").focus()
    page.keyboard.press("?")
    expect(page.locator("#help-dialog")).to_be_visible()
    expect(page.locator("#help-shortcuts")).to_contain_text("Space or Enter: reveal")
    photograph(page, "help")
    page.keyboard.press("Escape")
    page.locator("#board").focus()
    for key, path in (("p", "ai"), ("h", "hint?grade=1"), ("o", "probabilities"), ("u", "undo")):
        with page.expect_response(f"**/{path}"):
            page.keyboard.press(key)
    with page.expect_response("**/api/games"):
        page.keyboard.press("n")


def test_a_screen_reader_hears_the_cell_under_the_cursor_and_what_changed(begin: Begin) -> None:
    board = begin()
    page = board.page
    scroller = page.locator("#board")
    scroller.focus()
    page.keyboard.press("Home")
    page.keyboard.press("PageUp")
    expect(scroller).to_have_attribute("aria-activedescendant", "cell-0-0")
    expect(page.locator("#cell-0-0")).to_have_text("hidden, A1")
    page.keyboard.press("ArrowRight")
    expect(scroller).to_have_attribute("aria-activedescendant", "cell-0-1")
    with page.expect_response("**/moves"):
        page.keyboard.press("f")
    expect(page.locator("#live-region")).to_have_text("flag, A2. 9 mines left.")
    expect(page.locator("#cell-0-1")).to_have_text("flag, A2")
    assert page.locator("#board-cells [role=row]").count() == 2


def test_the_page_is_dark_when_the_system_is(begin: Begin, photograph: Photograph) -> None:
    board = begin(color_scheme="dark")
    expect(board.page.locator("html")).to_have_attribute("data-theme", "dark")
    board.click(FIRST)
    red, green, blue, _ = board.pixel((0, 0), 0, 0.1, 0.1)
    assert max(red, green, blue) < 140
    photograph(board.page, "dark")


def test_nothing_moves_for_those_who_want_no_motion(begin: Begin) -> None:
    still = begin(reduced_motion="reduce")
    still.click(FIRST)
    cells = still.game["rows"]
    opened = next((r, c) for r in range(9) for c in range(9) if cells[r][c] == ".")
    still.page.wait_for_timeout(50)
    seen = still.pixel(opened, 0)
    still.page.wait_for_timeout(400)
    assert still.pixel(opened, 0) == seen


def test_on_a_phone_the_words_of_a_hint_are_not_under_the_bar(begin: Begin) -> None:
    board = begin("30x16/99", viewport={"width": 360, "height": 740}, has_touch=True)
    page = board.page
    board.after("**/ai", lambda: page.tap("#bottom-toolbar [data-command=ai-move]"))
    for grade, label in ((1, "Which clues?"), (2, "Show the move"), (3, "Hint")):
        with page.expect_response(f"**/hint?grade={grade}"):
            page.tap("#bottom-toolbar [data-command=hint]")
        # The next grade can be asked for once this one is shown.
        expect(page.locator("#hint-label")).to_have_text(label)
    expect(page.locator("#hint-text")).to_contain_text(" is safe: reveal it")
    page.wait_for_function(
        "() => document.getElementById('hint-text').getBoundingClientRect().bottom"
        " <= document.getElementById('bottom-toolbar').getBoundingClientRect().top + 1"
    )
