"""The menu, which gives access to every part of Sapper."""

from typing import ClassVar, Final

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.widgets.option_list import Option

from sapper.tui.widgets.modal import ListDialog

SECTIONS: Final = (
    ("play", "Play", "return to your game"),
    ("daily", "Daily", "today's boards, the same for everyone"),
    ("learn", "Learn", "lessons from the first click to expert"),
    ("patterns", "Patterns", "1-1, 1-2, 1-2-1 and the others, with proofs"),
    ("puzzles", "Puzzles", "rated, by theme, your mistakes, rush"),
    ("games", "Games", "review, continue, import and export your games"),
    ("challenge", "Challenge", "play a board that a friend sent you"),
    ("statistics", "Statistics", "win rates, best times and streaks"),
    ("analyser", "Analyser", "odds and proofs for any position"),
)
_TITLE_WIDTH: Final = 13


class MenuScreen(ListDialog):
    """A dialog that returns the name of the chosen section."""

    TITLE = "Menu"
    SUB_TITLE = "Enter or number: open · Esc: close"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "cancel", "Close", show=False, priority=True),
        *(Binding(str(i + 1), f"choose('{name}')", title, show=False)
          for i, (name, title, _) in enumerate(SECTIONS)),
    ]  # fmt: skip

    def __init__(self) -> None:
        super().__init__(
            *(
                Option(
                    Text.assemble(
                        (f"{i + 1} ", "dim"), (f"{title:<{_TITLE_WIDTH}}", "bold"), summary
                    ),
                    name,
                )
                for i, (name, title, summary) in enumerate(SECTIONS)
            )
        )

    def action_choose(self, name: str) -> None:
        """Choose a section."""
        self.dismiss(name)
