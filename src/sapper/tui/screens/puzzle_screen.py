"""The puzzle screen, which asks a question about each position and explains the answer."""

import time
from typing import ClassVar, Final, Literal

from rich.text import Text
from textual import on
from textual.binding import Binding, BindingType

from sapper.coach.counterexample import with_layout
from sapper.coach.highlights import Highlight, highlight
from sapper.coach.puzzle_builder import Answer, AnswerResult, check_answer
from sapper.errors import IllegalMove, NotFound, SapperError, StoreError
from sapper.game.rules import Cell
from sapper.game.view import parse_view
from sapper.game.wording import counted
from sapper.play.puzzle_rush import RUSH_LIVES, RushRun
from sapper.play.puzzle_service import PuzzleResult, ShownPuzzle
from sapper.play.puzzle_stream import PuzzleStream, StoredPuzzles
from sapper.tui.game_text import clock_text
from sapper.tui.key_bindings import CURSOR_KEYS, HELP_KEY, MENU_KEY
from sapper.tui.position_editor import PositionEditor
from sapper.tui.screens.base_screen import error_text
from sapper.tui.screens.board_screen import BoardScreen, Keys
from sapper.tui.widgets.board_widget import LEFT, RIGHT, BoardWidget

_EMPTY: Final = "9x9/10\n" + "\n".join(["#" * 9] * 9)
_MAX_HINT_GRADE: Final = 2
_GOOD, _BAD, _KEYS = "bold green", "bold red", "italic"

State = Literal["waiting", "asking", "missed", "solved", "done"]
"""The state of the screen. `missed` refutes a wrong answer, and `solved` shows the solution."""


