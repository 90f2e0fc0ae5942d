"""The list of lessons, and one lesson with its steps."""

from typing import Any

from textual.pilot import Pilot

from sapper.coach.lesson_content import all_lessons
from sapper.tui.screens.lesson_list_screen import LessonsScreen
from sapper.tui.screens.lesson_screen import LessonScreen
from tests.tui_pilot import click, go_to, perform, press, service_of

NUMBERS, OPENINGS = all_lessons()[:2]


def test_a_step_is_played_and_its_progress_is_saved() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        assert screen.selected == "numbers"
        await press(pilot, "enter")
        lesson: Any = pilot.app.screen
        assert isinstance(lesson, LessonScreen)
        assert lesson.message_text.startswith("One neighbour left")
        await go_to(pilot, lesson, (0, 0))
        await press(pilot, "f")
        assert lesson.is_done
        assert NUMBERS.steps[0].success in lesson.message_text
        await press(pilot, "space")
        assert lesson.number == 2
        await press(pilot, "escape")
        row = screen.table.get_row("numbers")
        assert row[2].plain == "1 of 4"
        statuses = await service_of(pilot).lessons.list_lessons(service_of(pilot).player)
        assert statuses[0].completed == {1}
        await press(pilot, "enter")
        again: Any = pilot.app.screen
        assert again.number == 2

    perform(script, LessonsScreen())


def test_a_wrong_move_is_explained_and_not_made() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await click(pilot, screen, (0, 0))
        assert "A1 is a mine." in screen.message_text
        assert screen.board.view.clue((0, 0)) is None
        assert not screen.is_done
        await click(pilot, screen, (0, 0), button=3)
        assert screen.board.view.flags == {(0, 0)}
        await press(pilot, "r")
        assert not screen.board.view.flags

    perform(script, LessonScreen(NUMBERS))


def test_the_next_lesson_follows_the_last_step() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "n", "n", "n")
        assert screen.step.is_test
        await press(pilot, "n")
        assert (screen.lesson, screen.number) == (OPENINGS, 1)
        await press(pilot, "p")
        assert screen.number == 1

    perform(script, LessonScreen(NUMBERS))


def test_the_last_lesson_ends_with_the_list() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "end", "enter", "n", "n", "n")
        assert pilot.app.screen is screen

    perform(script, LessonsScreen())


def test_every_lesson_starts_on_the_screen() -> None:
    async def script(pilot: Pilot[None], screen: Any) -> None:
        for lesson in all_lessons():
            assert screen.lesson == lesson
            for step in lesson.steps:
                assert screen.step == step
                assert screen.message_text.startswith(step.heading)
                await pilot.press("n")
                await pilot.pause()

    perform(script, LessonScreen(all_lessons()[0]), size=(120, 40))
