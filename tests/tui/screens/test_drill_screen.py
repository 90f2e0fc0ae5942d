"""The drill screen."""

from collections.abc import Awaitable, Iterator
from typing import Any

import pytest
from textual.pilot import Pilot

from sapper.coach.drill_builder import THEMES, Drill, make_drill
from sapper.errors import StoreError
from sapper.play.computation import compute_in_thread
from sapper.play.local_service import LocalService
from sapper.tui.screens.drill_screen import DrillScreen
from tests.tui_pilot import click, go_to, one_drill, perform, press


def drill_screen() -> DrillScreen:
    """Return a screen with a single drill, whose answers are not saved."""
    return DrillScreen(one_drill(make_drill(THEMES[0], 1)))


def test_a_correct_answer_is_counted_and_proved() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "H", "H")
        kinds = {highlight.kind for highlight in screen.board.highlights.values()}
        assert kinds == {"area", "clue"}
        await go_to(pilot, screen, screen.drill.answers[0])
        await press(pilot, "space")
        assert screen.message_text.startswith("Correct.")
        assert screen.correct_count == screen.answer_count == 1
        await press(pilot, "space")
        assert "All drills done: 1 of 1 correct" in screen.message_text

    perform(script, drill_screen())


def test_g_answers_that_the_position_is_a_forced_guess() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "g")
        assert screen.message_text.startswith("Incorrect.")
        assert (screen.correct_count, screen.answer_count) == (0, 1)

    perform(script, drill_screen())


def test_a_wrong_answer_is_saved_and_another_drill_follows() -> None:
    def drills() -> Iterator[Awaitable[Drill]]:
        while True:
            yield service.drills.next(service.player, "single-clue")

    async def script(pilot: Pilot[None], screen: Any) -> None:
        drill = screen.drill
        await press(pilot, "g")
        card = service.store.drill_deck.get(service.player, drill.id)
        assert card.lapses == 1
        await press(pilot, "n")
        assert screen.drill.id != drill.id

    service = LocalService(compute_in_thread)
    service.open()
    perform(script, DrillScreen(drills()), service=service)


def test_an_answer_that_cannot_be_saved_is_still_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_arguments: object) -> None:
        raise StoreError("the disk is full")

    async def script(pilot: Pilot[None], screen: Any) -> None:
        monkeypatch.setattr(service.store.drill_deck, "get", fail)
        await press(pilot, "g")
        assert screen.message_text.startswith("Incorrect.")
        assert any("disk is full" in note.message for note in pilot.app._notifications)

    service = LocalService(compute_in_thread)
    service.open()
    perform(script, drill_screen(), service=service)


def test_a_revealed_cell_is_not_an_answer() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await click(pilot, screen, (4, 4))
        assert "revealed" in screen.message_text
        assert screen.answer_count == 0

    perform(script, drill_screen())
