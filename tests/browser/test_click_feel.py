"""The feel of the classic: pressed cells, sliding, instant flags, the face and the clock."""

from playwright.sync_api import Page, expect

from sapper.game.rules import Cell
from tests.browser.conftest import Screenshot, StartGame, Visitors, delay_requests, settle
from tests.browser.page_board import PageBoard, mines_of, neighbours

SIZE, SEED, FIRST = "9x9/10", 42, (4, 4)
CELLS = 0
FLAG = (CELLS, 0.5, 0.35)
"""A point inside a flag."""


def is_pressed(board: PageBoard, cell: Cell) -> bool:
    """Check whether a hidden cell looks like an empty one. FIRST must be revealed and empty."""
    return board.pixel(cell, CELLS, 0.5, 0.06) == board.pixel(FIRST, CELLS, 0.5, 0.06)


def hold(board: PageBoard, cell: Cell, button: str = "left") -> None:
    board.page.mouse.move(**board.centre_of(cell))
    board.page.mouse.down(button=button)  # type: ignore[arg-type]


def clue_with_hidden_neighbours(board: PageBoard) -> tuple[Cell, list[Cell]]:
    rows = board.game["rows"]
    return next(
        ((r, c), hidden)
        for r in range(9)
        for c in range(9)
        if rows[r][c].isdigit()
        and len(hidden := [n for n in neighbours((r, c), 9, 9) if rows[n[0]][n[1]] == "#"]) > 1
    )


def test_a_held_cell_sinks_and_sliding_moves_the_press(
    start_game: StartGame, screenshot: Screenshot
) -> None:
    board = start_game()
    board.click(FIRST)
    one, other = [
        (r, c) for r in range(9) for c in range(9) if board.symbol((r, c)) == "#"
    ][:2]  # fmt: skip
    hold(board, one)
    assert is_pressed(board, one)
    assert not is_pressed(board, other)
    expect(board.page.locator("#face")).to_have_attribute("data-mood", "pressed")
    screenshot(board.page, "pressed-cell")
    board.page.mouse.move(**board.centre_of(other))
    assert is_pressed(board, other)
    assert not is_pressed(board, one)
    with board.page.expect_request("**/moves") as request:
        board.page.mouse.up()
    assert request.value.post_data_json["cell"] == list(other)


def test_a_press_that_leaves_the_board_reveals_nothing(start_game: StartGame) -> None:
    board = start_game()
    hold(board, FIRST)
    board.page.mouse.move(5, 5)
    expect(board.page.locator("#face")).to_have_attribute("data-mood", "idle")
    board.page.mouse.up()
    # Moves are sent in order, so this response follows any response to the press.
    board.click((0, 0), button="right")
    assert board.game["status"] == "ready"


def test_all_neighbours_of_a_number_sink_while_a_chord_is_held(
    start_game: StartGame, screenshot: Screenshot
) -> None:
    board = start_game()
    board.click(FIRST)
    clue, hidden = clue_with_hidden_neighbours(board)
    flagged, *others = hidden
    board.click(flagged, button="right")
    for button in ("left", "middle"):
        hold(board, clue, button)
        assert all(is_pressed(board, cell) for cell in others), button
        assert not is_pressed(board, flagged)
        screenshot(board.page, "pressed-chord")
        board.page.mouse.move(5, 5)
        assert not any(is_pressed(board, cell) for cell in others), button
        board.page.mouse.up(button=button)  # type: ignore[arg-type]
    hold(board, clue, "right")
    assert not any(is_pressed(board, cell) for cell in others)
    board.page.mouse.down(button="left")
    assert all(is_pressed(board, cell) for cell in others)
    board.page.mouse.move(5, 5)
    board.page.mouse.up(button="left")
    board.page.mouse.up(button="right")


def test_a_flag_is_drawn_before_the_server_responds(start_game: StartGame) -> None:
    board = start_game()
    delayed = delay_requests(board.page, "**/moves")
    before = board.pixel((0, 0), *FLAG)
    board.page.mouse.click(**board.centre_of((0, 0)), button="right")
    board.page.mouse.click(**board.centre_of((0, 1)), button="right")
    expect(board.page.locator("#mines-left-count")).to_have_text("8")
    assert board.pixel((0, 0), *FLAG) != before
    assert board.pixel((0, 1), *FLAG) != before
    assert len(delayed) == 1
    board.page.unroute("**/moves")  # also continues the delayed request
    expect(board.page.locator("#board")).to_have_attribute("data-version", "2")
    assert board.game["rows"][0].startswith("FF#")


