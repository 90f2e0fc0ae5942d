"""The Textual application, with its themes, commands and signal handlers."""

import asyncio
import codecs
import contextlib
import os
import signal
import sys
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.driver import Driver
from textual.screen import Screen

from sapper.errors import SapperError
from sapper.game.rules import Rules
from sapper.play.computation import (
    compute_in_thread,
    join_background_threads,
    run_in_background,
)
from sapper.play.game_service import PlayerGame
from sapper.play.local_service import LocalService
from sapper.play.session import Session
from sapper.tui.colour_themes import DARK, themes
from sapper.tui.preferences import Preferences
from sapper.tui.screens.base_screen import SapperScreen
from sapper.tui.widgets.board_widget import BoardWidget

if TYPE_CHECKING:
    from sapper.tui.screens.game_screen import GameScreen

EXIT_INTERRUPTED = 130
_JOIN_TIMEOUT: Final = 0.05


def _tolerant_decoder(encoding: str) -> Callable[[], codecs.IncrementalDecoder]:
    return partial(codecs.getincrementaldecoder(encoding), errors="replace")


class SapperApp(App[None]):
    """The terminal application, which shows the given screen at startup."""

    TITLE = "Sapper"
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", "Quit", show=False, priority=True),
        Binding("ctrl+q", "quit", "Quit", show=False, priority=True),
    ]

    def __init__(self, first: Screen[Any], service: LocalService) -> None:
        super().__init__()
        self._first = first
        self.service = service
        self.preferences = Preferences()
        for theme in themes(has_true_colour=self.console.color_system == "truecolor"):
            self.register_theme(theme)
        preferred = self.preferences.theme
        self.theme = preferred if preferred in self.available_themes else DARK

    def get_driver_class(self) -> type[Driver]:
        """Return Textual's driver, extended to handle input that is not valid UTF-8."""
        driver = super().get_driver_class()
        module: Any = sys.modules[driver.__module__]
        if hasattr(module, "getincrementaldecoder"):
            module.getincrementaldecoder = _tolerant_decoder
        return driver

    def on_mount(self) -> None:
        """Install the signal handlers and show the first screen."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            # Signal handlers require Unix and the main thread, which some tests do not use.
            with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(number, self.action_interrupt)
        self.theme_changed_signal.subscribe(self, self._on_theme_changed)
        self.push_screen(self._first)

    def _on_theme_changed(self, _theme: Any) -> None:
        self.preferences.set("theme", self.theme)
        for screen in self.screen_stack:
            for board in screen.query(BoardWidget):
                board.reload_theme()

    # Sections ------------------------------------------------------------------------------------

    @property
    def game_screen(self) -> "GameScreen | None":
        """The screen with the player's game, or None if there is none."""
        from sapper.tui.screens.game_screen import GameScreen

        found = (screen for screen in self.screen_stack if isinstance(screen, GameScreen))
        return next(found, None)

    def open_section(self, name: str | None) -> None:
        """Open a section of the menu, unless its name is None, and pause any game in progress."""
        if name is None:
            return
        self._pop_to_first()
        if name == "challenge":
            self._ask_for_challenge()
        elif name == "statistics":
            self.run_worker(self.show_statistics(), group="statistics", exclusive=True)
        elif name != "play":
            screen = _new_section(name)
            if type(screen) is not type(self.screen):
                self.show_section(screen)
        elif self.game_screen is None:
            self.open_game(PlayerGame(self.service.player, Session(Rules.level("beginner"))))

    def _ask_for_challenge(self) -> None:
        """Ask for a challenge code and show the challenge."""
        from sapper.tui.screens.challenge_screen import ChallengeScreen, challenge_code
        from sapper.tui.widgets.text_dialog import TextDialog

        def show(text: str | None) -> None:
            if text is not None:
                self.show_section(ChallengeScreen(challenge_code(text)))

        self.push_screen(TextDialog("Challenge", "Challenge code or link:"), show)

    def show_section(self, screen: Screen[Any]) -> None:
        """Show a screen on top of the first screen, pausing any game in progress."""
        if self.game_screen is not None:
            self.game_screen.leave_game()
        self.push_screen(screen)

    async def show_statistics(self) -> None:
        """Show the statistics of the player's finished games."""
        from sapper.tui.screens.statistics_screen import StatisticsScreen

        try:
            await run_in_background(self.service.open)
            levels = await self.service.statistics(self.service.player)
        except SapperError as error:
            self.notify(str(error), title="No statistics", severity="warning", markup=False)
            return
        self.push_screen(StatisticsScreen(levels))

    def open_game(self, game: PlayerGame) -> None:
        """Show a game on the game screen, on top of the first screen."""
        from sapper.tui.screens.game_screen import GameScreen

        self._pop_to_first()
        shown = self.game_screen
        if shown is None:
            self.push_screen(GameScreen(game, is_resumed=game.version > 0))
        else:
            shown.open_game(game)

    def discard_game(self, game_id: str | None) -> None:
        """Replace the game on the game screen if it was deleted.

        If `game_id` is None, all games were deleted.
        """
        shown = self.game_screen
        if shown is not None and game_id in (None, shown.game.id):
            shown.discard_game()

    def _pop_to_first(self) -> None:
        while len(self.screen_stack) > 2:
            self.pop_screen()

    def action_interrupt(self) -> None:
        """Exit with the conventional exit code of an interrupted process."""
        self.exit(return_code=EXIT_INTERRUPTED)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Yield the command palette entries: the screen's actions, the theme picker and Quit."""
        if isinstance(screen, SapperScreen):
            # Lower-case and upper-case letters are separate bindings of one action.
            bindings = {
                each.action: (each, summary) for each, summary in screen.described_bindings()
            }
            for binding, summary in bindings.values():
                if binding.action.startswith("scroll_message"):
                    continue
                yield SystemCommand(
                    binding.description,
                    f"{summary} ({binding.key_display or binding.key})",
                    lambda action=binding.action: self.call_later(screen.run_action, action),
                )
        yield SystemCommand("Theme", "Choose a colour theme", self.search_themes)
        yield SystemCommand("Quit", "Save the game and quit (Q)", self.action_quit)


def _new_section(name: str) -> Screen[Any]:
    """Return a new screen for a section of the menu."""
    if name == "daily":
        from sapper.tui.screens.daily_screen import DailyScreen

        return DailyScreen()
    if name == "learn":
        from sapper.tui.screens.lesson_list_screen import LessonsScreen

        return LessonsScreen()
    if name == "patterns":
        from sapper.tui.screens.patterns_screen import PatternsScreen

        return PatternsScreen()
    if name == "puzzles":
        from sapper.tui.screens.puzzle_list_screen import PuzzlesScreen

        return PuzzlesScreen()
    if name == "games":
        from sapper.tui.screens.game_list_screen import GamesScreen

        return GamesScreen()
    from sapper.game.view import parse_view
    from sapper.tui.screens.analyser_screen import AnalyserScreen

    return AnalyserScreen(parse_view("9x9/10\n" + "\n".join(["#" * 9] * 9)))


def run(first: Screen[Any], service: LocalService | None = None) -> int:
    """Run the application until the player quits, and return the exit code."""
    service = service or LocalService(compute_in_thread)
    # Textual would prefer these variables to the real terminal size and ignore every resize.
    for name in ("COLUMNS", "LINES"):
        os.environ.pop(name, None)
    app = SapperApp(first, service)
    try:
        app.run()
    finally:
        service.close()
    code = app.return_code or 0
    if not join_background_threads(_JOIN_TIMEOUT):
        # Python would crash at exit if a thread were still running in the C++ core.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    return code
