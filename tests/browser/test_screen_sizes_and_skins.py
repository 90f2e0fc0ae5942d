"""The layout on every screen size, and the skins."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import Screenshot, StartGame, Visitors

SKINS = ["light", "dark", "classic", "contrast", "meadow", "paper", "neon", "garden"]
SIZES = {
    "phone": ViewportSize(width=360, height=640),
    "landscape": ViewportSize(width=844, height=390),
    "laptop": ViewportSize(width=1280, height=800),
    "desktop": ViewportSize(width=1920, height=1080),
}


def box(page: Page, selector: str) -> dict[str, float]:
    found = page.locator(selector).bounding_box()
    assert found is not None
    return dict(found)


def choose_theme(page: Page, theme: str) -> None:
    page.click("#open-settings")
    page.select_option("[data-setting=theme]", theme)
    page.keyboard.press("Escape")


@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_wider_than_the_window(start_game: StartGame, size: str) -> None:
    page = start_game("30x16/99", viewport=SIZES[size]).page
    for skin in SKINS:
        page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", skin)
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= SIZES[size]["width"], skin


def test_the_board_dominates_a_phone_in_landscape(start_game: StartGame) -> None:
    # Phones in landscape once showed six rows.
    page = start_game("30x16/99", viewport=SIZES["landscape"], has_touch=True, is_mobile=True).page
    board = box(page, ".board-viewport")
    assert board["width"] * board["height"] > 0.6 * 844 * 390
    cell_size = page.evaluate(
        "document.querySelector('.board-content').clientHeight / "
        "document.getElementById('board').ariaRowCount"
    )
    assert board["height"] / cell_size > 11
    toolbar = box(page, "#bottom-toolbar")
    assert toolbar["x"] >= board["x"] + board["width"]


def test_the_levels_are_beside_a_small_board_on_a_phone_in_landscape(
    start_game: StartGame,
) -> None:
    # The levels were once below the board, and so out of sight.
    board = start_game(viewport=SIZES["landscape"], has_touch=True, is_mobile=True)
    page = board.page
    for selector in ("[data-level=expert]", "#no-guess", "#new-game"):
        expect(page.locator(selector)).to_be_in_viewport(ratio=1)
    expect(page.locator(".board-viewport")).to_be_in_viewport(ratio=1)
    board.tap((4, 4))
    board.tap((0, 5))  # a mine
    expect(page.locator("#show-avoidable")).to_be_in_viewport(ratio=1)
    # On a smaller phone, the board needs the width.
    page.set_viewport_size(ViewportSize(width=667, height=375))
    page.wait_for_function("() => document.querySelector('.board-viewport').clientWidth < 340")
    assert box(page, ".board-viewport")["width"] > 310


def test_the_toolbar_is_there_on_a_large_phone_in_landscape(start_game: StartGame) -> None:
    # Above 860 pixels, the space for the toolbar was once empty.
    size = ViewportSize(width=932, height=430)
    page = start_game("30x16/99", viewport=size, has_touch=True, is_mobile=True).page
    toolbar, board = box(page, "#bottom-toolbar"), box(page, ".board-viewport")
    assert toolbar["x"] >= board["x"] + board["width"]
    assert toolbar["x"] + toolbar["width"] == 932
    expect(page.locator("#board-area #hint-text")).to_be_attached()


@pytest.mark.parametrize("skin", ["light", "classic"])
@pytest.mark.parametrize("size", ["laptop", "desktop"])
def test_the_legend_of_the_odds_is_visible_below_the_board(
    start_game: StartGame, size: str, skin: str
) -> None:
    board = start_game("16x16/40", viewport=SIZES[size])
    choose_theme(board.page, skin)
    board.click((8, 8))
    board.page.click("#hint-panel [data-command=odds]")
    expect(board.page.locator("#odds-summary")).to_contain_text("Best move")
    expect(board.page.locator("#odds-explanation")).to_be_in_viewport(ratio=1)


def test_a_small_board_has_large_cells_and_no_empty_space(visitors: Visitors) -> None:
    # Boards of lessons were once small on large screens, with an empty strip below them on phones.
    page = visitors.open("/#/learn/numbers", viewport=SIZES["desktop"])
    width = "() => document.querySelector('.board-viewport').clientWidth"
    page.wait_for_function(f"{width} > 380")
    page.set_viewport_size(SIZES["phone"])
    page.wait_for_function(f"{width} < 360")
    assert box(page, "#board")["height"] - box(page, ".board-viewport")["height"] < 1


def test_a_large_screen_is_used(start_game: StartGame) -> None:
    # The page once left half of a large screen empty.
    page = start_game("30x16/99", viewport=SIZES["desktop"]).page
    board = box(page, ".board-viewport")
    assert board["width"] > 0.7 * 1920
    assert board["height"] > 0.7 * 1080


@pytest.mark.parametrize("size", ["9x9/10", "30x16/99"])
def test_the_counters_are_as_wide_as_the_board(start_game: StartGame, size: str) -> None:
    page = start_game(size).page
    board, counters = box(page, "#board"), box(page, ".counters")
    assert abs(board["x"] - counters["x"]) < 4
    assert abs(board["width"] - counters["width"]) < 8


def test_the_classic_theme_has_led_digits(start_game: StartGame) -> None:
    page = start_game().page
    choose_theme(page, "classic")
    expect(page.locator("#mines-left-count")).to_have_css("font-family", '"Sapper LED", monospace')
    assert page.evaluate("document.fonts.load('20px \"Sapper LED\"').then((it) => it.length)") == 1


def test_every_skin_draws_different_cells(start_game: StartGame, screenshot: Screenshot) -> None:
    board = start_game()
    page = board.page
    board.click((4, 4))
    hidden = next(
        (r, c) for r, row in enumerate(board.game["rows"]) for c, it in enumerate(row) if it == "#"
    )
    board.click(hidden, button="right")
    seen = {}
    for skin in SKINS:
        choose_theme(page, skin)
        screenshot(page, f"skin-{skin}")
        places = [(0.1, 0.5), (0.5, 0.2), (0.5, 0.5), (0.6, 0.4), (0.85, 0.9)]
        seen[skin] = tuple(board.pixel(hidden, 0, dx, dy) for dx, dy in places)
    assert len(set(seen.values())) == len(SKINS)


def test_the_layout_does_not_shift_after_the_board_is_there(visitors: Visitors) -> None:
    page = visitors.open()
    expect(page.locator("#board")).to_have_attribute("aria-rowcount", "9")
    page.evaluate(
        """() => {
            window.shift = 0;
            new PerformanceObserver((list) => {
                for (const entry of list.getEntries()) {
                    if (!entry.hadRecentInput) window.shift += entry.value;
                }
            }).observe({ type: "layout-shift" });
        }"""
    )
    page.wait_for_timeout(1500)
    assert page.evaluate("window.shift") == 0


def test_the_volume_is_a_setting(visitors: Visitors) -> None:
    page = visitors.open()
    page.click("#open-settings")
    expect(page.locator("#volume")).to_be_disabled()
    page.check("[data-setting=sounds]")
    page.fill("#volume", "25")
    expect(page.locator("#volume-output")).to_have_text("25")
