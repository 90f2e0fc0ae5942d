"""axe-core finds no serious fault on any screen, and the page weighs little."""

import gzip
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from browser.board import PageBoard
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


@pytest.mark.parametrize("theme", THEMES)
def test_a_game_has_no_serious_fault(begin: Begin, theme: str) -> None:
    board = begin()
    board.page.evaluate("(theme) => document.documentElement.dataset.theme = theme", theme)
    with board.page.expect_response("**/ai"):
        board.page.click("#ai [data-do=step]")
    with board.page.expect_response("**/hint?grade=1"):
        board.page.click("#hint")
    expect(board.page.locator("#coach-text")).not_to_be_empty()
    assert faults(board.page) == []


@pytest.mark.parametrize("opener", ["#open-setup", "#open-settings", "#open-help"])
def test_a_dialog_has_no_serious_fault(page: Page, opener: str) -> None:
    page.click(opener)
    expect(page.locator("dialog[open]")).to_be_visible()
    assert faults(page) == []


@pytest.mark.parametrize("path", ["/#/analyse", "/#/stats"])
def test_a_screen_has_no_serious_fault(visits: Any, path: str) -> None:
    page = visits.open(path)
    expect(page.locator("#stats-body > *, #analyse-figures > *").first).to_be_visible()
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
    page.locator("#state", has_text="Ready").wait_for()
    sizes = page.evaluate(
        "performance.getEntriesByType('resource').map((it) => it.transferSize)"
        ".concat(performance.getEntriesByType('navigation').map((it) => it.transferSize))"
    )
    assert 0 < sum(sizes) < 150 * 1000
