"""The puzzle screen, which asks a question about each position and explains the answer."""

from collections.abc import Awaitable, Iterator
from typing import ClassVar, Final

from rich.text import Text
from textual import on
from textual.binding import Binding, BindingType

from sapper.coach.counterexample import with_layout
from sapper.coach.highlights import Highlight, highlight
from sapper.coach.puzzle_builder import Answer, AnswerResult, check_answer
from sapper.errors import NotFound, SapperError, StoreError
from sapper.game.view import parse_view
from sapper.play.puzzle_service import ShownPuzzle
from sapper.tui.cursor_keys import CURSOR_KEYS, HELP_KEY
from sapper.tui.screens.base_screen import error_text
from sapper.tui.screens.board_screen import BoardScreen, Keys
from sapper.tui.widgets.board_widget import BoardWidget

_EMPTY: Final = "9x9/10\n" + "\n".join(["#" * 9] * 9)
_MAX_HINT_GRADE: Final = 2


class PuzzleScreen(BoardScreen[None]):
    """A screen that presents puzzles one after another."""

    HEADING = "Puzzle"
    MOUSE_HELP = "Left: answer with a cell. Wheel: scroll"
    KEYS: ClassVar[Keys] = (
        ("←↑↓→ hjkl", "move the cursor"),
        ("Space", "answer with this cell"),
        ("0 to 9", "answer with a number"),
        ("G", "answer: forced guess"),
        ("H", "hint; again for more"),
        ("W", "why not my cell"),
        ("N", "next puzzle"),
        ("Q", "quit"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        *CURSOR_KEYS,
        Binding("space,enter", "answer", "Answer", key_display="Space"),
        Binding("g,G", "guess", "Forced guess", key_display="G"),
        Binding("H", "hint", "Hint", key_display="H"),
        *(Binding(digit, f"answer_number({digit})", show=False) for digit in "0123456789"),
        Binding("w,W", "why", "Why not", key_display="W"),
        Binding("n,N", "next_puzzle", "Next", key_display="N"),
        HELP_KEY,
        Binding("q,Q,escape", "app.quit", "Quit", key_display="Q"),
    ]

    def __init__(self, puzzles: Iterator[Awaitable[ShownPuzzle]]) -> None:
        super().__init__(parse_view(_EMPTY))
        self._puzzles = puzzles
        self.shown: ShownPuzzle | None = None
        """The current puzzle, or None if there are no more puzzles."""
        self._hint_grade = 0
        self._result: AnswerResult | None = None
        self._answer = Answer()
        self.answer_count = self.correct_count = 0

    def on_mount(self) -> None:
        """Show the first puzzle."""
        self.action_next_puzzle()

    def action_next_puzzle(self) -> None:
        """Go to the next puzzle."""
        self.show_message("Preparing a puzzle…")
        self.start_task("next", self._show_next_puzzle)

    async def _show_next_puzzle(self) -> None:
        try:
            shown = await next(self._puzzles)
        except StopIteration:
            self.shown = None
            self.show_message(f"All puzzles done: {self._score()}. Press Q to quit.")
            return
        except NotFound as error:
            self.shown = None
            self.show_message(error_text(error))
            return
        self.shown, self._hint_grade, self._result = shown, 0, None
        puzzle = shown.puzzle
        self.board.show(puzzle.view, highlights=highlight(area=puzzle.marked))
        self.update_layout()
        mines = "1 mine" if puzzle.view.mines == 1 else f"{puzzle.view.mines} mines"
        self.show_message(Text.assemble((f"{mines}\n", "bold"), puzzle.question))

    async def action_answer(self) -> None:
        """Answer with the cell under the cursor."""
        if self._result is not None:
            self.action_next_puzzle()
        else:
            await self._submit(Answer(self.board.cursor))

    async def action_answer_number(self, number: int) -> None:
        """Answer with a number of mines."""
        await self._submit(Answer(number=number))

    async def action_guess(self) -> None:
        """Answer that the position requires a guess."""
        await self._submit(Answer())

    @on(BoardWidget.CellPressed)
    async def on_cell_pressed(self, event: BoardWidget.CellPressed) -> None:
        """Answer with the clicked cell."""
        await self._submit(Answer(event.cell))

    async def _submit(self, answer: Answer) -> None:
        shown = self.shown
        if shown is None or self._result is not None:
            return
        rating = ""
        try:
            found = await self.service.puzzles.answer_shown(
                self.service.player, shown, answer, is_hinted=self._hint_grade > 0
            )
            result = found.result
            if found.after != found.before:
                change = round(found.after.value) - round(found.before.value)
                rating = f" Rating {found.after.value:.0f} ({change:+d})."
        except StoreError as error:
            self.notify_error(error, title="Not saved")
            result = check_answer(shown.puzzle, answer)
        except SapperError as error:
            self.show_message(error_text(error))
            return
        # The player requested the next puzzle before the answer was checked.
        if self.shown is not shown:
            return
        self._result, self._answer = result, answer
        self.answer_count += 1
        self.correct_count += result.is_correct
        self._show_solution()
        self.update_title()
        style = "bold green" if result.is_correct else "bold red"
        keys = "Space for the next puzzle"
        if result.counterexample is not None:
            keys = f"W to see why not, {keys}"
        footer = (f"\nPress {keys}.", "italic")
        text = f" {result.explanation}{rating}"
        self.show_message(Text.assemble((result.verdict, style), text, footer))

    def _show_solution(self) -> None:
        if self.shown is None or self._result is None:
            return
        puzzle, cell = self.shown.puzzle, self._answer.cell
        highlights = puzzle.grades[2].highlights
        if cell is not None and not self._result.is_correct:
            highlights += (Highlight("error", cell),)
        self.board.show(puzzle.view, highlights=highlights)

    def action_why(self) -> None:
        """Switch between the counterexample to a wrong answer and the solution."""
        if self.shown is None or self._result is None or self._result.counterexample is None:
            return
        layout = with_layout(self.shown.puzzle.view, self._result.counterexample)
        if self.board.view == layout:
            self._show_solution()
        else:
            self.board.show(layout, highlights=highlight(("error", self._answer.cell)))

    def action_hint(self) -> None:
        """Show the relevant area; press again for the clues."""
        if self.shown is None or self._result is not None:
            return
        self._hint_grade = min(self._hint_grade + 1, _MAX_HINT_GRADE)
        puzzle = self.shown.puzzle
        hint = puzzle.grades[self._hint_grade - 1]
        self.board.show(puzzle.view, highlights=hint.highlights)
        self.show_message(f"{puzzle.question}\n{hint.text}")

    def _score(self) -> str:
        return f"{self.correct_count} of {self.answer_count} correct"

    def title_text(self) -> Text:
        """Return the rating, the rules and the score."""
        text = Text.assemble((" PUZZLE ", "bold reverse"), "  ")
        if self.shown is not None:
            if self.shown.mode == "rated":
                text.append(f"rating {self.shown.rating.value:.0f}", "bold")
            else:
                text.append(self.shown.puzzle.theme, "bold")
            text.append(f"   {self.shown.puzzle.view.rules}")
        text.append(f"   {self._score()}")
        return text
