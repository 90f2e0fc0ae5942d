"""The drill screen."""

from typing import Any

from textual.pilot import Pilot
from tui_pilot import click, go_to, perform, press

from sapper.coach.drill_builder import THEMES, make_drill
from sapper.tui.drill_source import drills_for_player, drills_from_list
from sapper.tui.persistence import GamePersistence
from sapper.tui.screens.drill_screen import DrillScreen


def one_drill() -> DrillScreen:
    """Return a screen with a single drill, whose answers are not saved."""
    return DrillScreen(drills_from_list(iter([make_drill(THEMES[0], 1)])), GamePersistence())


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

    perform(script, one_drill())


def test_g_answers_that_the_position_is_a_forced_guess() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "g")
        assert screen.message_text.startswith("Incorrect.")
        assert (screen.correct_count, screen.answer_count) == (0, 1)

    perform(script, one_drill())


def test_a_wrong_answer_is_saved_and_another_drill_follows() -> None:
    persistence = GamePersistence()
    persistence.open()
    screen = DrillScreen(drills_for_player(persistence, "single-clue", None), persistence)

    async def script(pilot: Pilot[None], shown: Any) -> None:
        drill = shown.drill
        await press(pilot, "g")
        card = persistence.store.drill_deck.get(persistence.player, drill.id)
        assert card.lapses == 1
        await press(pilot, "n")
        assert shown.drill.id != drill.id

    perform(script, screen)
    persistence.close()


def test_a_revealed_cell_is_not_an_answer() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await click(pilot, screen, (4, 4))
        assert "revealed" in screen.message_text
        assert screen.answer_count == 0

    perform(script, one_drill())
