"""Benchmark of the web page in Chromium: start-up time, drawing speed and transfer size."""

import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser.conftest import Server  # noqa: E402

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


def load_page(page: Page, server: Server) -> float:
    """Open the page and return the time until a new game is ready, in milliseconds."""
    page.goto(server.url)
    page.locator("#game-status", has_text="Ready").wait_for()
    return float(page.evaluate("performance.now()"))


def measure(browser: Browser, server: Server) -> None:
    """Print one line per metric."""
    load_times = []
    for _ in range(5):
        page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
        load_times.append(load_page(page, server))
    print(f"page interactive: median {statistics.median(load_times):.0f} ms")
    print(f"transferred: {page.evaluate(WEIGHT) / 1000:.1f} kB")
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


def main() -> None:
    """Run the benchmark with its own server and browser."""
    chromium = subprocess.run(
        [ROOT / "tools" / "find-chromium"], capture_output=True, text=True, check=True
    ).stdout.strip()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        try:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            measure(browser, server)
            browser.close()
        finally:
            server.kill()


if __name__ == "__main__":
    main()
