"""The watch screen, where a strategy plays step by step and explains its moves."""

import asyncio
from contextlib import aclosing
from typing import ClassVar, Final

from rich.text import Text
from textual.binding import Binding, BindingType

from sapper.coach.guess_ranking import percent
from sapper.coach.highlights import Highlight, HighlightKind
from sapper.game.cell_names import cell_name
from sapper.game.rules import Cell, Rules
from sapper.play.session import Session
from sapper.play.watched_ai_game import WatchedAiGame
from sapper.strategies.ai_moves import AiStep
from sapper.tui.key_bindings import HELP_KEY, MESSAGE_KEYS
from sapper.tui.screens.board_screen import BoardScreen, Keys

_SPEED_FACTOR: Final = 1.6
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
        self._game = WatchedAiGame(rules, strategy, seed, first=first)
        super().__init__(self.session.game.view)
        self._first = first
        self._delay = min(max(delay, _MIN_DELAY), _MAX_DELAY)
        self._is_paused = False
        self._requested_steps = 0
        self._reasons: list[Text] = []

    @property
    def session(self) -> Session:
        """The current game's session."""
        return self._game.session

    def on_mount(self) -> None:
        """Start the first game."""
        self._start(self._game.seed)

    def _start(self, seed: int) -> None:
        strategy, rules = self._game.strategy, self.session.rules
        self._game = WatchedAiGame(rules, strategy, seed, first=self._first)
        self._reasons.clear()
        self.board.show(self.session.game.view)
        self.update_title()
        self.show_message("")
        self.start_task("watch", self._play, self._game)

    async def _play(self, game: WatchedAiGame) -> None:
        """Play the strategy's moves until the game ends or another game starts."""
        async with aclosing(game.steps(self.service)) as steps:
            while not game.session.game.is_over:
                while self._is_paused and not self._requested_steps:
                    await asyncio.sleep(_POLL_SECONDS)
                self._requested_steps = max(self._requested_steps - 1, 0)
                self._show_step(await anext(steps))
                await self._wait()

    async def _wait(self) -> None:
        """Wait between two steps. Speed changes take effect immediately."""
        waited = 0.0
        while waited < self._delay and not self._is_paused:
            part = min(_POLL_SECONDS, self._delay - waited)
            await asyncio.sleep(part)
            waited += part

    def _show_step(self, step: AiStep) -> None:
        game = self.session.game
        kind: HighlightKind = "error" if game.status == "lost" else "last-move"
        self.board.show(game.view, highlights=[Highlight(kind, step.cell)])
        self.board.place_cursor(step.cell)
        risk = f" ({percent(step.risk)})" if step.is_guess and step.risk is not None else ""
        line = Text.assemble(
            (f"{self._game.step_count:>3} {step.kind} {cell_name(step.cell)}{risk}", "bold"),
            f"\n    {step.reason}\n",
        )
        self._reasons.insert(0, line)
        del self._reasons[_MAX_REASONS:]
        result = f"{self._game.result}.\n\n" if game.is_over else ""
        self.show_message(Text.assemble((result, "bold"), *self._reasons))
        self.update_title()

    def title_text(self) -> Text:
        """Return the title line with the strategy, rules, game state, counts and speed."""
        game = self.session.game
        state = "paused" if self._is_paused and not game.is_over else game.status
        return Text.assemble(
            (" WATCH ", "bold reverse"),
            "  ",
            (self._game.strategy, "bold"),
            f"  {game.rules}  seed {self._game.seed}   ⚑ {game.mines_left}   ",
            (state, "bold"),
            f"   step {self._game.step_count}, guesses {self._game.guess_count}",
            f"   {1 / self._delay:.3g}/s",
        )

    def action_pause(self) -> None:
        """Pause or continue."""
        self._is_paused = not self._is_paused
        self.update_title()

    def action_single_step(self) -> None:
        """Pause and play one step."""
        self._is_paused = True
        self._requested_steps += 1
        self.update_title()

    def action_change_speed(self, by: int) -> None:
        """Play faster or slower."""
        self._delay = min(max(self._delay / _SPEED_FACTOR**by, _MIN_DELAY), _MAX_DELAY)
        self.update_title()

    def action_new_board(self) -> None:
        """Watch a game on a new board."""
        from sapper.game.seeds import random_seed

        self._start(random_seed())

    def action_restart(self) -> None:
        """Watch the same board again."""
        self._start(self._game.seed)

    def action_review(self) -> None:
        """Review the finished game."""
        from sapper.tui.screens.review_screen import ReviewScreen

        if self.session.game.is_over:
            self.app.push_screen(ReviewScreen(self._game.game))
        else:
            self.notify("The review is available after the game.", timeout=2)
