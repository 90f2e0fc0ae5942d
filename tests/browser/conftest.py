"""Fixtures for tests of the page in Chromium, with one server and one browser per worker."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    Response,
    Route,
    expect,
    sync_playwright,
)

from tests.browser.page_board import PageBoard

ROOT = Path(__file__).parent.parent.parent
SCREENSHOTS = ROOT / "build" / "screenshots"
# Playwright's default of five seconds is too short on a busy machine.
TIMEOUT_MS = 60_000
expect.set_options(timeout=TIMEOUT_MS)
# The visitors of all tests share one address and so one network's limits, as in a large school.
_ONE_NETWORK: Final = {
    "SAPPER_NETWORK_REQUESTS_PER_SECOND": "10000",
    "SAPPER_NETWORK_REQUEST_BURST": "100000",
    "SAPPER_NEW_PLAYER_BURST": "10000",
}


class Server:
    """A `sapper web` process that can be killed and restarted."""

    def __init__(self, folder: Path, limits: Mapping[str, str] = _ONE_NETWORK) -> None:
        self.folder = folder
        self.limits = limits
        self.port = 0
        self.start()

    def start(self) -> None:
        """Start the process on the same port as before and wait until it is ready."""
        self.log = (self.folder / "log").open("w+", encoding="utf-8")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "sapper", "web", "--no-open", "--port", str(self.port)],
            env={**os.environ, **self.limits, "SAPPER_DATA": str(self.folder)},
            stderr=self.log,
        )
        deadline = time.monotonic() + 60
        while not (match := re.search(r"http://127\.0\.0\.1:(\d+)/", self.read_log())):
            assert self.process.poll() is None, self.read_log()
            assert time.monotonic() < deadline, self.read_log()
            time.sleep(0.05)
        self.port = int(match[1])

    def read_log(self) -> str:
        """Return the process's standard error."""
        return (self.folder / "log").read_text(encoding="utf-8")

    @property
    def url(self) -> str:
        """The URL of the page."""
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """Kill the process without a chance to shut down."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.log.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server"))
    yield running
    running.kill()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    found = subprocess.run(
        [ROOT / "tools" / "find-chromium"], capture_output=True, text=True, check=False, timeout=60
    )
    assert found.returncode == 0, found.stderr
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=found.stdout.strip(), args=["--no-sandbox", "--disable-gpu"]
        )
        yield started
        started.close()


class Visitors:
    """Opens pages as new players and collects console errors and requests to other hosts."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.browser = browser
        self.server = server
        self.contexts: list[BrowserContext] = []
        self.errors: list[str] = []
        self.allowed_errors = r"$^"
        """A pattern of console messages that the test provokes."""

    def open(self, path: str = "/", **options: Any) -> Page:
        """Open the page as a new player."""
        options.setdefault("viewport", {"width": 1280, "height": 800})
        options.setdefault("reduced_motion", "reduce")
        context = self.browser.new_context(base_url=self.server.url, **options)
        context.set_default_timeout(TIMEOUT_MS)
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.errors.append(f"error: {error}"))
        page.on("console", lambda entry: self._on_console(entry.type, entry.text, entry.location))
        page.on("request", lambda request: self._on_request(request.url))
        page.goto(path)
        if path == "/" or path.startswith("/#"):
            page.locator("html[data-screen]").wait_for()
        return page

    def _on_console(self, kind: str, text: str, location: Any) -> None:
        message = f"{kind}: {text} {location.get('url', '')}"
        if kind in ("error", "warning") and not re.search(self.allowed_errors, message):
            self.errors.append(message)

    def _on_request(self, url: str) -> None:
        if not url.startswith((self.server.url, "data:", "blob:")):
            self.errors.append(f"request to another host: {url}")


@pytest.fixture
def visitors(browser: Browser, server: Server) -> Iterator[Visitors]:
    opened = Visitors(browser, server)
    yield opened
    for context in opened.contexts:
        context.close()
    assert opened.errors == []


@pytest.fixture
def page(visitors: Visitors) -> Page:
    """A desktop page with a new game."""
    opened = visitors.open()
    opened.locator("#game-status", has_text="Ready").wait_for()
    return opened


StartGame = Callable[..., PageBoard]
Screenshot = Callable[[Page, str], Path]


@pytest.fixture
def start_game(visitors: Visitors) -> StartGame:
    """Open the page with a seeded game."""

    def start_game(
        size: str = "9x9/10", seed: int = 42, *, page: Page | None = None, **options: Any
    ) -> PageBoard:
        body = {"level": size, "start": "opening", "seed": seed}
        body |= {name: options.pop(name) for name in ("practice", "start") if name in options}
        opened = page or visitors.open(**options)
        opened.locator("#game-status", has_text="Ready").wait_for()
        answer = opened.request.post("/api/games", data=body)
        assert answer.status == 201, answer.text()
        opened.goto(f"/#/game/{answer.json()['id']}")
        board = PageBoard(opened, answer.json()["id"])
        board.wait_until_shown()
        return board

    return start_game


@pytest.fixture
def screenshot() -> Screenshot:
    """Save a screenshot of the page in build/screenshots."""

    def screenshot(page: Page, name: str) -> Path:
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        path = SCREENSHOTS / f"{name}.png"
        page.screenshot(path=path)
        return path

    return screenshot


def is_new_game(response: Response) -> bool:
    """Check whether a response belongs to a request that starts a game."""
    return response.request.method == "POST" and response.url.endswith("/api/games")


def delay_requests(page: Page, url: str) -> list[Route]:
    """Hold back matching requests until the test continues them."""
    delayed: list[Route] = []

    def delay(route: Route) -> None:  # Playwright does not accept a built-in method.
        delayed.append(route)

    page.route(url, delay)
    return delayed


def is_wider_than_window(page: Page) -> bool:
    """Check whether the page scrolls sideways. On phones, `innerWidth` grows with the page."""
    assert page.viewport_size is not None
    width: int = page.evaluate("document.documentElement.scrollWidth")
    return width > page.viewport_size["width"]


def settle(page: Page) -> None:
    """Give the page time to process a response that must not change it."""
    page.wait_for_function("() => new Promise((done) => setTimeout(() => done(true), 50))")


def shown_puzzle(page: Page, response: Any, screen: str = "puzzle") -> dict[str, Any]:
    """Wait until the page shows a response's puzzle: earlier input answers the previous one."""
    puzzle: dict[str, Any] = response.value.json()
    question = page.locator(f"#{screen}-question")
    expect(question).to_have_attribute("data-attempt", puzzle["attempt"])
    return puzzle
