"""Help at the board: hints in grades, odds, moves of the AI and play to the end."""

import asyncio
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from rich.text import Text

from sapper.coach.guesses import percent
from sapper.errors import SapperError
from sapper.game.cell_names import cell_name, with_names
from sapper.session import AiStep, Session
from sapper.tui.background import think
from sapper.tui.highlights import Mark, Odds, marks_of_hint
from sapper.tui.screens.base_screen import BoardScreen, sentence
from sapper.tui.widgets.cell_renderer import ELSEWHERE

if TYPE_CHECKING:
    from sapper.game.rules import Cell

SPEEDS: Final = (1.0, 2.0, 5.0, 10.0, 25.0, float("inf"))
"""Steps of the AI in a second."""
# The odds of most positions take a thousandth of a second: no need to draw the board without them.
_AT_ONCE: Final = 0.008
_PATIENTLY: Final = 2.0


class HelpedScreen(BoardScreen[None]):
    """A board with a session and all the help there is for it."""

    def __init__(self, session: Session) -> None:
        super().__init__(session.game.view)
        self.session = session
        self.grade = 0
        self.odds_on = False
        self.is_busy = False
        """Whether the AI is at the board: the player's moves wait."""
        self._marks: dict[Cell, Mark] = {}
        self._odds: Odds | None = None
        self._odds_cells = b""
        self._stop = False

    # What the game's screen does -----------------------------------------------------------------

    def after_move(self) -> None:
        """Keep a move and draw it."""
        raise NotImplementedError

    def count_assist(self, kind: str) -> None:
        """Keep that the player had help."""
        raise NotImplementedError

    @property
    def strategy(self) -> str:
        """Who plays when the AI is asked."""
        raise NotImplementedError

    @property
    def speed(self) -> float:
        """Steps in a second."""
        raise NotImplementedError

    def draw(self) -> None:
        """Show the board as it is, with its marks and odds."""
        game = self.session.game
        self.board.show(
            game.view,
            marks=self._marks,
            odds=self._odds if self.odds_on else None,
            wrong_flags=game.wrong_flags if game.is_over else frozenset(),
        )

    def say_error(self, error: SapperError) -> None:
        """Tell what was wrong, and what to do instead."""
        text = Text(f"{sentence(with_names(str(error)))}")
        if error.hint:
            text.append(f"\n{sentence(with_names(error.hint))}", "italic")
        self.say(text)

    def must_wait(self) -> bool:
        """Tell whether the AI is at the board; a player who wants something then is told so."""
        if self.is_busy:
            self.say("The AI is playing. Escape stops it.")
        return self.is_busy

    def clear_help(self) -> None:
        """Forget marks, and odds of another position."""
        self.grade = 0
        self._marks = {}
        if self._odds_cells != self.session.game.view.cell_bytes:
            self._odds = None

    # Hints ---------------------------------------------------------------------------------------

    def action_hint(self) -> None:
        """Show a hint; press again for the next of three grades."""
        if self.must_wait():
            return
        self.grade = self.grade % 3 + 1  # at once: the key may be pressed again before the answer
        self.run_worker(self._hint(self.grade), group="hint", exclusive=True)

    async def _hint(self, grade: int) -> None:
        version = self.session.game.version
        is_help = not self.session.only_begins
        try:
            answer: dict[str, Any] = await think(lambda: self.session.hint(grade))
        except SapperError as error:
            self.say_error(error)
            return
        if is_help:
            self.count_assist("hints")
        if self.session.game.version != version:
            return
        self._marks = marks_of_hint(answer)
        self.draw()
        text = Text(f"Hint {grade} of 3  ", "bold")
        text.append(Text(answer["text"], "not bold"))
        if grade < 3:
            text.append("\nH tells more.", "italic not bold")
        elif "cell" in answer:
            self.board.place_cursor(tuple(answer["cell"]))
        self.say(text)

    # Odds ----------------------------------------------------------------------------------------

    def action_odds(self) -> None:
        """Show the odds of every cell, or put them away."""
        self.odds_on = not self.odds_on
        if not self.odds_on or self.session.game.is_over:
            self._odds = None
            self.draw()
            if self.odds_on:
                self.say("The odds are on: they come with the next game.")
            return
        self.update_odds()
        self.draw()
        self.say_odds()

    def update_odds(self) -> None:
        """Find the odds of the position; those that take long come later."""
        view = self.session.game.view
        if self._odds is not None and self._odds_cells == view.cell_bytes:
            return  # flags are opinions and change nothing
        self._odds, self._odds_cells = None, view.cell_bytes
        if self.session.game.is_over:
            return
        try:
            self._odds = Odds.from_json(self.session.odds(budget=_AT_ONCE))
            self.count_assist("odds")
        except SapperError:
            self._odds = None
        if self._odds is None or not self._odds.exact:
            self.run_worker(self._patient_odds(), group="odds", exclusive=True)

    async def _patient_odds(self) -> None:
        version = self.session.game.version
        try:
            answer = await think(lambda: self.session.odds(budget=_PATIENTLY))
        except SapperError as error:
            self.say_error(error)
            return
        if self.odds_on and self.session.game.version == version:
            self._odds = Odds.from_json(answer)
            self.draw()

    def say_odds(self) -> None:
        """Tell what the odds say of the cell under the cursor and of the best one."""
        odds = self._odds
        if odds is None:
            return
        row, column = self.board.cursor
        view = self.session.game.view
        text = Text("Odds  ", "bold")
        if view.clue((row, column)) is None:
            name, known = cell_name((row, column)), odds.known((row, column))
            is_what = known or f"a mine with {percent(odds.rows[row][column])}"
            text.append(f"{name} is {is_what}. ", "not bold")
        if odds.best is not None:
            best = odds.known(odds.best) or percent(odds.rows[odds.best[0]][odds.best[1]])
            text.append(f"Best: {cell_name(odds.best)}, {best}.", "not bold")
        text.append(
            f"\n{len(odds.safe)} certainly safe, {len(odds.mines)} certainly mines"
            f"{'' if odds.exact else '; estimated'}.",
            "not bold",
        )
        if odds.common is not None:
            text.append(f" Each cell with {ELSEWHERE}: {percent(odds.common)}.", "not bold")
        self.say(text)

    # The AI --------------------------------------------------------------------------------------

    def action_ai_move(self) -> None:
        """Let the AI make one move."""
        if not self.is_busy:
            self._begin_ai(one=True)

    def action_auto(self) -> None:
        """Let the AI play to the end, or stop it."""
        if self.is_busy:
            self.stop_ai()
        else:
            self._begin_ai(one=False)

    def stop_ai(self) -> None:
        """Stop the AI after the step that it is at."""
        self._stop = True

    def _begin_ai(self, *, one: bool) -> None:
        try:
            if self.session.game.is_over:
                self.session.ai_move(self.strategy)  # raises, and says why
            steps = self.session.play_to_end(self.strategy)
        except SapperError as error:
            self.say_error(error)
            return
        self.is_busy, self._stop = True, False
        self.run_worker(self._play(steps, one=one), group="ai", exclusive=True)

    async def _play(self, steps: Iterator[AiStep], *, one: bool) -> None:
        try:
            while not self._stop:
                step = await think(lambda: next(steps, None))
                if step is None:
                    break
                self.clear_help()
                self._marks = {step.cell: Mark("move")}
                self.board.place_cursor(step.cell)
                self.say(self.step_text(step))
                self.after_move()
                if one or self.session.game.is_over:
                    break
                await asyncio.sleep(1 / self.speed)
        except SapperError as error:
            self.after_move()
            self.say_error(error)
        finally:
            self.is_busy = False
            self.on_ai_stopped()

    def on_ai_stopped(self) -> None:
        """Do what follows when the AI has left the board."""

    def step_text(self, step: AiStep) -> Text:
        """Return what the AI did and why."""
        text = Text(f"{self.strategy}  ", "bold")
        text.append(f"{step.kind} {cell_name(step.cell)}", "bold")
        if step.risk is not None and 0 < step.risk < 1:
            text.append(f", risk {percent(step.risk)}", "not bold")
        text.append(f"\n{sentence(with_names(step.reason))}", "not bold")
        return text
