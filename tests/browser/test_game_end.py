"""The end of a game: flags on the remaining mines, the result panel and the way to the review."""

import re
from collections.abc import Iterator

from playwright.sync_api import Page, expect

from sapper.game.rules import Cell
from tests.browser.conftest import Screenshot, StartGame, Visitors
from tests.browser.page_board import PageBoard, mines_of

SIZE, SEED, FIRST = "9x9/10", 42, (4, 4)
OVERLAY = 1


def moves_to_win(board: PageBoard, size: str = SIZE, seed: int = SEED) -> Iterator[Cell]:
    """Yield cells to reveal until only the last one is left, and then that cell."""
    mines = mines_of(size, seed, FIRST)
    game = board.game
    for row in range(game["height"]):
        for column in range(game["width"]):
            if (row, column) not in mines and board.symbol((row, column)) == "#":
                yield row, column


def win(board: PageBoard) -> None:
    board.click(FIRST)
    for cell in moves_to_win(board):
        board.click(cell)
    expect(board.page.locator("#game-status")).to_have_text("Won")


def win_random_board(page: Page) -> dict[str, float]:
    """Win a new game on the smallest board, which has one safe cell. Return its result."""
    answer = page.request.post("/api/games", data={"level": "2x1/1"}).json()
    page.goto(f"/#/game/{answer['id']}")
    board = PageBoard(page, answer["id"])
    expect(page.locator("#board")).to_have_attribute("aria-colcount", "2")
    expect(page.locator("#game-status")).to_have_text("Ready")
    return board.await_response("**/moves", lambda: page.press("#board", "Space"))  # type: ignore[no-any-return]


def test_a_win_flags_the_remaining_mines_and_sets_the_counter_to_0(
    start_game: StartGame, screenshot: Screenshot
) -> None:
    board = start_game()
    win(board)
    page = board.page
    rows = board.game["rows"]
    assert {(r, c) for r in range(9) for c in range(9) if rows[r][c] == "F"} == mines_of(
        SIZE, SEED, FIRST
    )
    expect(page.locator("#mines-left-count")).to_have_text("0")
    expect(page.locator("#face")).to_have_attribute("data-mood", "won")
    expect(page.locator("#result-title")).to_have_text("You won")
    expect(page.locator("#result-time")).to_have_text(
        re.compile(r"^(\d+\.\d{3} s|\d+:\d\d\.\d{3})$")
    )
    labels = ["3BV", "3BV/s", "IOE", "Throughput", "Accuracy", "Clicks"]
    expect(page.locator("#result-metrics dt")).to_have_text(labels)
    expect(page.locator("#result-seed")).to_have_text(f"Seed {SEED}")
    expect(page.locator("#result-text")).to_have_text(
        "This game counts as assisted because the board was not random."
    )
    screenshot(page, "won")


def test_a_win_is_compared_with_the_players_other_wins(page: Page) -> None:
    standing = page.locator("#result-standing")
    win_random_board(page)
    expect(standing).to_have_text("Your first win at this level")
    expect(page.locator("#result-streak")).to_be_empty()
    # The clock starts with the first reveal, which also wins, so all wins take 0 seconds.
    win_random_board(page)
    expect(standing).to_have_text(re.compile(r"^(1st|2nd) of your 2 wins, best 0\.000 s$"))
    expect(page.locator("#result-streak")).to_have_text("2 wins in a row")


def test_a_wave_runs_over_a_won_board_unless_motion_is_reduced(visitors: Visitors) -> None:
    for motion, is_animated in (("no-preference", True), ("reduce", False)):
        page = visitors.open(reduced_motion=motion)
        expect(page.locator("#game-status")).to_have_text("Ready")
        page.evaluate(
            """async () => {
                const { BoardView } = await import("/draw/board_view.js");
                const celebrate = BoardView.prototype.celebrate;
                BoardView.prototype.celebrate = function (origin) {
                    celebrate.call(this, origin);
                    document.body.dataset.wave = String(this.wave !== null);
                    if (!this.wave) return;
                    const draw = this.draw;
                    this.draw = (now) => {
                        draw.call(this, now);
                        if (!this.wave) document.body.dataset.wave = "done";
                    };
                };
            }"""
        )
        win_random_board(page)
        result = "done" if is_animated else "false"
        expect(page.locator("body")).to_have_attribute("data-wave", result)


def test_an_avoidable_loss_names_a_safe_cell_and_leads_to_the_move(
    start_game: StartGame, screenshot: Screenshot
) -> None:
    board = start_game()
    page = board.page
    board.click(FIRST)
    board.click(min(mines_of(SIZE, SEED, FIRST)))
    expect(page.locator("#result-title")).to_have_text("Game over")
    verdict = page.locator("#result-verdict")
    expect(verdict).to_have_text(re.compile(r"^Avoidable: [A-I]\d was safe\.$"))
    screenshot(page, "lost-avoidable")
    page.click("#show-avoidable")
    expect(page).to_have_url(re.compile(rf"{board.id}/review/2$"))
    expect(page.locator("#review-move")).to_contain_text("Move 2 of 2")
    page.go_back()
    expect(verdict).to_have_text(re.compile("^Avoidable"))


def test_on_a_phone_the_page_scrolls_to_the_result_and_back(start_game: StartGame) -> None:
    phone = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
    board = start_game(**phone)
    page = board.page
    board.tap(FIRST)
    board.tap(min(mines_of(SIZE, SEED, FIRST)))
    expect(page.locator("#result-verdict")).not_to_be_empty()
    expect(page.locator("#bottom-toolbar")).to_be_hidden()
    expect(page.locator("#result-actions")).to_be_in_viewport(ratio=1)
    page.tap("#result-panel [data-command=new]")
    expect(page.locator("#game-status")).to_have_text("Ready")
    expect(page.locator("#bottom-toolbar")).to_be_visible()
    assert page.evaluate("scrollY") == 0
