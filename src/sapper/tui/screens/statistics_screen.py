"""What the player's finished games add up to, level by level, with the latest times."""

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static

from sapper.tui.widgets.modal import Window

_HEADS: Final = ("level", "games", "won", "rate", "best", "mean", "3BV/s", "streak")
_BARS: Final = "▁▂▃▄▅▆▇█"
_LATEST: Final = 40


class StatisticsScreen(Window[None]):
    """A table; H shows the games with help instead, which are counted apart."""

    DEFAULT_CSS = """
    StatisticsScreen > .window { width: 78; }
    StatisticsScreen Static { height: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("h,H", "assisted", "With help", show=False),
        Binding("t,T", "leave", "Back", show=False),
    ]

    def __init__(self, levels: Sequence[dict[str, Any]]) -> None:
        super().__init__()
        self._levels = levels
        self._assisted = False

    def compose(self) -> ComposeResult:
        """Lay the window out."""
        with Vertical(classes="window") as window:
            window.border_title = "Statistics"
            yield Static(id="table")

    def on_mount(self) -> None:
        """Show the games without help."""
        self._show()

    def action_assisted(self) -> None:
        """Show the games with help, or those without."""
        self._assisted = not self._assisted
        self._show()

    def _show(self) -> None:
        window = self.query_one(".window", Vertical)
        other = "without" if self._assisted else "with"
        window.border_title = f"Statistics: games {'with' if self._assisted else 'without'} help"
        window.border_subtitle = f"H games {other} help · Esc leaves"
        self.query_one("#table", Static).update(self.text())

    def text(self) -> Text:
        """Return the table and the times of the latest games that were won."""
        shown = [level for level in self._levels if level["assisted"] == self._assisted]
        if not shown:
            other = "without" if self._assisted else "with"
            elsewhere = f" H shows your games {other} help." if self._levels else ""
            return Text(
                f"No finished game {'with' if self._assisted else 'without'} help yet.{elsewhere}"
            )
        from sapper.store.statistics import in_words

        figures = map(in_words, shown)
        rows = [_HEADS, *(tuple(each[head] for head in _HEADS) for each in figures)]
        widths = [max(len(row[column]) for row in rows) for column in range(len(_HEADS))]
        text = Text()
        for number, row in enumerate(rows):
            cells = [
                cell.ljust(width) if not column else cell.rjust(width)
                for column, (cell, width) in enumerate(zip(row, widths, strict=True))
            ]
            text.append("  ".join(cells) + "\n", "" if number else "bold")
        for level in shown:
            bars = _sparkline(level["series"])
            if bars:
                text.append(f"\n{level['level']}  ", "bold")
                text.append(bars, "cyan")
                text.append("  seconds of the latest wins", "italic")
        return text


def _sparkline(series: Sequence[dict[str, Any]]) -> str:
    times = [game["seconds"] for game in series if game["won"]][-_LATEST:]
    if len(times) < 2:
        return ""
    low, high = min(times), max(times)
    spread = (high - low) or 1.0
    return "".join(_BARS[round((time - low) / spread * (len(_BARS) - 1))] for time in times)
