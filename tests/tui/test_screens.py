"""Review, analyser, watch and drills."""

from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot
from tui_pilot import click, go_to, perform, press, settle

from sapper.coach.drill_builder import THEMES, make_drill
from sapper.game.game import Game
from sapper.game.rules import Rules
from sapper.game.view import parse_view
from sapper.tui.drill_source import drills_of_list, drills_of_player
from sapper.tui.persistence import Keeper
from sapper.tui.screens.analyser_screen import AnalyserScreen
from sapper.tui.screens.drill_screen import DrillScreen
from sapper.tui.screens.review_screen import ReviewScreen
from sapper.tui.screens.watch_screen import WatchScreen

EDGE = "4x2/2\n1221\n####"


def lost_game() -> Game:
    """A game with a certain move, a flag and a mistake: A6 is certainly a mine."""
    game = Game(Rules.level("beginner"), seed=42)
    game.reveal((0, 0))
    game.flag((0, 5))
    game.flag((0, 5))
    game.reveal((0, 5))
    return game


def test_the_review_goes_through_the_moves() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        assert screen.at == 3
        assert "mistake" in screen.said
        assert screen.board.marks[(0, 5)].kind == "fault"
        await press(pilot, "left")
        assert screen.at == 2
        await press(pilot, "home")
        assert screen.at == 0
        await press(pilot, "n")
        assert screen.at == 3
        await press(pilot, "home", "end", "home", "t")
        assert screen.at == 3
        await press(pilot, "p", "up", "down", "h", "l")
        assert screen.at == 3

    perform(script, ReviewScreen(lost_game()))


def test_the_review_of_no_move_says_so() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "left", "n", "t")
        assert "no move" in screen.said

    perform(script, ReviewScreen(Game(Rules.level("beginner"), seed=1)))


def test_the_analyser_says_what_is_certain() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        assert "1 safe" not in screen.said
        assert screen.board.odds is not None
        assert screen.board.odds.safe == {(1, 0), (1, 3)}
        await press(pilot, "H")
        assert "1-2-X" in screen.said or "safe" in screen.said
        assert screen.board.marks

    perform(script, AnalyserScreen(parse_view(EDGE)))


def test_the_analyser_edits_by_keys_and_marks_a_clue_that_cannot_hold() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await go_to(pilot, screen, (0, 0))
        await press(pilot, "8")
        assert "Cannot be" in screen.said
        assert "fault" in {mark.kind for mark in screen.board.marks.values()}
        await press(pilot, "1")
        assert screen.board.odds is not None
        await press(pilot, "plus")
        assert screen.position.rules.mines == 3
        await press(pilot, "minus", "0")
        assert screen.position.symbol((0, 0)) == "."
        await press(pilot, "number_sign", "f", "space", "o", "o")
        assert screen.position.symbol((0, 0)) == "#"
        await press(pilot, "e")
        assert screen.position.view().is_untouched

    perform(script, AnalyserScreen(parse_view(EDGE)))


def test_the_analyser_edits_by_mouse() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await click(pilot, screen, (1, 0))
        assert screen.position.symbol((1, 0)) == "."
        await click(pilot, screen, (1, 1), button=3)
        assert screen.position.symbol((1, 1)) == "F"
        await click(pilot, screen, (0, 0), button=2)
        assert screen.position.symbol((0, 0)) == "#"

    perform(script, AnalyserScreen(parse_view(EDGE)))


def test_the_analyser_takes_another_size_and_text_that_is_pasted() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "z", *"4x2/3", "enter")
        assert str(screen.position.rules) == "4x2/3"
        screen.post_message(events.Paste("3x2/1\n1##\n1##"))
        await settle(pilot)
        assert screen.position.text() == "3x2/1\n1##\n1##"
        screen.post_message(events.Paste("hello"))
        await settle(pilot)
        assert "no position" in screen.said
        assert screen.position.text() == "3x2/1\n1##\n1##"
        await press(pilot, "y")
        assert pilot.app.clipboard == screen.position.text()

    perform(script, AnalyserScreen(parse_view(EDGE)))


def test_watch_shows_a_game_with_reasons_to_its_end() -> None:
    screen = WatchScreen(Rules.level("beginner"), "exact", 7, first=None, delay=0.01)

    async def script(pilot: Pilot[None], shown: Any) -> None:
        assert shown.session.game.is_over
        assert shown.said.startswith("exact won")
        await press(pilot, "v")
        assert isinstance(pilot.app.screen, ReviewScreen)
        await press(pilot, "escape", "r")
        assert shown.session.game.is_over

    perform(script, screen)


def test_watch_can_be_paused_stepped_and_changed_in_speed() -> None:
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

    import asyncio

    from sapper.tui.sapper_app import SapperApp

    async def run() -> None:
        async with SapperApp(screen, Keeper()).run_test() as pilot:
            await watch(pilot)

    asyncio.run(run())
    assert screen.session.rules == Rules.level("expert")


def drill_screen(folder: Path | None = None) -> tuple[DrillScreen, Keeper]:
    keeper = Keeper()
    if folder is not None:
        keeper.open()
        return DrillScreen(drills_of_player(keeper, "single-clue", None), keeper), keeper
    return DrillScreen(drills_of_list(iter([make_drill(THEMES[0], 1)])), keeper), keeper


def test_a_drill_is_answered_and_proved() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "H", "H")
        assert {mark.kind for mark in screen.board.marks.values()} == {"area", "clue"}
        await go_to(pilot, screen, screen.drill.answers[0])
        await press(pilot, "space")
        assert screen.said.startswith("Right.")
        assert screen.right == screen.asked == 1
        await press(pilot, "space")
        assert "That was all: 1 of 1 right" in screen.said

    perform(script, drill_screen()[0])


def test_a_wrong_answer_is_marked_and_g_says_it_is_a_guess() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "g")
        assert screen.said.startswith("Wrong.")
        assert (screen.right, screen.asked) == (0, 1)

    perform(script, drill_screen()[0])


def test_answers_are_kept_and_wrong_ones_come_back(data_folder: Path) -> None:
    screen, keeper = drill_screen(data_folder)

    async def script(pilot: Pilot[None], shown: Any) -> None:
        drill = shown.drill
        await press(pilot, "g")
        card = keeper.store.cards.get(keeper.player, drill.id)
        assert card.lapses == 1
        await press(pilot, "n")
        assert shown.drill.id != drill.id

    perform(script, screen)
    keeper.close()


@pytest.mark.parametrize("cell", [(4, 4)])
def test_a_revealed_cell_is_no_answer(cell: tuple[int, int]) -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await click(pilot, screen, cell)
        assert "revealed" in screen.said
        assert screen.asked == 0

    perform(script, drill_screen()[0])
