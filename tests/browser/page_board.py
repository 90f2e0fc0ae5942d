"""Page object for the board: cell positions, clicks, server state and canvas pixels."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from sapper import Game, Rules
from sapper.game.rules import Cell

COORDINATE_MARGIN = 17
"""The width of the strip with row letters and column numbers in CSS pixels."""


class PageBoard:
    """One game on an open page."""

    def __init__(self, page: Page, game_id: str) -> None:
        self.page = page
        self.id = game_id

    @property
    def game(self) -> dict[str, Any]:
        """The server's current snapshot of the game."""
        answer: dict[str, Any] = self.page.request.get(f"/api/games/{self.id}").json()
        return answer

    def wait_until_shown(self) -> None:
        """Wait until the page shows this game instead of the previous one."""
        game = self.game
        board = self.page.locator("#board")
        expect(board).to_have_attribute("aria-rowcount", str(game["height"]))
        expect(board).to_have_attribute("aria-colcount", str(game["width"]))
        # The classic theme pads the counter with zeros.
        counter = re.compile(rf"^0*{game['mines_left']}$")
        expect(self.page.locator("#mines-left b")).to_have_text(counter)

    def centre_of(self, cell: Cell) -> dict[str, float]:
        """Return the window coordinates of a cell's centre."""
        self.page.locator("#board").scroll_into_view_if_needed()
        box = self.page.locator(".board-viewport").bounding_box()
        assert box is not None
        columns = int(self.page.get_attribute("#board", "aria-colcount") or 0)
        side = (box["width"] - COORDINATE_MARGIN) / columns
        row, column = cell
        return {
            "x": box["x"] + COORDINATE_MARGIN + (column + 0.5) * side,
            "y": box["y"] + COORDINATE_MARGIN + (row + 0.5) * side,
        }

    def click(self, cell: Cell, **options: Any) -> None:
        """Click a cell and wait until the page shows the response."""
        self.await_response(
            "**/moves", lambda: self.page.mouse.click(**self.centre_of(cell), **options)
        )

    def tap(self, cell: Cell) -> None:
        """Tap a cell and wait until the page shows the response."""
        self.await_response("**/moves", lambda: self.page.touchscreen.tap(**self.centre_of(cell)))

    def await_response(self, path: str, action: Callable[[], None]) -> Any:
        """Run an action that sends a request, wait until its response is shown and return it."""
        with self.page.expect_response(path) as response:
            action()
        answer = response.value.json()
        version = answer.get("game", answer).get("version")
        if version is not None:
            expect(self.page.locator("#board")).to_have_attribute("data-version", str(version))
        return answer

    def symbol(self, cell: Cell) -> str:
        """Return the server's symbol for a cell."""
        symbol: str = self.game["rows"][cell[0]][cell[1]]
        return symbol

    def pixel(self, cell: Cell, layer: int, dx: float = 0.5, dy: float = 0.5) -> tuple[int, ...]:
        """Return red, green, blue and alpha at a point of a cell on one canvas."""
        return tuple(
            self.page.evaluate(
                """async ([row, column, layer, dx, dy, coordinateMargin]) => {
                    // Pending changes are drawn in the next animation frame.
                    for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
                    const board = document.getElementById("board");
                    const canvas = board.querySelectorAll("canvas")[layer];
                    const margin = Math.round(coordinateMargin * devicePixelRatio);
                    const columns = Number(board.getAttribute("aria-colcount"));
                    const side = Math.round((canvas.width - margin) / columns);
                    const x = margin + Math.floor((column + dx) * side);
                    const y = margin + Math.floor((row + dy) * side);
                    const options = { willReadFrequently: true };
                    const probe = new OffscreenCanvas(1, 1).getContext("2d", options);
                    probe.drawImage(canvas, x, y, 1, 1, 0, 0, 1, 1);
                    return [...probe.getImageData(0, 0, 1, 1).data];
                }""",
                [*cell, layer, dx, dy, COORDINATE_MARGIN],
            )
        )


def mines_of(size: str, seed: int, first: Cell) -> frozenset[Cell]:
    """Return the mines of a seeded board after its first reveal."""
    game = Game(Rules.parse(size, start="opening"), seed)
    game.reveal(first)
    return game.layout


def neighbours(cell: Cell, height: int, width: int) -> list[Cell]:
    """Return the cells that touch a cell."""
    row, column = cell
    return [
        (r, c)
        for r in range(max(0, row - 1), min(height, row + 2))
        for c in range(max(0, column - 1), min(width, column + 2))
        if (r, c) != cell
    ]
