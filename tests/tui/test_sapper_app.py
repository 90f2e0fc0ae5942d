"""The application: command palette, theme and failures of the database."""

from typing import Any

import pytest
from textual.pilot import Pilot

from sapper.errors import SapperError
from sapper.play.local_service import LocalService
from tests.tui_pilot import game_screen, perform, press, service_of, settle


def test_the_command_palette_offers_every_action_once() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        titles = [command.title for command in pilot.app.get_system_commands(screen)]
        assert len(titles) == len(set(titles))
        assert {"Hint", "Odds", "Level", "Theme", "Quit"} <= set(titles)

    perform(script)


def test_the_command_palette_finds_actions_by_name() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "space")
        await pilot.press("ctrl+p")
        await pilot.pause(0.1)
        await pilot.press(*"odds")
        await pilot.pause(0.5)
        await press(pilot, "down", "enter")
        assert screen.is_showing_odds

    perform(script)


def test_the_board_follows_the_theme_and_the_theme_is_saved() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        dark = screen.board.renderer.palette
        pilot.app.theme = "sapper-light"
        await settle(pilot)
        assert screen.board.renderer.palette is not dark

    perform(script)

    async def again(pilot: Pilot[None], _screen: Any) -> None:
        assert pilot.app.theme == "sapper-light"

    perform(again)


def test_a_database_failure_is_reported_and_the_game_continues(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(_service: LocalService) -> None:
        raise SapperError("the disk is full")

    monkeypatch.setattr(LocalService, "open", fail)

    async def script(pilot: Pilot[None], screen: Any) -> None:
        assert any("disk is full" in note.message for note in pilot.app._notifications)
        await press(pilot, "space", "t")
        assert screen.session.game.status == "playing"

    perform(script)


def test_a_move_made_in_the_browser_is_adopted() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "space")
        service = service_of(pilot)
        in_browser = await service.load(screen.game.id)
        in_browser.session.move("flag", (0, 0))
        await service.save(in_browser)
        await press(pilot, "right", "f")
        for _ in range(100):
            if "continued elsewhere" in screen.message_text:
                break
            await pilot.pause(0.02)
        assert "continued elsewhere" in screen.message_text
        assert screen.session.game.view.flags == {(0, 0)}
        await press(pilot, "f")
        await settle(pilot)
        assert service.store.load_state(screen.game.id).version == 3

    perform(script, game_screen())
