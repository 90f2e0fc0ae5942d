"""The review screen, which steps through a game and shows proofs and better moves."""

from typing import Any, ClassVar, Final

from rich.text import Text
from textual.binding import Binding, BindingType

from sapper.coach.game_review import Review, ReviewedMove
from sapper.game.cell_names import cell_name
from sapper.play.game_service import PlayerGame
from sapper.tui.game_text import MOVE_STYLES
from sapper.tui.key_bindings import HELP_KEY, MESSAGE_KEYS
from sapper.tui.screens.base_screen import as_sentence
from sapper.tui.screens.board_screen import BoardScreen, Keys

_TIMELINE_SYMBOLS: Final = {
    "certain": "▪",
    "forced guess": "~",
    "needless guess": "?",
    "mistake": "✗",
    "wrong flag": "✗",
}
_TIMELINE_LENGTH: Final = 30


class ReviewScreen(BoardScreen[None]):
    """A screen that steps through a game's reviewed moves."""

    HEADING = "Review"
    KEYS: ClassVar[Keys] = (
        ("← →", "previous, next move"),
        ("↑ ↓", "ten moves"),
        ("Home End", "first, last move"),
        ("N  P", "next, prev. mistake"),
        ("T", "turning point"),
        ("Esc", "back"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "step(-1)", "Previous", key_display="←"),
        Binding("right,l,space", "step(1)", "Next", key_display="→"),
        Binding("up,k,pageup", "step(-10)", "Ten moves back", show=False),
        Binding("down,j,pagedown", "step(10)", "Ten moves forward", show=False),
        Binding("home", "step(-1000000)", "First move", key_display="Home", show=False),
        Binding("end", "step(1000000)", "Last move", key_display="End", show=False),
        Binding("n,N", "mistake(1)", "Next mistake", key_display="N"),
        Binding("p,P", "mistake(-1)", "Previous mistake", key_display="P"),
        Binding("t,T", "turning_point", "Turning point", key_display="T", show=False),
        *MESSAGE_KEYS,
        HELP_KEY,
        Binding("escape,q,Q,v,V", "back", "Back", key_display="Esc"),
    ]

    def __init__(self, game: PlayerGame, *, first: int | None = None) -> None:
        """Review a game. `first` is the index of the first move to show.

        If `first` is None, the review starts at the turning point.
        """
        super().__init__(game.session.game.view)
        self._game = game
        self._first = first
        self._review: Review | None = None
        self.move_index = 0
        """The zero-based index of the current move."""

    def on_mount(self) -> None:
        """Start the review in the background."""
        self.show_message("Reviewing all moves…")
        self.start_task("review", self._run_review)

    async def _run_review(self) -> None:
        review = await self.service.review(self._game)
        if not review.moves:
            self.show_message("This game has no moves.")
            return
        self._review = review
        last = len(review.moves) - 1
        start = review.turning_point if self._first is None else self._first
        self._go_to(last if start is None else start)

    def action_step(self, moves: int) -> None:
        """Go forward or back by a number of moves."""
        self._go_to(self.move_index + moves)

    def action_mistake(self, direction: int) -> None:
        """Go to the next or previous mistake."""
        if self._review is None:
            return
        mistakes = [move.index for move in self._review.moves if move.is_error]
        ahead = [index for index in mistakes if (index - self.move_index) * direction > 0]
        if ahead:
            self._go_to(min(ahead) if direction > 0 else max(ahead))
        else:
            self.notify("No more mistakes in this direction.", timeout=2)

    def action_turning_point(self) -> None:
        """Go to the move that decided the game."""
        if self._review is not None and self._review.turning_point is not None:
            self._go_to(self._review.turning_point)

    def _go_to(self, index: int) -> None:
        """Show the move with the given index, or the nearest move."""
        if self._review is None:
            return
        self.move_index = min(max(index, 0), len(self._review.moves) - 1)
        move = self._review.moves[self.move_index]
        self.board.show(move.view, highlights=move.highlights)
        if move.move.cell is not None:
            self.board.place_cursor(move.move.cell)
        self.update_title()
        self.show_message(_move_text(self._review, move))

    def title_text(self) -> Text:
        """Return the title line with the rules, the result and details of the current move."""
        text = Text.assemble((" REVIEW ", "bold reverse"), f"  {self._game.session.rules}")
        if self._review is not None:
            move = self._review.moves[self.move_index]
            text.append(f"  {self._review.status}   move ")
            text.append(f"{self.move_index + 1}", "bold")
            text.append(f" of {len(self._review.moves)}   ◷ {move.move.at:.1f} s   ")
            text.append(move.move_class, MOVE_STYLES.get(move.move_class, ""))
        return text


def _move_text(review: Review, move: ReviewedMove) -> Text:
    name = cell_name(move.move.cell) if move.move.cell else ""
    actor = "" if move.move.by == "player" else "AI: "
    text = Text.assemble(
        _timeline(review, move.index),
        "\n",
        (f"{actor}{move.move.kind} {name}", "bold"),
        "  ",
        (move.move_class, MOVE_STYLES.get(move.move_class, "")),
    )
    text.append(f"\n{as_sentence(move.assessment.text)}")
    if move.index == review.turning_point:
        text.append(" Turning point.", "bold")
    if move.seconds_lost:
        text.append(f" Time lost: {move.seconds_lost:.1f} s.")
    text.append("\n\n" + "\n".join(review.summary), "italic")
    return text


def _timeline(review: Review, index: int) -> Text:
    """Return a timeline with one symbol for each move near the given index."""
    last_first = max(len(review.moves) - _TIMELINE_LENGTH, 0)
    first = min(max(index - _TIMELINE_LENGTH // 2, 0), last_first)
    text = Text()
    for move in review.moves[first : first + _TIMELINE_LENGTH]:
        style: Any = MOVE_STYLES.get(move.move_class, "dim")
        symbol = _TIMELINE_SYMBOLS.get(move.move_class, "·")
        text.append(symbol, f"{style} reverse" if move.index == index else style)
    return text
