"""The challenge screen, which shows the invitation and compares the two games move by move."""

from typing import TYPE_CHECKING, ClassVar, Final, cast

from rich.text import Text
from textual.binding import Binding, BindingType

from sapper.coach.highlights import Highlight
from sapper.game.view import View, parse_view
from sapper.play.challenge_service import PlayerResult
from sapper.play.challenge_text import (
    RaceMove,
    compare_results,
    describe_result,
    race_moves,
    target_text,
)
from sapper.play.computation import run_in_background
from sapper.play.result_text import format_time
from sapper.tui.key_bindings import HELP_KEY, MENU_KEY
from sapper.tui.screens.list_screen import ListScreen
from sapper.tui.widgets.text_dialog import TextDialog

if TYPE_CHECKING:
    from sapper.play.challenge_service import ChallengeDescription

_MAX_CODE_LENGTH: Final = 64
_OVER: Final = ("won", "lost")


def challenge_code(text: str) -> str:
    """Return the challenge code from text that is either a code or a link.

    >>> challenge_code("https://example.org/#/challenge/a-b_c"), challenge_code(" a-b_c ")
    ('a-b_c', 'a-b_c')
    """
    return text.strip().rpartition("/")[2][:_MAX_CODE_LENGTH]


class ChallengeScreen(ListScreen[None]):
    """A screen for one challenge, with a chronological list of both players' moves."""

    COLUMNS = (("Time", 10), ("You", 14), ("Cells", 5), ("Opponent", 14), ("Cells", 5))
    RIGHT_ALIGNED = (0, 2, 4)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "Play", key_display="Enter"),
        Binding("n,N", "next_result", "Next friend", key_display="N"),
        Binding("y,Y", "copy", "Copy the code", key_display="Y"),
        MENU_KEY,
        HELP_KEY,
        Binding("escape,q,Q", "back", "Back", key_display="Esc"),
    ]

    def __init__(self, code: str) -> None:
        super().__init__()
        self.code = code
        self.challenge: ChallengeDescription | None = None
        """The challenge as the player may see it, or None until it is loaded."""
        self._index = 0
        self._race: list[RaceMove] = []

    def load_rows(self) -> None:
        """Load the challenge."""
        self.start_task("load", self._load)

    def on_screen_resume(self) -> None:
        """Reload the challenge, because the player may have finished the board."""
        super().on_screen_resume()
        if self.challenge is not None:
            self.load_rows()

    async def _load(self) -> None:
        await run_in_background(self.service.open)
        from sapper.play.challenge_service import add_moves

        service = self.service.challenges
        self.challenge = await service.describe(self.code, self.service.player, render=add_moves)
        self._show()

    def _show(self) -> None:
        self.table.clear()
        self.update_title()
        self._race = []
        pair = self._pair()
        if pair is None:
            self.show_position(None)
            self.show_details(self._invitation())
            return
        own, other = pair
        self._race = race_moves(own, other)
        for number, move in enumerate(self._race):
            cells = [format_time(move.at), "", "", "", ""]
            column = 1 + 2 * move.player
            cells[column : column + 2] = [move.text, str(move.revealed)]
            self.add_row(str(number), *cells)
        if not self._race:
            self.show_details(self._comparison())

    def _pair(self) -> tuple[PlayerResult, PlayerResult] | None:
        """Return the results to compare, or None if one of them is unavailable."""
        challenge = self.challenge
        if challenge is None or not challenge["results"]:
            return None
        sender, results = challenge["sender"], challenge["results"]
        if not challenge["is_sender"]:
            name = sender["name"] or "Your challenger"
            is_over = results[0]["status"] in _OVER
            return (_named(results[0], "You"), _named(sender, name)) if is_over else None
        index = self._index % len(results)
        name = results[index]["name"] or f"Player {index + 1}"
        return _named(sender, "You"), _named(results[index], name)

    # Texts ---------------------------------------------------------------------------------------

    def title_text(self) -> Text:
        """Return the title line with the challenge's board."""
        text = Text.assemble((" CHALLENGE ", "bold reverse"), "  ")
        if (challenge := self.challenge) is not None:
            text.append(challenge["level"], "bold")
            if challenge["level"] != challenge["size"]:
                text.append(f" {challenge['size']}")
            text.append("  no-guess" if challenge["no_guess"] else "", "italic")
        return text

    def _invitation(self) -> Text:
        challenge = self.challenge
        if challenge is None:
            return Text("")
        if challenge["is_sender"]:
            own = describe_result(challenge["sender"])
            text = Text.assemble(("Your challenge\n", "bold"), f"{own}.\n\n")
            text.append("Nobody has finished this board yet. Send the code to a friend:\n\n")
            return text.append(f"sapper play --challenge {self.code}", "bold")
        name = challenge["sender"]["name"]
        heading = f"{name} challenges you" if name else "You have been challenged"
        text = Text.assemble((f"{heading}\n", "bold"), target_text(challenge["sender"]), "\n\n")
        results = challenge["results"]
        if results and results[0]["status"] == "deleted":
            return text.append(
                "You cannot play this board again: you deleted your game, and each challenge "
                "allows only one attempt."
            )
        text.append(
            "You have one attempt, which starts at the same cell. The game counts as assisted "
            "in your statistics because the board is not random.\n\n"
        )
        action = "continue" if results else "play this board"
        return text.append(f"Press Enter to {action}.", "italic")

    def _comparison(self) -> Text:
        pair = self._pair()
        if pair is None or self.challenge is None:
            return Text("")
        own, other = pair
        text = Text(f"{compare_results(own, other)}.\n", "bold")
        for result in pair:
            text.append(f"{result['name']}: {describe_result(result)}.\n", "not bold")
        if self.challenge["is_sender"] and len(self.challenge["results"]) > 1:
            text.append("Press N for the next friend.\n", "italic")
        return text

    # Actions -------------------------------------------------------------------------------------

    def show_row(self, key: str) -> None:
        """Show the board of the player who made the selected move, as it was after the move."""
        chosen = int(key)
        move = self._race[chosen]
        view = self._position(chosen)
        moved = [
            Highlight("last-move", (row, column))
            for row, column, symbol in move.changes[:1]
            if symbol
        ]
        self.show_position(view if self.preview_fits(view) else None, moved, is_large=True)
        pair = self._pair()
        name = pair[move.player]["name"] if pair else ""
        line = f"{name}: {move.text} at {format_time(move.at)}"
        self.show_details(self._comparison().append(line, "not bold"))

    def _position(self, last: int) -> View:
        assert self.challenge is not None  # noqa: S101  # there are moves
        size = self.challenge["size"]
        width, height = map(int, size.partition("/")[0].split("x"))
        rows = [["#"] * width for _ in range(height)]
        player = self._race[last].player
        for move in self._race[: last + 1]:
            if move.player == player:
                for row, column, symbol in move.changes:
                    rows[row][column] = symbol
        return parse_view("\n".join([size, *map("".join, rows)]))

    def open_row(self, key: str) -> None:
        """Do nothing, because the moves in the list cannot be opened."""

    def action_open(self) -> None:
        """Play the board."""
        challenge = self.challenge
        if challenge is None or challenge["is_sender"] or self._race:
            return
        if challenge["results"]:
            self.start_task("accept", self._accept, "")
            return

        def accept(name: str | None) -> None:
            if name is not None:
                self.sapper.preferences.set("name", name)
                self.start_task("accept", self._accept, name)

        self.app.push_screen(
            TextDialog(
                "Accept the challenge",
                "Your name (optional):",
                self.sapper.preferences.name,
                action="play",
                is_optional=True,
            ),
            accept,
        )

    async def _accept(self, name: str) -> None:
        game = await self.service.challenges.accept(self.code, self.service.player, name=name)
        self.sapper.open_game(game)

    def action_next_result(self) -> None:
        """Compare your game with that of the next friend who has finished the board."""
        self._index += 1
        self._show()

    def action_copy(self) -> None:
        """Copy the code of the challenge."""
        self.app.copy_to_clipboard(self.code)
        self.show_message("Code copied.")


def _named(result: PlayerResult, name: str) -> PlayerResult:
    """Return a copy of a result with a different player name."""
    return cast("PlayerResult", {**result, "name": name})
