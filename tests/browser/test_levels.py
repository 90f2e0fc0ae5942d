"""The level bar: levels in one click, presets, the face and the remembered choice."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import Screenshot, StartGame, Visitors, is_new_game
from tests.browser.page_board import mines_of

FIRST = (4, 4)


def start_by(page: Page, action: Callable[[], object]) -> dict[str, object]:
    """Run an action that starts a game and return the game."""
    with page.expect_response(is_new_game) as answer:
        action()
    game: dict[str, object] = answer.value.json()
    expect(page).to_have_url(re.compile(f"{game['id']}$"))
    return game


def test_one_click_starts_each_main_level(page: Page, screenshot: Screenshot) -> None:
    for level in ("intermediate", "expert", "beginner"):
        button = page.locator(f"[data-level={level}]")
        game = start_by(page, button.click)
        assert game["level"] == level
        expect(page.locator("#level-bar [aria-current]")).to_have_text(level.capitalize())
    screenshot(page, "levels")


def test_the_last_level_is_remembered(page: Page) -> None:
    start_by(page, page.locator("[data-level=intermediate]").click)
    page.goto("about:blank")
    page.goto("/")
    expect(page.locator("#game-title")).to_contain_text("Intermediate")
    expect(page.locator("#level-bar [aria-current]")).to_have_text("Intermediate")


def test_more_lists_each_remaining_preset_once_by_a_telling_name(page: Page) -> None:
    more = page.locator("#more-levels")
    times = "\N{MULTIPLICATION SIGN}"
    expect(more.locator("option")).to_have_text([
        "More",
        f"Small, 8 {times} 8, 10 mines",
        f"Minesweeper-o-Matic, 10 {times} 10, 15 mines",
        f"CS50 AI, 8 {times} 8, 8 mines",
    ])  # fmt: skip
    game = start_by(page, lambda: more.select_option("o-matic"))
    assert game["level"] == "o-matic"
    expect(more).to_have_attribute("aria-current", "true")
    expect(page.locator("#level-bar button[aria-current]")).to_have_count(0)


def test_a_2x2_board_holds_0_to_0_mines(visitors: Visitors) -> None:
    # The error once stated a range without a choice.
    visitors.allowed_errors = "422"
    page = visitors.open()
    page.locator("#game-status", has_text="Ready").wait_for()
    page.click("#open-new-game")
    for name, value in {"width": "2", "height": "2", "mines": "1"}.items():
        page.fill(f"#custom-{name}", value)
    page.click("#new-game-start")
    expect(page.locator("#new-game-error")).to_have_text(
        "The number of mines on a 2x2 board with start rule 'opening' must be 0, not 1."
    )


def test_a_custom_game_of_a_named_size_selects_that_level(page: Page) -> None:
    page.click("#open-new-game")
    for name, value in (("width", "16"), ("height", "16"), ("mines", "40")):
        page.fill(f"#custom-{name}", value)
    page.check("[name=practice]")
    game = start_by(page, lambda: page.click("#new-game-start"))
    assert (game["level"], game["practice"]) == ("intermediate", True)
    expect(page.locator("#level-bar [aria-current]")).to_have_text("Intermediate")
    expect(page.locator("#badges")).to_contain_text("Practice")
    page.click("#open-new-game")
    page.fill("#custom-mines", "41")
    start_by(page, lambda: page.click("#new-game-start"))
    expect(page.locator("#level-bar [aria-current]")).to_have_text("Custom…")


def test_f2_n_and_the_face_start_a_new_game(page: Page) -> None:
    games = [
        start_by(page, lambda: page.keyboard.press("F2")),
        start_by(page, lambda: page.keyboard.press("n")),
        start_by(page, lambda: page.click("#face")),
    ]
    page.focus("#more-levels")
    games.append(start_by(page, lambda: page.keyboard.press("F2")))
    assert len({game["id"] for game in games}) == 4


def test_space_after_a_click_on_a_level_reveals_a_cell(page: Page) -> None:
    start_by(page, page.locator("[data-level=intermediate]").click)
    url = page.url
    page.keyboard.press("Space")
    expect(page.locator("#game-status")).to_have_text("Playing")
    assert page.url == url


def test_only_one_new_game_button_is_visible_besides_the_face(start_game: StartGame) -> None:
    board = start_game()
    buttons = board.page.locator("[data-command=new]:not(#face) >> visible=true")
    expect(buttons).to_have_count(1)
    board.click(FIRST)
    board.click(min(mines_of("9x9/10", 42, FIRST)))
    expect(board.page.locator("#game-status")).to_have_text("Lost")
    expect(buttons).to_have_count(1)
    # A finished board takes no flags.
    expect(board.page.locator("#flag-mode")).to_be_hidden()


def test_a_game_that_is_continued_selects_its_level_for_the_next_game(
    start_game: StartGame,
) -> None:
    # The page once marked the previous level above the board, and the face started a game on it.
    page = start_game("16x16/40").page
    expect(page.locator("#level-bar [aria-current]")).to_have_text("Intermediate")
    with page.expect_request(lambda request: request.method == "POST") as started:
        page.press("body", "F2")
    assert started.value.post_data_json["level"] == "intermediate"


def test_a_level_that_cannot_be_created_leaves_the_game_alone(
    visitors: Visitors, page: Page
) -> None:
    visitors.allowed_errors = "429"
    url = page.url
    error = '{"error": {"code": "too-many-requests", "message": "too many games", "hint": null}}'
    page.route(
        re.compile(r"/api/games$"),
        lambda route: route.fulfill(status=429, content_type="application/json", body=error),
    )
    page.click("[data-level=expert]")
    expect(page.locator("#toast")).to_have_text("Too many games. ")
    expect(page.locator("#level-bar [aria-current]")).to_have_text("Beginner")
    assert page.url == url
