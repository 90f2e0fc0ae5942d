"""The games screen, which lists, filters, deletes, imports and exports games."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final

from rich.text import Text
from textual import on
from textual.binding import Binding, BindingType
from textual.widgets import DataTable
from textual.widgets.option_list import Option

from sapper.game.view import parse_view
from sapper.game.wording import counted
from sapper.play.computation import run_in_background
from sapper.play.game_files import (
    DEFAULT_NAME,
    expand,
    read_games,
    reporting_os_errors,
    write_games,
)
from sapper.play.listed_game_text import HEADINGS, listed_game_text
from sapper.store.game_list import RESULTS, GameFilter, GamePage, ListedGame
from sapper.tui.key_bindings import HELP_KEY, MENU_KEY
from sapper.tui.screens.list_screen import ListScreen
from sapper.tui.widgets.modal import ListDialog
from sapper.tui.widgets.text_dialog import ConfirmDialog, TextDialog, is_confirmed

PAGE_LENGTH: Final = 50
_ROWS_AHEAD: Final = 25
"""The next page is loaded when the cursor is this close to the end of the list."""
_STYLES: Final = {"won": "green", "lost": "red"}
_ASSISTED_TEXTS: Final = {
    None: "assisted and unassisted",
    False: "unassisted",
    True: "assisted",
}
_NO_GAMES: Final = "No games yet. A game appears here after its first move."


class GamesScreen(ListScreen[None]):
    """A screen that lists the player's games, most recent first."""

    COLUMNS = tuple(zip(HEADINGS, (16, 12, 9, 10, 7, 8, 20), strict=True))
    MIN_COLUMNS = 6
    RIGHT_ALIGNED = (3, 4, 5)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "Open", key_display="Enter"),
        Binding("l,L", "next_level", "Level", key_display="L"),
        Binding("r,R", "next_result", "Result", key_display="R"),
        Binding("a,A", "next_assistance", "Assisted", key_display="A"),
        Binding("d,D,delete", "delete", "Delete", key_display="D"),
        Binding("c,C", "challenge", "Challenge", key_display="C", show=False),
        Binding("i,I", "import_games", "Import", key_display="I"),
        Binding("e,E", "export_games", "Export", key_display="E"),
        MENU_KEY,
        HELP_KEY,
        Binding("escape,q,Q,g,G", "back", "Back", key_display="Esc"),
    ]

    def __init__(self, selection: GameFilter | None = None) -> None:
        super().__init__()
        self.selection = selection or GameFilter(has_moves=True)
        """The filter. A field that is None selects all games."""
        self._levels: Sequence[str] = ()
        self._games: dict[str, ListedGame] = {}
        self._cursor: str | None = None
        self._is_loading = False

    # The list ------------------------------------------------------------------------------------

    def load_rows(self) -> None:
        """Load the first page of the list."""
        self._is_loading = True
        self.update_title()
        self.start_task("list", self._load_first_page)

    async def _load_first_page(self) -> None:
        try:
            await run_in_background(self.service.open)
            history, player = self.service.history, self.service.player
            self._levels = await history.levels(player)
            page = await history.list(player, self.selection, limit=PAGE_LENGTH)
        finally:
            self._is_loading = False
        self._games.clear()
        self.table.clear()
        self._add(page)
        if not page.games:
            self.show_position(None)
            self.show_details(_NO_GAMES)

    def _add(self, page: GamePage) -> None:
        self._cursor = page.next
        for game in page.games:
            self._games[game["id"]] = game
            styles = {2: _STYLES.get(game["status"], "")}
            self.add_row(game["id"], *listed_game_text(game), styles=styles)
        self.update_title()

    @on(DataTable.RowHighlighted)
    def load_next_page(self, event: DataTable.RowHighlighted) -> None:
        """Load the next page when the cursor is near the end of the list."""
        is_near_end = event.cursor_row >= self.table.row_count - _ROWS_AHEAD
        if is_near_end and self._cursor is not None and not self._is_loading:
            self._is_loading = True
            self.start_task("list", self._load_next_page, self._cursor)

    async def _load_next_page(self, cursor: str) -> None:
        try:
            page = await self.service.history.list(
                self.service.player, self.selection, limit=PAGE_LENGTH, cursor=cursor
            )
        finally:
            self._is_loading = False
        self._add(page)

    def title_text(self) -> Text:
        """Return the title line with the filters and the number of listed games."""
        chosen = self.selection
        more = " or more" if self._cursor else ""
        return Text.assemble(
            (" GAMES ", "bold reverse"),
            f"  {chosen.level or 'all levels'} · {chosen.result or 'all results'} · "
            f"{_ASSISTED_TEXTS[chosen.assisted]}   ",
            ("loading…" if self._is_loading else f"{counted(len(self._games), 'game')}{more}"),
        )

    def show_row(self, key: str) -> None:
        """Show a game's final position and statistics."""
        game = self._games.get(key)
        if game is None:
            return
        rows = game["rows"]
        view = parse_view("\n".join([game["size"], *rows])) if rows else None
        fits = view is not None and self.preview_fits(view)
        self.show_position(view if fits else None, is_large=True)
        texts = listed_game_text(game)
        lines = [f"{texts.level} {game['size']}" if texts.level != game["size"] else texts.level]
        if game["status"] in ("won", "lost"):
            lines[0] += f", {texts.result} in {texts.time}"
            mistakes = game["mistakes"]
            lines.append(f"3BV {game['solved_three_bv']} of {game['three_bv']}")
            lines[1] += "" if mistakes is None else f", {counted(mistakes, 'mistake')}"
            lines[1] += "" if game["accuracy"] is None else f", accuracy {game['accuracy']:.0%}"
        else:
            lines[0] += f", {game['progress']:.0%} revealed"
        lines.append(texts.notes)
        open_text = "review" if game["status"] in ("won", "lost") else "continue"
        keys = f"\nEnter: {open_text}   D: delete"
        if open_text == "review":
            keys += "   C: challenge a friend"
        self.show_details(Text("\n".join(filter(None, lines))).append(keys, "italic"))

    # Filters -------------------------------------------------------------------------------------

    def _filter(self, field: str, values: Sequence[Any]) -> None:
        """Change a field of the filter to its next value, where None matches all games."""
        choices = [None, *values]
        current = getattr(self.selection, field)
        index = choices.index(current) if current in choices else 0
        chosen: Any = choices[(index + 1) % len(choices)]
        self.selection = replace(self.selection, **{field: chosen})
        self.load_rows()

    def action_next_level(self) -> None:
        """Show only the games at the next level."""
        self._filter("level", self._levels)

    def action_next_result(self) -> None:
        """Show only won, lost or unfinished games."""
        self._filter("result", RESULTS)

    def action_next_assistance(self) -> None:
        """Show only unassisted or assisted games."""
        self._filter("assisted", (False, True))

    # One game ------------------------------------------------------------------------------------

    def open_row(self, key: str) -> None:
        """Review a finished game, or continue an unfinished one."""
        self.start_task("open", self._open, key)

    async def _open(self, key: str) -> None:
        from sapper.tui.screens.review_screen import ReviewScreen

        game = await self.service.load(key)
        if game.session.game.is_over:
            self.app.push_screen(ReviewScreen(game))
        else:
            self.sapper.open_game(game)

    def action_challenge(self) -> None:
        """Challenge a friend to play the board of a finished game."""
        if (key := self.selected) is not None:
            self.start_task("open", self._challenge, key)

    async def _challenge(self, key: str) -> None:
        game = await self.service.load(key)
        game.session.check_over("cannot send a challenge before the game is over")
        self.challenge_friend(game)

    def action_delete(self) -> None:
        """Delete this game or all games, after a confirmation."""
        if (key := self.selected) is None:
            return
        texts = listed_game_text(self._games[key])
        facts = ", ".join(filter(None, (texts.level, texts.result, texts.time, texts.date)))
        dialog = ListDialog(
            Option(f"Delete this game: {facts}", "one"),
            Option("Delete all of your games…", "all"),
            Option("Cancel", "cancel"),
            selected="cancel",
            title="Delete: the game also disappears from your statistics",
        )

        def confirm(answer: str | None) -> None:
            if answer == "one":
                self.start_task("delete", self._delete, key)
            elif answer == "all":
                self._confirm_deleting_all()

        self.app.push_screen(dialog, confirm)

    def _confirm_deleting_all(self) -> None:
        def confirm(answer: str | None) -> None:
            if is_confirmed(answer):
                self.start_task("delete", self._delete, None)

        self.app.push_screen(
            ConfirmDialog(
                "Delete all games",
                "Delete all of your games, including unfinished ones? This also resets your "
                "statistics and disables your share links.",
                yes="Delete all games",
                no="Keep my games",
            ),
            confirm,
        )

    async def _delete(self, game_id: str | None) -> None:
        history, player = self.service.history, self.service.player
        if game_id is None:
            count = await history.delete_all(player)
        else:
            count = await history.delete(player, game_id)
        self.sapper.discard_game(game_id)
        self.show_message(f"{counted(count, 'game')} deleted.")
        self.load_rows()

    # Import and export ---------------------------------------------------------------------------

    def action_import_games(self) -> None:
        """Import finished games from an exported file."""

        def start(name: str | None) -> None:
            if name is not None:
                self.show_message("Importing…")
                self.start_task("files", self._import, name)

        self.app.push_screen(
            TextDialog("Import", "File with exported games:", DEFAULT_NAME, action="import"), start
        )

    async def _import(self, name: str) -> None:
        path = expand(name)
        with reporting_os_errors(path):
            records = await run_in_background(lambda: read_games(path))
        imported, known = await self.service.history.import_games(self.service.player, records)
        suffix = f", {known} already in the list" if known else ""
        self.show_message(f"{counted(imported, 'game')} imported{suffix}.")
        self.load_rows()

    def action_export_games(self) -> None:
        """Export all finished games to a file."""

        def start(name: str | None) -> None:
            if name is not None:
                self.start_task("files", self._export, name)

        self.app.push_screen(
            TextDialog("Export", "New file for all finished games:", DEFAULT_NAME, action="export"),
            start,
        )

    async def _export(self, name: str) -> None:
        path = expand(name)
        with reporting_os_errors(path):
            count = await write_games(path, self.service.history.export(self.service.player))
        self.show_message(f"{counted(count, 'game')} exported to {path}.")
