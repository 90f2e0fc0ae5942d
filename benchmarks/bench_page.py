"""Benchmark of the web page in Chromium: visits, response times, drawing and transfer size."""

import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect, sync_playwright

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser.conftest import Server  # noqa: E402
from tests.browser.page_board import PageBoard, mines_of  # noqa: E402

LEVEL, SEED, FIRST = "30x16/99", 7, (8, 15)
ROUNDS = 40
PHASES = random.Random(1)
MBIT = 125_000
"""One megabit per second in bytes."""

# Records the times of pointer events and of drawing, and all layout shifts. Frames are counted only
# after a press, because a page that requests every frame responds more slowly.
RECORDER = """() => {
    const log = window.benchLog = { frame: 0, draws: [], events: [], ready: 0, shifts: [] };
    const count = () => { if (++log.frame < 4) requestAnimationFrame(count); };
    for (const type of ["pointerdown", "pointerup"]) {
        addEventListener(type, (event) => {
            log.events.push({ type, at: event.timeStamp });
            log.frame = 0;
            if (type === "pointerdown") requestAnimationFrame(count);
        }, true);
    }
    const draw = CanvasRenderingContext2D.prototype.drawImage;
    CanvasRenderingContext2D.prototype.drawImage = function (...rest) {
        log.draws.push({ frame: log.frame, at: performance.now() });
        return draw.apply(this, rest);
    };
    new PerformanceObserver((list) => {
        for (const { startTime: at, value } of list.getEntries()) log.shifts.push({ at, value });
    }).observe({ type: "layout-shift", buffered: true });
    const watch = () => {
        if (document.getElementById("game-status")?.textContent === "Ready" && log.draws.length) {
            log.ready = performance.now();
        } else requestAnimationFrame(watch);
    };
    requestAnimationFrame(watch);
}"""
LAST_MOVE = """() => {
    const resources = performance.getEntriesByType("resource");
    const last = resources.filter((it) => it.name.endsWith("/moves")).at(-1);
    return last.responseEnd - last.startTime;
}"""
# Reading a pixel back forces the browser to finish drawing.
REDRAW = """async () => {
    const { BoardView } = await import("/draw/board_view.js");
    const { Board } = await import("/state/board.js");
    const view = new BoardView(document.getElementById("board"));
    const board = new Board(30, 16);
    const symbols = "#.12345678Ff?*!";
    for (let i = 0; i < 480; i++) board.codes[i] = symbols.charCodeAt(i % symbols.length);
    view.setBoard(board);
    const times = [];
    for (let i = 0; i < 200; i++) {
        view.isAllDirty = true;
        const begin = performance.now();
        view.draw();
        view.cellsContext.getImageData(0, 0, 1, 1);
        times.push(performance.now() - begin);
    }
    return times.slice(20);
}"""
SCROLL = """async () => {
    const board = document.getElementById("board");
    const frames = [];
    let last = await new Promise(requestAnimationFrame);
    for (let i = 0; i < 120; i++) {
        board.scrollBy(14, 9);
        const now = await new Promise(requestAnimationFrame);
        frames.push(now - last);
        last = now;
    }
    return frames;
}"""
WEIGHT = """() => ["resource", "navigation"]
    .flatMap((kind) => performance.getEntriesByType(kind))
    .reduce((sum, entry) => sum + entry.transferSize, 0)"""


def new_page(browser: Browser, *, round_trip: int = 0, mbit: int = 0) -> Page:
    """Return a page of a new player, with a slower network if requested."""
    page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    page.add_init_script(f"({RECORDER})()")
    if round_trip:
        limit = mbit * MBIT if mbit else -1
        page.context.new_cdp_session(page).send(
            "Network.emulateNetworkConditions",
            {
                "offline": False,
                "latency": round_trip,
                "downloadThroughput": limit,
                "uploadThroughput": limit,
            },
        )
    return page


def load_page(page: Page, server: Server) -> float:
    """Open the page and return the time until a new game is ready, in milliseconds."""
    page.goto(server.url)
    page.wait_for_function("() => benchLog.ready")
    return float(page.evaluate("benchLog.ready"))


def measure_visits(browser: Browser, server: Server) -> None:
    """Print the time until a first visit is interactive, its size and its layout shifts."""
    for name, network in (
        ("on localhost", {}),
        ("with 100 ms round trips at 10 Mbit/s", {"round_trip": 100, "mbit": 10}),
    ):
        times, shifts = [], []
        for _ in range(5):
            page = new_page(browser, **network)
            times.append(load_page(page, server))
            page.wait_for_load_state("networkidle")
            shifts.append(
                page.evaluate(
                    "benchLog.shifts.filter(({ at }) => at >= benchLog.ready)"
                    ".reduce((sum, { value }) => sum + value, 0)"
                )
            )
            weight = page.evaluate(WEIGHT) / 1000
            page.context.close()
        print(f"first visit {name}: interactive after {statistics.median(times):.0f} ms (median)")
        print(f"first visit {name}: layout shift after the board is there: {max(shifts):.3f}")
    print(f"first visit: {weight:.1f} kB transferred")


