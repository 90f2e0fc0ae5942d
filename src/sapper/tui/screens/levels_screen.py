"""The level picker: named levels, any size, and how to play."""

from typing import TYPE_CHECKING, ClassVar, Final, cast

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Input, Label, OptionList, Select
from textual.widgets.option_list import Option

from sapper.errors import SapperError
from sapper.game.game_options import DIFFICULTIES
from sapper.game.levels import LEVELS
from sapper.game.rules import STARTS, Rules, Start
from sapper.tui.game_setup import Setup
from sapper.tui.screens.base_screen import sentence
from sapper.tui.widgets.modal import Tick, Window

if TYPE_CHECKING:
    from sapper.generate.certificate import Difficulty

_PROMISES: Final = {"safe": "no mine", "opening": "an opening", "any": "anything"}
_ANY: Final = "any"


class LevelsScreen(Window[Setup]):
    """Asks for the next game; None when the player changes their mind."""

    DEFAULT_CSS = """
    LevelsScreen Horizontal { height: auto; }
    LevelsScreen Label { padding: 0 1 0 0; }
    LevelsScreen Input { width: 1fr; }
    LevelsScreen Select { width: 1fr; }
    LevelsScreen Tick { width: 1fr; }
    LevelsScreen #fault { color: $error; width: 1fr; height: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "begin", "Begin", show=False),
    ]

    def __init__(self, setup: Setup) -> None:
        super().__init__()
        self._setup = setup

    def compose(self) -> ComposeResult:
        """Lay the window out."""
        with Vertical(classes="window") as window:
            window.border_title = "New game"
            window.border_subtitle = "Enter or Ctrl-S begins · Tab goes on · Esc leaves"
            yield OptionList(*self._options(), compact=True, id="levels")
            with Horizontal():
                yield Label("Own size:")
                yield Input(placeholder="30x20/130", compact=True, id="size", max_length=20)
            with Horizontal():
                yield Label("First reveal:")
                yield Select(
                    [(f"{start}: {_PROMISES[start]}", start) for start in STARTS],
                    value=self._setup.rules.start, allow_blank=False, compact=True, id="start",
                )  # fmt: skip
            with Horizontal():
                yield Tick("practice (undo)", self._setup.practice, compact=True, id="practice")
                yield Tick("no guess", self._setup.no_guess, compact=True, id="no-guess")
            with Horizontal():
                yield Label("Proofs of a no-guess board:")
                yield Select(
                    [(name, name) for name in (_ANY, *DIFFICULTIES)],
                    value=self._setup.difficulty or _ANY, allow_blank=False, compact=True,
                    id="difficulty",
                )  # fmt: skip
            yield Label("", id="fault", markup=False)  # it quotes what was typed

    def _options(self) -> list[Option]:
        options = []
        for name, size in LEVELS.items():
            mark = "●" if size == str(self._setup.rules) else " "
            options.append(Option(Text.assemble(f"{mark} ", (f"{name:<14}", "bold"), size), name))
        return options

    def on_mount(self) -> None:
        """Begin at the level that is being played."""
        sizes = list(LEVELS.values())
        levels = self.query_one("#levels", OptionList)
        levels.focus()
        if str(self._setup.rules) in sizes:
            levels.highlighted = sizes.index(str(self._setup.rules))
        else:
            self.query_one("#size", Input).value = str(self._setup.rules)

    @on(OptionList.OptionSelected, "#levels")
    def choose_level(self, event: OptionList.OptionSelected) -> None:
        """Begin a game of a level."""
        self._begin(event.option.id or "")

    @on(Input.Submitted, "#size")
    def choose_size(self, event: Input.Submitted) -> None:
        """Begin a game of any size."""
        self._begin(event.value)

    def action_begin(self) -> None:
        """Begin with what is chosen."""
        levels, size = self.query_one("#levels", OptionList), self.query_one("#size", Input)
        chosen = levels.highlighted_option
        self._begin(size.value or (chosen.id if chosen and chosen.id else ""))

    def _begin(self, level: str) -> None:
        wished = self.query_one("#difficulty", Select).value
        no_guess = self.query_one("#no-guess", Tick).value
        try:
            start = cast("Start", self.query_one("#start", Select).value)
            setup = Setup(
                Rules.level(level, start=start),
                practice=self.query_one("#practice", Tick).value,
                no_guess=no_guess,
                difficulty=cast("Difficulty", wished) if no_guess and wished != _ANY else None,
            )
        except SapperError as error:
            hint = f" {sentence(error.hint)}" if error.hint else ""
            self.query_one("#fault", Label).update(f"{sentence(str(error))}{hint}")
            return
        self.dismiss(setup)
