"""In-game assistance: graded hints, odds and AI moves."""

import asyncio
from contextlib import aclosing
from typing import Final

from rich.text import Text

from sapper.coach.guess_ranking import percent
from sapper.coach.highlights import Highlight
from sapper.game.cell_names import cell_name
from sapper.game.rules import Rules
from sapper.play.game_service import PlayerGame
from sapper.play.session import Session
from sapper.strategies.ai_moves import AiStep
from sapper.tui.game_text import speed_text
from sapper.tui.odds_overlay import OddsOverlay
from sapper.tui.screens.base_screen import as_sentence
from sapper.tui.screens.board_screen import BoardScreen
from sapper.tui.widgets.cell_renderer import COMMON_ODDS

SPEEDS: Final = (1.0, 2.0, 5.0, 10.0, 25.0, float("inf"))
"""The available AI speeds, in moves per second."""
_GRADES: Final = 3


class AssistedScreen(BoardScreen[None]):
    """A board screen that offers hints, odds and AI moves during a player's game."""

    def __init__(self, game: PlayerGame) -> None:
        super().__init__(game.session.game.view)
        self.game = game
        self.hint_grade = 0
        self.is_showing_odds = False
        self.is_ai_playing = False
        """True while the AI is playing, which blocks the player's moves."""
        self._highlights: tuple[Highlight, ...] = ()
        self._odds: OddsOverlay | None = None
        self._odds_position: tuple[Rules, bytes] | None = None
        self._is_stop_requested = False

    # Implemented by the game screen --------------------------------------------------------------

    def after_move(self) -> None:
        """Save the last move and redraw the board."""
        raise NotImplementedError

    # Drawing -------------------------------------------------------------------------------------

    @property
    def session(self) -> Session:
        """The current game's session."""
        return self.game.session

    def draw_board(self) -> None:
        """Draw the board with its highlights and odds."""
        game = self.session.game
        self.board.show(
            game.view,
            highlights=self._highlights,
            odds=self._odds if self.is_showing_odds else None,
            wrong_flags=game.wrong_flags if game.is_over else frozenset(),
        )

    def is_blocked_by_ai(self) -> bool:
        """Return whether the AI is playing, and show a message if it is."""
        if self.is_ai_playing:
            self.show_message("The AI is playing. Press Esc to stop it.")
        return self.is_ai_playing

    def clear_highlights(self) -> None:
        """Clear all highlights, along with any odds computed for an earlier position."""
        self.workers.cancel_group(self, "hint")
        self.hint_grade = 0
        self._highlights = ()
        if self._odds_position != self._position:
            self._odds = None

    @property
    def _position(self) -> tuple[Rules, bytes]:
        """The clues and rules that determine the odds. Flags have no influence."""
        view = self.session.game.view
        return view.rules, view.cell_bytes

    # Hints ---------------------------------------------------------------------------------------

    def action_hint(self) -> None:
        """Show a hint; press again for more detail."""
        if self.is_blocked_by_ai():
            return
        # The grade changes immediately, because the key may be pressed again before the hint is
        # ready.
        self.hint_grade = self.hint_grade % _GRADES + 1
        self.start_task("hint", self._show_hint, self.hint_grade)

    async def _show_hint(self, grade: int) -> None:
        hint = await self.service.hint(self.game, grade)
        shown = hint.grades[grade - 1]
        self._highlights = shown.highlights
        self.draw_board()
        text = Text.assemble((f"Hint {grade} of {_GRADES}  ", "bold"), shown.text)
        if grade < _GRADES:
            text.append("\nPress H for more.", "italic")
        else:
            self.board.place_cursor(hint.cell)
        self.show_message(text)

    # Odds ----------------------------------------------------------------------------------------

    def action_odds(self) -> None:
        """Show or hide the mine probability of every cell."""
        self.is_showing_odds = not self.is_showing_odds
        if not self.is_showing_odds or self.session.game.is_over:
            self._odds = None
            self.draw_board()
            if self.is_showing_odds:
                self.show_message("Odds are on and will appear in the next game.")
            return
        self.show_message("")
        self.update_odds()

    def update_odds(self) -> None:
        """Compute the odds in the background unless they are already known."""
        if self._odds is not None and self._odds_position == self._position:
            return
        self._odds, self._odds_position = None, self._position
        if not self.session.game.is_over:
            self.start_task("odds", self._show_odds)

    async def _show_odds(self) -> None:
        position = self._odds_position
        odds = await self.service.odds(self.game)
        if self.is_showing_odds and self._odds_position == position:
            if odds.promise is not None:  # Every cell has the same odds.
                self.show_message(Text("Odds  ", "bold").append(odds.promise, "not bold"))
                return
            self._odds = OddsOverlay.of(odds)
            self.draw_board()
            if not self.message_text:  # The message must not replace the reason for an AI move.
                self.show_odds_message()

    def show_odds_message(self) -> None:
        """Show the odds for the cell under the cursor and for the best cell."""
        overlay = self._odds
        if overlay is None:
            return
        odds, best, cursor = overlay.odds, overlay.odds.best, self.board.cursor
        parts = []
        if self.session.game.view.clue(cursor) is None:
            risk = f"a mine with {percent(overlay.probability(cursor))} probability"
            parts.append(f"{cell_name(cursor)} is {overlay.certainty(cursor) or risk}. ")
        if best is not None:
            risk = f"{percent(overlay.probability(best))} risk"
            parts.append(f"Best cell: {cell_name(best)} ({overlay.certainty(best) or risk}).")
        mines = f"{len(odds.mines)} mine{'s' * (len(odds.mines) != 1)}"
        estimated = "" if odds.exact else " (estimated)"
        parts.append(f"\nCertain: {len(odds.safe)} safe, {mines}{estimated}.")
        if overlay.common is not None:
            parts.append(f" Cells marked {COMMON_ODDS}: {percent(overlay.common)}.")
        text = Text("Odds  ", "bold")
        self.show_message(text.append_tokens((part, "not bold") for part in parts))

    # AI ------------------------------------------------------------------------------------------

    @property
    def strategy(self) -> str:
        """The name of the AI's strategy."""
        return self.sapper.preferences.strategy

    @property
    def speed(self) -> float:
        """The AI's speed in moves per second."""
        return SPEEDS[self.sapper.preferences.speed]

    def action_change_speed(self, by: int) -> None:
        """Change the AI speed."""
        chosen = min(max(self.sapper.preferences.speed + by, 0), len(SPEEDS) - 1)
        self.sapper.preferences.set("speed", chosen)
        self.show_message(f"AI speed: {speed_text(self.speed)}.")
        self.update_title()

    def action_ai_move(self) -> None:
        """Let the AI make one move."""
        if not self.is_ai_playing:
            self._start_ai(is_single_move=True)

    def action_autoplay(self) -> None:
        """Let the AI finish the game; press again to stop."""
        if self.is_ai_playing:
            self.stop_ai()
        else:
            self._start_ai(is_single_move=False)

    def stop_ai(self) -> None:
        """Stop the AI after its current move."""
        self._is_stop_requested = True

    def _start_ai(self, *, is_single_move: bool) -> None:
        self.is_ai_playing, self._is_stop_requested = True, False
        self.start_task("ai", self._play, self.game, is_single_move=is_single_move)

    async def _play(self, game: PlayerGame, *, is_single_move: bool) -> None:
        try:
            async with aclosing(self.service.ai_steps(game, self.strategy)) as steps:
                async for step in steps:
                    if self.game is not game:
                        break
                    self.clear_highlights()
                    self._highlights = (Highlight("last-move", step.cell),)
                    self.board.place_cursor(step.cell)
                    self.show_message(self._step_text(step))
                    self.after_move()
                    if is_single_move or game.session.game.is_over:
                        break
                    await asyncio.sleep(1 / self.speed)
                    if self._is_stop_requested:
                        break
        finally:
            self.is_ai_playing = False
            self.update_title()

    def _step_text(self, step: AiStep) -> Text:
        """Return a message with the AI's move and the reason for it."""
        is_uncertain = step.risk is not None and 0 < step.risk < 1
        risk = f", risk {percent(step.risk or 0)}" if is_uncertain else ""
        move = f"{self.strategy}  {step.kind} {cell_name(step.cell)}"
        return Text.assemble((move, "bold"), f"{risk}\n{as_sentence(step.reason)}")
