"""The documentation site, opened from the file system as a reader without a server would."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

SITE = Path(__file__).parents[2] / "build" / "site"
WIDE = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}


class Reader:
    """Opens pages of the site and records console errors and requests to the network."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.problems: list[str] = []

    def open(self, name: str, viewport: dict[str, int] = WIDE, scheme: str = "light") -> Page:
        page = self.browser.new_page(viewport=viewport, color_scheme=scheme)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("request", lambda request: self._check_request(request.url))
        page.goto((SITE / name).as_uri())
        return page

    def _check_request(self, url: str) -> None:
        if url.startswith("http"):
            self.problems.append(f"request to {url}")


@pytest.fixture
def reader(browser: Browser) -> Iterator[Reader]:
    reader = Reader(browser)
    yield reader
    assert not reader.problems


def test_search_finds_a_command(reader: Reader) -> None:
    page = reader.open("guide/plain-text.html")
    page.keyboard.press("Control+k")
    page.get_by_role("combobox", name="Search").fill("sapper bench")
    page.get_by_role("option", name=re.compile("^sapper bench")).click()
    expect(page).to_have_url(re.compile(r"/reference/cli\.html.*#sapper-bench$"))


def test_the_logo_leads_to_the_home_page(reader: Reader) -> None:
    page = reader.open("reference/python/sapper.html")
    page.get_by_role("link", name="Sapper", exact=True).first.click()
    expect(page).to_have_url(re.compile(r"/site/index\.html$"))


@pytest.mark.parametrize(
    "name",
    ["index.html", "reference/cli.html", "reference/settings.html", "reference/http.html",
     "reference/python/sapper.html", "benchmarks.html", "notebooks/odds.html"],
)  # fmt: skip
def test_a_phone_scrolls_wide_tables_and_code_but_not_the_page(reader: Reader, name: str) -> None:
    page = reader.open(name, viewport=PHONE)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_the_site_follows_the_dark_theme_of_the_system(reader: Reader) -> None:
    background = "getComputedStyle(document.body).backgroundColor"
    light = reader.open("index.html").evaluate(background)
    dark = reader.open("index.html", scheme="dark").evaluate(background)
    assert light == "rgb(255, 255, 255)"
    assert dark != light
