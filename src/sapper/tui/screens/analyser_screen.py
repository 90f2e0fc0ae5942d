"""The analyser: edit any position and see its odds, what is certain, or what cannot be."""

import math
from typing import Any, ClassVar, Final

from rich.text import Text
from textual import events, on
from textual.binding import Binding, BindingType

from sapper.coach.graded_hints import hint
from sapper.coach.guesses import percent
from sapper.errors import BudgetExceeded, IllegalMove, InconsistentView, SapperError
from sapper.game.cell_names import cell_name
from sapper.game.rules import Cell, Rules
from sapper.game.view import View, parse_view
from sapper.inference.analysis import Analysis, analyse
from sapper.tui.background import think
from sapper.tui.highlights import Mark, Odds, marks_of_hint
from sapper.tui.key_bindings import CURSOR_KEYS, HELP_KEY
from sapper.tui.position_editor import Position
from sapper.tui.screens.base_screen import BoardScreen, Keys, sentence
from sapper.tui.widgets.board_widget import Board

_SECONDS: Final = 2.0
LEFT, MIDDLE, RIGHT = 1, 2, 3


class AnalyserScreen(BoardScreen[None]):
    """A position to edit."""

    HEADING = "Analyser"
    MOUSE = "left writes the next symbol; right flags; middle hides. Paste a position to read it"
    KEYS: ClassVar[Keys] = (
        ("0 to 8", "a clue"),
        ("#  F", "hidden, flag"),
        ("Space", "the next symbol"),
        ("+ -", "more, fewer mines"),
        ("H", "hint with its proof"),
        ("O", "odds on, off"),
        ("Z  E", "size, empty board"),
        ("Y", "copy as text"),
        ("paste", "read a position"),
        ("Esc", "back"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        *CURSOR_KEYS,
        *(Binding(str(clue), f"put('{clue}')", "Clue", show=False) for clue in range(1, 9)),
        Binding("0,full_stop", "put('.')", "No mine near", show=False),
        Binding("number_sign,backspace,delete", "put('#')", "Hide", key_display="#"),
        Binding("f,F", "put('F')", "Flag", key_display="F"),
        Binding("space,enter", "turn(1)", "Next", key_display="Space"),
        Binding("plus,equals_sign", "mines(1)", "More", key_display="+"),
        Binding("minus", "mines(-1)", "Fewer", key_display="-"),
        Binding("H", "hint", "Hint", key_display="H"),
        Binding("o,O", "odds", "Odds", key_display="O"),
        Binding("z,Z", "size", "Size", key_display="Z"),
        Binding("e,E", "empty", "Empty", key_display="E", show=False),
        Binding("y,Y", "copy", "Copy", key_display="Y", show=False),
        HELP_KEY,
        Binding("escape,q,Q,x,X", "leave", "Back", key_display="Esc"),
    ]

    def __init__(self, view: View, *, cursor: Cell | None = None) -> None:
        position = Position(view)
        super().__init__(position.view())
        self._begin_at = cursor or view.rules.centre
        self._position = position
        self._odds: Odds | None = None
        self._odds_on = True
        self._marks: dict[Cell, Mark] = {}
        self._edits = 0

    @property
    def position(self) -> Position:
        """What is being edited."""
        return self._position

    def on_mount(self) -> None:
        """Analyse the position that was brought along."""
        self.lay_out()
        self.board.place_cursor(self._begin_at)
        self._changed()

    # Editing -------------------------------------------------------------------------------------

    def action_put(self, symbol: str) -> None:
        """Write a symbol into the cell under the cursor."""
        self._position.put(self.board.cursor, symbol)
        self._changed()

    def action_turn(self, by: int) -> None:
        """Make the cell under the cursor the next symbol."""
        self._position.turn(self.board.cursor, by)
        self._changed()

    def action_mines(self, number: int) -> None:
        """Change the number of mines."""
        try:
            self._position.add_mines(number)
        except SapperError as error:
            self.say(sentence(f"{error}"))
            return
        self._changed()

    def action_empty(self) -> None:
        """Hide all cells."""
        self._position.clear()
        self._changed()

    def action_size(self) -> None:
        """Choose another size."""
        from sapper.tui.screens.size_screen import SizeScreen

        def resize(rules: Rules | None) -> None:
            if rules is not None:
                self._position.resize(rules)
                self._changed()
                self.lay_out()

        self.app.push_screen(SizeScreen(str(self._position.rules)), resize)

    def action_copy(self) -> None:
        """Copy the position as text."""
        self.app.copy_to_clipboard(self._position.text())
        self.notify("The position is copied as text.", timeout=3)

    def on_paste(self, event: events.Paste) -> None:
        """Read a position that was pasted."""
        event.stop()
        try:
            self._position = Position(parse_view(event.text))
        except SapperError as error:
            self.say(sentence(f"what was pasted is no position: {error}"))
            return
        self._changed()
        self.lay_out()

    @on(Board.Pressed)
    def on_pressed(self, event: Board.Pressed) -> None:
        """Answer the mouse: left the next symbol, right a flag, middle hides."""
        if event.button == LEFT:
            self._position.turn(event.cell, 1)
        elif event.button == RIGHT:
            self._position.turn(event.cell, 1, ("#", "F"))
        elif event.button == MIDDLE:
            self._position.put(event.cell, "#")
        self._changed()

    @on(Board.Moved)
    def on_moved(self) -> None:
        """Tell the chance of the cell under the cursor."""
        self._update_title()

    def action_leave(self) -> None:
        """Go back to the game."""
        self.dismiss_or_exit()

    # Analysing -----------------------------------------------------------------------------------

    def _changed(self) -> None:
        self._edits += 1
        self._odds, self._marks = None, {}
        try:
            view = self._position.view()
        except SapperError as error:
            self.say(sentence(f"{error}"))
            return
        self._draw(view)
        self.run_worker(self._analyse(view, self._edits), group="analyse", exclusive=True)

    async def _analyse(self, view: View, edits: int) -> None:
        try:
            odds = await think(lambda: analyse(view, budget=_SECONDS))
        except InconsistentView as error:
            if edits == self._edits:
                self._marks = {error.cell: Mark("fault")} if error.cell else {}
                self._draw(view)
                self.say(Text.assemble(("Cannot be.  ", "bold red"), sentence(f"{error}")))
            return
        except SapperError as error:
            self.say(sentence(f"{error}"))
            return
        if edits == self._edits:
            self._odds = Odds.from_json(odds.to_json())
            self._draw(view)
            self.say(_words(odds))

    def action_odds(self) -> None:
        """Show the odds, or put them away."""
        self._odds_on = not self._odds_on
        self._draw(self.board.view)

    def action_hint(self) -> None:
        """Show the next move with its proof."""
        self.run_worker(self._hint(self.board.view, self._edits), group="hint", exclusive=True)

    async def _hint(self, view: View, edits: int) -> None:
        try:
            answer: dict[str, Any] = await think(lambda: hint(view, budget=_SECONDS).to_json())
        except (IllegalMove, BudgetExceeded, InconsistentView) as error:
            self.say(sentence(f"{error}"))
            return
        if edits == self._edits:
            self._marks = marks_of_hint(answer)
            self._odds_on = False
            self._draw(view)
            self.say(answer["text"])

    def _draw(self, view: View) -> None:
        self.board.show(view, marks=self._marks, odds=self._odds if self._odds_on else None)
        self._update_title()

    def _update_title(self) -> None:
        rules, (row, column) = self._position.rules, self.board.cursor
        text = Text.assemble(
            (" ANALYSER ", "bold reverse"),
            f"  {rules.width}x{rules.height}   ✹ ",
            (f"{rules.mines}", "bold"),
            f"   {cell_name((row, column))}",
        )
        if self._odds is not None and self.board.view.clue((row, column)) is None:
            known = self._odds.known((row, column))
            text.append(f" is {known or f'a mine with {self._odds.rows[row][column]:.2%}'}")
        self.set_title(text)


def _words(odds: Analysis) -> Text:
    text = Text()
    digits = odds.log_layouts / math.log(10)
    layouts = odds.layouts if digits < 9 else None  # longer figures say no more
    text.append(
        f"Layouts  about 10^{digits:.1f}\n" if layouts is None else f"Layouts  {layouts:,}\n"
    )
    text.append(f"Certain  {len(odds.safe)} safe, {len(odds.mines)} mines\n")
    if odds.best is not None:
        risk = float(odds.mine_probability[odds.best])
        said = "certainly safe" if odds.best in odds.safe else f"risk {percent(risk)}"
        text.append(f"Best     {cell_name(odds.best)}, {said}\n")
    if not odds.exact:
        text.append("Estimated: the position is too wide to count.\n", "italic")
    text.append("H shows the next move and why.", "italic")
    return text
