"""The puzzles screen, which lists puzzle modes and themes with the player's progress."""

from typing import TYPE_CHECKING, ClassVar, Final

from rich.text import Text
from textual.binding import Binding, BindingType

from sapper.coach.pattern_library import Pattern, load_patterns
from sapper.coach.puzzle_builder import theme_of_pattern
from sapper.game.wording import counted
from sapper.play.computation import run_in_background
from sapper.play.puzzle_stream import StoredPuzzles
from sapper.tui.key_bindings import HELP_KEY, MENU_KEY
from sapper.tui.screens.list_screen import ListScreen
from sapper.tui.widgets.sparkline import sparkline

if TYPE_CHECKING:
    from sapper.play.puzzle_service import PuzzleProgress

_RATED, _RUSH, _MISTAKES = ":rated", ":rush", ":mistakes"
_TEXTS: Final = {
    _RATED: "Puzzles at your level. Your rating changes with every answer.",
    _RUSH: "Solve as many puzzles as you can in three minutes, with three lives.",
    _MISTAKES: "Puzzles that you missed, and mistakes from your games, when they are due.",
    "single-clue": "One number decides the answer.",
    "chain": "Several clues, combined step by step.",
    "cases": "Every possible case leads to the same conclusion.",
    "counting": "Count the mines in the marked cells.",
    "guess-or-not": "Is a cell certainly safe, or do you have to guess?",
    "fifty-fifty": "The last cells of a board: is one of them certainly safe?",
    "best-guess": "Nothing is certain. Find the cell that is least likely to be a mine.",
}


class PuzzlesScreen(ListScreen[None]):
    """A screen that starts puzzles in the chosen mode."""

    COLUMNS = (("Puzzles", 24), ("Solved", 6), ("Tried", 6))
    RIGHT_ALIGNED = (1, 2)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "open", "Start", key_display="Enter"),
        Binding("p,P", "patterns", "Patterns", key_display="P"),
        MENU_KEY,
        HELP_KEY,
        Binding("escape,q,Q", "back", "Back", key_display="Esc"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.progress: PuzzleProgress | None = None
        """The player's rating and progress, or None until they are loaded."""

    def load_rows(self) -> None:
        """Load the player's progress."""
        self.start_task("progress", self._load)

    def on_screen_resume(self) -> None:
        """Reload the progress, because the player may have solved puzzles."""
        super().on_screen_resume()
        if self.progress is not None:
            self.load_rows()

    async def _load(self) -> None:
        await run_in_background(self.service.open)
        self.progress = await self.service.puzzles.progress(self.service.player)
        row = self.table.cursor_row
        self.table.clear()
        bold = {0: "bold"}
        self.add_row(_RATED, "Rated, at your level", "", "", styles=bold)
        self.add_row(_RUSH, "Rush", "", "", styles=bold)
        due = self.progress["due"]
        self.add_row(_MISTAKES, f"Your mistakes ({due} due)", "", "", styles=bold)
        for theme in self.progress["themes"]:
            cells = (str(number or "") for number in (theme["solved"], theme["tried"]))
            self.add_row(theme["name"], theme["name"], *cells)
        self.table.move_cursor(row=row)
        self.update_title()

    def title_text(self) -> Text:
        """Return the title line with the rating and the best rush score."""
        text = Text.assemble((" PUZZLES ", "bold reverse"), "  ")
        if self.progress is not None:
            text.append(f"rating {self.progress['rating']:.0f}", "bold")
            text.append(f" ± {self.progress['deviation']:.0f}")
            if self.progress["best_rush"] is not None:
                text.append(f"   best rush {self.progress['best_rush']}")
        return text

    def show_row(self, key: str) -> None:
        """Show the description of a mode or theme, with an example if the theme is a pattern."""
        pattern = _patterns().get(key)
        self.show_position(pattern.example if pattern else None)
        text = Text(pattern.summary if pattern else _TEXTS.get(key, ""))
        progress = self.progress
        if key == _RATED and progress is not None:
            if bars := sparkline([rating for _, rating in progress["history"]]):
                text.append(f"\n\n{bars}", "cyan").append("  your rating", "italic")
        elif key == _RUSH and progress is not None and progress["best_rush"] is not None:
            text.append(f"\n\nYour best: {counted(progress['best_rush'], 'puzzle')}.")
        elif not key.startswith(":"):
            text.append("\nFrom easy to hard. A puzzle comes back until you solve it.", "italic")
        self.show_details(text)

    def open_row(self, key: str) -> None:
        """Start puzzles in a mode or on a theme."""
        from sapper.tui.screens.puzzle_screen import PuzzleScreen

        streams = {
            _RATED: StoredPuzzles(self.service, "rated"),
            _RUSH: StoredPuzzles(self.service, "rush"),
            _MISTAKES: StoredPuzzles(self.service, "mistakes"),
        }
        stream = streams.get(key) or StoredPuzzles(self.service, "theme", theme=key)
        self.app.push_screen(PuzzleScreen(stream))

    def action_patterns(self) -> None:
        """Show the pattern library."""
        from sapper.tui.screens.patterns_screen import PatternsScreen

        self.app.push_screen(PatternsScreen())


def _patterns() -> dict[str, Pattern]:
    """Return the library's patterns, keyed by theme."""
    return {theme_of_pattern(pattern.name): pattern for pattern in load_patterns()}
