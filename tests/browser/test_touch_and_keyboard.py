"""Touch, keyboard, screen readers, zoom, a dark system theme and reduced motion."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Screenshot, StartGame, is_wider_than_window
from tests.browser.page_board import PageBoard, mines_of

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
    """Hold a finger on a cell until the page has sent a move."""
    session = board.page.context.new_cdp_session(board.page)
    point = board.centre_of(cell)
    # A fixed delay could end before the page's timer on a busy machine.
    with board.page.expect_response("**/moves"):
        session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize("size", PHONES)
def test_a_phone_is_played_by_touch(
    start_game: StartGame, size: str, screenshot: Screenshot
) -> None:
    board = start_game(**phone(size))
    page = board.page
    board.tap(FIRST)
    assert board.game["status"] == "playing"
    mine = min(mines_of(SIZE, SEED, FIRST))
    long_press(board, mine)
    assert board.symbol(mine) == "F"
    page.locator("#bottom-toolbar [data-command=flag-mode]").tap()
    board.tap(mine)
    assert board.symbol(mine) == "#"
    # Nothing is wider than the screen, and the bottom toolbar can be tapped.
    assert not is_wider_than_window(page)
    page.locator("#bottom-toolbar [data-command=hint]").tap()
    expect(page.locator("#hint-text")).not_to_be_empty()
    page.evaluate("scrollTo(0, 0)")
    screenshot(page, f"phone-{size}")


def test_dragging_pans_a_large_board_without_a_move(start_game: StartGame) -> None:
    board = start_game("30x16/99", **phone("large"))
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


def test_ctrl_and_wheel_zoom_the_board(start_game: StartGame) -> None:
    board = start_game("100x100/1500")
    width = "() => document.querySelector('.board-content').clientWidth"
    before = board.page.evaluate(width)
    board.page.mouse.move(400, 400)
    board.page.keyboard.down("Control")
    board.page.mouse.wheel(0, -200)
    board.page.keyboard.up("Control")
    board.page.wait_for_function(f"() => ({width})() > {before} * 1.2")
    # The canvas covers only the visible part of the board.
    canvas = board.page.evaluate("document.querySelector('#board canvas').width")
    assert canvas <= 1280


def test_a_game_is_won_by_keyboard_alone(start_game: StartGame) -> None:
    board = start_game("5x5/3", 3)
    page = board.page
    # No element has the focus yet, so the board receives the keys.
    page.keyboard.press("Home")
    page.keyboard.press("PageUp")
    cursor = [0, 0]

    def move_cursor(row: int, column: int) -> None:
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
    move_cursor(*mine)
    with page.expect_response("**/moves"):
        page.keyboard.press("f")
    assert board.symbol(mine) == "F"
    for row in range(5):
        for column in range(5):
            if (row, column) not in mines and board.symbol((row, column)) == "#":
                move_cursor(row, column)
                with page.expect_response("**/moves"):
                    page.keyboard.press("Enter")
    expect(page.locator("#game-status")).to_have_text("Won")


def test_keyboard_shortcuts_trigger_their_commands(
    start_game: StartGame, screenshot: Screenshot
) -> None:
    board = start_game(practice=True)
    page = board.page
    page.locator("#board").focus()
    page.keyboard.press("?")
    expect(page.locator("#help-dialog")).to_be_visible()
    expect(page.locator("#help-shortcuts")).to_contain_text("Space or Enter: reveal")
    screenshot(page, "help")
    page.keyboard.press("Escape")
    page.locator("#board").focus()
    for key, path in (("p", "ai"), ("h", "hint?grade=1"), ("o", "probabilities"), ("u", "undo")):
        with page.expect_response(f"**/{path}"):
            page.keyboard.press(key)
    with page.expect_response("**/api/games"):
        page.keyboard.press("n")


def test_screen_readers_get_the_cell_at_the_cursor_and_the_effect_of_a_move(
    start_game: StartGame,
) -> None:
    board = start_game()
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


def test_the_page_follows_a_dark_system_theme(
    start_game: StartGame, screenshot: Screenshot
) -> None:
    board = start_game(color_scheme="dark")
    expect(board.page.locator("html")).to_have_attribute("data-theme", "dark")
    board.click(FIRST)
    red, green, blue, _ = board.pixel((0, 0), 0, 0.1, 0.1)
    assert max(red, green, blue) < 140
    screenshot(board.page, "dark")


def test_reduced_motion_disables_animations(start_game: StartGame) -> None:
    board = start_game(reduced_motion="reduce")
    board.click(FIRST)
    cells = board.game["rows"]
    opened = next((r, c) for r in range(9) for c in range(9) if cells[r][c] == ".")
    board.page.wait_for_timeout(50)
    pixel = board.pixel(opened, 0)
    board.page.wait_for_timeout(400)
    assert board.pixel(opened, 0) == pixel


def test_the_bottom_toolbar_does_not_cover_a_hint_on_a_phone(start_game: StartGame) -> None:
    board = start_game("30x16/99", viewport={"width": 360, "height": 740}, has_touch=True)
    page = board.page
    board.await_response("**/ai", lambda: page.tap("#bottom-toolbar [data-command=ai-move]"))
    for grade, label in ((1, "Show clues"), (2, "Show move"), (3, "Hint")):
        with page.expect_response(f"**/hint?grade={grade}") as response:
            page.tap("#bottom-toolbar [data-command=hint]")
        # The next grade can be requested once this one is shown.
        expect(page.locator("#hint-label")).to_have_text(label)
    expect(page.locator("#hint-text")).to_contain_text(response.value.json()["text"])
    page.wait_for_function(
        "() => document.getElementById('hint-text').getBoundingClientRect().bottom"
        " <= document.getElementById('bottom-toolbar').getBoundingClientRect().top + 1"
    )
