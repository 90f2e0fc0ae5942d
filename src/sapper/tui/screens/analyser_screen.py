"""The analyser screen, which shows an editable position's odds, safe cells and known mines."""

import math
from collections.abc import Callable
from typing import ClassVar, Final

from rich.text import Text
from textual import events, on
from textual.binding import Binding, BindingType

from sapper.coach.graded_hints import hint
from sapper.coach.guess_ranking import percent
from sapper.coach.highlights import Highlight
from sapper.errors import InconsistentView, SapperError
from sapper.game.cell_names import cell_name
from sapper.game.rules import Cell, Rules
from sapper.game.view import View, parse_view
from sapper.inference.odds_result import compute_odds
from sapper.tui.key_bindings import CURSOR_KEYS, HELP_KEY
from sapper.tui.odds_overlay import OddsOverlay
from sapper.tui.position_editor import PositionEditor
from sapper.tui.screens.base_screen import Arguments, as_sentence
from sapper.tui.screens.board_screen import BoardScreen, Keys
from sapper.tui.widgets.board_widget import LEFT, MIDDLE, RIGHT, BoardWidget

_MAX_DIGITS: Final = 9


class AnalyserScreen(BoardScreen[None]):
    """A screen with an editable position and its analysis."""

    HEADING = "Analyser"
    MOUSE_HELP = "Left: next symbol. Right: flag. Middle: hide. Paste text to load a position"
    KEYS: ClassVar[Keys] = (
        ("0 to 8", "set a clue"),
        ("#  F", "hide, flag"),
        ("Space", "next symbol"),
        ("+ -", "more, fewer mines"),
        ("H", "hint with proof"),
        ("O", "odds on or off"),
        ("Z  E", "board size, clear all"),
        ("Y", "copy as text"),
        ("paste", "load a position"),
        ("Esc", "back"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        *CURSOR_KEYS,
        *(Binding(str(clue), f"set_symbol('{clue}')", "Set a clue", show=False)
          for clue in range(1, 9)),
        Binding("0,full_stop", "set_symbol('.')", "Set an empty cell", show=False),
        Binding("number_sign,backspace,delete", "set_symbol('#')", "Hide", key_display="#"),
        Binding("f,F", "set_symbol('F')", "Flag", key_display="F", show=False),
        Binding("space,enter", "cycle_symbol", "Next", key_display="Space"),
        Binding("plus,equals_sign", "change_mine_count(1)", "More mines", key_display="+"),
        Binding("minus", "change_mine_count(-1)", "Fewer mines", key_display="-"),
        Binding("H", "hint", "Hint", key_display="H"),
        Binding("o,O", "odds", "Odds", key_display="O"),
        Binding("z,Z", "size", "Size", key_display="Z", show=False),
        Binding("e,E", "clear", "Clear", key_display="E", show=False),
        Binding("y,Y", "copy", "Copy", key_display="Y", show=False),
        HELP_KEY,
        Binding("escape,q,Q,x,X", "back", "Back", key_display="Esc"),
    ]  # fmt: skip

    def __init__(self, view: View, *, cursor: Cell | None = None) -> None:
        self.editor = PositionEditor(view)
        """The editor for the current position."""
        super().__init__(self.editor.view())
        self._initial_cursor = cursor or view.rules.centre
        self._odds: OddsOverlay | None = None
        self._is_showing_odds = True
        self._highlights: tuple[Highlight, ...] = ()

    def on_mount(self) -> None:
        """Analyse the initial position."""
        self.board.place_cursor(self._initial_cursor)
        self._after_edit()

    # Editing -------------------------------------------------------------------------------------

    def _edit(
        self, change: Callable[Arguments, None], *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> None:
        """Edit the position with one of the editor's methods, and analyse the new position."""
        with self.showing_errors():
            change(*args, **kwargs)
            self._after_edit()

    def action_set_symbol(self, symbol: str) -> None:
        """Set the symbol of the cell under the cursor."""
        self._edit(self.editor.set_symbol, self.board.cursor, symbol)

    def action_cycle_symbol(self) -> None:
        """Change the cell under the cursor to the next symbol."""
        self._edit(self.editor.cycle_symbol, self.board.cursor)

    def action_change_mine_count(self, by: int) -> None:
        """Change the number of mines."""
        self._edit(self.editor.add_mines, by)

    def action_clear(self) -> None:
        """Hide all cells."""
        self._edit(self.editor.clear)

    def action_size(self) -> None:
        """Change the board size."""
        from sapper.tui.screens.board_size_screen import BoardSizeScreen

        def resize(rules: Rules | None) -> None:
            if rules is not None:
                self._edit(self.editor.resize, rules)
                self.update_layout()

        self.app.push_screen(BoardSizeScreen(str(self.editor.rules)), resize)

    def action_copy(self) -> None:
        """Copy the position as text."""
        self.app.copy_to_clipboard(self.editor.text())
        self.notify("Position copied as text.", timeout=3)

    def on_paste(self, event: events.Paste) -> None:
        """Load a pasted position."""
        event.stop()
        try:
            self.editor = PositionEditor(parse_view(event.text))
        except SapperError as error:
            self.show_message(as_sentence(f"the pasted text is not a valid position: {error}"))
            return
        self._after_edit()
        self.update_layout()

    @on(BoardWidget.CellPressed)
    def on_cell_pressed(self, event: BoardWidget.CellPressed) -> None:
        """Handle a mouse click.

        A left click cycles the symbol, a right click toggles a flag, and a middle click hides the
        cell.
        """
        if event.button == LEFT:
            self._edit(self.editor.cycle_symbol, event.cell)
        elif event.button == RIGHT:
            self._edit(self.editor.cycle_symbol, event.cell, ("#", "F"))
        elif event.button == MIDDLE:
            self._edit(self.editor.set_symbol, event.cell, "#")

    @on(BoardWidget.CursorMoved)
    def on_cursor_moved(self) -> None:
        """Update the mine probability in the title line."""
        self.update_title()

    # Analysis ------------------------------------------------------------------------------------

    def _after_edit(self) -> None:
        self.workers.cancel_node(self)  # Searches of the previous position are cancelled.
        self._odds, self._highlights = None, ()
        view = self.editor.view()
        self._draw(view)
        self.start_task("analyse", self._analyse, view)

    async def _analyse(self, view: View) -> None:
        try:
            odds = await self.service.search(self.service.player, compute_odds, view)
        except InconsistentView as error:
            self._highlights = (Highlight("error", error.cell),) if error.cell else ()
            self._draw(view)
            heading = ("Contradiction.  ", "bold red")
            self.show_message(Text.assemble(heading, as_sentence(str(error))))
            return
        self._odds = OddsOverlay.of(odds)
        self._draw(view)
        self.show_message(_summary(self._odds))

    def action_odds(self) -> None:
        """Show or hide the odds."""
        self._is_showing_odds = not self._is_showing_odds
        self._draw(self.board.view)

    def action_hint(self) -> None:
        """Show the next move with its proof."""
        self.start_task("hint", self._show_hint, self.board.view)

    async def _show_hint(self, view: View) -> None:
        answer = await self.service.search(self.service.player, hint, view)
        self._highlights = answer.grades[2].highlights
        self._is_showing_odds = False
        self._draw(view)
        self.show_message(answer.grades[2].text)

    def _draw(self, view: View) -> None:
        odds = self._odds if self._is_showing_odds else None
        self.board.show(view, highlights=self._highlights, odds=odds)
        self.update_title()

    def title_text(self) -> Text:
        """Return the title line with the rules and the selected cell's mine probability."""
        rules, cursor = self.editor.rules, self.board.cursor
        text = Text.assemble(
            (" ANALYSER ", "bold reverse"),
            f"  {rules.width}x{rules.height}   ✹ ",
            (f"{rules.mines}", "bold"),
            f"   {cell_name(cursor)}",
        )
        if self._odds is not None and self.board.view.clue(cursor) is None:
            certainty = self._odds.certainty(cursor)
            risk = f"mine probability {self._odds.probability(cursor):.2%}"
            text.append(f": {certainty or risk}")
        return text


def _summary(overlay: OddsOverlay) -> Text:
    text, odds = Text(), overlay.odds
    digits = odds.log_layouts / math.log(10)
    layouts = odds.layouts if digits < _MAX_DIGITS else None
    text.append(
        f"Layouts  about 10^{digits:.1f}\n" if layouts is None else f"Layouts  {layouts:,}\n"
    )
    mines = len(odds.mines)
    text.append(f"Certain  {len(odds.safe)} safe, {mines} mine{'' if mines == 1 else 's'}\n")
    if odds.best is not None:
        risk = overlay.certainty(odds.best) or f"risk {percent(overlay.probability(odds.best))}"
        text.append(f"Best     {cell_name(odds.best)}, {risk}\n")
    if not odds.exact:
        text.append("Estimated, because the position is too complex to count.\n", "italic")
    text.append("Press H for the next move and its proof.", "italic")
    return text
