"""Challenges: creation, the invitation, the recipient's game and the comparison."""

from collections.abc import Iterator
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Checkbox, Input

from sapper.game.game import Game
from sapper.game.rules import Rules
from sapper.play.computation import compute_in_thread, run_blocking
from sapper.play.game_service import PlayerGame
from sapper.play.local_service import LocalService
from sapper.play.session import Session
from sapper.tui.screens.challenge_screen import ChallengeScreen
from sapper.tui.screens.game_list_screen import GamesScreen
from sapper.tui.screens.game_screen import GameScreen
from tests.tui_pilot import go_to, menu_key, perform, press, screen_lines

RULES = Rules(3, 1, 1, "any")
SENDER = "S" * 22


@pytest.fixture
def service() -> Iterator[LocalService]:
    found = LocalService(compute_in_thread)
    found.open()
    yield found
    found.close()


def won_game(seconds: float) -> Session:
    """Return a won game on the board `*1.` with two reveals."""
    clock = iter([0.0, seconds, seconds, seconds, seconds, seconds])
    game = Game.from_layout(RULES, {(0, 0)}, now=lambda: next(clock, seconds))
    game.reveal((0, 1))
    game.reveal((0, 2))
    return Session.resume(game)


def challenge(service: LocalService, *, hides_result: bool = False, player: str = SENDER) -> str:
    """Return the code of a challenge from a won game."""
    game = PlayerGame(player, won_game(2.5))

    async def create() -> str:
        await service.save(game)
        return await service.challenges.create(game, name="[b]Ada", hides_result=hides_result)

    return run_blocking(create())


def test_a_received_challenge_is_played_and_both_games_are_compared(service: LocalService) -> None:
    code = challenge(service)

    async def script(pilot: Pilot[None], screen: Any) -> None:
        assert screen.details_text.startswith("[b]Ada challenges you\nTime to beat: 2.500 s.")
        await press(pilot, "enter", *"Bob", "enter")
        game: Any = pilot.app.screen
        assert isinstance(game, GameScreen)
        assert game.board.cursor == (0, 1)  # the sender's first cell
        await press(pilot, "space")
        await go_to(pilot, game, (0, 0))
        await press(pilot, "space")
        assert game.session.game.status == "lost"
        await press(pilot, "e")
        compared: Any = pilot.app.screen
        assert isinstance(compared, ChallengeScreen)
        assert compared.details_text.startswith("[b]Ada wins: you hit a mine.")
        moves = [move.text for move in compared._race]
        assert sorted(moves) == ["reveal A1", "reveal A2", "reveal A2", "reveal A3"]
        assert "reveal A3" in "\n".join(screen_lines(pilot.app))

    perform(script, ChallengeScreen(code), service=service)


def test_a_hidden_result_is_not_shown_before_the_game(service: LocalService) -> None:
    code = challenge(service, hides_result=True)

    async def script(pilot: Pilot[None], screen: Any) -> None:
        assert "stays hidden until you finish" in screen.details_text
        assert "2.5" not in "\n".join(screen_lines(pilot.app))

    perform(script, ChallengeScreen(code), service=service)


def test_a_finished_game_becomes_a_challenge(service: LocalService) -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "e")
        assert "after the game" in screen.message_text
        await go_to(pilot, screen, (0, 2))
        await press(pilot, "space", "e")
        pilot.app.screen.query_one(Input).value = "Ada"
        pilot.app.screen.query_one(Checkbox).value = True
        await press(pilot, "enter")
        shown: Any = pilot.app.screen
        assert isinstance(shown, ChallengeScreen)
        assert "Nobody has finished this board yet." in shown.details_text
        assert shown.code in shown.details_text
        stored = service.store.challenges.get(shown.code)  # type: ignore[union-attr]
        assert (stored.name, stored.hides_result, stored.game) == ("Ada", True, screen.game.id)

    game = Game.from_layout(RULES, {(0, 0)})
    game.reveal((0, 1))
    screen = GameScreen(PlayerGame("", Session.resume(game)))
    perform(script, screen, service=service)


def test_the_sender_compares_with_every_friend(service: LocalService) -> None:
    code = challenge(service, player=service.player)

    async def play(friend: str) -> None:
        game = await service.challenges.accept(code, friend * 22, name=friend)
        game.session.move("reveal", (0, 1))
        game.session.move("reveal", (0, 0) if friend == "B" else (0, 2))
        await service.save(game)

    run_blocking(play("A"))
    run_blocking(play("B"))

    async def script(pilot: Pilot[None], screen: Any) -> None:
        assert screen.details_text.startswith("A was ")
        await press(pilot, "n")
        assert screen.details_text.startswith("You win: B hit a mine.")
        await press(pilot, "enter")  # the sender cannot play the board
        assert pilot.app.screen is screen

    perform(script, ChallengeScreen(code), service=service)


def test_an_unfinished_game_in_the_list_is_no_challenge(service: LocalService) -> None:
    game = Game.from_layout(RULES, {(0, 0)})
    game.reveal((0, 1))
    run_blocking(service.save(PlayerGame(service.player, Session.resume(game))))

    async def script(pilot: Pilot[None], _screen: Any) -> None:
        await press(pilot, "c")
        shown = " ".join(note.message for note in pilot.app._notifications)
        assert "before the game is over" in shown

    perform(script, GamesScreen(), service=service)


@pytest.mark.parametrize("code", ["x", "x" * 500, "../../etc", "[/red]", "é\u202e"])
def test_an_unknown_code_is_reported(code: str) -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "tab", menu_key("challenge"))
        pilot.app.screen.query_one(Input).value = code
        await press(pilot, "enter")
        shown = " ".join(note.message for note in pilot.app._notifications)
        assert "No such challenge." in shown
        await press(pilot, "escape")
        assert pilot.app.screen is screen

    perform(script)
