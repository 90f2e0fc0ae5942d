"""The base class of all full screens, with a title line, background tasks and help."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, ClassVar, ParamSpec, TypeVar, cast

from rich.text import Text
from textual.binding import Binding
from textual.screen import Screen
from textual.widgets import Static

from sapper.errors import SapperError

if TYPE_CHECKING:
    from textual.worker import WorkType

    from sapper.play.game_service import PlayerGame
    from sapper.play.local_service import LocalService
    from sapper.tui.sapper_app import SapperApp
    from sapper.tui.screens.challenge_dialog import ChallengeOptions

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


def as_sentence(message: str) -> str:
    """Add a capital letter and a full stop to an error message or a reason."""
    return f"{message[:1].upper()}{message[1:]}{'' if message.endswith('.') else '.'}"


def error_text(error: SapperError) -> Text:
    """Return an error message, followed by its hint if there is one."""
    text = Text(as_sentence(str(error)))
    if error.hint:
        text.append(f"\n{as_sentence(error.hint)}", "italic")
    return text


class SapperScreen(Screen[Result]):
    """A full screen with a title line."""

    MOUSE_HELP: ClassVar[str] = "Wheel: scroll"
    QUIT_HELP: ClassVar[str] = "Quit"

    DEFAULT_CSS = """
    SapperScreen { layout: vertical; }
    #title { height: 1; background: $panel; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._drawn_title = Text("")

    @property
    def sapper(self) -> "SapperApp":
        """The application."""
        return cast("SapperApp", self.app)

    @property
    def service(self) -> "LocalService":
        """The application service."""
        return self.sapper.service

    # Title and messages --------------------------------------------------------------------------

    def title_text(self) -> Text:
        """Return the text of the title line."""
        raise NotImplementedError

    def update_title(self) -> None:
        """Redraw the title line if it has changed, shortening it in a narrow terminal."""
        text = self.title_text()
        if text.cell_len > self.size.width:
            words = [word for word in text.split(" ") if word.plain]
            text = Text(" ").join([Text(""), *words[1:]])
        if text != self._drawn_title:
            self._drawn_title = text
            # The clock may tick once more while the screen is closing and the title line is gone.
            for title in self.query("#title").results(Static):
                title.update(text)

    def show_message(self, message: str | Text) -> None:
        """Show a message to the player."""
        raise NotImplementedError

    @contextmanager
    def showing_errors(self) -> Iterator[None]:
        """Show the message of any SapperError that is raised in the `with` block."""
        try:
            yield
        except SapperError as error:
            self.show_message(error_text(error))

    def notify_error(self, error: SapperError, *, title: str) -> None:
        """Show an error in a notification."""
        self.notify(str(error), title=title, severity="warning", timeout=10, markup=False)

    def start_task(
        self,
        group: str,
        task: Callable[Arguments, Awaitable[None]],
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> None:
        """Run a background task, which replaces any earlier task in the same group."""

        async def run() -> None:
            with self.showing_errors():
                await task(*args, **kwargs)

        # A task that is cancelled before its start leaves no coroutine behind.
        work: WorkType[None] = run
        self.run_worker(work, group=group, exclusive=True)

    # Keys ----------------------------------------------------------------------------------------

    def described_bindings(self) -> Iterator[tuple[Binding, str]]:
        """Yield the key bindings for the screen's own actions, each with a summary.

        Cursor keys are omitted.
        """
        for _, binding, is_enabled, _ in self.active_bindings.values():
            method = getattr(self, f"action_{binding.action.partition('(')[0]}", None)
            if is_enabled and method is not None and not binding.action.startswith("move_cursor"):
                yield binding, (method.__doc__ or "").partition(".")[0].strip()

    def action_help(self) -> None:
        """Show all keys."""
        from sapper.tui.screens.help_screen import HelpScreen

        self.app.push_screen(HelpScreen(self))

    def action_menu(self) -> None:
        """Open the menu with all parts of Sapper."""
        from sapper.tui.screens.menu_screen import MenuScreen

        self.app.push_screen(MenuScreen(), self.sapper.open_section)

    # Challenges ----------------------------------------------------------------------------------

    def challenge_friend(self, game: "PlayerGame") -> None:
        """Ask for a challenge's options and create the challenge from a finished game."""
        from sapper.tui.screens.challenge_dialog import ChallengeDialog

        def create(options: "ChallengeOptions | None") -> None:
            if options is not None:
                self.sapper.preferences.set("name", options.name)
                self.start_task("challenge", self._create_challenge, game, options)

        self.app.push_screen(ChallengeDialog(self.sapper.preferences.name), create)

    async def _create_challenge(self, game: "PlayerGame", options: "ChallengeOptions") -> None:
        from sapper.tui.screens.challenge_screen import ChallengeScreen

        code = await self.service.challenges.create(
            game, name=options.name, hides_result=options.hides_result
        )
        self.app.copy_to_clipboard(code)
        self.notify("Challenge created. The code has been copied.", timeout=6)
        self.app.push_screen(ChallengeScreen(code))

    def action_back(self) -> None:
        """Return to the previous screen, or quit."""
        if len(self.app.screen_stack) > 2:
            self.app.pop_screen()
        else:
            self.app.exit()
