"""The statistics dialog, which shows a table of levels and sparklines of recent winning times."""

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static

from sapper.tui.widgets.modal import Modal
from sapper.tui.widgets.sparkline import sparkline

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sapper.store.statistics import LevelStatistics, SeriesPoint


class StatisticsScreen(Modal[None]):
    """A dialog that shows statistics for either unassisted or assisted games."""

    DEFAULT_CSS = """
    StatisticsScreen > .dialog { width: 78; }
    StatisticsScreen Static { height: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("h,H", "toggle_assisted", "Assisted games", show=False),
        Binding("t,T", "cancel", "Back", show=False),
    ]

    def __init__(self, levels: "Sequence[LevelStatistics]") -> None:
        super().__init__()
        self._levels = levels
        self._is_assisted = False

    def compose(self) -> ComposeResult:
        """Create the dialog."""
        with Vertical(classes="dialog"):
            yield Static(id="table")

    def on_mount(self) -> None:
        """Show statistics for unassisted games."""
        self._show()

    def action_toggle_assisted(self) -> None:
        """Switch between unassisted and assisted games."""
        self._is_assisted = not self._is_assisted
        self._show()

    @property
    def _kinds(self) -> tuple[str, str]:
        """The kinds of games, "assisted" and "unassisted", beginning with the kind being shown."""
        return ("assisted", "unassisted") if self._is_assisted else ("unassisted", "assisted")

    def _show(self) -> None:
        dialog, (shown, other) = self.query_one(".dialog"), self._kinds
        dialog.border_title = f"Statistics: {shown} games"
        dialog.border_subtitle = f"H: {other} games · Esc: close"
        self.query_one("#table", Static).update(self.text())

    def text(self) -> Text:
        """Return the statistics table and a sparkline of recent winning times for each level."""
        shown = [level for level in self._levels if level["assisted"] == self._is_assisted]
        if not shown:
            kind, other = self._kinds
            hint = f" Press H to see your {other} games." if self._levels else ""
            return Text(f"You have not finished any {kind} games yet.{hint}")
        from sapper.store.statistics import format_table

        headings, *rows = format_table(shown, omit="accuracy")
        text = Text.assemble((headings, "bold"), *(f"\n{row}" for row in rows), "\n")
        for level in shown:
            bars = sparkline(_times(level["series"]))
            if bars:
                text.append(f"\n{level['level']}  ", "bold")
                text.append(bars, "cyan")
                text.append("  times of recent wins", "italic")
        return text


def _times(series: "Sequence[SeriesPoint]") -> list[float]:
    """Return the times of all wins."""
    return [game["seconds"] for game in series if game["won"]]
