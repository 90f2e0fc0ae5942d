"""The daily screen, which offers today's boards with the player's results, rank and streak."""

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType

from sapper.game.wording import counted
from sapper.play.computation import run_in_background
from sapper.play.result_text import format_time
from sapper.tui.key_bindings import HELP_KEY, MENU_KEY
from sapper.tui.screens.list_screen import ListScreen

if TYPE_CHECKING:
    from sapper.play.daily_service import DailyLevel, DailyOverview


class DailyScreen(ListScreen[None]):
    """A screen that lists today's boards."""

    COLUMNS = (("Level", 14), ("Result", 20))
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "open", "Play", key_display="Enter"),
        Binding("y,Y", "copy", "Copy the result", key_display="Y"),
        MENU_KEY,
        HELP_KEY,
        Binding("escape,q,Q", "back", "Back", key_display="Esc"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.overview: DailyOverview | None = None
        """Today's boards with the player's results, or None until they are loaded."""

    def load_rows(self) -> None:
        """Load the results."""
        self.start_task("daily", self._load)

    def on_screen_resume(self) -> None:
        """Reload the results, because the player may have finished a board."""
        super().on_screen_resume()
        if self.overview is not None:
            self.load_rows()

    async def _load(self) -> None:
        await run_in_background(self.service.open)
        self.overview = await self.service.daily.overview(self.service.player)
        row = self.table.cursor_row
        self.table.clear()
        for level in self.overview["levels"]:
            self.add_row(level["level"], level["level"], _result(level), styles={0: "bold"})
        self.table.move_cursor(row=row)
        self.update_title()

    def title_text(self) -> Text:
        """Return the title line with the day and the streak."""
        text = Text.assemble((" DAILY ", "bold reverse"), "  ")
        if self.overview is not None:
            text.append(self.overview["day"], "bold")
            if self.overview["streak"]:
                text.append(f"   your streak: {counted(self.overview['streak'], 'day')}")
        return text

    def _level(self, key: str) -> "DailyLevel":
        assert self.overview is not None  # noqa: S101  # there are rows
        return next(each for each in self.overview["levels"] if each["level"] == key)

    def show_row(self, key: str) -> None:
        """Show the rank on the selected board and the action of the Enter key."""
        level = self._level(key)
        lines = [_place(level)]
        if self.overview is not None and not self.overview["streak"]:
            lines.append("Win a board without assistance or pauses to start a streak.")
        lines.append("The boards need no guessing. New boards appear at midnight UTC.")
        text = Text("\n".join(filter(None, lines)))
        if level["status"] == "deleted":
            self.show_details(text)
            return
        is_over = level["share_text"] is not None
        is_new = level["status"] in (None, "ready")
        action = "review" if is_over else "play" if is_new else "continue"
        keys = f"\nEnter: {action}" + ("   Y: copy the result" if is_over else "")
        self.show_details(text.append(keys, "italic"))

    def open_row(self, key: str) -> None:
        """Play, continue or review a board."""
        self.start_task("open", self._open, key)

    async def _open(self, key: str) -> None:
        from sapper.tui.screens.review_screen import ReviewScreen

        game = await self.service.daily.start(self.service.player, key)
        if game.session.game.is_over:
            self.app.push_screen(ReviewScreen(game))
        else:
            self.sapper.open_game(game)

    def action_copy(self) -> None:
        """Copy a summary of your result, which discloses nothing about the board."""
        if (key := self.selected) is None:
            return
        text = self._level(key)["share_text"]
        if text is None:
            self.show_message("Finish the board first.")
        else:
            self.app.copy_to_clipboard(text)
            self.show_message("Result copied. It reveals nothing about the board.")


def _result(level: "DailyLevel") -> str:
    if level["status"] == "won":
        return f"Won in {format_time(level['seconds'] or 0.0)}"
    if level["status"] is None:
        return "Not played yet"
    return {"lost": "Lost", "deleted": "Deleted"}.get(level["status"], "Started")


def _place(level: "DailyLevel") -> str:
    players = level["players"]
    others = f"{counted(players, 'ranked player')} today." if players else ""
    if level["rank"] is not None:
        better = int(level["percentile"] or 0)
        return f"Rank {level['rank']} of {players}, at least as good as {better}% of players."
    if level["share_text"] is not None and not level["counted"]:
        return f"Not ranked: assisted or paused. {others}"
    if level["status"] == "deleted":
        return "You deleted your game on this board."
    return others
