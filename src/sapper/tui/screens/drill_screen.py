"""The drill screen, which asks a question about each position and explains the answer."""

from collections.abc import Awaitable, Iterator
from typing import ClassVar, Final

from rich.text import Text
from textual import on
from textual.binding import Binding, BindingType

from sapper.coach.drill_builder import Drill, check_answer
from sapper.coach.highlights import Highlight
from sapper.errors import SapperError, StoreError
from sapper.game.rules import Cell
from sapper.game.view import parse_view
from sapper.tui.cursor_keys import CURSOR_KEYS, HELP_KEY
from sapper.tui.screens.base_screen import BoardScreen, Keys, error_text
from sapper.tui.widgets.board_widget import BoardWidget

_EMPTY: Final = "9x9/10\n" + "\n".join(["#" * 9] * 9)
_MAX_HINT_GRADE: Final = 2


class DrillScreen(BoardScreen[None]):
    """A screen that presents drills one after another."""

    HEADING = "Drill"
    MOUSE_HELP = "Left: answer with a cell. Wheel: scroll"
    KEYS: ClassVar[Keys] = (
        ("←↑↓→ hjkl", "move the cursor"),
        ("Space", "answer with this cell"),
        ("G", "answer: forced guess"),
        ("H", "hint; again for more"),
        ("N", "next drill"),
        ("Q", "quit"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        *CURSOR_KEYS,
        Binding("space,enter", "answer", "Answer", key_display="Space"),
        Binding("g,G", "guess", "Forced guess", key_display="G"),
        Binding("H", "hint", "Hint", key_display="H"),
        Binding("n,N", "next_drill", "Next", key_display="N"),
        HELP_KEY,
        Binding("q,Q,escape", "app.quit", "Quit", key_display="Q"),
    ]

    def __init__(self, drills: Iterator[Awaitable[Drill]]) -> None:
        super().__init__(parse_view(_EMPTY))
        self._drills = drills
        self.drill: Drill | None = None
        """The current drill, or None if there are no more drills."""
        self._hint_grade = 0
        self._is_answered = False
        self.answer_count = self.correct_count = 0

    def on_mount(self) -> None:
        """Show the first drill."""
        self.action_next_drill()

    def action_next_drill(self) -> None:
        """Go to the next drill."""
        self.show_message("Preparing a drill…")
        self.start_task("next", self._show_next_drill)

    async def _show_next_drill(self) -> None:
        try:
            drill = await next(self._drills)
        except StopIteration:
            self.drill = None
            self.show_message(f"All drills done: {self._score()}. Press Q to quit.")
            return
        self.drill, self._hint_grade, self._is_answered = drill, 0, False
        self.board.show(drill.view)
        self.update_layout()
        self.show_message(Text.assemble((f"{drill.theme}\n", "bold"), drill.question))

    async def action_answer(self) -> None:
        """Answer with the cell under the cursor."""
        if self._is_answered:
            self.action_next_drill()
        else:
            await self._answer(self.board.cursor)

    async def action_guess(self) -> None:
        """Answer that the position requires a guess."""
        await self._answer(None)

    @on(BoardWidget.CellPressed)
    async def on_cell_pressed(self, event: BoardWidget.CellPressed) -> None:
        """Answer with the clicked cell."""
        await self._answer(event.cell)

    async def _answer(self, cell: Cell | None) -> None:
        drill = self.drill
        if drill is None or self._is_answered:
            return
        try:
            result = (await self.service.drills.answer(self.service.player, drill, cell)).result
        except StoreError as error:
            self.notify_error(error, title="Not saved")
            result = check_answer(drill, cell)
        except SapperError as error:
            self.show_message(error_text(error))
            return
        if self.drill is not drill:  # the next drill was requested before the answer
            return
        self._is_answered = True
        self.answer_count += 1
        self.correct_count += result.is_correct
        highlights = drill.hint.grades[2].highlights
        if cell is not None and not result.is_correct:
            highlights += (Highlight("error", cell),)
        self.board.show(drill.view, highlights=highlights)
        self.update_title()
        style = "bold green" if result.is_correct else "bold red"
        footer = ("\nPress Space for the next drill.", "italic")
        self.show_message(Text.assemble((result.verdict, style), f" {result.explanation}", footer))

    def action_hint(self) -> None:
        """Show the relevant area; press again for the clues."""
        if self.drill is None or self._is_answered:
            return
        self._hint_grade = min(self._hint_grade + 1, _MAX_HINT_GRADE)
        shown = self.drill.hint.grades[self._hint_grade - 1]
        self.board.show(self.drill.view, highlights=shown.highlights)
        self.show_message(f"{self.drill.question}\n{shown.text}")

    def _score(self) -> str:
        return f"{self.correct_count} of {self.answer_count} correct"

    def title_text(self) -> Text:
        """Return the theme, the rules and the score."""
        text = Text.assemble((" DRILL ", "bold reverse"), "  ")
        if self.drill is not None:
            text.append(self.drill.theme, "bold")
            text.append(f"   {self.drill.view.rules}")
        text.append(f"   {self._score()}")
        return text
