"""axe-core finds no serious violation on any screen, and the page stays small."""

import gzip
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import StartGame, Visitors

ROOT = Path(__file__).parent.parent.parent
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
STATIC = ROOT / "src" / "sapper" / "web" / "static"
THEMES = ["light", "dark", "classic", "contrast", "meadow", "paper", "neon", "garden"]
MAX_BYTES = 200_000


def violations(page: Page) -> list[str]:
    """Return axe-core's serious and critical violations."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    results: dict[str, Any] = page.evaluate("axe.run({ resultTypes: ['violations'] })")
    return [
        f"{violation['id']}: {node['html'][:120]} {node['failureSummary'][:160]}"
        for violation in results["violations"]
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]


def set_theme(page: Page, theme: str) -> None:
    page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)


def assert_accessible(page: Page) -> None:
    """Check a screen in every theme."""
    for theme in THEMES:
        set_theme(page, theme)
        assert violations(page) == [], theme


def test_the_play_screen_and_its_dialogs_are_accessible(start_game: StartGame) -> None:
    board = start_game()
    page = board.page
    board.await_response("**/ai", lambda: page.click("#ai-panel [data-command=ai-move]"))
    with page.expect_response("**/hint?grade=1"):
        page.click("#show-hint")
    expect(page.locator("#hint-text")).not_to_be_empty()
    page.click("#hint-panel [data-command=odds]")
    expect(page.locator("#odds-summary")).not_to_be_empty()
    assert_accessible(page)
    for opener in ("#open-new-game", "#open-settings", "#open-help"):
        page.click(opener)
        expect(page.locator("dialog[open]")).to_be_visible()
        assert_accessible(page)
        page.keyboard.press("Escape")


def test_the_result_and_a_paused_game_are_accessible(start_game: StartGame) -> None:
    board = start_game(viewport={"width": 360, "height": 640})
    page = board.page
    board.click((0, 0))
    assert page.request.post(f"/api/games/{board.id}/pause").ok
    page.reload()
    expect(page.locator("#pause-cover")).to_be_visible()
    assert violations(page) == []
    page.click("#resume-game")
    expect(page.locator("#pause-cover")).to_be_hidden()
    board.click((0, 5))  # a mine
    expect(page.locator("#show-avoidable")).to_be_visible()
    assert violations(page) == []


def test_the_result_is_accessible_in_every_theme(start_game: StartGame) -> None:
    board = start_game()
    board.click((0, 0))
    board.click((0, 5))  # a mine
    expect(board.page.locator("#show-avoidable")).to_be_visible()
    assert_accessible(board.page)


def test_the_analyser_is_accessible(visitors: Visitors) -> None:
    page = visitors.open("/#/analyse")
    expect(page.locator("#analyser-metrics > *").first).to_be_visible()
    assert_accessible(page)


def test_the_games_the_statistics_and_the_daily_boards_are_accessible(
    start_game: StartGame,
) -> None:
    board = start_game()
    page = board.page
    board.click((0, 0))
    board.click((0, 5))  # a mine
    page.goto("/#/games")
    expect(page.locator(".game-item")).to_have_count(1)
    assert_accessible(page)
    page.goto("/#/stats")
    expect(page.locator("#stats-body > *").first).to_be_visible()
    page.get_by_role("button", name="Assisted", exact=True).click()
    expect(page.locator("#stats-body table")).to_be_visible()
    assert_accessible(page)
    page.goto("/#/daily")
    expect(page.locator("#daily-levels > *").first).to_be_visible()
    assert_accessible(page)
    page.set_viewport_size({"width": 360, "height": 640})
    page.click(".menu-button")
    assert_accessible(page)


def test_a_challenge_is_accessible(start_game: StartGame, visitors: Visitors) -> None:
    board = start_game()
    board.click((4, 4))
    board.click((0, 5))  # a mine
    board.page.click("#open-challenge")
    expect(board.page.locator("#challenge-dialog")).to_be_visible()
    assert_accessible(board.page)
    answer = board.page.request.post(f"/api/games/{board.id}/challenge", data={"name": "Ann"})
    path = f"/#/challenge/{answer.json()['challenge']}"
    friend = visitors.open(path)
    expect(friend.locator("#accept-challenge")).to_be_visible()
    assert_accessible(friend)
    friend.click("#accept-challenge")
    friend.wait_for_url("**/#/game/*")
    game = f"/api/games/{friend.url.split('/')[-1]}"
    for version, cell in enumerate([(4, 4), (0, 5)]):
        move = {"kind": "reveal", "cell": cell, "version": version}
        friend.request.post(f"{game}/moves", data=move)
    friend.goto(path)
    expect(friend.locator("#race-verdict")).to_be_visible()
    friend.locator("summary").click()
    assert_accessible(friend)


def test_the_lessons_are_accessible(visitors: Visitors) -> None:
    page = visitors.open("/#/learn")
    expect(page.locator("#lesson-list > *").first).to_be_visible()
    assert_accessible(page)
    page.click(".next-lesson")
    expect(page.locator("#lesson-heading")).not_to_be_empty()
    assert_accessible(page)


def test_the_patterns_and_the_puzzle_rush_are_accessible(visitors: Visitors) -> None:
    page = visitors.open("/#/patterns/1-2-1")
    expect(page.locator("#pattern-list a").first).to_be_visible()
    assert_accessible(page)
    page.goto("/#/rush")
    page.click("#rush-start")
    expect(page.locator("#rush-question")).not_to_be_empty()
    assert_accessible(page)


def test_the_review_and_the_puzzles_are_accessible(
    start_game: StartGame, visitors: Visitors
) -> None:
    board = start_game()
    page = board.page
    board.click((0, 0))
    board.click((0, 5))  # a mine
    page.click("#open-review")
    expect(page.locator("#review-move")).to_contain_text("mistake")
    assert_accessible(page)
    phone = visitors.open("/#/puzzles", viewport={"width": 360, "height": 740})
    expect(phone.locator("#puzzle-question")).not_to_be_empty()
    assert violations(phone) == []
    phone.click("#puzzle-show-answer")
    expect(phone.locator("#puzzle-text")).not_to_be_empty()
    assert_accessible(phone)


def test_all_static_files_together_are_smaller_than_the_limit() -> None:
    files = [path for path in STATIC.rglob("*") if path.is_file()]
    assert sum(len(gzip.compress(path.read_bytes(), 6)) for path in files) < MAX_BYTES


def test_a_visit_transfers_less_than_the_limit(visitors: Visitors) -> None:
    page = visitors.open()
    page.locator("#game-status", has_text="Ready").wait_for()
    sizes = page.evaluate(
        "performance.getEntriesByType('resource').map((it) => it.transferSize)"
        ".concat(performance.getEntriesByType('navigation').map((it) => it.transferSize))"
    )
    assert 0 < sum(sizes) < MAX_BYTES
