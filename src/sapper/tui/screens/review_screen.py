"""The review screen, which steps through a game and shows proofs and better moves."""

from typing import Any, ClassVar, Final, cast

from rich.text import Text
from textual.binding import Binding, BindingType

from sapper.coach.game_review import Review, ReviewedMove
from sapper.errors import SapperError
from sapper.game.cell_names import cell_name
from sapper.play.game_service import PlayerGame
from sapper.tui.cursor_keys import HELP_KEY, MESSAGE_KEYS
from sapper.tui.screens.base_screen import BoardScreen, Keys, as_sentence

_STYLES: Final = {
    "certain": "green",
    "forced guess": "yellow",
    "needless guess": "dark_orange",
    "mistake": "bold red",
    "wrong flag": "bold red",
}
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

    def __init__(self, game: PlayerGame) -> None:
        super().__init__(game.session.game.view)
        self._game = game
        self._review: Review | None = None
        self._move_index = 0

    def on_mount(self) -> None:
        """Start the review in the background."""
        self.update_layout()
        self.set_title(Text.assemble((" REVIEW ", "bold reverse"), f"  {self._game.session.rules}"))
        self.show_message("Reviewing all moves…")
        self.run_worker(self._run_review())

    async def _run_review(self) -> None:
        try:
            self._review = await self.service.review(self._game)
        except SapperError as error:
            self.show_message(as_sentence(str(error)))
            return
        if not self._review.moves:
            self.show_message("This game has no moves.")
            return
        turning_point = self._review.turning_point
        last = len(self._review.moves) - 1
        self._move_index = last if turning_point is None else turning_point
        self._show_move()

    @property
    def move_index(self) -> int:
        """The zero-based index of the current move."""
        return self._move_index

    def action_step(self, moves: int) -> None:
        """Go forward or back by a number of moves."""
        if self._review is not None and self._review.moves:
            self._move_index = min(max(self._move_index + moves, 0), len(self._review.moves) - 1)
            self._show_move()

    def action_mistake(self, direction: int) -> None:
        """Go to the next or previous mistake."""
        if self._review is None:
            return
        mistakes = [move.index for move in self._review.moves if move.is_error]
        ahead = [index for index in mistakes if (index - self._move_index) * direction > 0]
        if ahead:
            self._move_index = min(ahead) if direction > 0 else max(ahead)
            self._show_move()
        else:
            self.notify("No more mistakes in this direction.", timeout=2)

    def action_turning_point(self) -> None:
        """Go to the move that decided the game."""
        if self._review is not None and self._review.turning_point is not None:
            self._move_index = self._review.turning_point
            self._show_move()

    def action_back(self) -> None:
        """Close the review."""
        self.dismiss_or_exit()

    def _show_move(self) -> None:
        review = cast("Review", self._review)
        move = review.moves[self._move_index]
        self.board.show(move.view, highlights=move.highlights)
        if move.move.cell is not None:
            self.board.place_cursor(move.move.cell)
        self.set_title(
            Text.assemble(
                (" REVIEW ", "bold reverse"),
                f"  {self._game.session.rules}  {review.status}   move ",
                (f"{self._move_index + 1}", "bold"),
                f" of {len(review.moves)}   ◷ {move.move.at:.1f} s   ",
                (move.move_class, _STYLES.get(move.move_class, "")),
            )
        )
        self.show_message(_move_text(review, move))


def _move_text(review: Review, move: ReviewedMove) -> Text:
    name = cell_name(move.move.cell) if move.move.cell else ""
    actor = "" if move.move.by == "player" else "AI: "
    text = Text.assemble(
        _timeline(review, move.index),
        "\n",
        (f"{actor}{move.move.kind} {name}", "bold"),
        "  ",
        (move.move_class, _STYLES.get(move.move_class, "")),
    )
    text.append(f"\n{as_sentence(move.assessment.text)}")
    if move.index == review.turning_point:
        text.append(" Turning point.", "bold")
    if move.seconds_lost:
        text.append(f" Time lost: {move.seconds_lost:.1f} s.")
    text.append("\n\n" + "\n".join(review.summary), "italic")
    return text


def _timeline(review: Review, index: int) -> Text:
    """Return a timeline with one symbol per move near the given index."""
    last_first = max(len(review.moves) - _TIMELINE_LENGTH, 0)
    first = min(max(index - _TIMELINE_LENGTH // 2, 0), last_first)
    text = Text()
    for move in review.moves[first : first + _TIMELINE_LENGTH]:
        style: Any = _STYLES.get(move.move_class, "dim")
        symbol = _TIMELINE_SYMBOLS.get(move.move_class, "·")
        text.append(symbol, f"{style} reverse" if move.index == index else style)
    return text
