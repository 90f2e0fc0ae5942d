"""Playing with the mouse: winning, losing, flags, chords, undo and new games."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from browser.board import PageBoard, mines_of, neighbours
from playwright.sync_api import Page, expect

from sapper.game.levels import LEVELS

Begin = Callable[..., PageBoard]
Photograph = Callable[[Page, str], Path]
SIZE, SEED, FIRST = "9x9/10", 42, (4, 4)


def test_a_game_is_won_by_revealing_every_cell_without_a_mine(
    begin: Begin, photograph: Photograph
) -> None:
    board = begin()
    board.click(FIRST)
    mines = mines_of(SIZE, SEED, FIRST)
    expect(board.page.locator("#game-status")).to_have_text("Playing")
    for row in range(9):
        for column in range(9):
            if (row, column) not in mines and board.symbol((row, column)) == "#":
                board.click((row, column))
    expect(board.page.locator("#game-status")).to_have_text("Won")
    expect(board.page.locator("#result-title")).to_have_text("Board cleared")
    expect(board.page.locator("#result-metrics")).to_contain_text("3BV/s")
    expect(board.page.locator("#result-seed")).to_have_text(f"Seed {SEED}")
    assert board.game["status"] == "won"
    photograph(board.page, "won")


def test_a_mine_loses_and_the_board_stays_with_wrong_flags_marked(
    begin: Begin, photograph: Photograph
) -> None:
    board = begin()
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
    expect(board.page.locator("#result-text")).to_contain_text("1 flag was wrong")
    assert board.symbol(mine) == "!"
    assert board.pixel(wrong, 0) != before  # the flag is crossed out
    photograph(board.page, "lost")


def test_right_click_flags_and_unflags_and_counts_the_mines(begin: Begin) -> None:
    board = begin()
    left = board.page.locator("#mines-left b")
    expect(left).to_have_text("10")
    board.click((0, 0), button="right")
    expect(left).to_have_text("9")
    assert board.symbol((0, 0)) == "F"
    board.click((0, 0), button="right")
    expect(left).to_have_text("10")
    assert board.symbol((0, 0)) == "#"


def test_a_flag_protects_its_cell_from_a_click(begin: Begin) -> None:
    board = begin()
    board.click(FIRST, button="right")
    board.page.mouse.click(**board.at(FIRST))
    board.click((0, 0), button="right")  # the next move is answered, so the click was too
    assert board.game["status"] == "ready"


def test_a_click_on_a_satisfied_number_reveals_the_rest_around_it(begin: Begin) -> None:
    board = begin()
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


def test_the_middle_button_chords_and_an_unsatisfied_number_does_nothing(begin: Begin) -> None:
    board = begin()
    board.click(FIRST)
    rows = board.game["rows"]
    clue = next((r, c) for r in range(9) for c in range(9) if rows[r][c].isdigit())
    board.click(clue, button="middle")
    assert board.game["rows"] == rows


def test_flag_mode_swaps_the_buttons(begin: Begin) -> None:
    board = begin()
    board.page.click("#flag-mode")
    expect(board.page.locator("#flag-mode")).to_have_attribute("aria-pressed", "true")
    board.click((3, 3))
    assert board.symbol((3, 3)) == "F"


def test_question_marks_come_after_flags_when_the_player_wants_them(begin: Begin) -> None:
    board = begin()
    board.page.click("#open-settings")
    board.page.check("[data-setting=questionMarks]")
    board.page.keyboard.press("Escape")
    seen = []
    for _ in range(3):
        board.click((2, 2), button="right")
        seen.append(board.symbol((2, 2)))
    assert seen == ["F", "?", "#"]


def test_swapped_buttons_flag_with_the_left(begin: Begin) -> None:
    board = begin()
    board.page.click("#open-settings")
    board.page.check("[data-setting=swapButtons]")
    board.page.keyboard.press("Escape")
    board.click((2, 2))
    assert board.symbol((2, 2)) == "F"


def test_practice_games_can_be_undone_and_others_cannot(begin: Begin) -> None:
    board = begin(practice=True)
    board.click(FIRST)
    with board.page.expect_response("**/undo"):
        board.page.click("#undo")
    expect(board.page.locator("#game-status")).to_have_text("Ready")
    assert "practice" in board.page.inner_text("#badges")
    other = begin(page=board.page)
    expect(other.page.locator("#undo")).to_be_hidden()


def test_fast_clicks_are_all_made_in_their_order(begin: Begin) -> None:
    board = begin()
    for column in range(9):
        board.page.mouse.click(**board.at((0, column)), button="right")
    expect(board.page.locator("#mines-left b")).to_have_text("1")
    assert board.game["rows"][0] == "FFFFFFFFF"


def test_a_new_game_is_chosen_with_limits_that_follow_what_is_typed(
    page: Page, photograph: Photograph
) -> None:
    page.click("#open-new-game")
    names = page.locator("#level-options b")
    expect(names).to_have_text([*LEVELS, "custom"])
    page.locator("#level-options label", has_text="custom").click()
    page.fill("#custom-width", "12")
    page.fill("#custom-height", "7")
    page.fill("#custom-mines", "76")
    expect(page.locator("#custom-note")).to_contain_text("board holds 0 to 75 mines.")
    expect(page.locator("#new-game-start")).to_be_disabled()
    photograph(page, "new-game")
    page.check("input[name=start][value=any]")
    expect(page.locator("#new-game-start")).to_be_enabled()
    page.fill("#custom-mines", "20")
    page.fill("#new-game-seed", "18446744073709551615")
    page.click("#new-game-start")
    expect(page.locator("#game-title")).to_have_text("12 \N{MULTIPLICATION SIGN} 7, 20 mines")
    expect(page.locator("#board")).to_have_attribute("aria-colcount", "12")


def test_the_same_board_can_be_played_again_once_it_is_over(begin: Begin) -> None:
    board = begin()
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


def test_a_reload_in_the_middle_of_a_game_goes_on_with_it(begin: Begin) -> None:
    board = begin()
    board.click(FIRST)
    rows = board.game["rows"]
    seen = board.pixel((0, 4), 0)
    board.page.goto("/")
    expect(board.page.locator("#game-status")).to_have_text("Playing")
    assert board.id in board.page.url
    board.wait_until_shown()
    assert board.game["rows"] == rows
    assert board.pixel((0, 4), 0) == seen


def test_a_move_in_another_tab_is_fetched_and_not_lost(begin: Begin, visits: object) -> None:
    visits.may_fail = "409"  # type: ignore[attr-defined]
    board = begin()
    other = board.page.request.post(
        f"/api/games/{board.id}/moves", data={"kind": "flag", "cell": [8, 8], "version": 0}
    )
    assert other.ok
    board.page.mouse.click(**board.at((0, 0)), button="right")
    expect(board.page.locator("#toast")).to_contain_text("up to date")
    assert board.symbol((8, 8)) == "F"
    assert board.symbol((0, 0)) == "#"
    board.click((0, 0), button="right")
    assert board.symbol((0, 0)) == "F"


def test_only_a_fraction_of_the_board_is_drawn_for_one_cell(begin: Begin) -> None:
    board = begin("30x16/99")
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
            await pause(600); // whatever else would be drawn, also for the answer of the server
            return count;
        }""",
        board.at((3, 3)),
    )
    assert drawn == 1


def test_every_theme_is_kept_for_the_player(begin: Begin, photograph: Photograph) -> None:
    board = begin()
    page = board.page
    board.click(FIRST)
    board.click(min(mines_of(SIZE, SEED, FIRST)), button="right")
    looks = set()
    for theme in ("light", "dark", "classic", "contrast"):
        page.click("#open-settings")
        with page.expect_response("**/api/settings"):
            page.select_option("[data-setting=theme]", theme)
        page.keyboard.press("Escape")
        page.evaluate("localStorage.clear()")  # only the server knows now
        page.reload()
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        board.wait_until_shown()
        looks.add(board.pixel((0, 0), 0))
        photograph(page, f"theme-{theme}")
    assert len(looks) == 4


def test_there_is_a_board_also_when_the_level_that_was_kept_is_none(visits: Any) -> None:
    visits.may_fail = "422"
    page = visits.open("/#/stats")  # here no game is begun
    page.evaluate(
        "localStorage.setItem('sapper-preferences', JSON.stringify({setup: {level: 'gigantic'}}))"
    )
    page.goto("about:blank")
    page.goto("/")
    page.locator("#game-status", has_text="Ready").wait_for()
    expect(page.locator("#game-title")).to_contain_text("Beginner")
