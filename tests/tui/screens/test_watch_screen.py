"""The watch screen."""

import asyncio
import re
from typing import Any

import pytest
from textual.pilot import Pilot

from sapper.game.rules import Rules
from sapper.play.computation import compute_in_thread
from sapper.play.local_service import LocalService
from sapper.tui.sapper_app import SapperApp
from sapper.tui.screens.review_screen import ReviewScreen
from sapper.tui.screens.watch_screen import WatchScreen
from tests.sapper_command import run_main
from tests.tui_pilot import perform, press


def test_a_game_is_shown_to_its_end_and_can_be_reviewed() -> None:
    screen = WatchScreen(Rules.level("beginner"), "exact", 7, first=None, delay=0.01)

    async def script(pilot: Pilot[None], shown: Any) -> None:
        assert shown.session.game.is_over
        assert shown.message_text.startswith("exact won")
        await press(pilot, "v")
        assert isinstance(pilot.app.screen, ReviewScreen)
        await press(pilot, "escape", "r")
        assert shown.session.game.is_over

    perform(script, screen)


def test_a_game_can_be_paused_stepped_and_replaced() -> None:
    screen = WatchScreen(Rules.level("expert"), "single-point", 7, first=(0, 0), delay=10)

    async def watch(pilot: Pilot[None]) -> None:
        await pilot.pause(0.1)
        version = screen.session.game.version
        await pilot.press("space")
        await pilot.press("right")
        while screen.session.game.version == version:
            await pilot.pause(0.02)
        await pilot.press("plus", "plus", "minus", "n")
        await pilot.pause(0.1)
        assert screen.session.game.seed != 7
        await pilot.press("q")

    async def run() -> None:
        async with SapperApp(screen, LocalService(compute_in_thread)).run_test() as pilot:
            await watch(pilot)

    asyncio.run(run())
    assert screen.session.rules == Rules.level("expert")


@pytest.mark.parametrize("words", [[], ["--first", "2,3"]])
def test_a_pipe_and_a_terminal_show_the_same_steps(
    capfd: pytest.CaptureFixture[str], words: list[str]
) -> None:
    options = ("small", "--strategy", "layered", "--seed", "4", "--start", "any")
    _, out, _ = run_main(capfd, "watch", *options, *words)
    printed = re.findall(r"^step (\d+): (\w+) (\w+) - (.*)$", out, re.MULTILINE)
    first = (2, 3) if words else None
    screen = WatchScreen(Rules.level("small", start="any"), "layered", 4, first=first, delay=0.01)

    async def script(_pilot: Pilot[None], shown: Any) -> None:
        lines = shown.message_text.splitlines()
        assert lines[0] == f"{out.splitlines()[-1]}."
        steps = re.findall(r"^ *(\d+) (\w+) (\w+)(?: \(.*\))?\n +(.*)$", "\n".join(lines), re.M)
        assert steps[::-1] == printed

    perform(script, screen)
