"""The puzzle screen: answers, refutations, second tries, hints, flags and rush runs."""

from collections.abc import Iterator
from typing import Any

import pytest
from textual.pilot import Pilot

from sapper import parse_view
from sapper.coach.puzzle_builder import Puzzle, build_puzzle
from sapper.errors import StoreError
from sapper.play import puzzle_rush
from sapper.play.computation import compute_in_thread
from sapper.play.local_service import LocalService
from sapper.play.puzzle_stream import GivenPuzzles, StoredPuzzles
from sapper.tui.screens.puzzle_screen import PuzzleScreen
from tests.tui_pilot import click, go_to, perform, press, settle

POSITION = "4x4/2\n....\n....\n1221\n####"
SAFE, WRONG = (3, 0), (3, 1)


@pytest.fixture
def service() -> Iterator[LocalService]:
    found = LocalService(compute_in_thread)
    found.open()
    yield found
    found.close()


def puzzle_screen(*puzzles: Puzzle) -> PuzzleScreen:
    """Return a screen with the given puzzles, by default one about the 1-2-2-1 pattern."""
    return PuzzleScreen(GivenPuzzles(puzzles or [build_puzzle(parse_view(POSITION))], "theme"))


async def answer(pilot: Pilot[None], screen: Any, *, correctly: bool) -> None:
    """Answer the current puzzle."""
    puzzle = screen.shown.puzzle
    if puzzle.number is not None:
        await press(pilot, str(puzzle.number if correctly else (puzzle.number + 1) % 10))
        return
    if not puzzle.answers and correctly:
        await press(pilot, "g")
        return
    view = puzzle.view
    hidden = [cell for cell in view.rules.cells() if view.clue(cell) is None]
    wrong = [cell for cell in hidden if cell not in puzzle.answers]
    if not (puzzle.answers if correctly else wrong):
        await press(pilot, "g")  # gives up
        return
    await go_to(pilot, screen, puzzle.answers[0] if correctly else wrong[0])
    await press(pilot, "space")


def test_a_correct_answer_is_counted_and_proved() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "H", "H")
        kinds = {highlight.kind for highlight in screen.board.highlights.values()}
        assert kinds == {"area", "clue"}
        await answer(pilot, screen, correctly=True)
        assert screen.message_text.startswith("Correct.")
        assert screen.correct_count == screen.answer_count == 1
        await press(pilot, "space")
        assert "All puzzles done: 1 of 1 correct" in screen.message_text

    perform(script, puzzle_screen())


def test_a_proof_of_the_players_own_cell_is_drawn() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await go_to(pilot, screen, (3, 3))
        await press(pilot, "space")
        assert screen.board.highlights[3, 3].kind == "safe"

    perform(script, puzzle_screen())


def test_giving_up_shows_the_answer() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "g")
        assert "Incorrect" not in screen.message_text
        assert "is safe" in screen.message_text
        assert (screen.correct_count, screen.answer_count) == (0, 1)

    perform(script, puzzle_screen())


def test_a_wrong_answer_is_refuted_before_the_solution_is_shown() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await go_to(pilot, screen, WRONG)
        await press(pilot, "space")
        refutation = "Incorrect. D2 could be a mine: the layout shown agrees with every clue."
        assert screen.message_text.startswith(refutation)
        assert "is safe" not in screen.message_text
        assert WRONG in screen.board.view.shown_mines
        await press(pilot, "w")
        assert "is safe" in screen.message_text
        assert not screen.board.view.shown_mines
        await press(pilot, "w")
        assert WRONG in screen.board.view.shown_mines

    perform(script, puzzle_screen())


def test_a_missed_puzzle_can_be_tried_again_unrated(service: LocalService) -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await answer(pilot, screen, correctly=False)
        if screen.state == "missed":
            assert "Rating" in screen.message_text
        rating = (await service.puzzles.rating(service.player)).value
        assert rating < 1200
        await press(pilot, "r")
        assert screen.message_text.startswith("Second try, unrated.")
        await answer(pilot, screen, correctly=True)
        assert screen.message_text.startswith("Correct.")
        assert "Rating" not in screen.message_text
        assert (screen.correct_count, screen.answer_count) == (0, 1)
        assert (await service.puzzles.rating(service.player)).value == rating
        await press(pilot, "r")  # a solved puzzle cannot be tried again
        assert screen.state == "solved"

    perform(script, PuzzleScreen(StoredPuzzles(service)), service=service)


