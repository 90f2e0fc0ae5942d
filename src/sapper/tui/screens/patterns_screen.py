"""The patterns screen, which shows each pattern with boards and a step-by-step proof."""

from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType

from sapper.coach.pattern_pages import PatternPage, pattern_pages
from sapper.game.view import parse_view
from sapper.play.puzzle_stream import StoredPuzzles
from sapper.tui.key_bindings import HELP_KEY, MENU_KEY
from sapper.tui.screens.list_screen import ListScreen


class PatternsScreen(ListScreen[None]):
    """A screen that lists the patterns in the library."""

    COLUMNS = (("Pattern", 16),)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "open", "Puzzles", key_display="Enter"),
        Binding("f,F", "next_form", "Next variant", key_display="F"),
        Binding("n,N", "next_step", "Next step", key_display="N"),
        MENU_KEY,
        HELP_KEY,
        Binding("escape,q,Q", "back", "Back", key_display="Esc"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._pages = {page.name: page for page in pattern_pages()}
        self._form = 0
        self._step = 0

    def load_rows(self) -> None:
        """List all patterns."""
        for name in self._pages:
            self.add_row(name, name)

    def title_text(self) -> Text:
        """Return the title line with the number of patterns."""
        text = f"  {len(self._pages)} patterns, each with its proof"
        return Text.assemble((" PATTERNS ", "bold reverse"), text)

    def show_row(self, key: str) -> None:
        """Show the standard form of a pattern and the result of its proof."""
        self._show(self._pages[key], form=0, step=-1)

    def _show(self, page: PatternPage, *, form: int, step: int) -> None:
        """Show one board of a pattern and highlight one step of its proof."""
        self._form = form % len(page.forms)
        shown = page.forms[self._form]
        self._step = step % len(shown.steps)
        self.show_position(parse_view(shown.position), shown.steps[self._step].highlights)
        text = Text.assemble((f"{page.summary}\n", "bold"), f"{shown.name} form\n")
        for number, each in enumerate(shown.steps):
            text.append(f"{number + 1}. {each.text}\n", "bold" if number == self._step else "")
        self.show_details(text)

    def action_next_form(self) -> None:
        """Show the rotated, mirrored or reduced form of the pattern."""
        if (key := self.selected) is not None:
            self._show(self._pages[key], form=self._form + 1, step=-1)

    def action_next_step(self) -> None:
        """Show the next step of the proof."""
        if (key := self.selected) is not None:
            self._show(self._pages[key], form=self._form, step=self._step + 1)

    def open_row(self, key: str) -> None:
        """Start puzzles with this pattern."""
        from sapper.tui.screens.puzzle_screen import PuzzleScreen

        theme = self._pages[key].theme
        self.app.push_screen(PuzzleScreen(StoredPuzzles(self.service, "theme", theme=theme)))
