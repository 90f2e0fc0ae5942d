"""The board on the page, for tests: where its cells are, what the server and the canvas show."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from sapper import Game, Rules
from sapper.game.rules import Cell

RULER = 17
"""The strip with the names of rows and columns, in pixels."""
RIGHT = re.compile("Right[:.]")
"""How the answer to a drill begins: with the cells, or without when nothing is certain."""


class PageBoard:
    """One game on an open page."""

    def __init__(self, page: Page, game_id: str) -> None:
        self.page = page
        self.id = game_id

    @property
    def game(self) -> dict[str, Any]:
        """The game as the server tells it."""
        answer: dict[str, Any] = self.page.request.get(f"/api/games/{self.id}").json()
        return answer

    def wait_until_shown(self) -> None:
        """Wait until the page shows this game and not the one before."""
        game = self.game
        board = self.page.locator("#board")
        expect(board).to_have_attribute("aria-rowcount", str(game["height"]))
        expect(board).to_have_attribute("aria-colcount", str(game["width"]))
        expect(self.page.locator("#mines-left b")).to_have_text(str(game["mines_left"]))

    def at(self, cell: Cell) -> dict[str, float]:
        """Return the middle of a cell on the screen."""
        self.page.locator("#board").scroll_into_view_if_needed()
        box = self.page.locator(".board-viewport").bounding_box()
        assert box is not None
        columns = int(self.page.get_attribute("#board", "aria-colcount") or 0)
        side = (box["width"] - RULER) / columns
        row, column = cell
        return {
            "x": box["x"] + RULER + (column + 0.5) * side,
            "y": box["y"] + RULER + (row + 0.5) * side,
        }

    def click(self, cell: Cell, **options: Any) -> None:
        """Click a cell and wait until the answer is shown."""
        self.after("**/moves", lambda: self.page.mouse.click(**self.at(cell), **options))

    def tap(self, cell: Cell) -> None:
        """Tap a cell and wait until the answer is shown."""
        self.after("**/moves", lambda: self.page.touchscreen.tap(**self.at(cell)))

    def after(self, path: str, action: Callable[[], None]) -> Any:
        """Do something that asks the server, wait until the answer is shown, and return it."""
        with self.page.expect_response(path) as response:
            action()
        answer = response.value.json()
        version = answer.get("game", answer).get("version")
        if version is not None:
            expect(self.page.locator("#board")).to_have_attribute("data-version", str(version))
        return answer

    def symbol(self, cell: Cell) -> str:
        """Return what the server shows in a cell."""
        symbol: str = self.game["rows"][cell[0]][cell[1]]
        return symbol

    def pixel(self, cell: Cell, layer: int, dx: float = 0.5, dy: float = 0.5) -> tuple[int, ...]:
        """Return red, green, blue and opacity at a place of a cell, on a layer of the canvas."""
        return tuple(
            self.page.evaluate(
                """async ([row, column, layer, dx, dy, ruler]) => {
                    // What is due is drawn with the next frame.
                    for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
                    const board = document.getElementById("board");
                    const canvas = board.querySelectorAll("canvas")[layer];
                    const ratio = devicePixelRatio;
                    const margin = Math.round(ruler * ratio);
                    const columns = Number(board.getAttribute("aria-colcount"));
                    const side = Math.round((canvas.width - margin) / columns);
                    const x = margin + Math.floor((column + dx) * side);
                    const y = margin + Math.floor((row + dy) * side);
                    const often = { willReadFrequently: true };
                    const probe = new OffscreenCanvas(1, 1).getContext("2d", often);
                    probe.drawImage(canvas, x, y, 1, 1, 0, 0, 1, 1);
                    return [...probe.getImageData(0, 0, 1, 1).data];
                }""",
                [*cell, layer, dx, dy, RULER],
            )
        )


def mines_of(size: str, seed: int, first: Cell) -> frozenset[Cell]:
    """Return where the mines of a seeded board are once its first cell is revealed."""
    game = Game(Rules.parse(size, start="opening"), seed)
    game.reveal(first)
    return game.layout


def neighbours(cell: Cell, height: int, width: int) -> list[Cell]:
    """Return the cells around a cell."""
    row, column = cell
    return [
        (r, c)
        for r in range(max(0, row - 1), min(height, row + 2))
        for c in range(max(0, column - 1), min(width, column + 2))
        if (r, c) != cell
    ]