def test_a_rated_puzzle_must_be_answered_before_the_next(service: LocalService) -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        first = screen.shown
        await press(pilot, "n")
        assert screen.shown is first
        assert "Answer this puzzle first" in screen.message_text
        await answer(pilot, screen, correctly=True)
        assert "Rating" in screen.message_text
        await press(pilot, "n")
        assert screen.shown.attempt != first.attempt
        rating = (await service.puzzles.rating(service.player)).value
        assert f"rating {rating:.0f}" in screen.title_text().plain

    perform(script, PuzzleScreen(StoredPuzzles(service)), service=service)


def test_an_answer_after_a_hint_is_not_rated(service: LocalService) -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "H")
        await answer(pilot, screen, correctly=True)
        assert (await service.puzzles.rating(service.player)).value == 1200

    perform(script, PuzzleScreen(StoredPuzzles(service)), service=service)


def test_a_theme_shows_the_progress_on_its_ladder(service: LocalService) -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        assert "1-2-1   0 of 50 solved" in screen.title_text().plain
        await answer(pilot, screen, correctly=True)
        await press(pilot, "space")
        assert "1-2-1   1 of 50 solved" in screen.title_text().plain

    stream = StoredPuzzles(service, "theme", theme="1-2-1")
    perform(script, PuzzleScreen(stream), service=service)


def test_flags_help_to_think_and_are_not_answers() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await go_to(pilot, screen, WRONG)
        await press(pilot, "f")
        assert screen.board.view.flags == {WRONG}
        assert "⚑  1" in screen.title_text().plain
        await press(pilot, "space")
        assert "This cell is flagged" in screen.message_text
        assert screen.answer_count == 0
        await press(pilot, "f")
        assert not screen.board.view.flags
        await click(pilot, screen, WRONG, button=3)
        assert screen.board.view.flags == {WRONG}

    perform(script, puzzle_screen())


def test_a_digit_answers_a_count_puzzle() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "space")
        assert "must be a number" in screen.message_text
        await press(pilot, "1")
        assert screen.message_text.startswith("Correct.")

    view = parse_view("4x2/3\n12##\n####")
    perform(script, puzzle_screen(build_puzzle(view, "count", marked=((0, 2), (1, 2)))))


def test_an_answer_that_cannot_be_saved_is_still_checked(
    monkeypatch: pytest.MonkeyPatch, service: LocalService
) -> None:
    def fail(*_arguments: object) -> None:
        raise StoreError("the disk is full")

    async def script(pilot: Pilot[None], screen: Any) -> None:
        assert service.store is not None
        monkeypatch.setattr(service.store.puzzle_deck, "get", fail)
        await go_to(pilot, screen, WRONG)
        await press(pilot, "space")
        assert screen.message_text.startswith("Incorrect.")
        assert any("disk is full" in note.message for note in pilot.app._notifications)

    perform(script, puzzle_screen(), service=service)


def test_a_revealed_cell_is_not_an_answer() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await click(pilot, screen, (2, 2))
        assert screen.message_text.startswith("Which cell is certainly safe?")
        assert "already revealed" in screen.message_text
        assert screen.answer_count == 0

    perform(script, puzzle_screen())


def test_a_rush_run_ends_after_three_misses(service: LocalService) -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        assert "♥♥♥   score 0" in screen.title_text().plain
        await press(pilot, "H")
        assert "no hints in a rush" in screen.message_text
        await answer(pilot, screen, correctly=True)
        assert screen.message_text.startswith("Correct.")
        assert "♥♥♥   score 1" in screen.title_text().plain
        for lives in ("♥♥♡", "♥♡♡", "♡♡♡"):
            await answer(pilot, screen, correctly=False)
            assert f"{lives}   score 1" in screen.title_text().plain
        assert screen.message_text.startswith("No lives left. You solved 1 puzzle.")
        assert "Your best is 1." in screen.message_text
        await press(pilot, "space")
        assert "♥♥♥   score 0" in screen.title_text().plain

    perform(script, PuzzleScreen(StoredPuzzles(service, "rush")), service=service)


def test_a_rush_run_ends_when_its_time_is_up(
    service: LocalService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(puzzle_rush, "RUSH_SECONDS", 0.0)
    monkeypatch.setattr(puzzle_rush, "_GRACE_SECONDS", 3600.0)

    async def script(pilot: Pilot[None], screen: Any) -> None:
        screen._tick()
        await settle(pilot)
        assert screen.message_text.startswith("Time is up. You solved 0 puzzles.")
        assert screen.shown is None

    perform(script, PuzzleScreen(StoredPuzzles(service, "rush")), service=service)


def test_no_missed_puzzles_are_due(service: LocalService) -> None:
    async def script(_pilot: Pilot[None], screen: Any) -> None:
        assert screen.message_text.startswith("No missed puzzles are due for review.")

    perform(script, PuzzleScreen(StoredPuzzles(service, "mistakes")), service=service)
