"""Assistance during a game, such as graded hints, odds and AI moves."""

import asyncio
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from rich.text import Text

from sapper.coach.guess_ranking import percent
from sapper.errors import SapperError
from sapper.game.cell_names import cell_name
from sapper.session import AiStep, Session
from sapper.tui.background import run_in_background
from sapper.tui.highlights import Highlight, Odds, highlights_of_hint
from sapper.tui.screens.base_screen import BoardScreen, as_sentence
from sapper.tui.widgets.cell_renderer import COMMON_ODDS

if TYPE_CHECKING:
    from sapper.game.rules import Cell

SPEEDS: Final = (1.0, 2.0, 5.0, 10.0, 25.0, float("inf"))
"""The available AI speeds, in moves per second."""
# The odds of most positions take about a millisecond, so they appear together with the move.
_QUICK_BUDGET: Final = 0.008
_FULL_BUDGET: Final = 2.0
_GRADES: Final = 3


class AssistedScreen(BoardScreen[None]):
    """A board screen for a session, with hints, odds and AI moves."""

    def __init__(self, session: Session) -> None:
        super().__init__(session.game.view)
        self.session = session
        self.hint_grade = 0
        self.is_showing_odds = False
        self.is_ai_playing = False
        """True while the AI is playing, which blocks the player's moves."""
        self._highlights: dict[Cell, Highlight] = {}
        self._odds: Odds | None = None
        self._odds_cells = b""
        self._is_stop_requested = False

    # Implemented by the game screen --------------------------------------------------------------

    def after_move(self) -> None:
        """Save and draw a move."""
        raise NotImplementedError

    def count_assistance(self, kind: str) -> None:
        """Record one use of "hints" or "odds"."""
        raise NotImplementedError

    @property
    def strategy(self) -> str:
        """The name of the strategy that the AI uses."""
        raise NotImplementedError

    @property
    def speed(self) -> float:
        """The AI speed in moves per second."""
        raise NotImplementedError

    def after_ai_stopped(self) -> None:
        """Handle the end of the AI's turn."""

    def draw_board(self) -> None:
        """Draw the board with its highlights and odds."""
        game = self.session.game
        self.board.show(
            game.view,
            highlights=self._highlights,
            odds=self._odds if self.is_showing_odds else None,
            wrong_flags=game.wrong_flags if game.is_over else frozenset(),
        )

    def show_error(self, error: SapperError) -> None:
        """Show an error message with its hint."""
        text = Text(as_sentence(str(error)))
        if error.hint:
            text.append(f"\n{as_sentence(error.hint)}", "italic")
        self.show_message(text)

    def is_blocked_by_ai(self) -> bool:
        """Return whether the AI is playing; if so, show a message."""
        if self.is_ai_playing:
            self.show_message("The AI is playing. Press Esc to stop it.")
        return self.is_ai_playing

    def clear_highlights(self) -> None:
        """Remove all highlights, and odds that belong to another position."""
        self.hint_grade = 0
        self._highlights = {}
        if self._odds_cells != self.session.game.view.cell_bytes:
            self._odds = None

    # Hints ---------------------------------------------------------------------------------------

    def action_hint(self) -> None:
        """Show a hint; press again for more detail."""
        if self.is_blocked_by_ai():
            return
        # The grade changes now, because the key may be pressed again before the hint is ready.
        self.hint_grade = self.hint_grade % _GRADES + 1
        self.run_worker(self._show_hint(self.hint_grade), group="hint", exclusive=True)

    async def _show_hint(self, grade: int) -> None:
        version = self.session.game.version
        is_assistance = not self.session.is_first_move_forced
        try:
            answer: dict[str, Any] = await run_in_background(lambda: self.session.hint(grade))
        except SapperError as error:
            self.show_error(error)
            return
        if is_assistance:
            self.count_assistance("hints")
        if self.session.game.version != version:
            return
        self._highlights = highlights_of_hint(answer)
        self.draw_board()
        text = Text(f"Hint {grade} of {_GRADES}  ", "bold")
        text.append(Text(answer["text"], "not bold"))
        if grade < _GRADES:
            text.append("\nPress H for more.", "italic not bold")
        elif "cell" in answer:
            self.board.place_cursor(tuple(answer["cell"]))
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
        self.update_odds()
        self.draw_board()
        self.show_odds_message()

    def update_odds(self) -> None:
        """Compute the odds. A slow computation continues in the background."""
        view = self.session.game.view
        if self._odds is not None and self._odds_cells == view.cell_bytes:
            return  # flags do not affect the odds
        self._odds, self._odds_cells = None, view.cell_bytes
        if self.session.game.is_over:
            return
        try:
            self._odds = Odds.from_json(self.session.odds(budget=_QUICK_BUDGET))
            self.count_assistance("odds")
        except SapperError:
            self._odds = None
        if self._odds is None or not self._odds.is_exact:
            self.run_worker(self._refine_odds(), group="odds", exclusive=True)

    async def _refine_odds(self) -> None:
        version = self.session.game.version
        try:
            answer = await run_in_background(lambda: self.session.odds(budget=_FULL_BUDGET))
        except SapperError as error:
            self.show_error(error)
            return
        if self.is_showing_odds and self.session.game.version == version:
            self._odds = Odds.from_json(answer)
            self.draw_board()

    def show_odds_message(self) -> None:
        """Show the odds for the cell under the cursor and for the best cell."""
        odds = self._odds
        if odds is None:
            return
        cursor = self.board.cursor
        text = Text("Odds  ", "bold")
        if self.session.game.view.clue(cursor) is None:
            text.append(f"{odds_sentence(odds, cursor)} ", "not bold")
        if odds.best is not None:
            best = odds.certainty(odds.best) or f"{percent(odds.probability(odds.best))} risk"
            text.append(f"Best cell: {cell_name(odds.best)} ({best}).", "not bold")
        text.append(
            f"\nCertain: {len(odds.safe)} safe, {_count(len(odds.mines), 'mine')}"
            f"{'' if odds.is_exact else ' (estimated)'}.",
            "not bold",
        )
        if odds.common is not None:
            text.append(f" Cells marked {COMMON_ODDS}: {percent(odds.common)}.", "not bold")
        self.show_message(text)

    # AI ------------------------------------------------------------------------------------------

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
        try:
            if self.session.game.is_over:
                self.session.ai_move(self.strategy)  # raises an error with the reason
            steps = self.session.play_to_end(self.strategy)
        except SapperError as error:
            self.show_error(error)
            return
        self.is_ai_playing, self._is_stop_requested = True, False
        moves = self._play(steps, is_single_move=is_single_move)
        self.run_worker(moves, group="ai", exclusive=True)

    async def _play(self, steps: Iterator[AiStep], *, is_single_move: bool) -> None:
        try:
            while not self._is_stop_requested:
                step = await run_in_background(lambda: next(steps, None))
                if step is None:
                    break
                self.clear_highlights()
                self._highlights = {step.cell: Highlight("move")}
                self.board.place_cursor(step.cell)
                self.show_message(self._step_text(step))
                self.after_move()
                if is_single_move or self.session.game.is_over:
                    break
                await asyncio.sleep(1 / self.speed)
        except SapperError as error:
            self.after_move()
            self.show_error(error)
        finally:
            self.is_ai_playing = False
            self.after_ai_stopped()

    def _step_text(self, step: AiStep) -> Text:
        """Return the AI's move and the reason for it."""
        text = Text(f"{self.strategy}  ", "bold")
        text.append(f"{step.kind} {cell_name(step.cell)}", "bold")
        if step.risk is not None and 0 < step.risk < 1:
            text.append(f", risk {percent(step.risk)}", "not bold")
        text.append(f"\n{as_sentence(step.reason)}", "not bold")
        return text


def odds_sentence(odds: Odds, cell: "Cell") -> str:
    """Return a sentence about one cell, such as "A1 is certainly safe."."""
    certainty = odds.certainty(cell)
    if certainty:
        return f"{cell_name(cell)} is {certainty}."
    return f"{cell_name(cell)} is a mine with {percent(odds.probability(cell))} probability."


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
