"""The new-game dialog, which offers named levels, custom sizes and game options."""

from typing import TYPE_CHECKING, ClassVar, Final, cast

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Input, Label, OptionList, Select

from sapper.errors import SapperError
from sapper.game.difficulty import DIFFICULTIES
from sapper.game.levels import LEVELS
from sapper.game.rules import STARTS, Rules, Start
from sapper.play.game_setup import GameSetup
from sapper.tui.screens.base_screen import error_text
from sapper.tui.widgets.modal import Modal, TickBox, bullet_option

if TYPE_CHECKING:
    from sapper.generate.certificate import Difficulty

_START_RULES: Final = {
    "safe": "never a mine",
    "opening": "always an opening",
    "any": "may be a mine",
}
_ANY_DIFFICULTY: Final = "any"


class NewGameScreen(Modal[GameSetup]):
    """A dialog that returns the setup for the next game."""

    DEFAULT_CSS = """
    NewGameScreen Horizontal { height: auto; }
    NewGameScreen Label { padding: 0 1 0 0; }
    NewGameScreen Input, NewGameScreen Select, NewGameScreen TickBox { width: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "start", "Start", show=False),
    ]

    def __init__(self, setup: GameSetup) -> None:
        super().__init__()
        self._setup = setup

    def compose(self) -> ComposeResult:
        """Create the dialog."""
        current = str(self._setup.rules)
        levels = [
            bullet_option(name, size, width=14, is_current=size == current)
            for name, size in LEVELS.items()
        ]
        with Vertical(classes="dialog") as dialog:
            dialog.border_title = "New game"
            dialog.border_subtitle = "Enter or Ctrl-S: start · Tab: next field · Esc: cancel"
            yield OptionList(*levels, compact=True, id="levels")
            with Horizontal():
                yield Label("Custom size:")
                yield Input(placeholder="30x20/130", compact=True, id="size", max_length=20)
            with Horizontal():
                yield Label("First reveal:")
                yield Select(
                    [(f"{start}: {_START_RULES[start]}", start) for start in STARTS],
                    value=self._setup.rules.start, allow_blank=False, compact=True, id="start",
                )  # fmt: skip
            with Horizontal():
                yield TickBox("Practice (undo)", self._setup.practice, compact=True, id="practice")
                yield TickBox("No guessing", self._setup.no_guess, compact=True, id="no-guess")
            with Horizontal():
                yield Label("No-guess difficulty:")
                yield Select(
                    [(name, name) for name in (_ANY_DIFFICULTY, *DIFFICULTIES)],
                    value=self._setup.difficulty or _ANY_DIFFICULTY, allow_blank=False,
                    compact=True, id="difficulty",
                )  # fmt: skip
            # The error message quotes user input, which must not be parsed as markup.
            yield Label("", id="error", markup=False)

    def on_mount(self) -> None:
        """Select the current level, or fill in the current custom size."""
        sizes = list(LEVELS.values())
        levels = self.query_one("#levels", OptionList)
        levels.focus()
        if str(self._setup.rules) in sizes:
            levels.highlighted = sizes.index(str(self._setup.rules))
        else:
            self.query_one("#size", Input).value = str(self._setup.rules)

    @on(OptionList.OptionSelected, "#levels")
    def start_level(self, event: OptionList.OptionSelected) -> None:
        """Start a game at the selected level."""
        self._start(event.option.id or "")

    @on(Input.Submitted, "#size")
    def start_size(self, event: Input.Submitted) -> None:
        """Start a game with the entered board size."""
        self._start(event.value)

    def action_start(self) -> None:
        """Start a game with the entered size, or at the selected level if no size was entered."""
        levels, size = self.query_one("#levels", OptionList), self.query_one("#size", Input)
        selected = levels.highlighted_option
        self._start(size.value or (selected.id if selected and selected.id else ""))

    def _start(self, level: str) -> None:
        difficulty = self.query_one("#difficulty", Select).value
        no_guess = self.query_one("#no-guess", TickBox).value
        is_any = not no_guess or difficulty == _ANY_DIFFICULTY
        try:
            start = cast("Start", self.query_one("#start", Select).value)
            setup = GameSetup(
                Rules.level(level, start=start),
                practice=self.query_one("#practice", TickBox).value,
                no_guess=no_guess,
                difficulty=None if is_any else cast("Difficulty", difficulty),
            )
        except SapperError as error:
            self.query_one("#error", Label).update(error_text(error))
            return
        self.dismiss(setup)
