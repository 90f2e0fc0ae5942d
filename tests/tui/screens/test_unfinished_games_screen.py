"""The list of unfinished games."""

from typing import Any

from textual.pilot import Pilot

from tests.tui_pilot import game_screen, perform, press, screen_lines


def test_a_game_is_resumed_from_the_list() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "space", "n", "space", "f")
        second = screen.game.id
        await press(pilot, "g", "down", "enter")
        assert screen.game.id not in (None, second)
        assert screen.message_text.startswith("Game resumed.")

    perform(script)


def test_games_of_any_size_fit_into_the_list() -> None:
    async def script(pilot: Pilot[None], _screen: Any) -> None:
        await press(pilot, "space", "g")
        shown = "\n".join(screen_lines(pilot.app))
        assert "custom        1000x1000/200000     1 move " in shown

    perform(script, game_screen("1000x1000/200000"))