def test_a_refused_flag_is_taken_back(start_game: StartGame, visitors: Visitors) -> None:
    visitors.allowed_errors = "422"
    board = start_game()
    before = board.pixel((0, 0), *FLAG)
    refusal = '{"error": {"code": "illegal-move", "message": "the server is tired", "hint": null}}'
    board.page.route(
        "**/moves",
        lambda route: route.fulfill(status=422, content_type="application/json", body=refusal),
    )
    board.page.mouse.click(**board.centre_of((0, 0)), button="right")
    expect(board.page.locator("#toast")).to_contain_text("The server is tired.")
    expect(board.page.locator("#mines-left-count")).to_have_text("10")
    board.page.mouse.move(5, 5)
    assert board.pixel((0, 0), *FLAG) == before


def test_a_pressed_cell_stays_down_until_the_server_responds(start_game: StartGame) -> None:
    board = start_game()
    board.click(FIRST)
    cell = min(mines_of(SIZE, SEED, FIRST))
    delayed = delay_requests(board.page, "**/moves")
    board.page.mouse.click(**board.centre_of(cell))
    settle(board.page)
    assert is_pressed(board, cell)
    board.await_response("**/moves", delayed[0].continue_)
    assert board.symbol(cell) == "!"
    assert not is_pressed(board, cell)


def test_the_f_key_acts_on_the_cell_under_the_mouse(start_game: StartGame) -> None:
    board = start_game()
    page = board.page
    page.mouse.move(**board.centre_of((1, 2)))
    with page.expect_response("**/moves"):
        page.keyboard.press("f")
    assert board.symbol((1, 2)) == "F"
    # A click on a button elsewhere does not change that.
    page.click("#show-hint")
    page.mouse.move(**board.centre_of((2, 2)))
    with page.expect_response("**/moves"):
        page.keyboard.press("f")
    assert board.symbol((2, 2)) == "F"
    # The arrow keys start at that cell, and the keyboard then has its own cursor.
    page.keyboard.press("ArrowRight")
    with page.expect_response("**/moves"):
        page.keyboard.press("f")
    assert board.game["rows"][2].startswith("##FF")


def test_keys_ignore_a_mouse_that_has_left_the_board(start_game: StartGame) -> None:
    board = start_game()
    page = board.page
    page.mouse.move(**board.centre_of((1, 2)))
    page.mouse.move(5, 5)
    with page.expect_response("**/moves"):
        page.keyboard.press("f")
    assert board.symbol((1, 2)) == "#"
    assert board.symbol((4, 4)) == "F"


def test_the_face_shows_the_outcome(start_game: StartGame) -> None:
    board = start_game()
    face = board.page.locator("#face")
    expect(face).to_have_attribute("data-mood", "idle")
    board.click(FIRST)
    board.click(min(mines_of(SIZE, SEED, FIRST)))
    expect(face).to_have_attribute("data-mood", "lost")
    face.click()
    expect(face).to_have_attribute("data-mood", "idle")
    expect(board.page.locator("#game-status")).to_have_text("Ready")


def test_the_clock_starts_before_the_response_and_shows_decimals(page: Page) -> None:
    page.click("#open-settings")
    page.select_option("[data-setting=clockDecimals]", "3")
    page.keyboard.press("Escape")
    clock = page.locator("#clock-text")
    expect(clock).to_have_text("0:00.000")
    delay_requests(page, "**/moves")
    page.press("#board", "Space")
    expect(clock).not_to_have_text("0:00.000")
    page.unroute("**/moves")  # also continues the delayed request
    expect(page.locator("#game-status")).to_have_text("Playing")


def test_a_click_on_a_number_that_cannot_chord_is_counted(start_game: StartGame) -> None:
    board = start_game()
    board.click(FIRST)
    clue, _ = clue_with_hidden_neighbours(board)
    rows = board.game["rows"]
    board.click(clue)
    board.click(clue, button="right")
    board.click(clue, button="middle")
    board.click(FIRST)  # an empty cell
    assert (board.game["rows"], board.game["clicks"]) == (rows, 5)


def test_a_move_in_a_game_that_another_tab_has_paused_covers_the_board(
    start_game: StartGame, visitors: Visitors
) -> None:
    visitors.allowed_errors = "409|422"
    board = start_game()
    page = board.page
    board.click(FIRST)
    assert page.request.post(f"/api/games/{board.id}/pause").ok
    page.mouse.click(**board.centre_of(min(mines_of(SIZE, SEED, FIRST))), button="right")
    expect(page.locator("#pause-cover")).to_be_visible()
    page.click("#resume-game")
    expect(page.locator("#pause-cover")).to_be_hidden()
    expect(page.locator("#mines-left-count")).to_have_text("10")
    board.click(min(mines_of(SIZE, SEED, FIRST)), button="right")
    expect(page.locator("#mines-left-count")).to_have_text("9")