def open_board(page: Page, server: Server) -> PageBoard:
    """Open a seeded expert board with its first cell revealed."""
    load_page(page, server)
    body = {"level": LEVEL, "start": "opening", "seed": SEED}
    game = page.request.post(f"{server.url}/api/games", data=body).json()
    page.goto(f"{server.url}/#/game/{game['id']}")
    expect(page.locator("#board")).to_have_attribute("aria-colcount", "30")
    board = PageBoard(page, game["id"])
    with page.expect_response("**/moves"):
        page.mouse.click(**board.centre_of(FIRST))
    page.wait_for_timeout(1000)
    return board


def first_draw(page: Page, event: str, action: Callable[[], object]) -> dict[str, Any]:
    """Run an action and return the delay from an event to the first drawing after it."""
    page.evaluate("benchLog.events = []; benchLog.draws = []")
    page.wait_for_timeout(PHASES.uniform(60, 90))  # players press at any time between two frames
    action()
    page.wait_for_timeout(40)  # the benchmark must not compete with the page for the processor
    result: dict[str, Any] = page.evaluate(
        """async (type) => {
            const event = benchLog.events.find((it) => it.type === type);
            const pause = () => new Promise((resolve) => setTimeout(resolve, 20));
            const isLater = (draw) => draw.at >= event.at;
            while (!benchLog.draws.some(isLater)) await pause();
            const draw = benchLog.draws.find(isLater);
            return { ms: draw.at - event.at, frames: draw.frame };
        }""",
        event,
    )
    page.wait_for_timeout(60)  # long enough for the drawing to end
    return result


def measure_moves(browser: Browser, server: Server, *, round_trip: int) -> None:
    """Print the time from a pointer event to the drawing of its effect."""
    name = f"with {round_trip} ms round trips" if round_trip else "on localhost"
    page = new_page(browser, round_trip=round_trip)
    board = open_board(page, server)
    game_url = f"{server.url}/api/games/{board.id}"
    answer = page.request.get(game_url).json()
    mines = mines_of(LEVEL, SEED, FIRST)
    hidden = [(r, c) for r in range(16) for c in range(30) if answer["rows"][r][c] == "#"]
    # Cells next to numbers reveal one cell each.
    safe = [cell for cell in hidden if cell not in mines][:: max(1, len(hidden) // ROUNDS - 2)]
    flags, presses, reveals, round_trips = [], [], [], []
    for cell in [cell for cell in hidden if cell in mines][:ROUNDS]:
        page.mouse.move(**board.centre_of(cell))
        page.wait_for_timeout(30)
        with page.expect_response("**/moves"):
            flags.append(first_draw(page, "pointerdown", lambda: page.mouse.down(button="right")))
        page.mouse.up(button="right")
    for cell in safe[:ROUNDS]:
        row, column = cell
        if page.request.get(game_url).json()["rows"][row][column] != "#":
            continue
        page.mouse.move(**board.centre_of(cell))
        page.wait_for_timeout(30)
        presses.append(first_draw(page, "pointerdown", page.mouse.down))
        reveals.append(first_draw(page, "pointerup", page.mouse.up)["ms"])
        round_trips.append(page.evaluate(LAST_MOVE))
        page.wait_for_timeout(250)
    for what, delays in (("flag", flags), ("pressed cell", presses)):
        frames = max(delay["frames"] for delay in delays)
        median = statistics.median(delay["ms"] for delay in delays)
        print(
            f"{what} {name}: drawn {median:.1f} ms after the event (median), {frames} frame (max)"
        )
    after = [reveal - trip for reveal, trip in zip(reveals, round_trips, strict=True)]
    print(
        f"reveal {name}: drawn {statistics.median(reveals):.1f} ms after the release (median), "
        f"{min(reveals):.1f} ms (min), {statistics.median(after):.1f} ms after the response "
        f"(median), {max(after):.1f} ms (max)"
    )
    page.context.close()


def measure_drawing(browser: Browser, server: Server) -> None:
    """Print the drawing speed of whole boards."""
    page = new_page(browser)
    load_page(page, server)
    page.evaluate(REDRAW)
    times = page.evaluate(REDRAW)
    median = statistics.median(times)
    print(f"redraw of a 30x16 board: median {median:.2f} ms, max {max(times):.2f} ms")
    game = page.request.post(
        f"{server.url}/api/games", data={"level": "100x100/1500", "start": "opening"}
    ).json()
    page.goto(f"{server.url}/#/game/{game['id']}")
    page.wait_for_function("() => document.getElementById('board').ariaColCount === '100'")
    frames = page.evaluate(SCROLL)
    slow_frames = sum(frame > 34 for frame in frames)
    print(f"scrolling a 100x100 board: median frame {statistics.median(frames):.1f} ms")
    print(f"scrolling a 100x100 board: {slow_frames} of {len(frames)} frames over 34 ms")
    page.context.close()


def main() -> None:
    """Run the benchmark with its own server and browser."""
    chromium = subprocess.run(
        [ROOT / "tools" / "find-chromium"], capture_output=True, text=True, check=True
    ).stdout.strip()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        try:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            measure_visits(browser, server)
            for round_trip in (0, 300):
                measure_moves(browser, server, round_trip=round_trip)
            measure_drawing(browser, server)
            browser.close()
        finally:
            server.kill()


if __name__ == "__main__":
    main()
