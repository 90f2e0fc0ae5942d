"""The lessons screen, which lists all lessons with the player's progress."""

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType

from sapper.play.computation import run_in_background
from sapper.tui.key_bindings import HELP_KEY, MENU_KEY
from sapper.tui.screens.list_screen import ListScreen

if TYPE_CHECKING:
    from sapper.play.lesson_service import LessonStatus


class LessonsScreen(ListScreen[None]):
    """A screen that lists the lessons in order."""

    COLUMNS = (("", 2), ("Lesson", 26), ("Steps", 7))
    RIGHT_ALIGNED = (0,)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "open", "Start", key_display="Enter"),
        MENU_KEY,
        HELP_KEY,
        Binding("escape,q,Q", "back", "Back", key_display="Esc"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.lessons: list[LessonStatus] = []

    def load_rows(self) -> None:
        """Load the lessons with the player's progress."""
        self.start_task("lessons", self._load)

    def on_screen_resume(self) -> None:
        """Reload the progress, because the player may have completed steps."""
        super().on_screen_resume()
        if self.lessons:
            self.load_rows()

    async def _load(self) -> None:
        await run_in_background(self.service.open)
        is_first = not self.lessons
        self.lessons = await self.service.lessons.list_lessons(self.service.player)
        row = self.table.cursor_row
        self.table.clear()
        for number, status in enumerate(self.lessons, start=1):
            mark = "✓" if status.is_completed else str(number)
            steps = f"{len(status.completed)} of {len(status.lesson.steps)}"
            styles = {0: "green"} if status.is_completed else {1: "bold"}
            self.add_row(status.lesson.id, mark, status.lesson.title, steps, styles=styles)
        if is_first:
            unfinished = (i for i, each in enumerate(self.lessons) if not each.is_completed)
            row = next(unfinished, 0)
        self.table.move_cursor(row=row)
        self.update_title()

    def title_text(self) -> Text:
        """Return the title line with the number of completed lessons."""
        text = Text.assemble((" LEARN ", "bold reverse"), "  ")
        count = sum(status.is_completed for status in self.lessons)
        if count:
            return text.append(f"You have completed {count} of {len(self.lessons)} lessons.")
        return text.append("Short lessons with playable boards. Every answer is explained.")

    def show_row(self, key: str) -> None:
        """Show the summary and the first board of a lesson."""
        lesson = next(each.lesson for each in self.lessons if each.lesson.id == key)
        self.show_position(lesson.steps[0].view)
        steps = "\n".join(
            f"{number}. {step.heading}" for number, step in enumerate(lesson.steps, start=1)
        )
        self.show_details(Text.assemble((f"{lesson.summary}\n\n", "bold"), steps))

    def open_row(self, key: str) -> None:
        """Start a lesson."""
        from sapper.tui.screens.lesson_screen import LessonScreen

        status = next(each for each in self.lessons if each.lesson.id == key)
        self.app.push_screen(LessonScreen(status.lesson, status.completed))
