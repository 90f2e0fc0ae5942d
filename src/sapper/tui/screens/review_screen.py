"""A game move by move: what was certain, what was a guess, and what would have been better."""

from typing import Any, ClassVar, Final, cast

from rich.text import Text
from textual.binding import Binding, BindingType

from sapper.coach.game_review import Review, ReviewedMove, review
from sapper.errors import SapperError
from sapper.game.cell_names import cell_name
from sapper.game.game import Game
from sapper.game.rules import Cell
from sapper.tui.background import think
from sapper.tui.highlights import Mark
from sapper.tui.key_bindings import HELP_KEY, WORDS_KEYS
from sapper.tui.screens.base_screen import BoardScreen, Keys, sentence

_STYLES: Final = {
    "certain": "green",
    "forced guess": "yellow",
    "needless guess": "dark_orange",
    "mistake": "bold red",
    "wrong flag": "bold red",
}
_TICKS: Final = {
    "certain": "▪",
    "forced guess": "~",
    "needless guess": "?",
    "mistake": "✗",
    "wrong flag": "✗",
}
_FAULTS: Final = ("needless guess", "mistake", "wrong flag")
_BUDGET: Final = 0.5
_TIMELINE: Final = 30


class ReviewScreen(BoardScreen[None]):
    """Steps through the moves of a game."""

    HEADING = "Review"
    KEYS: ClassVar[Keys] = (
        ("← →", "move by move"),
        ("↑ ↓", "ten moves"),
        ("Home End", "first, last"),
        ("N  P", "next, previous fault"),
        ("T", "turning point"),
        ("Esc", "back"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "step(-1)", "Back", key_display="←"),
        Binding("right,l,space", "step(1)", "On", key_display="→"),
        Binding("up,k,pageup", "step(-10)", "Ten back", show=False),
        Binding("down,j,pagedown", "step(10)", "Ten on", show=False),
        Binding("home", "step(-1000000)", "First", key_display="Home", show=False),
        Binding("end", "step(1000000)", "Last", key_display="End", show=False),
        Binding("n,N", "fault(1)", "Next fault", key_display="N"),
        Binding("p,P", "fault(-1)", "Previous fault", key_display="P"),
        Binding("t,T", "turning_point", "Turning point", key_display="T"),
        *WORDS_KEYS,
        HELP_KEY,
        Binding("escape,q,Q,v,V", "leave", "Leave", key_display="Esc"),
    ]

    def __init__(self, game: Game) -> None:
        super().__init__(game.view)
        self._game = game
        self._review: Review | None = None
        self._at = 0

    def on_mount(self) -> None:
        """Judge the moves beside the screen, then show the last."""
        self.lay_out()
        self.set_title(Text.assemble((" REVIEW ", "bold reverse"), f"  {self._game.rules}"))
        self.say("Looking at every move…")
        self.run_worker(self._judge())

    async def _judge(self) -> None:
        try:
            self._review = await think(lambda: review(self._game, budget=_BUDGET))
        except SapperError as error:
            self.say(sentence(f"{error}"))
            return
        if not self._review.moves:
            self.say("There is no move in this game.")
            return
        turning = self._review.turning_point
        self._at = len(self._review.moves) - 1 if turning is None else turning
        self._show()

    @property
    def at(self) -> int:
        """Which move is shown, from 0."""
        return self._at

    def action_step(self, moves: int) -> None:
        """Go on or back by so many moves."""
        if self._review is not None and self._review.moves:
            self._at = min(max(self._at + moves, 0), len(self._review.moves) - 1)
            self._show()

    def action_fault(self, direction: int) -> None:
        """Go to the next or the previous move that could have been better."""
        if self._review is None:
            return
        faults = [move.index for move in self._review.moves if move.move_class in _FAULTS]
        beyond = [index for index in faults if (index - self._at) * direction > 0]
        if beyond:
            self._at = min(beyond) if direction > 0 else max(beyond)
            self._show()
        else:
            self.notify("No other fault there.", timeout=2)

    def action_turning_point(self) -> None:
        """Go to the move that decided the game."""
        if self._review is not None and self._review.turning_point is not None:
            self._at = self._review.turning_point
            self._show()

    def action_leave(self) -> None:
        """Go back, or leave when there is nothing under it."""
        self.dismiss_or_exit()

    def _show(self) -> None:
        judged = cast("Review", self._review)
        move = judged.moves[self._at]
        self.board.show(move.view, marks=_marks(move))
        if move.move.cell is not None:
            self.board.place_cursor(move.move.cell)
        self.set_title(
            Text.assemble(
                (" REVIEW ", "bold reverse"),
                f"  {self._game.rules}  {judged.status}   move ",
                (f"{self._at + 1}", "bold"),
                f" of {len(judged.moves)}   ◷ {move.move.at:.1f} s   ",
                (move.move_class, _STYLES.get(move.move_class, "")),
            )
        )
        self.say(_words(judged, move))


def _marks(move: ReviewedMove) -> dict[Cell, Mark]:
    marks: dict[Cell, Mark] = {}
    proof = move.judgement.proof
    if proof is not None:
        marks |= {cell: Mark("area") for cell in proof.cells}
        marks |= {clue: Mark("clue", number) for number, clue in enumerate(proof.clues, start=1)}
    if move.judgement.better is not None:
        marks[move.judgement.better] = Mark("better")
    if move.move.cell is not None:
        marks[move.move.cell] = Mark("move" if move.survived else "fault")
    return marks


def _words(judged: Review, move: ReviewedMove) -> Text:
    where = cell_name(move.move.cell) if move.move.cell else ""
    who = "" if move.move.by == "player" else "AI: "
    text = Text.assemble(
        _timeline(judged, move.index),
        "\n",
        (f"{who}{move.move.kind} {where}", "bold"),
        "  ",
        (move.move_class, _STYLES.get(move.move_class, "")),
    )
    text.append(f"\n{sentence(move.judgement.text)}")
    if move.index == judged.turning_point:
        text.append(" The turning point.", "bold")
    if move.seconds_lost:
        text.append(f" {move.seconds_lost:.1f} s lost here.")
    text.append("\n\n" + judged.summary.replace(". ", ".\n"), "italic")
    return text


def _timeline(judged: Review, at: int) -> Text:
    """Draw the moves around the one shown, each with a figure for what it was."""
    first = min(max(at - _TIMELINE // 2, 0), max(len(judged.moves) - _TIMELINE, 0))
    text = Text()
    for move in judged.moves[first : first + _TIMELINE]:
        look: Any = _STYLES.get(move.move_class, "dim")
        tick = _TICKS.get(move.move_class, "·")
        text.append(tick, f"{look} reverse" if move.index == at else look)
    return text
