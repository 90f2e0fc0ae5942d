"""axe-core finds no serious fault on any screen, and the page weighs little."""

import gzip
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from browser.board import RIGHT, PageBoard
from playwright.sync_api import Page, expect

Begin = Callable[..., PageBoard]
ROOT = Path(__file__).parent.parent.parent
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
STATIC = ROOT / "src" / "sapper" / "web" / "static"
THEMES = ["light", "dark", "classic", "contrast"]


def faults(page: Page) -> list[str]:
    """Return what axe-core calls serious or critical."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate("axe.run({ resultTypes: ['violations'] })")
    return [
        f"{fault['id']}: {node['html'][:120]} {node['failureSummary'][:160]}"
        for fault in found["violations"]
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]


def test_a_game_with_its_dialogs_has_no_serious_fault(begin: Begin) -> None:
    board = begin()
    page = board.page
    board.after("**/ai", lambda: page.click("#ai-panel [data-command=ai-move]"))
    with page.expect_response("**/hint?grade=1"):
        page.click("#show-hint")
    expect(page.locator("#hint-text")).not_to_be_empty()
    for theme in THEMES:
        page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
        assert faults(page) == [], theme
    for opener in ("#open-new-game", "#open-settings", "#open-help"):
        page.click(opener)
        expect(page.locator("dialog[open]")).to_be_visible()
        assert faults(page) == [], opener
        page.keyboard.press("Escape")


def test_the_analyser_and_the_statistics_have_no_serious_fault(visits: Any) -> None:
    page = visits.open("/#/analyse")
    expect(page.locator("#analyser-metrics > *").first).to_be_visible()
    assert faults(page) == []
    page.click("[data-section=stats]")
    expect(page.locator("#stats-body > *").first).to_be_visible()
    assert faults(page) == []


def test_all_files_of_the_page_are_under_150_kilobytes() -> None:
    files = [path for path in STATIC.rglob("*") if path.is_file()]
    assert sum(len(gzip.compress(path.read_bytes(), 6)) for path in files) < 150 * 1000


def test_every_module_is_loaded_at_once_and_not_one_after_the_other() -> None:
    index = (STATIC / "index.html").read_text(encoding="utf-8")
    preloaded = re.findall(r'rel="modulepreload" href="([^"]+)"', index)
    modules = {str(path.relative_to(STATIC)) for path in STATIC.rglob("*.js")}
    assert sorted(preloaded) == sorted(modules - {"main.js"})


def test_a_visit_loads_less_than_150_kilobytes(visits: Any) -> None:
    page = visits.open()
    page.locator("#game-status", has_text="Ready").wait_for()
    sizes = page.evaluate(
        "performance.getEntriesByType('resource').map((it) => it.transferSize)"
        ".concat(performance.getEntriesByType('navigation').map((it) => it.transferSize))"
    )
    assert 0 < sum(sizes) < 150 * 1000


def test_the_review_and_the_drills_have_no_serious_fault(begin: Begin, visits: Any) -> None:
    board = begin()
    page = board.page
    board.click((0, 0))
    board.click((0, 5))  # a mine
    page.click("#open-review")
    expect(page.locator("#review-move")).to_contain_text("mistake")
    for theme in THEMES:
        page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
        assert faults(page) == [], theme
    phone = visits.open("/#/drills", viewport={"width": 360, "height": 740})
    expect(phone.locator("#drill-question")).not_to_be_empty()
    assert faults(phone) == []
    phone.click("#drill-show-answer")
    expect(phone.locator("#drill-text")).to_contain_text(RIGHT)
    for theme in THEMES:
        phone.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
        assert faults(phone) == [], theme
