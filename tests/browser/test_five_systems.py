"""The five systems on the page: the list in the help, their buttons and their colours."""

import re

from playwright.sync_api import Page, expect

from sapper.play.five_systems import five_systems
from tests.browser.conftest import Screenshot, StartGame, Visitors
from tests.browser.page_board import PageBoard, mines_of

CELLS = 0
SIZE, SEED, FIRST = "9x9/10", 42, (4, 4)


def shown_game(page: Page) -> PageBoard:
    """Return the game in the page's address."""
    expect(page).to_have_url(re.compile(r"#/game/[\w-]+$"))
    board = PageBoard(page, page.url.rpartition("/")[2])
    board.wait_until_shown()
    return board


def test_the_help_lists_the_five_systems(page: Page, screenshot: Screenshot) -> None:
    page.keyboard.press("?")
    items = page.locator("#help-systems > li")
    expect(items).to_have_count(len(five_systems()))
    for item, system in zip(items.all(), five_systems(), strict=True):
        for text in (system.name, system.strategy, system.summary):
            expect(item).to_contain_text(text)
        item.get_by_text("Features", exact=True).click()
        features = item.locator("details > ul").first.locator("> li")
        expect(features).to_have_count(len(system.features))
        expect(features.first).to_contain_text(system.features[0].tests[0])
    items.first.scroll_into_view_if_needed()
    screenshot(page, "five-systems")


def test_try_it_starts_a_game_on_the_board_and_with_the_ai_of_a_system(visitors: Visitors) -> None:
    page = visitors.open("/#/stats")  # the help works on every screen
    for system in five_systems():
        before = page.url
        page.click("#open-help")
        page.click(f"#help-systems button[aria-label='Try {system.name}']")
        expect(page).not_to_have_url(before)
        expect(page.locator("#help-dialog")).to_be_hidden()
        board = shown_game(page)
        assert (board.game["level"], board.game["start"]) == (system.level, system.start)
        expect(page.locator("#strategy")).to_have_value(system.strategy)
        # On a slow machine, a request without a response would count as concurrent.
        with page.expect_response("**/ai") as response:
            page.click("#ai-panel [data-command=ai-move]")
        assert response.value.request.post_data_json["strategy"] == system.strategy


def test_new_game_starts_another_game_of_the_same_system(page: Page) -> None:
    page.click("#open-help")
    page.click("#help-systems button[aria-label='Try Minesweeper-o-Matic']")
    expect(page.locator("#mines-left b")).to_have_text("15")
    first = shown_game(page)
    first.await_response("**/ai", lambda: page.click("#ai-panel [data-command=ai-move]"))
    with page.expect_response("**/api/games"):
        page.click("[data-command=new] >> visible=true")
    expect(page.locator("#game-status")).to_have_text("Ready")
    second = shown_game(page)
    assert second.id != first.id
    assert (second.game["level"], second.game["start"]) == ("o-matic", "any")


def test_play_move_changes_one_cell_at_a_time(start_game: StartGame) -> None:
    board = start_game("10x10/15", 3)
    board.click(FIRST)
    board.page.select_option("#strategy", "pattern")
    kinds = set()
    while (before := board.game)["status"] == "playing":
        answer = board.await_response(
            "**/ai", lambda: board.page.click("#ai-panel [data-command=ai-move]")
        )
        (step,) = answer["steps"]
        row, column = step["cell"]
        assert before["rows"][row][column] in "#F"
        kinds.add(step["kind"])
    assert "reveal" in kinds
    expect(board.page.locator("#game-status")).to_have_text(re.compile("Won|Lost"))


def test_covered_cleared_marked_and_exploded_cells_have_the_colours_of_the_meadow_theme(
    start_game: StartGame, screenshot: Screenshot
) -> None:
    board = start_game(SIZE, SEED)
    page = board.page
    page.click("#open-settings")
    page.select_option("[data-setting=theme]", "meadow")
    page.keyboard.press("Escape")
    board.click(FIRST)
    marked, exploded, *_ = sorted(mines_of(SIZE, SEED, FIRST))
    rows = board.game["rows"]
    covered = next(
        (r, c) for r in range(9) for c in range(9)
        if rows[r][c] == "#" and (r, c) not in (marked, exploded)
    )  # fmt: skip
    corner = (0.15, 0.3)  # outside the symbol in the centre of a cell
    grey = board.pixel(covered, CELLS, *corner)
    assert max(grey[:3]) - min(grey[:3]) <= 2
    red, green, blue, _ = board.pixel(FIRST, CELLS, *corner)
    assert green > max(red, blue)
    assert rows[FIRST[0]][FIRST[1]] == "."
    ring = {board.pixel(FIRST, CELLS, 0.3 + step / 100, 0.5)[:3] for step in range(40)}
    assert len(ring) > 1  # the 0 is drawn
    board.click(marked, button="right")
    red, green, blue, _ = board.pixel(marked, CELLS, *corner)
    assert blue > 1.5 * max(red, green)
    board.click(exploded)
    red, green, blue, _ = board.pixel(exploded, CELLS, 0.05, 0.05)
    assert red > 1.5 * max(green, blue)
    screenshot(page, "theme-meadow")