class PuzzleScreen(BoardScreen[None]):
    """A screen that presents puzzles one after another."""

    HEADING = "Puzzle"
    MOUSE_HELP = "Left: answer with a cell. Right: flag. Wheel: scroll"
    KEYS: ClassVar[Keys] = (
        ("←↑↓→ hjkl", "move the cursor"),
        ("Space", "answer, next puzzle"),
        ("F", "flag as a note"),
        ("0 to 9", "answer with a number"),
        ("G", "no safe cell, give up"),
        ("H", "hint; again for more"),
        ("R", "try again, unrated"),
        ("W", "why not, solution"),
        ("Tab Esc", "menu, back"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        *CURSOR_KEYS,
        Binding("space,enter", "answer", "Answer", key_display="Space"),
        Binding("f,F", "flag", "Flag", key_display="F"),
        *(Binding(digit, f"answer_number({digit})", "Answer with a number", show=False)
          for digit in "0123456789"),
        Binding("g,G", "give_up", "No safe cell", key_display="G"),
        Binding("H", "hint", "Hint", key_display="H"),
        Binding("r,R", "retry", "Try again", key_display="R"),
        Binding("w,W", "why", "Why not", key_display="W"),
        Binding("n,N", "next_puzzle", "Next", key_display="N", show=False),
        MENU_KEY,
        HELP_KEY,
        Binding("escape,q,Q", "back", "Back", key_display="Esc"),
    ]  # fmt: skip

    def __init__(self, puzzles: PuzzleStream) -> None:
        super().__init__(parse_view(_EMPTY))
        self._puzzles = puzzles
        self.shown: ShownPuzzle | None = None
        """The current puzzle, or None if there are no more puzzles."""
        self.state: State = "waiting"
        self.answer_count = self.correct_count = 0
        self._editor = PositionEditor(self.board.view)
        self._hint_grade = 0
        self._is_retry = False
        self._result: AnswerResult | None = None
        self._answer = Answer()
        self._rating: float | None = None
        self._ladder: tuple[int, int] | None = None
        self._run: RushRun | None = None
        self._run_seen_at = 0.0

    def on_mount(self) -> None:
        """Show the first puzzle."""
        self.set_interval(0.25, self._tick)
        self.action_next_puzzle()

    # Puzzles -------------------------------------------------------------------------------------

    def action_next_puzzle(self) -> None:
        """Go to the next puzzle."""
        if self.state == "asking":
            self._remark("Answer this puzzle first, or press G to see the answer.")
        elif self.state == "done" and self._puzzles.mode == "rush":
            self._restart_rush()
        elif self.state != "done":
            self._load_next_puzzle()

    def _load_next_puzzle(self, feedback: Text | None = None) -> None:
        self.state = "waiting"
        if feedback is None:
            self.show_message("Preparing a puzzle…")
        self.start_task("next", self._show_next_puzzle, feedback or Text())

    def _restart_rush(self) -> None:
        self._puzzles = StoredPuzzles(self.service, "rush")
        self._run = None
        self._load_next_puzzle()

    async def _show_next_puzzle(self, feedback: Text) -> None:
        try:
            shown = await self._puzzles.next()
        except (NotFound, IllegalMove) as error:
            if self._puzzles.mode == "rush":
                await self._finish_rush()
            else:
                self._finish(error_text(error))
            return
        if shown is None and self._puzzles.mode == "rush":
            await self._finish_rush()
            return
        if shown is None:
            self._finish(Text(f"All puzzles done: {self._score()}. Press Esc to go back."))
            return
        self._set_run(self._puzzles.run)
        if shown.mode == "theme" and shown.attempt is not None:
            ladder = self.service.puzzles.ladder_progress(self.service.player, shown.puzzle.theme)
            self._ladder = await ladder
        self.shown, self._rating = shown, shown.rating.value
        self._is_retry = False
        self._ask(feedback)

    def _ask(self, feedback: Text | None = None) -> None:
        """Show the current puzzle without an answer."""
        assert self.shown is not None  # noqa: S101
        self.state, self._hint_grade, self._result = "asking", 0, None
        puzzle = self.shown.puzzle
        self._editor = PositionEditor(puzzle.view)
        self._draw()
        self.update_layout()
        keys = {
            "count": "Type the number.",
            "certain": "Space answers with a cell, G with “no safe cell”.",
        }.get(puzzle.kind, "Space answers with a cell.")
        parts = [(f"{puzzle.question}\n", "bold"), (keys, _KEYS)]
        prefix = feedback if feedback is not None else Text()
        self.show_message(Text.assemble(prefix, *parts))

    def _remark(self, text: str | Text) -> None:
        """Show a remark below the question."""
        assert self.shown is not None  # noqa: S101
        self.show_message(Text.assemble((f"{self.shown.puzzle.question}\n", "bold"), text))

    def _draw(self) -> None:
        assert self.shown is not None  # noqa: S101
        puzzle = self.shown.puzzle
        highlights = highlight(area=puzzle.marked)
        if self._hint_grade:
            highlights = puzzle.grades[self._hint_grade - 1].highlights
        self.board.show(self._editor.view(), highlights=highlights)
        self.update_title()

    def _finish(self, text: Text) -> None:
        self.shown, self.state = None, "done"
        self.show_message(text)
        self.update_title()

    # Answers -------------------------------------------------------------------------------------

    async def action_answer(self) -> None:
        """Answer with the cell under the cursor, or go to the next puzzle."""
        if self.state == "asking":
            await self._answer_cell(self.board.cursor)
        else:
            self.action_next_puzzle()

    async def action_answer_number(self, number: int) -> None:
        """Answer with a number of mines."""
        await self._submit(Answer(number=number))

    async def action_give_up(self) -> None:
        """Answer that no cell is safe, or give up."""
        await self._submit(Answer())

    @on(BoardWidget.CellPressed)
    async def on_cell_pressed(self, event: BoardWidget.CellPressed) -> None:
        """Answer with the clicked cell, or flag it with the right button."""
        if event.button == LEFT:
            await self._answer_cell(event.cell)
        elif event.button == RIGHT:
            self.action_flag()

    def action_flag(self) -> None:
        """Place or remove a flag without answering the puzzle."""
        if self.state == "asking" and self._editor.symbol(self.board.cursor) in "#F":
            self._editor.cycle_symbol(self.board.cursor, ("#", "F"))
            self._draw()

    async def _answer_cell(self, cell: Cell) -> None:
        if self._editor.symbol(cell) == "F":
            self._remark("This cell is flagged. Press F to remove the flag before you answer.")
        else:
            await self._submit(Answer(cell))

    async def _submit(self, answer: Answer) -> None:
        shown = self.shown
        if shown is None or self.state != "asking":
            return
        self.state = "waiting"
        found: PuzzleResult | None = None
        try:
            found = await self._check(shown, answer)
            result = found.result
        except StoreError as error:
            self.notify_error(error, title="Not saved")
            result = check_answer(shown.puzzle, answer)
        except SapperError as error:
            self.state = "asking"
            self._remark(error_text(error))
            return
        if not self._is_retry:
            self.answer_count += 1
            self.correct_count += result.is_correct
        self._result, self._answer = result, answer
        if found is not None:
            self._rating = found.after.value
            self._set_run(found.run or self._run)
        if self._run is not None:
            self._load_next_puzzle(Text(f"{result.verdict}\n", _style(result)))
        elif result.is_correct or answer == Answer():
            self._show_solution(_rating_text(found))
        else:
            self._show_miss(_rating_text(found))

    async def _check(self, shown: ShownPuzzle, answer: Answer) -> PuzzleResult:
        puzzles, player = self.service.puzzles, self.service.player
        if self._is_retry and shown.attempt is not None:
            return await puzzles.retry(player, shown.attempt, answer)
        is_hinted = self._hint_grade > 0
        return await puzzles.answer_shown(player, shown, answer, is_hinted=is_hinted)

    def _show_miss(self, rating: str = "") -> None:
        """Show why the answer is wrong, without the solution."""
        assert self.shown is not None  # noqa: S101
        result, view = self._result, self.shown.puzzle.view
        if result is None:
            return
        self.state = "missed"
        if result.counterexample is not None:
            view = with_layout(view, result.counterexample)
        self.board.show(view, highlights=highlight(("error", self._answer.cell)))
        self.update_title()
        text = Text.assemble((result.verdict, _BAD), f" {result.refutation}{rating}\n")
        keys = "R: try again, unrated\nW: solution\nSpace: next puzzle"
        self.show_message(text.append(keys, _KEYS))

    def _show_solution(self, rating: str = "") -> None:
        """Show the solution with its proof."""
        assert self.shown is not None  # noqa: S101
        result, puzzle, cell = self._result, self.shown.puzzle, self._answer.cell
        if result is None:
            return
        self.state = "solved"
        highlights = result.highlights
        if cell is not None and not result.is_correct:
            highlights += (Highlight("error", cell),)
        self.board.show(puzzle.view, highlights=highlights)
        self.update_title()
        # A player who gives up has not given a wrong answer.
        is_given_up = self._answer == Answer() and not result.is_correct
        text = Text.assemble(("" if is_given_up else f"{result.verdict} ", _style(result)))
        text.append(f"{puzzle.grades[2].text if not result.is_correct else result.explanation}")
        text.append(f"{rating} Theme: {puzzle.theme}.\n")
        keys = "Space: next puzzle"
        if result.counterexample is not None:
            keys = f"W: why not {_name(cell)}\n{keys}"
        self.show_message(text.append(keys, _KEYS))

    def action_why(self) -> None:
        """Switch between the refutation of a wrong answer and the solution."""
        if self.state == "missed":
            self._show_solution()
        elif self.state == "solved" and self._result and self._result.counterexample is not None:
            self._show_miss()

    def action_retry(self) -> None:
        """Try the puzzle again, unrated."""
        if self.state == "missed" or (
            self.state == "solved" and self._result is not None and not self._result.is_correct
        ):
            self._is_retry = True
            self._ask(Text("Second try, unrated.\n"))

    def action_hint(self) -> None:
        """Show the relevant area; press again for the clues.

        After a hint, the answer is unrated.
        """
        if self.shown is None or self.state != "asking":
            return
        if self._run is not None:
            self._remark("There are no hints in a rush.")
            return
        self._hint_grade = min(self._hint_grade + 1, _MAX_HINT_GRADE)
        self._draw()
        self._remark(self.shown.puzzle.grades[self._hint_grade - 1].text)

    # Rush ----------------------------------------------------------------------------------------

    def _set_run(self, run: RushRun | None) -> None:
        if run is not None and run is not self._run:
            self._run, self._run_seen_at = run, time.monotonic()

    @property
    def _seconds_left(self) -> float:
        if self._run is None:
            return 0.0
        return max(self._run.seconds_left - (time.monotonic() - self._run_seen_at), 0.0)

    def _tick(self) -> None:
        """Update the clock of a rush run, and end the run when its time is up."""
        if self._run is None or self.state == "done":
            return
        self.update_title()
        if self._seconds_left == 0.0 and self.state == "asking":
            self.state = "waiting"
            self.start_task("next", self._finish_rush)

    async def _finish_rush(self) -> None:
        run = self._run
        best = (await self.service.puzzles.progress(self.service.player))["best_rush"]
        reason = "Time is up." if run is None or run.lives else "No lives left."
        score = 0 if run is None else run.score
        suffix = "" if best is None else f" Your best is {best}."
        text = Text.assemble((f"{reason} You solved {counted(score, 'puzzle')}.", "bold"), suffix)
        text.append("\nThe puzzles you missed come back under “Your mistakes”.\n")
        self._finish(text.append("Space: new run   Esc: back", _KEYS))

    # Title ---------------------------------------------------------------------------------------

    def _score(self) -> str:
        return f"{self.correct_count} of {self.answer_count} correct"

    def title_text(self) -> Text:
        """Return the title line with the mines left and the rating, progress or rush state."""
        mode = self._puzzles.mode
        text = Text.assemble((" RUSH " if mode == "rush" else " PUZZLE ", "bold reverse"), "  ")
        if self.shown is not None:
            mines = self.shown.puzzle.view.mines - self._editor.text().count("F")
            text.append("⚑ ").append(f"{mines:>2}", "bold").append("   ")
        if self._run is not None:
            hearts = "♥" * self._run.lives + "♡" * (RUSH_LIVES - self._run.lives)
            text.append(f"◷ {clock_text(self._seconds_left)}   ", "bold")
            return text.append(f"{hearts}   score {self._run.score}")
        if mode == "rated" and self._rating is not None:
            text.append(f"rating {self._rating:.0f}   ", "bold")
        elif self.shown is not None:
            text.append(f"{self.shown.puzzle.theme}   ", "bold")
            if self._ladder is not None:
                text.append(f"{self._ladder[0]} of {self._ladder[1]} solved   ")
        return text.append(self._score())


def _style(result: AnswerResult) -> str:
    return _GOOD if result.is_correct else _BAD


def _name(cell: Cell | None) -> str:
    from sapper.game.cell_names import cell_name

    return "" if cell is None else cell_name(cell)


def _rating_text(found: PuzzleResult | None) -> str:
    """Return a sentence about a changed rating, or an empty string if nothing changed."""
    if found is None or found.after == found.before:
        return ""
    change = round(found.after.value) - round(found.before.value)
    return f" Rating {found.after.value:.0f} ({change:+d})."
