"""Every control on every screen can be reached, seen and left with the keyboard."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import StartGame, Visitors

FIRST = (4, 4)
# Collects the visible controls in document order. Radio buttons of one group are one control.
CONTROLS = """() => {
    const selector = "a[href], button, input, select, textarea, summary, [tabindex='0']";
    const groups = new Set();
    window.controls = [...document.querySelectorAll(selector)].filter((control) => {
        if (control.disabled || control.tabIndex < 0) return false;
        if (control.matches(".skip-link")) return true;
        if (!control.checkVisibility({ visibilityProperty: true })) return false;
        if (control.type !== "radio") return true;
        return !groups.has(control.name) && groups.add(control.name);
    });
    // The browser continues from the last click or focus, so the focus must start at the top.
    const start = document.createElement("a");
    start.tabIndex = -1;
    document.body.prepend(start);
    start.focus();
    start.remove();
    return controls.map((it) => it.id || it.textContent.trim() || it.className || it.tagName);
}"""
# Returns the index of the focused control, and whether an outline shows the focus.
FOCUSED = """() => {
    const focused = document.activeElement;
    const shown = focused.closest("label.button") ?? focused;
    const { outlineStyle, outlineWidth } = getComputedStyle(shown);
    return [controls.indexOf(focused), outlineStyle !== "none" && parseFloat(outlineWidth) >= 1];
}"""


def tab_through(page: Page) -> None:
    """Press Tab until the focus leaves the page, and check each stop."""
    names = page.evaluate(CONTROLS)
    visited, unmarked = [], []
    for _ in range(len(names) + 1):
        page.keyboard.press("Tab")
        index, has_outline = page.evaluate(FOCUSED)
        if index < 0:
            break
        visited.append(names[index])
        if not has_outline:
            unmarked.append(names[index])
    assert visited == names
    assert unmarked == []


@pytest.mark.parametrize(
    ("section", "ready"),
    [
        ("", "#board[aria-rowcount]"),
        ("daily", "#daily-levels button"),
        ("learn", "#lesson-list a"),
        ("learn/numbers", "#lesson-steps button"),
        ("patterns/1-2-1", "#pattern-list a"),
        ("puzzles", "#puzzle-question:not(:empty)"),
        ("rush", "#rush-start"),
        ("analyse", "#analyser-metrics > *"),
        ("games", "#no-games"),
        ("stats", "#stats-body a"),
    ],
)
def test_tab_reaches_every_control_and_leaves_the_page(
    visitors: Visitors, section: str, ready: str
) -> None:
    page = visitors.open(f"/#/{section}")
    expect(page.locator(ready).first).to_be_visible()
    page.wait_for_load_state("networkidle")
    tab_through(page)


def test_tab_reaches_every_control_of_a_result_its_review_and_its_challenge(
    start_game: StartGame, visitors: Visitors
) -> None:
    board = start_game()
    page = board.page
    board.click(FIRST)
    board.click((0, 5))  # a mine
    expect(page.locator("#show-avoidable")).to_be_visible()
    tab_through(page)
    page.locator("#open-review").press("Enter")
    expect(page.locator("#review-move")).not_to_be_empty()
    tab_through(page)
    answer = page.request.post(f"/api/games/{board.id}/challenge", data={"name": "Ann"})
    friend = visitors.open(f"/#/challenge/{answer.json()['challenge']}")
    expect(friend.locator("#accept-challenge")).to_be_visible()
    tab_through(friend)
    friend.locator("#accept-challenge").press("Enter")
    friend.wait_for_url("**/#/game/*")
    game = f"/api/games/{friend.url.split('/')[-1]}"
    for version, cell in enumerate([FIRST, (0, 5)]):
        move = {"kind": "reveal", "cell": cell, "version": version}
        friend.request.post(f"{game}/moves", data=move)
    friend.goto(f"/#/challenge/{answer.json()['challenge']}")
    expect(friend.locator("#race-verdict")).to_be_visible()
    tab_through(friend)


def test_a_paused_game_hides_its_board_from_the_tab_key_but_not_continue(
    start_game: StartGame,
) -> None:
    board = start_game()
    page = board.page
    board.click(FIRST)
    page.locator("#pause-game").press("Enter")
    expect(page.locator("#resume-game")).to_be_focused()
    tab_through(page)


@pytest.mark.parametrize(
    ("opener", "dialog"),
    [
        ("#open-new-game", "#new-game-dialog"),
        ("#open-settings", "#settings-dialog"),
        ("#open-help", "#help-dialog"),
    ],
)
def test_escape_closes_a_dialog_and_returns_to_its_button(
    page: Page, opener: str, dialog: str
) -> None:
    page.locator(opener).focus()
    page.keyboard.press("Enter")
    expect(page.locator(dialog)).to_be_visible()
    for _ in range(3):
        page.keyboard.press("Tab")
        # After the last control, the focus moves to the browser's own controls.
        assert page.evaluate(
            """(dialog) => {
                const { activeElement, body } = document;
                return activeElement === body || activeElement.closest(dialog) !== null;
            }""",
            dialog,
        )
    page.keyboard.press("Escape")
    expect(page.locator(dialog)).to_be_hidden()
    expect(page.locator(opener)).to_be_focused()


def test_the_menu_of_a_phone_works_by_keyboard(visitors: Visitors) -> None:
    page = visitors.open(viewport={"width": 360, "height": 640})
    page.locator("#game-status", has_text="Ready").wait_for()
    menu, nav = page.locator(".menu-button"), page.locator("#site-nav")
    expect(nav).to_be_hidden()
    menu.press("Enter")
    expect(nav).to_be_visible()
    page.keyboard.press("Escape")
    expect(nav).to_be_hidden()
    expect(menu).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#daily-levels button").first).to_be_visible()
    expect(nav).to_be_hidden()
