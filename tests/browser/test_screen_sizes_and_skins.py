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
