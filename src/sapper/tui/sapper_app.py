"""The application: themes, commands, what is kept, and a terminal that is left as it was."""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Iterable
from typing import Any, ClassVar, Final

from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen

from sapper.tui.background import is_idle
from sapper.tui.persistence import Keeper
from sapper.tui.preferences import Preferences
from sapper.tui.screens.base_screen import BoardScreen
from sapper.tui.themes import DARK, themes
from sapper.tui.widgets.board_widget import Board

EXIT_INTERRUPTED = 130
_PATIENCE: Final = 0.05


class SapperApp(App[None]):
    """Shows one screen first; the others come from it."""

    TITLE = "Sapper"
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", "Quit", show=False, priority=True),
        Binding("ctrl+q", "quit", "Quit", show=False, priority=True),
    ]

    def __init__(self, first: Screen[Any], keeper: Keeper) -> None:
        super().__init__()
        self._first = first
        self.keeper = keeper
        self.preferences = Preferences()
        for theme in themes(has_many_colours=self.console.color_system == "truecolor"):
            self.register_theme(theme)
        kept = self.preferences.theme
        self.theme = kept if kept in self.available_themes else DARK

    def on_mount(self) -> None:
        """Show the first screen, and leave in good order when the process is told to end."""
        loop = asyncio.get_running_loop()
        for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            # Not everywhere, and only on the main thread; tests run elsewhere.
            with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(each, self.action_interrupt)
        self.theme_changed_signal.subscribe(self, self._on_theme)
        self.push_screen(self._first)

    def _on_theme(self, _theme: Any) -> None:
        self.preferences.set("theme", self.theme)
        for screen in self.screen_stack:
            for board in screen.query(Board):
                board.change_theme()

    def action_interrupt(self) -> None:
        """Leave as after Ctrl-C."""
        self.exit(return_code=EXIT_INTERRUPTED)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Offer all actions of the screen by name, then the theme."""
        if isinstance(screen, BoardScreen):
            offered = set()  # small and capital letters are two bindings
            for _, binding, enabled, _ in screen.active_bindings.values():
                hidden = binding.action.startswith(("go", "scroll_words"))
                method = getattr(screen, f"action_{binding.action.partition('(')[0]}", None)
                if not enabled or hidden or method is None or binding.action in offered:
                    continue
                offered.add(binding.action)
                summary = (method.__doc__ or "").partition(".")[0].strip()
                yield SystemCommand(
                    binding.description,
                    f"{summary} ({binding.key_display or binding.key})",
                    lambda action=binding.action: self.call_later(screen.run_action, action),
                )
        yield SystemCommand("Theme", "Choose the colours", self.search_themes)
        yield SystemCommand("Quit", "Leave; the game is kept (Q)", self.action_quit)


def run(first: Screen[Any], keeper: Keeper) -> int:
    """Show a screen until the player leaves; return the exit code."""
    # Shells may export what the terminal was like when they started; it would hide every resize.
    for name in ("COLUMNS", "LINES"):
        os.environ.pop(name, None)
    app = SapperApp(first, keeper)
    try:
        app.run()
    finally:
        keeper.close()
    code = app.return_code or 0
    if not is_idle(_PATIENCE):
        # Python would end the thread in the middle of the core, which C++ does not survive.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    return code
