"""Playing with the mouse: winning, losing, flags, chords, undo, new games and themes."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Screenshot, StartGame, Visitors, delay_requests, settle
from tests.browser.page_board import PageBoard, mines_of, neighbours

SIZE, SEED, FIRST = "9x9/10", 42, (4, 4)


def test_a_game_is_won_by_revealing_every_cell_without_a_mine(start_game: StartGame) -> None:
    board = start_game()
    board.click(FIRST)
    mines = mines_of(SIZE, SEED, FIRST)
    expect(board.page.locator("#game-status")).to_have_text("Playing")
    for row in range(9):
        for column in range(9):
            if (row, column) not in mines and board.symbol((row, column)) == "#":
                board.click((row, column))
    expect(board.page.locator("#game-status")).to_have_text("Won")
    assert board.game["status"] == "won"


def test_a_lost_game_crosses_out_wrong_flags(start_game: StartGame, screenshot: Screenshot) -> None:
    board = start_game()
    board.click(FIRST)
    mines = mines_of(SIZE, SEED, FIRST)
    hidden = [
        (r, c) for r in range(9) for c in range(9)
        if board.symbol((r, c)) == "#" and (r, c) not in mines
    ]  # fmt: skip
    wrong, mine = hidden[0], min(mines)
    board.click(wrong, button="right")
    before = board.pixel(wrong, 0)
    board.click(mine)
    expect(board.page.locator("#game-status")).to_have_text("Lost")
    expect(board.page.locator("#result-text")).to_contain_text("1 wrong flag crossed out")
    assert board.symbol(mine) == "!"
    assert board.pixel(wrong, 0) != before
    screenshot(board.page, "lost")


def test_a_right_click_toggles_a_flag_and_updates_the_mine_counter(start_game: StartGame) -> None:
    board = start_game()
    left = board.page.locator("#mines-left b")
    expect(left).to_have_text("10")
    board.click((0, 0), button="right")
    expect(left).to_have_text("9")
    assert board.symbol((0, 0)) == "F"
    board.click((0, 0), button="right")
    expect(left).to_have_text("10")
    assert board.symbol((0, 0)) == "#"


def test_a_flag_protects_its_cell_from_a_click(start_game: StartGame) -> None:
    board = start_game()
    board.click(FIRST, button="right")
    board.click(FIRST)
    assert board.game["status"] == "ready"


def test_a_click_on_a_satisfied_number_reveals_its_other_neighbours(start_game: StartGame) -> None:
    board = start_game()
    board.click(FIRST)
    mines = mines_of(SIZE, SEED, FIRST)
    rows = board.game["rows"]
    clue, around = next(
        ((r, c), near)
        for r in range(9)
        for c in range(9)
        if rows[r][c].isdigit()
        and (near := [n for n in neighbours((r, c), 9, 9) if rows[n[0]][n[1]] == "#"])
        and any(n not in mines for n in near)
        and any(n in mines for n in near)
    )
    for cell in around:
        if cell in mines:
            board.click(cell, button="right")
    board.click(clue)
    rows = board.game["rows"]
    assert all(rows[r][c] != "#" for r, c in around)
    assert board.game["status"] == "playing"


def test_a_chord_on_an_unsatisfied_number_does_nothing(start_game: StartGame) -> None:
    board = start_game()
    board.click(FIRST)
    rows = board.game["rows"]
    clue = next((r, c) for r in range(9) for c in range(9) if rows[r][c].isdigit())
    board.click(clue, button="middle")
    assert board.game["rows"] == rows


def test_flag_mode_swaps_reveal_and_flag(start_game: StartGame) -> None:
    board = start_game()
    board.page.click("#flag-mode")
    expect(board.page.locator("#flag-mode")).to_have_attribute("aria-pressed", "true")
    board.click((3, 3))
    assert board.symbol((3, 3)) == "F"


def test_question_marks_follow_flags_if_enabled(start_game: StartGame) -> None:
    board = start_game()
    board.page.click("#open-settings")
    board.page.check("[data-setting=questionMarks]")
    board.page.keyboard.press("Escape")
    symbols = []
    for _ in range(3):
        board.click((2, 2), button="right")
        symbols.append(board.symbol((2, 2)))
    assert symbols == ["F", "?", "#"]


def test_with_swapped_buttons_the_left_button_flags(start_game: StartGame) -> None:
    board = start_game()
    board.page.click("#open-settings")
    board.page.check("[data-setting=swapButtons]")
    board.page.keyboard.press("Escape")
    board.click((2, 2))
    assert board.symbol((2, 2)) == "F"


def test_only_practice_games_can_be_undone(start_game: StartGame) -> None:
    board = start_game(practice=True)
    board.click(FIRST)
    with board.page.expect_response("**/undo"):
        board.page.click("#undo")
    expect(board.page.locator("#game-status")).to_have_text("Ready")
    expect(board.page.locator("#badges")).to_contain_text("Practice")
    other = start_game(page=board.page)
    expect(other.page.locator("#undo")).to_be_hidden()


def test_fast_clicks_are_all_sent_in_order(start_game: StartGame) -> None:
    board = start_game()
    for column in range(9):
        board.page.mouse.click(**board.centre_of((0, column)), button="right")
    expect(board.page.locator("#mines-left b")).to_have_text("1")
    # The page shows flags before the server has stored them.
    expect(board.page.locator("#board")).to_have_attribute("data-version", "9")
    assert board.game["rows"][0] == "FFFFFFFFF"


def test_the_dialog_for_a_custom_game_shows_the_servers_error_at_its_field(
    visitors: Visitors, page: Page, screenshot: Screenshot
) -> None:
    visitors.allowed_errors = "422"
    page.click("#open-new-game")
    page.fill("#custom-width", "12")
    page.fill("#custom-height", "7")
    page.fill("#custom-mines", "76")
    expect(page.locator("#custom-note")).to_have_text("90% of cells are mines.")
    page.click("#new-game-start")
    expect(page.locator("#new-game-error")).to_have_text(
        "The number of mines on a 12x7 board with start rule 'opening' must be "
        "between 0 and 75, not 76."
    )
    expect(page.locator("#custom-mines")).to_have_attribute("aria-invalid", "true")
    screenshot(page, "custom-game")
    page.fill("#custom-mines", "20")
    expect(page.locator("#new-game-error")).to_be_empty()
    page.fill("#new-game-seed", "18446744073709551615")
    page.click("#new-game-start")
    expect(page.locator("#game-title")).to_have_text("12 \N{MULTIPLICATION SIGN} 7, 20 mines")
    expect(page.locator("#board")).to_have_attribute("aria-colcount", "12")


def test_a_finished_board_can_be_retried(start_game: StartGame) -> None:
    board = start_game()
    board.click(FIRST)
    mines = mines_of(SIZE, SEED, FIRST)
    board.click(min(mines))
    with board.page.expect_response(re.compile(r"/api/games$")) as answer:
        board.page.click("#result-panel [data-command=retry]")
    again = PageBoard(board.page, answer.value.json()["id"])
    expect(board.page.locator("#game-status")).to_have_text("Ready")
    again.click(FIRST)
    again.click(min(mines))
    assert again.symbol(min(mines)) == "!"


def test_a_move_in_another_tab_updates_the_board(start_game: StartGame, visitors: Visitors) -> None:
    visitors.allowed_errors = "409"
    board = start_game()
    other = board.page.request.post(
        f"/api/games/{board.id}/moves", data={"kind": "flag", "cell": [8, 8], "version": 0}
    )
    assert other.ok
    board.page.mouse.click(**board.centre_of((0, 0)), button="right")
    expect(board.page.locator("#toast")).to_contain_text("up to date")
    assert board.symbol((8, 8)) == "F"
    assert board.symbol((0, 0)) == "#"
    board.click((0, 0), button="right")
    assert board.symbol((0, 0)) == "F"


def test_one_changed_cell_draws_one_sprite(start_game: StartGame) -> None:
    board = start_game("30x16/99")
    drawn = board.page.evaluate(
        """async (at) => {
            const draw = CanvasRenderingContext2D.prototype.drawImage;
            let count = 0;
            CanvasRenderingContext2D.prototype.drawImage = function (...rest) {
                count++;
                return draw.apply(this, rest);
            };
            const board = document.getElementById("board");
            const send = (type, buttons) => board.dispatchEvent(new PointerEvent(type, {
                pointerId: 1, pointerType: "mouse", button: 2, buttons,
                clientX: at.x, clientY: at.y, bubbles: true }));
            send("pointerdown", 2);
            send("pointerup", 0);
            const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
            while (!count) await pause(20);
            await pause(600); // long enough for the response and any further drawing
            return count;
        }""",
        board.centre_of((3, 3)),
    )
    assert drawn == 1


def test_the_server_stores_the_theme(start_game: StartGame, screenshot: Screenshot) -> None:
    board = start_game()
    page = board.page
    board.click(FIRST)
    board.click(min(mines_of(SIZE, SEED, FIRST)), button="right")
    pixels = set()
    for theme in ("light", "dark", "classic", "contrast", "meadow"):
        page.click("#open-settings")
        with page.expect_response("**/api/settings"):
            page.select_option("[data-setting=theme]", theme)
        page.keyboard.press("Escape")
        # From here on only the server knows the theme.
        page.evaluate("localStorage.clear()")
        page.reload()
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        board.wait_until_shown()
        pixels.add(board.pixel((0, 0), 0))
        screenshot(page, f"theme-{theme}")
    assert len(pixels) == 5


def test_an_invalid_stored_level_falls_back_to_beginner(visitors: Visitors) -> None:
    visitors.allowed_errors = "422"
    # The statistics page does not create a game.
    page = visitors.open("/#/stats")
    page.evaluate(
        "localStorage.setItem('sapper-preferences', JSON.stringify({setup: {level: 'gigantic'}}))"
    )
    page.goto("about:blank")
    page.goto("/")
    page.locator("#game-status", has_text="Ready").wait_for()
    expect(page.locator("#game-title")).to_contain_text("Beginner")


def test_a_late_response_does_not_bring_back_a_game_that_was_left(start_game: StartGame) -> None:
    board = start_game()
    page = board.page
    other = page.request.post("/api/games", data={"level": "20x12/30"}).json()
    delayed = delay_requests(page, f"**/api/games/{other['id']}")
    with page.expect_request(f"**/api/games/{other['id']}"):
        page.evaluate("(id) => { location.hash = `#/game/${id}`; }", other["id"])
    page.click("[data-section~=puzzles]")
    expect(page.locator("#puzzle-question")).not_to_be_empty()
    columns = page.get_attribute("#board", "aria-colcount")
    with page.expect_response(f"**/api/games/{other['id']}"):
        delayed[0].continue_()
    settle(page)
    assert page.get_attribute("#board", "aria-colcount") == columns
    assert page.url.endswith("#/puzzles")
