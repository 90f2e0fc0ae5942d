"""Drives the terminal application without a terminal: sends keys and clicks, reads the screen."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from textual.pilot import Pilot
from textual.screen import Screen

from sapper.game.rules import Cell, Rules
from sapper.play.computation import compute_in_thread
from sapper.play.game_service import PlayerGame
from sapper.play.local_service import LocalService
from sapper.play.session import Session
from sapper.tui.sapper_app import SapperApp
from sapper.tui.screens.game_screen import GameScreen
from sapper.tui.screens.menu_screen import SECTIONS

SEED = 42
Script = Callable[[Pilot[None], Any], Awaitable[None]]


def game_screen(level: str = "beginner", *, practice: bool = False, seed: int = SEED) -> GameScreen:
    """Return a game on a fixed board."""
    return GameScreen(PlayerGame("", Session(Rules.level(level), seed, practice=practice)))


def perform(
    script: Script,
    screen: Screen[Any] | None = None,
    *,
    size: tuple[int, int] = (80, 24),
    service: LocalService | None = None,
    is_settled: bool = True,
) -> SapperApp:
    """Run a script on a screen and return the application after it has ended.

    The script starts when the application is idle, unless `is_settled` is False.
    """
    shown = screen or game_screen()

    async def run() -> SapperApp:
        app = SapperApp(shown, service or LocalService(compute_in_thread))
        async with app.run_test(size=size) as pilot:
            if is_settled:
                await settle(pilot)
            await script(pilot, shown)
        app.service.close()
        return app

    return asyncio.run(run())


def service_of(pilot: Pilot[None]) -> LocalService:
    """Return the application service of the running application."""
    assert isinstance(pilot.app, SapperApp)
    return pilot.app.service


def menu_key(section: str) -> str:
    """Return the key that opens a section in the menu."""
    return str(1 + [name for name, _, _ in SECTIONS].index(section))


async def settle(pilot: Pilot[None]) -> None:
    """Wait until all background tasks and redraws are complete."""
    await pilot.pause()
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys, and wait after each until the application is idle."""
    for key in keys:
        await pilot.press(key)
        await settle(pilot)


async def click(pilot: Pilot[None], screen: Any, cell: Cell, button: int = 1) -> None:
    """Click a cell of the board."""
    await pilot.click("#board", offset=screen.board.geometry.centre_of(cell), button=button)
    await settle(pilot)


async def go_to(pilot: Pilot[None], screen: Any, cell: Cell) -> None:
    """Move the cursor to a cell with the arrow keys."""
    row, column = screen.board.cursor
    vertical = ["down"] * (cell[0] - row) + ["up"] * (row - cell[0])
    horizontal = ["right"] * (cell[1] - column) + ["left"] * (column - cell[1])
    if vertical or horizontal:
        await pilot.press(*vertical, *horizontal)


def board_line(screen: Any, y: int) -> str:
    """Return the text of one line of the board."""
    return screen.board.render_line(y).text


def screen_lines(app: SapperApp) -> list[str]:
    """Return the text of the whole screen, line by line."""
    width, height = app.size
    strips = app.screen._compositor.render_strips()
    return [strip.text[:width] for strip in strips[:height]]
