"""A real server and a real browser for the tests of the page; one of each per worker."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browser.board import PageBoard
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

ROOT = Path(__file__).parent.parent.parent
SCREENSHOTS = ROOT / "build" / "screenshots"
# How long anything may take. The five seconds of Playwright are too few for a machine that builds
# or plays meanwhile, and whoever waits for the right thing loses nothing by waiting longer.
PATIENCE = 60_000
expect.set_options(timeout=PATIENCE)


class Server:
    """`sapper web` in a process of its own, which can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0
        self.start()

    def start(self) -> None:
        """Start it, at the same port as before."""
        self.log = (self.folder / "log").open("w+", encoding="utf-8")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "sapper", "web", "--no-open", "--port", str(self.port)],
            env={**os.environ, "SAPPER_DATA": str(self.folder)},
            stderr=self.log,
        )
        deadline = time.monotonic() + 60
        while not (match := re.search(r"http://127\.0\.0\.1:(\d+)/", self.said())):
            assert self.process.poll() is None, self.said()
            assert time.monotonic() < deadline, self.said()
            time.sleep(0.05)
        self.port = int(match[1])

    def said(self) -> str:
        """What it has written."""
        return (self.folder / "log").read_text(encoding="utf-8")

    @property
    def url(self) -> str:
        """Where the page is."""
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """End it at once, as a power cut would."""
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


class Visits:
    """Opens pages as players with different machines would, and watches that nothing goes wrong."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.browser = browser
        self.server = server
        self.contexts: list[BrowserContext] = []
        self.faults: list[str] = []
        self.may_fail = r"$^"
        """Failed requests that the test means to happen."""

    def open(self, path: str = "/", **options: Any) -> Page:
        """Open the page as somebody new."""
        options.setdefault("viewport", {"width": 1280, "height": 800})
        options.setdefault("reduced_motion", "reduce")
        context = self.browser.new_context(base_url=self.server.url, **options)
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        page.on("console", lambda said: self._console(said.type, said.text, said.location))
        page.on("request", lambda request: self._request(request.url))
        page.goto(path)
        return page

    def _console(self, kind: str, text: str, location: Any) -> None:
        said = f"{kind}: {text} {location.get('url', '')}"
        if kind in ("error", "warning") and not re.search(self.may_fail, said):
            self.faults.append(said)

    def _request(self, url: str) -> None:
        if not url.startswith((self.server.url, "data:", "blob:")):
            self.faults.append(f"a request to elsewhere: {url}")


@pytest.fixture
def visits(browser: Browser, server: Server) -> Iterator[Visits]:
    opened = Visits(browser, server)
    yield opened
    for context in opened.contexts:
        context.close()
    assert opened.faults == []


@pytest.fixture
def page(visits: Visits) -> Page:
    """The page on a desk, at a new game."""
    opened = visits.open()
    opened.locator("#game-status", has_text="Ready").wait_for()
    return opened


Begin = Callable[..., PageBoard]


@pytest.fixture
def begin(visits: Visits) -> Begin:
    """Open the page at a game with a chosen seed."""

    def begin(
        size: str = "9x9/10", seed: int = 42, *, page: Page | None = None, **options: Any
    ) -> PageBoard:
        wanted = {"level": size, "start": "opening", "seed": seed}
        wanted |= {name: options.pop(name) for name in ("practice",) if name in options}
        opened = page or visits.open(**options)
        opened.locator("#game-status", has_text="Ready").wait_for()
        answer = opened.request.post("/api/games", data=wanted)
        assert answer.status == 201, answer.text()
        opened.goto(f"/#/game/{answer.json()['id']}")
        board = PageBoard(opened, answer.json()["id"])
        board.wait_until_shown()
        return board

    return begin


@pytest.fixture
def photograph() -> Callable[[Page, str], Path]:
    """Keep a picture of the page in build/screenshots."""

    def photograph(page: Page, name: str) -> Path:
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        path = SCREENSHOTS / f"{name}.png"
        page.screenshot(path=path)
        return path

    return photograph
