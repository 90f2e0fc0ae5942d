"""Drills: one position after the other, a question, and the proof of the answer."""

from typing import ClassVar, cast

from rich.text import Text
from textual import on
from textual.binding import Binding, BindingType

from sapper.coach.drill_builder import Drill, answer_drill
from sapper.errors import SapperError
from sapper.game.rules import Cell
from sapper.game.view import parse_view
from sapper.tui.background import think
from sapper.tui.drill_source import Source, keep_answer
from sapper.tui.highlights import Mark, marks_of_hint
from sapper.tui.key_bindings import CURSOR_KEYS, HELP_KEY
from sapper.tui.persistence import Keeper
from sapper.tui.screens.base_screen import BoardScreen, Keys, sentence
from sapper.tui.widgets.board_widget import Board

_EMPTY = "9x9/10\n" + "\n".join(["#" * 9] * 9)


class DrillScreen(BoardScreen[None]):
    """Asks for the right cell."""

    HEADING = "Drill"
    MOUSE = "left answers with a cell; the wheel scrolls"
    KEYS: ClassVar[Keys] = (
        ("←↑↓→ hjkl", "move"),
        ("Space", "answer: this cell"),
        ("G", "answer: it is a guess"),
        ("H", "hint, twice for more"),
        ("N", "next drill"),
        ("Q", "leave"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        *CURSOR_KEYS,
        Binding("space,enter", "answer", "This cell", key_display="Space"),
        Binding("g,G", "guess", "It is a guess", key_display="G"),
        Binding("H", "hint", "Hint", key_display="H"),
        Binding("n,N", "next", "Next", key_display="N"),
        HELP_KEY,
        Binding("q,Q,escape", "app.quit", "Quit", key_display="Q"),
    ]

    def __init__(self, source: Source, keeper: Keeper) -> None:
        super().__init__(parse_view(_EMPTY))
        self._source = source
        self._keeper = keeper
        self._drill: Drill | None = None
        self._grade = 0
        self._is_answered = False
        self.asked = self.right = 0

    @property
    def drill(self) -> Drill | None:
        """The drill that is asked."""
        return self._drill

    def on_mount(self) -> None:
        """Ask the first."""
        self.lay_out()
        self._update_title()
        self.action_next()

    def action_next(self) -> None:
        """Go to the next drill."""
        self.say("Looking for a position…")
        self.run_worker(self._next(), group="next", exclusive=True)

    async def _next(self) -> None:
        try:
            drill = await think(self._source)
        except SapperError as error:
            self.say(sentence(f"{error}"))
            return
        if drill is None:
            self._drill = None
            self.say(f"That was all: {self.right} of {self.asked} right. Q leaves.")
            return
        self._drill, self._grade, self._is_answered = drill, 0, False
        self.board.show(drill.view)
        self.lay_out()
        self._update_title()
        self.say(Text.assemble((f"{drill.theme}\n", "bold"), drill.question))

    def action_answer(self) -> None:
        """Answer with the cell under the cursor."""
        if self._is_answered:
            self.action_next()
        else:
            self._answer(self.board.cursor)

    def action_guess(self) -> None:
        """Answer that it is a guess."""
        self._answer(None)

    @on(Board.Pressed)
    def on_pressed(self, event: Board.Pressed) -> None:
        """Answer with the cell that was pressed."""
        self._answer(event.cell)

    def _answer(self, cell: Cell | None) -> None:
        if self._drill is None or self._is_answered:
            return
        try:
            verdict = answer_drill(self._drill, cell)
        except SapperError as error:
            self.say(sentence(f"{error}"))
            return
        self._is_answered = True
        self.asked += 1
        self.right += verdict.is_right
        marks = marks_of_hint(self._drill.hint.to_json())
        if cell is not None and not verdict.is_right:
            marks[cell] = Mark("fault")
        self.board.show(self._drill.view, marks=marks)
        self._update_title()
        look = "bold green" if verdict.is_right else "bold red"
        first, _, rest = verdict.text.partition(" ")
        self.say(Text.assemble((first, look), f" {rest}", ("\nSpace: the next one.", "italic")))
        drill, is_right = self._drill, verdict.is_right
        self.run_worker(self._keep(drill, is_right=is_right), group="keep")

    async def _keep(self, drill: Drill, *, is_right: bool) -> None:
        try:
            await think(lambda: keep_answer(self._keeper, drill, is_right=is_right))
        except SapperError as error:
            self.notify(f"{error}", title="Not kept", severity="warning", markup=False)

    def action_hint(self) -> None:
        """Show where to look; press again for the clues."""
        if self._drill is None or self._is_answered:
            return
        self._grade = min(self._grade + 1, 2)
        answer = self._drill.hint.to_json(self._grade)
        self.board.show(self._drill.view, marks=marks_of_hint(answer))
        self.say(f"{self._drill.question}\n{cast('str', answer['text'])}")

    def _update_title(self) -> None:
        text = Text.assemble((" DRILL ", "bold reverse"), "  ")
        if self._drill is not None:
            text.append(self._drill.theme, "bold")
            text.append(f"   {self._drill.view.rules}")
        text.append(f"   {self.right} of {self.asked} right")
        self.set_title(text)
