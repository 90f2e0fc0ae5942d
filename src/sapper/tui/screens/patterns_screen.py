"""The patterns screen, which shows each pattern with its board and proof."""

from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType

from sapper.coach.pattern_examples import explain_pattern, rotate
from sapper.coach.pattern_library import Pattern, load_patterns
from sapper.coach.puzzle_builder import theme_of_pattern, themes
from sapper.game.view import View
from sapper.play.puzzle_stream import StoredPuzzles
from sapper.tui.cursor_keys import HELP_KEY, MENU_KEY
from sapper.tui.screens.list_screen import ListScreen


class PatternsScreen(ListScreen[None]):
    """A screen that lists the pattern library."""

    COLUMNS = (("Pattern", 16),)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "open", "Puzzles", key_display="Enter"),
        Binding("r,R", "rotate", "Rotate", key_display="R"),
        MENU_KEY,
        HELP_KEY,
        Binding("escape,q,Q", "back", "Back", key_display="Esc"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._view: View | None = None

    def load_rows(self) -> None:
        """List all patterns."""
        for pattern in load_patterns():
            self.add_row(pattern.name, pattern.name)

    def title_text(self) -> Text:
        """Return the number of patterns."""
        count = len(load_patterns())
        return Text.assemble(
            (" PATTERNS ", "bold reverse"), f"  {count} patterns, each with its proof"
        )

    def _pattern(self, name: str) -> Pattern:
        return next(each for each in load_patterns() if each.name == name)

    def show_row(self, key: str) -> None:
        """Show a pattern's example with its proof."""
        pattern = self._pattern(key)
        self._show(pattern, pattern.example)

    def _show(self, pattern: Pattern, view: View) -> None:
        self._view = view
        explained = explain_pattern(pattern, view)
        self.show_position(view, explained.highlights)
        text = Text.assemble((f"{pattern.summary}\n", "bold"))
        if explained.text != pattern.summary:
            text.append(f"{explained.text}\n")
        self.show_details(text.append("Enter: puzzles   R: rotate", "italic"))

    def action_rotate(self) -> None:
        """Rotate the example. The pattern is the same in every orientation."""
        if (key := self.selected) is not None and self._view is not None:
            self._show(self._pattern(key), rotate(self._view))

    def open_row(self, key: str) -> None:
        """Start puzzles with this pattern."""
        from sapper.tui.screens.puzzle_screen import PuzzleScreen

        theme = theme_of_pattern(key)
        if theme not in themes():  # forced guesses have one theme
            theme = "fifty-fifty"
        self.app.push_screen(PuzzleScreen(StoredPuzzles(self.service, "theme", theme=theme)))
