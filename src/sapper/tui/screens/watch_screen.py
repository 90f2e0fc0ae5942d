"""The watch screen, on which a strategy plays step by step and explains its moves."""

import asyncio
from typing import TYPE_CHECKING, ClassVar, Final

from rich.text import Text
from textual.binding import Binding, BindingType

from sapper.coach.guess_ranking import percent
from sapper.errors import SapperError
from sapper.game.cell_names import cell_name, use_cell_names
from sapper.game.rules import Cell, Rules
from sapper.session import AiStep, Session
from sapper.strategies.base import strategy_seed
from sapper.tui.background import run_in_background
from sapper.tui.cursor_keys import HELP_KEY, MESSAGE_KEYS
from sapper.tui.highlights import Highlight
from sapper.tui.screens.base_screen import BoardScreen, Keys, as_sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

_SLOWER, _FASTER = 1.6, 0.625
_MAX_DELAY: Final = 10.0
_MIN_DELAY: Final = 0.01
_POLL_SECONDS: Final = 0.05
_MAX_REASONS: Final = 200


class WatchScreen(BoardScreen[None]):
    """A screen that shows a strategy playing a game."""

    HEADING = "Reasons"
    KEYS: ClassVar[Keys] = (
        ("Space", "pause, continue"),
        ("→", "one step"),
        ("+ -", "faster, slower"),
        ("N", "new board"),
        ("R", "same board again"),
        ("V", "review when finished"),
        ("Q", "quit"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space,enter", "pause", "Pause", key_display="Space"),
        Binding("right,l,m,M", "single_step", "Step", key_display="→"),
        Binding("plus,equals_sign", "change_speed(1)", "Faster", key_display="+"),
        Binding("minus", "change_speed(-1)", "Slower", key_display="-"),
        Binding("n,N", "new_board", "New", key_display="N"),
        Binding("r,R", "restart", "Again", key_display="R"),
        Binding("v,V", "review", "Review", key_display="V"),
        *MESSAGE_KEYS,
        HELP_KEY,
        Binding("q,Q,escape", "app.quit", "Quit", key_display="Q"),
    ]

    def __init__(
        self, rules: Rules, strategy: str, seed: int, *, first: Cell | None, delay: float
    ) -> None:
        self._session = Session(rules, seed)
        super().__init__(self._session.game.view)
        self._strategy = strategy
        self._seed = seed
        self._first = first
        self._delay = min(max(delay, _MIN_DELAY), _MAX_DELAY)
        self._is_paused = False
        self._requested_steps = 0
        self._steps: Iterator[AiStep] = iter(())
        self._step_count = self._guess_count = 0
        self._reasons: list[Text] = []
        self._game_number = 0

    @property
    def session(self) -> Session:
        """The session of the current game."""
        return self._session

    def on_mount(self) -> None:
        """Start the first game."""
        self.update_layout()
        self._start(self._session)

    def _start(self, session: Session) -> None:
        self._session = session
        self._game_number += 1
        self._step_count = self._guess_count = 0
        self._reasons.clear()
        self._steps = session.play_to_end(self._strategy, strategy_seed=strategy_seed(self._seed))
        self.board.show(session.game.view)
        self._update_title()
        self.show_message("")
        self.run_worker(self._play(self._game_number), group="watch", exclusive=True)

    async def _play(self, game_number: int) -> None:
        """Play at the chosen speed until the game ends or another game starts."""
        if self._first is not None:
            first = AiStep("reveal", self._first, "the first cell was set with --first", None)
            self._session.move("reveal", self._first, by="ai")
            self._show_step(first)
        try:
            while not self._session.game.is_over:
                while self._is_paused and not self._requested_steps:
                    await asyncio.sleep(_POLL_SECONDS)
                self._requested_steps = max(self._requested_steps - 1, 0)
                step = await run_in_background(lambda: next(self._steps, None))
                if step is None or game_number != self._game_number:
                    break
                self._show_step(step)
                await self._wait()
        except SapperError as error:
            self.show_message(as_sentence(str(error)))

    async def _wait(self) -> None:
        """Wait between steps. A change to the delay takes effect immediately."""
        waited = 0.0
        while waited < self._delay and not self._is_paused:
            part = min(_POLL_SECONDS, self._delay - waited)
            await asyncio.sleep(part)
            waited += part

    def _show_step(self, step: AiStep) -> None:
        self._step_count += 1
        is_guess = step.kind == "reveal" and step.risk is not None and 0 < step.risk < 1
        self._guess_count += is_guess
        game = self._session.game
        highlight = Highlight("error" if game.status == "lost" else "move")
        self.board.show(game.view, highlights={step.cell: highlight})
        self.board.place_cursor(step.cell)
        risk = f" ({percent(step.risk)})" if is_guess and step.risk else ""
        line = Text.assemble(
            (f"{self._step_count:>3} {step.kind} {cell_name(step.cell)}{risk}", "bold"),
            f"\n    {use_cell_names(step.reason)}\n",
        )
        self._reasons.insert(0, line)
        del self._reasons[_MAX_REASONS:]
        result = Text()
        if game.is_over:
            result.append(f"{self._strategy} {game.status}: ", "bold")
            result.append(f"{self._step_count} steps, {self._guess_count} of them guesses.\n\n")
        self.show_message(Text.assemble(result, *self._reasons))
        self._update_title()

    def _update_title(self) -> None:
        game = self._session.game
        state = "paused" if self._is_paused and not game.is_over else game.status
        self.set_title(
            Text.assemble(
                (" WATCH ", "bold reverse"),
                "  ",
                (self._strategy, "bold"),
                f"  {game.rules}  seed {self._seed}   ⚑ {game.mines_left}   ",
                (state, "bold"),
                f"   step {self._step_count}, guesses {self._guess_count}",
                f"   {1 / self._delay:.3g}/s",
            )
        )

    def action_pause(self) -> None:
        """Pause or continue."""
        self._is_paused = not self._is_paused
        self._update_title()

    def action_single_step(self) -> None:
        """Pause and play one step."""
        self._is_paused = True
        self._requested_steps += 1
        self._update_title()

    def action_change_speed(self, by: int) -> None:
        """Play faster or slower."""
        factor = _FASTER if by > 0 else _SLOWER
        self._delay = min(max(self._delay * factor, _MIN_DELAY), _MAX_DELAY)
        self._update_title()

    def action_new_board(self) -> None:
        """Watch a game on a new board."""
        from sapper.game.seeds import random_seed

        self._seed = random_seed()
        self._start(Session(self._session.rules, self._seed))

    def action_restart(self) -> None:
        """Watch the same board again."""
        self._start(Session(self._session.rules, self._seed))

    def action_review(self) -> None:
        """Review the finished game."""
        from sapper.tui.screens.review_screen import ReviewScreen

        if self._session.game.is_over:
            self.app.push_screen(ReviewScreen(self._session.game))
        else:
            self.notify("The review is available after the game.", timeout=2)
