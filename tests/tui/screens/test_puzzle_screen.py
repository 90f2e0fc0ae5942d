"""The puzzle screen."""

from collections.abc import Awaitable, Iterator
from typing import Any

import pytest
from textual.pilot import Pilot

from sapper import parse_view
from sapper.coach.puzzle_builder import build_puzzle
from sapper.errors import StoreError
from sapper.play.computation import compute_in_thread
from sapper.play.local_service import LocalService
from sapper.play.puzzle_service import ShownPuzzle
from sapper.tui.screens.puzzle_screen import PuzzleScreen
from tests.tui_pilot import click, go_to, one_puzzle, perform, press

POSITION = "4x4/2\n....\n....\n1221\n####"


def puzzle_screen() -> PuzzleScreen:
    """Return a screen with a single puzzle."""
    return PuzzleScreen(one_puzzle(build_puzzle(parse_view(POSITION))))


def test_a_correct_answer_is_counted_and_proved() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "H", "H")
        kinds = {highlight.kind for highlight in screen.board.highlights.values()}
        assert kinds == {"area", "clue"}
        await go_to(pilot, screen, screen.shown.puzzle.answers[0])
        await press(pilot, "space")
        assert screen.message_text.startswith("Correct.")
        assert screen.correct_count == screen.answer_count == 1
        await press(pilot, "space")
        assert "All puzzles done: 1 of 1 correct" in screen.message_text

    perform(script, puzzle_screen())


def test_g_answers_that_the_position_is_a_forced_guess() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "g")
        assert screen.message_text.startswith("Incorrect.")
        assert (screen.correct_count, screen.answer_count) == (0, 1)

    perform(script, puzzle_screen())


def test_a_wrong_answer_is_saved_and_another_puzzle_follows() -> None:
    def puzzles() -> Iterator[Awaitable[ShownPuzzle]]:
        while True:
            yield service.puzzles.next(service.player, "rated")

    async def script(pilot: Pilot[None], screen: Any) -> None:
        shown = screen.shown
        await press(pilot, "g")
        is_correct = service.store.puzzle_records.attempt(service.player, shown.attempt).is_correct
        assert is_correct is (screen.correct_count == 1)
        assert "Rating" in screen.message_text
        await press(pilot, "n")
        assert screen.shown.attempt != shown.attempt

    service = LocalService(compute_in_thread)
    service.open()
    perform(script, PuzzleScreen(puzzles()), service=service)


def test_w_switches_between_the_counterexample_and_the_solution() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await go_to(pilot, screen, (3, 1))
        await press(pilot, "space")
        assert "B2 could be a mine" not in screen.message_text
        assert "D2 could be a mine: the layout shown agrees" in screen.message_text
        await press(pilot, "w")
        assert (3, 1) in screen.board.view.shown_mines
        await press(pilot, "w")
        assert not screen.board.view.shown_mines

    perform(script, puzzle_screen())


def test_a_digit_answers_a_count_puzzle() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "space")
        assert "must be a number" in screen.message_text
        await press(pilot, "1")
        assert screen.message_text.startswith("Correct.")

    view = parse_view("4x2/3\n12##\n####")
    puzzle = build_puzzle(view, "count", marked=((0, 2), (1, 2)))
    perform(script, PuzzleScreen(one_puzzle(puzzle)))


def test_an_answer_that_cannot_be_saved_is_still_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_arguments: object) -> None:
        raise StoreError("the disk is full")

    async def script(pilot: Pilot[None], screen: Any) -> None:
        monkeypatch.setattr(service.store.puzzle_deck, "get", fail)
        await press(pilot, "g")
        assert screen.message_text.startswith("Incorrect.")
        assert any("disk is full" in note.message for note in pilot.app._notifications)

    service = LocalService(compute_in_thread)
    service.open()
    perform(script, puzzle_screen(), service=service)


def test_a_revealed_cell_is_not_an_answer() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await click(pilot, screen, (2, 2))
        assert "revealed" in screen.message_text
        assert screen.answer_count == 0

    perform(script, puzzle_screen())
