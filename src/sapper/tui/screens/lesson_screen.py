"""The lesson screen, which presents the steps of a lesson and gives feedback on each move."""

from collections.abc import Iterable
from typing import ClassVar, Final

from rich.text import Text
from textual import on
from textual.binding import Binding, BindingType

from sapper.coach.lesson_content import Lesson, Step, all_lessons
from sapper.errors import StoreError
from sapper.game.rules import Cell
from sapper.game.view import View, parse_view
from sapper.play.lesson_feedback import Attempt, LessonMove, attempt_step
from sapper.tui.key_bindings import CURSOR_KEYS, HELP_KEY, MENU_KEY
from sapper.tui.screens.board_screen import BoardScreen, Keys
from sapper.tui.widgets.board_widget import LEFT, MIDDLE, RIGHT, BoardWidget

_FEEDBACK_MARKS: Final = {"correct": ("✓ ", "bold green"), "wrong": ("✗ ", "bold red")}
_KEY_HINTS: Final = {
    "flag": "F: flag",
    "chord": "Space or C on the number: chord",
    "reveal": "Space: reveal",
    "clear": "Space: reveal   F: flag",
    "guess": "Space: choose the cell",
}


class LessonScreen(BoardScreen[None]):
    """A screen that presents the steps of a lesson one after another."""

    HEADING = "Lesson"
    MOUSE_HELP = "Left: reveal or chord. Right: flag. Middle: chord. Wheel: scroll"
    KEYS: ClassVar[Keys] = (
        ("←↑↓→ hjkl", "move the cursor"),
        ("Space", "reveal, next step"),
        ("F  C", "flag, chord"),
        ("R", "start the step over"),
        ("N  P", "next, previous step"),
        ("Tab Esc", "menu, all lessons"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        *CURSOR_KEYS,
        Binding("space,enter", "reveal", "Reveal", key_display="Space"),
        Binding("f,F", "flag", "Flag", key_display="F"),
        Binding("c,C", "chord", "Chord", key_display="C"),
        Binding("r,R", "restart", "Start over", key_display="R"),
        Binding("n,N", "next_step", "Next", key_display="N"),
        Binding("p,P", "previous_step", "Previous", key_display="P", show=False),
        MENU_KEY,
        HELP_KEY,
        Binding("escape,q,Q", "back", "Back", key_display="Esc"),
    ]

    def __init__(self, lesson: Lesson, completed: Iterable[int] = ()) -> None:
        """Show a lesson, starting with the first step that is not completed."""
        super().__init__(lesson.steps[0].view)
        self._set_lesson(lesson, completed)

    def _set_lesson(self, lesson: Lesson, completed: Iterable[int] = ()) -> None:
        self.lesson = lesson
        self.completed = set(completed)
        """The numbers of the completed steps."""
        numbers = range(1, len(lesson.steps) + 1)
        self.number = next((each for each in numbers if each not in self.completed), 1)
        """The number of the current step, counted from 1."""
        self._made: list[LessonMove] = []
        self.is_done = False
        """True once the goal of the current step is reached."""

    def on_mount(self) -> None:
        """Show the first step that is not completed."""
        self._show_step()

    @property
    def step(self) -> Step:
        """The current step."""
        return self.lesson.steps[self.number - 1]

    def _show_step(self) -> None:
        self._made, self.is_done = [], False
        self.board.show(self.step.view)
        self.update_layout()
        paragraphs = Text(f"{self.step.heading}\n", "bold")
        paragraphs.append(f"{self.step.text}\n", "not bold")
        self.show_message(paragraphs.append(_KEY_HINTS[self.step.goal], "italic"))
        self.update_title()

    def title_text(self) -> Text:
        """Return the title line with the lesson, its steps and the number of mines left."""
        dots = "".join(self._symbol(number) for number in range(1, len(self.lesson.steps) + 1))
        mines = self.board.view.mines - len(self.board.view.flags)
        return Text.assemble(
            (" LEARN ", "bold reverse"),
            "  ",
            (self.lesson.title, "bold"),
            f"   step {self.number} of {len(self.lesson.steps)} {dots}   ⚑ ",
            (str(mines), "bold"),
        )

    def _symbol(self, number: int) -> str:
        if number == self.number:
            return "◉"
        return "●" if number in self.completed else "○"

    # Moves ---------------------------------------------------------------------------------------

    def action_reveal(self) -> None:
        """Reveal the cell under the cursor, or go to the next step if this one is done."""
        if self.is_done:
            self.action_next_step()
        else:
            self._press(self.board.cursor)

    def action_flag(self) -> None:
        """Place or remove a flag."""
        self._move("flag", self.board.cursor)

    def action_chord(self) -> None:
        """Reveal the other neighbours of a number that has all its flags."""
        self._move("chord", self.board.cursor)

    @on(BoardWidget.CellPressed)
    def on_cell_pressed(self, event: BoardWidget.CellPressed) -> None:
        """Handle a mouse click.

        A left click reveals or chords, a right click toggles a flag, and a middle click chords.
        """
        if event.button == LEFT:
            self._press(event.cell)
        elif event.button == RIGHT:
            self._move("flag", event.cell)
        elif event.button == MIDDLE:
            self._move("chord", event.cell)

    def _press(self, cell: Cell) -> None:
        self._move("chord" if self.board.view.clue(cell) else "reveal", cell)

    def _move(self, kind: str, cell: Cell) -> None:
        if not self.is_done:
            self.start_task("attempt", self._attempt, self.number, (kind, cell))

    async def _attempt(self, number: int, move: LessonMove) -> None:
        moves = [*self._made, move]
        try:
            attempt = await self.service.lessons.attempt(
                self.service.player, self.lesson.id, number, moves
            )
        except StoreError as error:
            self.notify_error(error, title="Progress is not saved")
            attempt = attempt_step(self.step, moves)
        if number == self.number:
            self._show_attempt(attempt, move)

    def _show_attempt(self, attempt: Attempt, move: LessonMove) -> None:
        feedback = attempt.feedback
        assert feedback is not None  # noqa: S101  # there is at least one move
        if feedback.is_made:
            self._made.append(move)
        self.board.show(self._view(attempt), highlights=feedback.highlights)
        text = Text.assemble(_FEEDBACK_MARKS.get(feedback.kind, ""), feedback.text)
        if attempt.is_done:
            self.is_done = True
            self.completed.add(self.number)
            text.append(f"\n\n{self.step.success}\n", "bold")
            text.append(f"Space: {self._next_text()}", "italic")
        else:
            text.append(f"\n\n{self.step.text}\n", "dim")
            text.append(_KEY_HINTS[self.step.goal], "italic")
        self.show_message(text)
        self.update_title()

    def _view(self, attempt: Attempt) -> View:
        return parse_view("\n".join([str(self.step.view.rules), *attempt.rows]))

    # Steps ---------------------------------------------------------------------------------------

    @property
    def _next_lesson(self) -> Lesson | None:
        lessons = all_lessons()
        index = lessons.index(self.lesson) + 1
        return lessons[index] if index < len(lessons) else None

    def _next_text(self) -> str:
        if self.number < len(self.lesson.steps):
            return "next step"
        return "finish" if self._next_lesson is None else "next lesson"

    def action_restart(self) -> None:
        """Start the step over."""
        self._show_step()

    def action_next_step(self) -> None:
        """Go to the next step, or to the next lesson after the last step."""
        if self.number < len(self.lesson.steps):
            self.number += 1
        elif (following := self._next_lesson) is not None:
            self._set_lesson(following)
        else:
            self.action_back()
            return
        self._show_step()

    def action_previous_step(self) -> None:
        """Go to the previous step."""
        if self.number > 1:
            self.number -= 1
            self._show_step()
